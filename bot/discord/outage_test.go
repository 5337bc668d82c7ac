package discord

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// answerable is a Discord that answers, or cannot be reached.
type answerable struct{ gone bool }

func (d *answerable) RoundTrip(*http.Request) (*http.Response, error) {
	if d.gone {
		return nil, errors.New("no route to host")
	}
	return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Header: http.Header{}}, nil
}

// The end of an outage is reported once, and only if the outage was longer than a single failed call.
func TestRecovered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := new(answerable)
		client := NewClient("secret", transport, nil)
		var outages []time.Duration
		client.Recovered = func(_ context.Context, silent time.Duration) { outages = append(outages, silent) }
		call := func(c *Client) { _ = c.Delete(t.Context(), "1", "2") } // what it leads to is not what is tested
		call(client)
		transport.gone = true
		call(client)
		transport.gone = false
		call(client)
		if len(outages) != 0 {
			t.Errorf("after one failed call the reported outages are %v", outages)
		}
		transport.gone = true
		call(client.NoWait())
		<-time.After(longOutage)
		call(client)
		transport.gone = false
		call(client.Background())
		call(client)
		if len(outages) != 1 || outages[0] < longOutage || outages[0] > longOutage+time.Minute {
			t.Errorf("after a long outage the reported outages are %v, want one", outages)
		}
	})
}
