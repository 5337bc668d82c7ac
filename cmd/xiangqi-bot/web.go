package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strings"

	"xiangqibot/bot/web"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

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
