package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
)

// reviewedPlies is the number of moves in a game that is reviewed.
const reviewedPlies = 160

// A visitor plays no regular games and does what other people do in a server.
type visitor struct {
	load   *load
	person wire.ID
	direct wire.ID // the channel of their direct messages with the bot
}

// prepare sets up the server and returns so many visitors. With them, games have threads, and a vote game is played in
// #general.
func (l *load) prepare(ctx context.Context, visitors int) ([]*visitor, error) {
	place := "channel"
	if l.mixed {
		place = "thread"
	}
	settings := map[string]string{"place": place, "cooldown": "0"} // people challenge each other as often as they want
	for setting, value := range settings {
		text := fmt.Sprintf("/manage server setting:%s value:%s", setting, value)
		if _, err := l.act(ctx, "settings", "command", map[string]any{"person": playground.AliceID, "text": text}); err != nil {
			return nil, err
		}
	}
	if !l.mixed {
		return nil, nil
	}
	if err := l.beginVote(ctx); err != nil {
		return nil, err
	}
	all := make([]*visitor, visitors)
	for n := range all {
		var err error
		if all[n], err = l.visitor(ctx, fmt.Sprintf("Visitor %d", n)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// form is a modal that the bot opened.
type form struct {
	Interaction wire.ID `json:"interaction"`
	CustomID    string  `json:"custom_id"`
}

// beginVote begins a vote game whose first turn lasts as long as the load test.
func (l *load) beginVote(ctx context.Context) error {
	alice := func(further map[string]any) map[string]any {
		further["person"], further["channel"] = playground.AliceID, playground.GeneralID
		return further
	}
	err := l.post(ctx, "command", alice(map[string]any{"text": "/vote window:10080 more:true"}), nil)
	if err != nil {
		return err
	}
	select {
	case f := <-l.forms:
		_, err = l.act(ctx, "vote", "modal", alice(map[string]any{"interaction": f.Interaction, "custom_id": f.CustomID,
			"values": map[string]any{"quorum": "100"}}))
		return err
	case <-time.After(unanswered):
		return fmt.Errorf("vote: no form within %v", unanswered)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// review has so many people import a long game of random moves and ask for its review.
func (l *load) review(ctx context.Context, reviews int) error {
	for n := range reviews {
		v, err := l.visitor(ctx, fmt.Sprintf("Reader %d", n))
		if err != nil {
			return err
		}
		var moves strings.Builder
		for p, i := board.StartPosition(), 0; i < reviewedPlies && p.HasLegalMove(); i++ {
			list := p.LegalMoves(nil)
			m := list[rand.N(len(list))]
			p.Make(m)
			moves.WriteString(" " + m.String())
		}
		m, err := l.act(ctx, "record", "command", map[string]any{
			"person": v.person, "channel": v.direct, "name": "record", "options": map[string]any{"text": moves.String()},
		})
		if err == nil {
			_, err = l.act(ctx, "review", "click", press(v.person, m, view.PressReview))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// visitor creates a person and reads what they are shown until ctx ends.
func (l *load) visitor(ctx context.Context, name string) (*visitor, error) {
	person, err := l.person(ctx, name)
	if err != nil {
		return nil, err
	}
	v := &visitor{load: l, person: person}
	var state struct {
		Channels []struct {
			ID   wire.ID
			Type int
		}
	}
	if err := l.page.Call(ctx, http.MethodGet, "state?person="+string(person), nil, &state); err != nil {
		return nil, err
	}
	for _, c := range state.Channels {
		if c.Type == wire.DMChannel {
			v.direct = c.ID
		}
	}
	return v, l.listen(ctx, person)
}

// visit does one thing after another until ctx ends. Failures are counted by load.act.
func (v *visitor) visit(ctx context.Context, pause time.Duration, other *visitor) {
	start := board.StartPosition()
	moves := start.LegalMoves(nil)
	for rest(ctx, pause); ctx.Err() == nil; rest(ctx, pause) {
		switch rand.N(10) {
		case 0, 1, 2:
			v.challenge(ctx, other)
		case 3, 4:
			_, _ = v.command(ctx, "vote", playground.GeneralID, "/move "+moves[rand.N(len(moves))].String())
		case 5:
			_, _ = v.command(ctx, "puzzle", v.direct, "/puzzle")
		case 6:
			_, _ = v.command(ctx, "openings", v.direct, "/analyze opening:start")
		case 7:
			_, _ = v.command(ctx, "settings", v.direct, "/settings")
		case 8:
			_, _ = v.command(ctx, "profile", v.direct, "/profile")
		case 9:
			v.newcomer(ctx)
		}
	}
}

// command sends a command.
func (v *visitor) command(ctx context.Context, kind string, channel wire.ID, text string) (wire.Message, error) {
	return v.load.act(ctx, kind, "command", map[string]any{"person": v.person, "channel": channel, "text": text})
}

// challenge challenges another visitor, who declines. That changes the message and brings no other, so it is not
// measured.
func (v *visitor) challenge(ctx context.Context, other *visitor) {
	m, err := v.load.act(ctx, "challenge", "command", map[string]any{
		"person": v.person, "channel": playground.GeneralID, "name": "challenge", "options": map[string]any{"opponent": other.person},
	})
	if err == nil {
		_ = v.load.post(ctx, "click", press(other.person, m, view.PressDecline), nil)
	}
}

// newcomer adds a person who begins a game against the bot.
func (v *visitor) newcomer(ctx context.Context) {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	someone, err := v.load.visitor(ctx, "Newcomer")
	if err == nil {
		_, err = someone.command(ctx, "play", someone.direct, "/play strength:3")
	}
	if err == nil {
		_, _ = someone.command(ctx, "bot's reply", someone.direct, "/move h2e2")
	}
}
