// Package pageapi is a client of the simulated Discord that acts as people do, by the API of its page. The comment of
// package playground describes the paths, the bodies and the events.
package pageapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
)

// A Client calls the API of a playground. It is safe for concurrent use.
type Client struct {
	URL  string // of the page, without a slash at its end
	HTTP *http.Client
}

// A RefusedError is the error of a request that the playground has refused.
type RefusedError struct {
	Status  int    // of HTTP
	Message string // what is wrong and what would be right
}

func (e *RefusedError) Error() string { return e.Message }

// Call sends a request to a path below /playground/, with a body in JSON unless it is nil, and decodes the response into
// answer, unless that is nil. A request that the playground refuses gives a *[RefusedError].
func (c *Client) Call(ctx context.Context, method, path string, body, answer any) error {
	var sent []byte
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return err
		}
	}
	text, err := c.Send(ctx, method, "/playground/"+path, "application/json", sent)
	if err != nil || answer == nil {
		return err
	}
	return json.Unmarshal(text, answer)
}

// Send sends a request with a body of any type to a path of the page, and returns the body of the response. A request
// that the playground refuses gives a *[RefusedError].
func (c *Client) Send(ctx context.Context, method, path, contentType string, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		var refusal struct{ Error string }
		if json.Unmarshal(text, &refusal) != nil || refusal.Error == "" {
			refusal.Error = fmt.Sprintf("%s %s", response.Status, text)
		}
		return nil, &RefusedError{response.StatusCode, refusal.Error}
	}
	return text, err
}

// Follow opens an event stream below /playground/, such as "events?person=ID". It returns the name and the JSON data of
// each event until the stream or ctx ends, and misses nothing that happens after Follow has returned.
func (c *Client) Follow(ctx context.Context, path string) (iter.Seq2[string, []byte], error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL+"/playground/"+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := c.HTTP.Do(request) //nolint:bodyclose // closed when the events end
	if err != nil {
		return nil, err
	}
	lines := bufio.NewReaderSize(response.Body, 1<<16)
	if event, _, err := readEvent(lines); err != nil || event != "hello" {
		_ = response.Body.Close() // it is no stream, or has ended
		return nil, fmt.Errorf("the stream %s does not begin: %s", path, response.Status)
	}
	return func(yield func(string, []byte) bool) {
		defer response.Body.Close()
		for {
			if event, data, err := readEvent(lines); err != nil || !yield(event, data) {
				return
			}
		}
	}, nil
}

// readEvent reads the next server-sent event.
func readEvent(lines *bufio.Reader) (event string, data []byte, err error) {
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return "", nil, err
		}
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			event = name
		} else if text, ok := strings.CutPrefix(line, "data: "); ok {
			return event, []byte(text), nil
		}
	}
}
