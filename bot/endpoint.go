package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"xiangqibot/bot/discord"
)

// Endpoint is the HTTP endpoint for interactions.
type Endpoint struct {
	// Listener accepts the connections, with TLS or behind a proxy that terminates it. The bot closes it.
	Listener net.Listener
	// URL is the public URL of the endpoint. The bot registers it with Discord. Empty: the owner of the application
	// has done so.
	URL string
}

const (
	// endpointRetryDelay is how long the bot waits after Discord has rejected its URL: a proxy may have to start, or
	// a DNS name to propagate.
	endpointRetryDelay = 20 * time.Second
	// endpointReadTimeout is the time limit for receiving an interaction.
	endpointReadTimeout = 10 * time.Second
)

// receive receives interactions, over the gateway or at the endpoint, until ctx ends.
func (b *Bot) receive(ctx context.Context, application discord.Application, event func(string, json.RawMessage)) error {
	switch {
	case b.config.JobsOnly:
		b.setConnected(true)
		<-ctx.Done()
		return nil
	case b.config.Endpoint != nil:
		return b.serveEndpoint(ctx, application, event)
	}
	if application.Endpoint != "" {
		b.log.Error("Discord sends interactions to a URL and not over the gateway: remove it at "+
			"https://discord.com/developers/applications (your application, General Information, Interactions Endpoint URL), "+
			"or set discord.transport to http", "url", application.Endpoint)
	}
	if b.config.Shards != nil {
		session := func() *discord.Session { return b.session(event) }
		idle := func() { b.setConnected(true) } // ready to take over
		shards := discord.Shards{Client: b.client, Store: b.config.Shards, Session: session, Idle: idle, Log: b.log}
		return shards.Run(ctx)
	}
	return b.session(event).Run(ctx)
}

// serveEndpoint accepts interactions by HTTP until ctx ends. The caller then waits for their answers.
func (b *Bot) serveEndpoint(ctx context.Context, application discord.Application, event func(string, json.RawMessage)) error {
	if application.Key == nil {
		return errors.Join(errors.New("bot: Discord returned no public key of the application, so interactions cannot be verified"),
			b.config.Endpoint.Listener.Close())
	}
	server := &http.Server{
		Handler: &discord.Endpoint{
			Key: application.Key, Event: event,
			Rejected: func(status int) { b.metrics.refusedPosts.WithLabelValues(strconv.Itoa(status)).Inc() },
		},
		ReadHeaderTimeout: endpointReadTimeout, ReadTimeout: endpointReadTimeout, WriteTimeout: endpointReadTimeout, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(b.log.Handler(), slog.LevelDebug), // port scanners cause most errors
	}
	registerCtx, cancelRegister := context.WithCancel(ctx)
	defer cancelRegister()
	b.router.running.Go(func() { b.registerEndpoint(registerCtx, application) })
	closed := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		shutdownCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		err := server.Shutdown(shutdownCtx)
		if shutdownCtx.Err() != nil { // it also waits for connections that were opened and never used
			err = server.Close()
		}
		closed <- err
	})
	err := server.Serve(b.config.Endpoint.Listener)
	b.setConnected(false)
	if stop() { // ctx has not ended
		return fmt.Errorf("bot: the endpoint stopped: %w", err)
	}
	return <-closed
}

// registerEndpoint sets the endpoint's URL in the application, and retries until Discord accepts it.
func (b *Bot) registerEndpoint(ctx context.Context, application discord.Application) {
	url := b.config.Endpoint.URL
	if url == "" && application.Endpoint == "" {
		b.log.Error("Discord has no Interactions Endpoint URL for this application and sends nothing here: " +
			"set http.url, or enter it at https://discord.com/developers/applications (your application, General Information)")
	}
	for url != "" && url != application.Endpoint {
		err := discord.RetryWhileUnreachable(ctx, b.log, "registering the endpoint", func(ctx context.Context) error {
			return discord.SetEndpoint(ctx, b.client, url)
		})
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			break
		}
		b.log.Error("Discord rejects the endpoint URL; is it https and public, and does "+
			"the proxy pass the body on unchanged?", "url", url, "err", err, "pause", endpointRetryDelay)
		select {
		case <-ctx.Done():
			return
		case <-time.After(endpointRetryDelay):
		}
	}
	b.setConnected(true)
	b.log.Info("taking interactions by HTTP", "address", b.config.Endpoint.Listener.Addr(), "url", url)
}

// fetchServer fetches the server of the first interaction from there: at the endpoint servers do not announce themselves
// as they do over the gateway.
func (b *Bot) fetchServer(ctx context.Context, id string) {
	if b.config.Endpoint == nil || id == "" {
		return
	}
	if _, known := b.fetched.LoadOrStore(id, true); known {
		return
	}
	b.router.running.Go(func() {
		guild, err := discord.Guild(ctx, b.client, id)
		if err != nil {
			b.fetched.Delete(id) // retried at the next interaction
			b.log.Info("cannot fetch the name of a server", "guild", id, "err", err)
			return
		}
		b.noteServer(ctx, readGuild(guild))
	})
}

// setConnected records whether Discord reaches the bot.
func (b *Bot) setConnected(now bool) {
	b.connected.Store(now)
	value := 0.0
	if now {
		value = 1
	}
	b.metrics.connected.Set(value)
}
