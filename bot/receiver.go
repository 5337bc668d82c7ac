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
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/shard"
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

// shutdownTimeout is how long answers in flight may take after a signal to stop.
const shutdownTimeout = 5 * time.Second

// receiver receives interactions and other events, over the gateway or at an endpoint.
type receiver struct {
	endpoint *Endpoint   // nil: over the gateway
	shards   shard.Store // nil: this process has all shards
	jobsOnly bool        // other processes receive
	intents  discordgo.Intent
	client   *discord.Client
	running  *sync.WaitGroup
	metrics  *metrics
	log      *slog.Logger

	connected atomic.Bool
}

// run receives until ctx ends, and calls event for each event.
func (r *receiver) run(ctx context.Context, application discord.Application, event func(string, json.RawMessage)) error {
	switch {
	case r.jobsOnly:
		r.setConnected(true)
		<-ctx.Done()
		return nil
	case r.endpoint != nil:
		return r.serveEndpoint(ctx, application, event)
	}
	if application.Endpoint != "" {
		r.log.Error("Discord sends interactions to a URL and not over the gateway: remove it at "+
			"https://discord.com/developers/applications (your application, General Information, Interactions Endpoint URL), "+
			"or set discord.transport to http", "url", application.Endpoint)
	}
	if r.shards != nil {
		session := func() *discord.Session { return r.session(event) }
		idle := func() { r.setConnected(true) } // ready to take over
		shards := discord.Shards{Client: r.client, Store: r.shards, Session: session, Idle: idle, Log: r.log}
		return shards.Run(ctx)
	}
	return r.session(event).Run(ctx)
}

// session returns a gateway connection that passes events on.
func (r *receiver) session(event func(string, json.RawMessage)) *discord.Session {
	return &discord.Session{
		Client: r.client, Intents: r.intents, Log: r.log, Event: event,
		Connected: func(resumed bool) {
			how := "identified"
			if resumed {
				how = "resumed"
			}
			r.metrics.gateway.WithLabelValues(how).Inc()
			r.setConnected(true)
			r.log.Info("connected to Discord", "how", how)
		},
		Lost: func() { r.setConnected(false) }, // of several connections the latest event counts
	}
}

// serveEndpoint accepts interactions by HTTP until ctx ends. The caller then waits for their answers.
func (r *receiver) serveEndpoint(ctx context.Context, application discord.Application, event func(string, json.RawMessage)) error {
	if application.Key == nil {
		return errors.Join(errors.New("bot: Discord returned no public key of the application, so interactions cannot be verified"),
			r.endpoint.Listener.Close())
	}
	server := &http.Server{
		Handler: &discord.Endpoint{
			Key: application.Key, Event: event,
			Rejected: func(status int) { r.metrics.refusedPosts.WithLabelValues(strconv.Itoa(status)).Inc() },
		},
		ReadHeaderTimeout: endpointReadTimeout, ReadTimeout: endpointReadTimeout, WriteTimeout: endpointReadTimeout, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(r.log.Handler(), slog.LevelDebug), // port scanners cause most errors
	}
	registerCtx, cancelRegister := context.WithCancel(ctx)
	defer cancelRegister()
	r.running.Go(func() { r.registerEndpoint(registerCtx, application) })
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
	err := server.Serve(r.endpoint.Listener)
	r.setConnected(false)
	if stop() { // ctx has not ended
		return fmt.Errorf("bot: the endpoint stopped: %w", err)
	}
	return <-closed
}

// registerEndpoint sets the endpoint's URL in the application, and retries until Discord accepts it.
func (r *receiver) registerEndpoint(ctx context.Context, application discord.Application) {
	url := r.endpoint.URL
	if url == "" && application.Endpoint == "" {
		r.log.Error("Discord has no Interactions Endpoint URL for this application and sends nothing here: " +
			"set http.url, or enter it at https://discord.com/developers/applications (your application, General Information)")
	}
	for url != "" && url != application.Endpoint {
		err := discord.RetryWhileUnreachable(ctx, r.log, "registering the endpoint", func(ctx context.Context) error {
			return discord.SetEndpoint(ctx, r.client, url)
		})
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			break
		}
		r.log.Error("Discord rejects the endpoint URL; is it https and public, and does "+
			"the proxy pass the body on unchanged?", "url", url, "err", err, "pause", endpointRetryDelay)
		select {
		case <-ctx.Done():
			return
		case <-time.After(endpointRetryDelay):
		}
	}
	r.setConnected(true)
	r.log.Info("taking interactions by HTTP", "address", r.endpoint.Listener.Addr(), "url", url)
}

// setConnected records whether Discord reaches the bot.
func (r *receiver) setConnected(now bool) {
	r.connected.Store(now)
	value := 0.0
	if now {
		value = 1
	}
	r.metrics.connected.Set(value)
}
