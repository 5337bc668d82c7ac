package playground

import (
	"errors"
	"io"
	"net/http"
	"sync"
)

// transport rewrites the address of a request. It has connections of its own, so that Close can end them.
type transport struct {
	mu   sync.Mutex
	host string
	next *http.Transport
}

func newTransport() *transport {
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.Proxy = nil
	next.MaxIdleConnsPerHost = 32
	return &transport{next: next}
}

func (t *transport) lead(host string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.host = host
}

// RoundTrip sends the request to the playground when it is meant for Discord.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.mu.Lock()
	host := t.host
	t.mu.Unlock()
	switch r.URL.Hostname() {
	case cdnHost, mediaHost, "discord.com", "discordapp.com":
	default:
		return t.next.RoundTrip(r)
	}
	if host == "" {
		closeBody(r.Body)
		return nil, errors.New("playground: the server is not started yet")
	}
	r = r.Clone(r.Context())
	r.Host = r.URL.Hostname() // by which the server knows whether a file is asked for
	r.URL.Scheme, r.URL.Host = "http", host
	return t.next.RoundTrip(r)
}

// CloseIdleConnections makes http.Client.CloseIdleConnections work through the transport.
func (t *transport) CloseIdleConnections() { t.next.CloseIdleConnections() }

func closeBody(b io.Closer) {
	if b != nil {
		_ = b.Close() // the request fails anyway
	}
}
