// Package discordtest lets a test play Discord: every request of a client, to whatever host, comes to one handler.
//
// The network lies inside the process, and its connections block on channels only. So a test in a synctest bubble runs
// through hours of heartbeats and rate limits in no time, and always in the same way:
//
//	client := discord.NewClient(token, discordtest.Serve(t, handler), nil)
package discordtest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// Serve runs a server that answers for every address there is, discord.com and the gateway alike, and returns the
// transport to it. Both end with the test. TLS is left away.
func Serve(t testing.TB, handler http.Handler) http.RoundTripper {
	t.Helper()
	network := newPipeNet()
	//nolint:gosec // nobody but the test reaches it
	server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	go func() { _ = server.Serve(network) }()
	transport := &http.Transport{DialContext: network.dial, DialTLSContext: network.dial}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = server.Close()
	})
	return transport
}

// ServeHTTP2 runs a server as Discord's are, which speaks HTTP/2 over TLS, and makes it what a transport reaches. After
// mute the existing connections transfer nothing more, and neither end gets an error.
func ServeHTTP2(t testing.TB, handler http.Handler, transport *http.Transport) (mute func()) {
	t.Helper()
	network := newPipeNet()
	server := httptest.NewUnstartedServer(handler)
	_ = server.Listener.Close() // the one that it has made
	server.Listener, server.EnableHTTP2 = network, true
	server.StartTLS()
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	transport.TLSClientConfig = &tls.Config{RootCAs: trusted, ServerName: "example.com", MinVersion: tls.VersionTLS12}
	transport.DialContext = network.dial
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
	})
	return network.mute
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
	muted  atomic.Pointer[atomic.Bool] // of the pipes that are made now
}

func newPipeNet() *pipeNet {
	p := &pipeNet{conns: make(chan net.Conn), closed: make(chan struct{})}
	p.muted.Store(new(atomic.Bool))
	return p
}

// mute loses what is written from now on to the pipes that there are.
func (p *pipeNet) mute() { p.muted.Swap(new(atomic.Bool)).Store(true) }

// mutable is an end of a pipe that may lose what is written to it.
type mutable struct {
	net.Conn
	muted *atomic.Bool
}

func (c mutable) Write(b []byte) (int, error) {
	if c.muted.Load() {
		return len(b), nil
	}
	return c.Conn.Write(b)
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
	client, server := net.Pipe()
	muted := p.muted.Load()
	select {
	case p.conns <- mutable{server, muted}:
		return mutable{client, muted}, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
