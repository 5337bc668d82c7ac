package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
)

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
