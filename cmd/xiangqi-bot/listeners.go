package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/web"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// serveAt answers HTTP at an address until ctx ends.
func serveAt(ctx context.Context, key, addr string, handler http.Handler) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return serveOn(ctx, listener, handler)
}

// serveOn answers HTTP on a listener until ctx ends.
func serveOn(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// endpoint listens for interactions from Discord; nil if they come over the gateway.
func (c config) endpoint(ctx context.Context) (*bot.Endpoint, error) {
	if c.Discord.Transport != overHTTP {
		return nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.HTTP.Address)
	if err != nil {
		return nil, fmt.Errorf("http.address: %w", err)
	}
	address := c.HTTP.URL
	if _, port, _ := net.SplitHostPort(c.HTTP.Address); port == "0" { // in a playground, which is on this machine
		address = (&url.URL{Scheme: c.HTTP.scheme(), Host: listener.Addr().String()}).String()
	}
	if c.HTTP.Certificate != "" {
		certificate := &certificate{cert: c.HTTP.Certificate, key: c.HTTP.Key}
		listener = tls.NewListener(listener, &tls.Config{
			MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: certificate.get,
		})
	}
	return &bot.Endpoint{Listener: listener, URL: address}, nil
}

// scheme returns the URL scheme of the endpoint without a proxy.
func (c httpConfig) scheme() string {
	if c.Certificate != "" {
		return "https"
	}
	return "http"
}

// certificate is a pair of files that may be replaced while the bot runs.
type certificate struct {
	cert, key string

	mu       sync.Mutex
	loaded   *tls.Certificate
	modified time.Time // of the file that was loaded
}

// get is tls.Config.GetCertificate. If a pair cannot be read, perhaps because it is half replaced, the previous one
// stays in use.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && (c.loaded == nil || !info.ModTime().Equal(c.modified)) {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(c.cert, c.key); err == nil {
			c.loaded, c.modified = &pair, info.ModTime()
		}
	}
	if c.loaded != nil {
		return c.loaded, nil
	}
	return nil, err
}

// pages listens for people who play on the page; nil if there is none.
func (c webConfig) pages(ctx context.Context, secret string, shared bool, art *render.Renderer, log *slog.Logger) (*web.Pages, net.Listener, error) {
	if c.Address == "" {
		return nil, nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Address)
	if err != nil && c.URL == "" { // in a playground any port will do
		listener, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("web.address: %w", err)
	}
	phrases, err := words.Load()
	if err != nil {
		return nil, nil, err
	}
	address := strings.TrimRight(c.URL, "/")
	if address == "" { // in a playground, which is on this machine
		address = "http://" + listener.Addr().String()
	}
	return web.New(web.Config{Secret: secret, URL: address, Phrases: phrases, Renderer: art, Log: log, Shared: shared}), listener, nil
}

// serveDebug serves profiles of the running program at addr until ctx ends. Without a host it listens on the
// loopback interface alone.
func serveDebug(ctx context.Context, addr string, log *slog.Logger) error {
	addr = onLoopback(addr)
	if host, _, err := net.SplitHostPort(addr); err == nil && !isLoopback(host) {
		log.Warn("profiles of the bot can be read from other machines; debug.address without a host keeps them here", "address", addr)
	}
	return serveAt(ctx, "debug.address", addr, debugHandler())
}

// onLoopback adds the loopback host to an address without a host.
func onLoopback(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || host != "" {
		return addr
	}
	return net.JoinHostPort("127.0.0.1", port)
}

func debugHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}
