package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/wire"
)

var must = gametest.Must

// startWorld starts a simulated Discord, which ends with the test.
func startWorld(t *testing.T, options playground.Options) *playground.Server {
	t.Helper()
	world := gametest.OK(playground.New(options))(t)
	must(t, world.Start(nil))
	t.Cleanup(func() {
		must(t, world.Close())
	})
	return world
}

// askPage asks something of the API of a page. With status 200 the answer is read, unless it is nil.
func askPage(ctx context.Context, method, page, path string, body, answer any) (status int, text string, err error) {
	err = (&pageapi.Client{URL: page, HTTP: http.DefaultClient}).Call(ctx, method, path, body, answer)
	if refused, ok := errors.AsType[*pageapi.RefusedError](err); ok {
		return refused.Status, refused.Message, nil
	}
	return http.StatusOK, "", err
}

// messagesIn are all messages of a channel, the newest first.
func messagesIn(t *testing.T, world *playground.Server, channel wire.ID) (all []*wire.Message) {
	t.Helper()
	for before := wire.ID(""); ; before = all[len(all)-1].ID {
		var page []*wire.Message
		path := fmt.Sprintf("messages?channel=%s&limit=100&before=%s", channel, before)
		if _, _, err := askPage(t.Context(), http.MethodGet, world.URL(), path, nil, &page); err != nil {
			t.Error(err)
			return all
		}
		all = append(all, page...)
		if len(page) < 100 {
			return all
		}
	}
}
