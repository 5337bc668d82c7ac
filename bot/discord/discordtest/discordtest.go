// Package discordtest lets a test play Discord: every request of a client, to whatever host, comes to one handler.
//
// The network lies inside the process, and its connections block on channels only. So a test in a synctest bubble runs
// through hours of heartbeats and rate limits in no time, and always in the same way:
//
//	client := discord.NewClient(token, discordtest.Serve(t, handler))
package discordtest

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Serve runs a server that answers for every address there is, discord.com and the gateway alike, and returns the
// transport to it. Both end with the test. TLS is left away.
func Serve(t testing.TB, handler http.Handler) http.RoundTripper {
	t.Helper()
	network := &pipeNet{conns: make(chan net.Conn), closed: make(chan struct{})}
	//nolint:gosec // nobody but the test reaches it
	server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	go func() { _ = server.Serve(network) }()
	transport := &http.Transport{DialContext: network.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = server.Close()
	})
	return plainTransport{transport}
}

// Log writes to the test's own output, which is shown when the test fails.
func Log(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// pipeNet is a network of pipes.
type pipeNet struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipeNet) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipeNet) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipeNet) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

func (p *pipeNet) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// plainTransport leaves TLS away.
type plainTransport struct{ next http.RoundTripper }

func (p plainTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme = "http"
	return p.next.RoundTrip(r)
}
