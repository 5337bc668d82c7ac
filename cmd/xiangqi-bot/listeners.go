package main

import (
	"cmp"
	"context"
	"crypto/tls"
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

// The values of discord.transport.
const (
	overGateway = "gateway"
	overHTTP    = "http"
)

// endpoint listens for interactions from Discord; nil if they come over the gateway.
func (c config) endpoint(ctx context.Context) (*bot.Endpoint, error) {
	if c.Discord.Transport != overHTTP {
		return nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.HTTP.Address)
	if err != nil {
		return nil, fmt.Errorf("http.address: %w", err)
	}
	at := c.HTTP.URL
	if _, port, _ := net.SplitHostPort(c.HTTP.Address); port == "0" { // in a playground, which is on this machine
		at = (&url.URL{Scheme: c.HTTP.scheme(), Host: listener.Addr().String()}).String()
	}
	if c.HTTP.Certificate != "" {
		certificate := &certificate{cert: c.HTTP.Certificate, key: c.HTTP.Key}
		listener = tls.NewListener(listener, &tls.Config{
			MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: certificate.get,
		})
	}
	return &bot.Endpoint{Listener: listener, URL: at}, nil
}

// scheme returns the URL scheme of the endpoint without a proxy.
func (c httpConfig) scheme() string {
	if c.Certificate != "" {
		return "https"
	}
	return "http"
}

// check finds what would keep Discord from reaching the bot.
func (c httpConfig) check(transport string) fault {
	if transport != overHTTP { // it is not used now, but would be wrong when it is
		return address("http.address", c.Address, "127.0.0.1:8080")
	}
	u, err := url.Parse(c.URL)
	return first(
		when(c.Address == "", "http.address", "it is empty; want HOST:PORT as in 127.0.0.1:8080, where the proxy or Discord finds the bot"),
		address("http.address", c.Address, "127.0.0.1:8080"),
		when(c.URL != "" && (err != nil || u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())) || u.Host == ""), "http.url",
			"%q, want the https address at which Discord gets here, as in https://xiangqi.example.org/interactions, or nothing", c.URL),
		when((c.Certificate == "") != (c.Key == ""), cmp.Or(when(c.Certificate == "", "http.certificate", "").key, "http.key"),
			"http.certificate and http.key go together; leave both empty where a proxy ends TLS"),
		c.checkCertificate(),
	)
}

func (c httpConfig) checkCertificate() fault {
	if c.Certificate == "" || c.Key == "" {
		return fault{}
	}
	_, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
	return when(err != nil, "http.certificate", "%v; want the path of a certificate with its chain in PEM, and http.key that of its key", err)
}

// certificate is a pair of files that may be replaced while the bot runs.
type certificate struct {
	cert, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	at     time.Time // of the file that was loaded
}

// get is tls.Config.GetCertificate. If a pair cannot be read, perhaps because it is half replaced, the previous one
// stays in use.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && (c.loaded == nil || !info.ModTime().Equal(c.at)) {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(c.cert, c.key); err == nil {
			c.loaded, c.at = &pair, info.ModTime()
		}
	}
	if c.loaded != nil {
		return c.loaded, nil
	}
	return nil, err
}

// check finds what would keep people from the page, or let others read along.
func (c webConfig) check() fault {
	const key = "web.url"
	u, err := url.Parse(c.URL)
	return first(
		address("web.address", c.Address, "127.0.0.1:8090"),
		when(c.Address == "" && c.URL != "", "web.address", "it is empty, but web.url is %q; want HOST:PORT as in 127.0.0.1:8090, "+
			"where the proxy finds the bot", c.URL),
		when(c.Address != "" && c.URL == "", key, "it is empty; want the https address at which people reach web.address, "+
			"as in https://xiangqi.example.org"),
		when(c.URL != "" && (err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil ||
			u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname()))), key,
			"%q, want an https address, or http on this machine, as in https://xiangqi.example.org", c.URL),
	)
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
	at := strings.TrimRight(c.URL, "/")
	if at == "" { // in a playground, which is on this machine
		at = "http://" + listener.Addr().String()
	}
	return web.New(web.Config{Secret: secret, URL: at, Phrases: phrases, Renderer: art, Log: log, Shared: shared}), listener, nil
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

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func debugHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}
