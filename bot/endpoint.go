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
	"sync"
	"time"

	"xiangqibot/bot/discord"
)

// Endpoint is where Discord reaches the bot by HTTP.
type Endpoint struct {
	// Listener takes the connections, with TLS or behind a proxy that ends it. The bot closes it.
	Listener net.Listener
	// URL is the address at which Discord gets there. The bot enters it at Discord. Empty: the owner of the application has
	// done so.
	URL string
}

const (
	// enterPause is how long the bot waits after Discord has refused its URL: a proxy may have to start, or a name to be
	// known.
	endpointRetryDelay = 20 * time.Second
	// postPatience bounds how long somebody may take to send an interaction.
	endpointReadTimeout = 10 * time.Second
)

// hear gets what people do, over the gateway or at the endpoint, until ctx ends.
func (b *Bot) receive(ctx context.Context, application discord.Application, event func(string, json.RawMessage)) error {
	switch {
	case b.deaf:
		b.setConnected(true)
		<-ctx.Done()
		return nil
	case b.endpoint != nil:
		return b.serveEndpoint(ctx, application, event)
	}
	if application.Endpoint != "" {
		b.log.Error("Discord sends what people do to a URL, and not over the gateway: remove it at "+
			"https://discord.com/developers/applications (your application, General Information, Interactions Endpoint URL), "+
			"or set discord.transport to http", "url", application.Endpoint)
	}
	if b.shards != nil {
		session := func() *discord.Session { return b.session(event) }
		idle := func() { b.setConnected(true) } // ready to take over
		return (&discord.Shards{Client: b.client, Store: b.shards, Session: session, Idle: idle, Freed: b.freed, Log: b.log}).Run(ctx)
	}
	return b.session(event).Run(ctx)
}

// listen takes interactions by HTTP until ctx ends. Those that came are then answered by the caller.
func (b *Bot) serveEndpoint(ctx context.Context, application discord.Application, event func(string, json.RawMessage)) error {
	if application.Key == nil {
		return errors.Join(errors.New("bot: Discord names no key of the application, so that nobody could tell who sends interactions"),
			b.endpoint.Listener.Close())
	}
	server := &http.Server{
		Handler: &discord.Endpoint{
			Key: application.Key, Event: b.fetchingServers(ctx, event),
			Rejected: func(status int) { b.metrics.refusedPosts.WithLabelValues(strconv.Itoa(status)).Inc() },
		},
		ReadHeaderTimeout: endpointReadTimeout, ReadTimeout: endpointReadTimeout, WriteTimeout: endpointReadTimeout, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(b.log.Handler(), slog.LevelDebug), // strangers knock
	}
	entering, entered := context.WithCancel(ctx)
	defer entered()
	b.router.running.Go(func() { b.registerEndpoint(entering, application) })
	closed := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		err := server.Shutdown(bye)
		if bye.Err() != nil { // it also waits for connections that were opened and never used
			err = server.Close()
		}
		closed <- err
	})
	err := server.Serve(b.endpoint.Listener)
	b.setConnected(false)
	if stop() { // nobody asked for the end
		return fmt.Errorf("bot: interactions are no longer taken: %w", err)
	}
	return <-closed
}

// enter has Discord send interactions to the endpoint, however long it takes.
func (b *Bot) registerEndpoint(ctx context.Context, application discord.Application) {
	url := b.endpoint.URL
	if url == "" && application.Endpoint == "" {
		b.log.Error("Discord has no Interactions Endpoint URL for this application and sends nothing here: " +
			"set http.url, or enter it at https://discord.com/developers/applications (your application, General Information)")
	}
	for url != "" && url != application.Endpoint {
		err := discord.RetryWhileUnreachable(ctx, b.log, "entering the endpoint", func(ctx context.Context) error {
			return b.client.SetEndpoint(ctx, url)
		})
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			break
		}
		b.log.Error("Discord does not take the address at which it should reach the bot; is it https, known everywhere, and does "+
			"the proxy pass the body on unchanged?", "url", url, "err", err, "pause", endpointRetryDelay)
		select {
		case <-ctx.Done():
			return
		case <-time.After(endpointRetryDelay):
		}
	}
	b.setConnected(true)
	b.log.Info("taking interactions by HTTP", "address", b.endpoint.Listener.Addr(), "url", url)
}

// meeting is event for interactions from servers that have not told who they are, as they do over the gateway: the first
// one from each has its server asked for.
func (b *Bot) fetchingServers(ctx context.Context, event func(string, json.RawMessage)) func(string, json.RawMessage) {
	var met sync.Map // of ids of servers
	return func(name string, data json.RawMessage) {
		event(name, data)
		var from struct {
			Guild string `json:"guild_id"`
		}
		if json.Unmarshal(data, &from) != nil || from.Guild == "" {
			return
		}
		if _, known := met.LoadOrStore(from.Guild, true); known {
			return
		}
		b.router.running.Go(func() {
			guild, err := b.client.Guild(ctx, from.Guild)
			if err != nil {
				met.Delete(from.Guild) // perhaps the next time
				b.log.Info("a server does not say what it is called", "guild", from.Guild, "err", err)
				return
			}
			b.noteServer(ctx, readGuild(guild))
		})
	}
}

// reached notes whether Discord reaches the bot.
func (b *Bot) setConnected(now bool) {
	b.connected.Store(now)
	value := 0.0
	if now {
		value = 1
	}
	b.metrics.connected.Set(value)
}
