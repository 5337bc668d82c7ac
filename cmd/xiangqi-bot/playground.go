package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"xiangqibot/bot/playground"
)

func playgroundCommand(flags *flag.FlagSet) action {
	var o playOptions
	o.addFlags(flags)
	return func(ctx context.Context, _ []string, stdout io.Writer) error { return servePlayground(ctx, o, stdout) }
}

// servePlayground runs the simulated Discord without the bot, which connects by discord.api, until ctx ends.
func servePlayground(ctx context.Context, o playOptions, stdout io.Writer) (err error) {
	server, err := openSimulation(ctx, o, playground.Options{Log: quietLog(), Privileged: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if err := server.Start(server.listener); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "page  %s\ntoken %s\n", server.URL(), server.Token()); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// transport returns the transport for calls of Discord; nil is the default.
func (c discordConfig) transport() http.RoundTripper {
	to, err := url.Parse(c.API)
	if err != nil || c.API == "" { // the configuration was checked
		return nil
	}
	return &playground.Redirect{To: to, Next: http.DefaultTransport}
}

// checkAPI finds an address to which the token must not be sent.
func (c discordConfig) checkAPI() fault {
	to, err := url.Parse(c.API)
	const key = "discord.api"
	return first(
		when(err != nil, key, "%q is not an address; want http://127.0.0.1:8765 as a playground prints it, or nothing", c.API),
		when(c.API != "" && err == nil && (to.Host == "" || to.Path != "" && to.Path != "/" || to.User != nil), key,
			"%q, want scheme, host and port alone, as in http://127.0.0.1:8765", c.API),
		when(c.API != "" && err == nil && to.Scheme != "https" && (to.Scheme != "http" || !isLoopback(to.Hostname())), key,
			"%q, want https, or http on this machine: the token must not travel in the clear", c.API),
	)
}
