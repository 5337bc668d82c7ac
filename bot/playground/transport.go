package playground

import (
	"errors"
	"io"
	"net/http"
	"sync"
)

// transport redirects requests for Discord's hosts. It has its own connections, so that Close can close them.
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

func (t *transport) setHost(host string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.host = host
}

// RoundTrip sends requests for Discord's hosts to the playground.
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
		return nil, errors.New("playground: the server has not been started")
	}
	r = r.Clone(r.Context())
	r.Host = r.URL.Hostname() // the server recognizes requests for files by it
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
