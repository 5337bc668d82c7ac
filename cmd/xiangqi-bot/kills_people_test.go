package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
)

// A victim is a person whom the bot leaves in the midst of a game, again and again.
type victim struct {
	r       *killRun
	id      wire.ID
	rival   *victim // whom they play; nil: the bot at its weakest
	enters  bool    // they play in tournaments
	votes   bool    // they vote with others, and nothing else
	starts  bool    // the game or the tournament that others join, where there is none
	dice    *rand.Rand
	ballots []ballot // what they voted for, of themselves alone

	mu      sync.Mutex
	deeds   map[wire.ID]*victimDeed // by interaction
	changed chan struct{}           // closed and made anew with each answer
}

// A victimDeed is a move that somebody tried, and the bot's answer.
type victimDeed struct {
	game, ply                     int
	move                          string
	acknowledged, refused, failed bool
	answer                        string        // what the bot wrote to them in private
	question                      *wire.Message // the same with its buttons
}

// invite adds a person to the world and listens to the bot's answers to them.
func (r *killRun) invite(n int) {
	var person struct{ ID wire.ID }
	if status := r.post("people", map[string]any{"name": fmt.Sprint("Guest ", n), "locale": "en-US", "manager": true}, &person); status != http.StatusOK {
		r.t.Fatalf("a person could not be added: status %d", status)
	}
	v := &victim{r: r, id: person.ID, dice: rand.New(rand.NewPCG(*killsSeed, uint64(n))), deeds: map[wire.ID]*victimDeed{},
		changed: make(chan struct{})}
	r.victims = append(r.victims, v)
	page := &pageapi.Client{URL: r.world.URL(), HTTP: http.DefaultClient}
	events := gametest.OK(page.Follow(r.t.Context(), "events?person="+string(v.id)))(r.t)
	go func() {
		for event, data := range events {
			v.hear(event, data)
		}
	}()
}

// hear records the result of a deed.
func (v *victim) hear(event string, data []byte) {
	switch event {
	case "message":
		var m wire.Message
		if json.Unmarshal(data, &m) != nil || m.Loading {
			return
		}
		if m.Metadata != nil {
			v.learn(m.Metadata.ID, func(d *victimDeed) {
				switch {
				case m.Failed != "":
					d.failed = true
				case m.EphemeralFor != "":
					d.refused, d.answer, d.question = true, m.Content, &m
				default:
					d.acknowledged = true
				}
			})
		}
	case "failed":
		var f struct{ Interaction wire.ID }
		if json.Unmarshal(data, &f) == nil {
			v.learn(f.Interaction, func(d *victimDeed) { d.failed = true })
		}
	}
}

// learn changes what is known of a deed. One that is not known yet, or is none, is left until it is.
func (v *victim) learn(id wire.ID, change func(*victimDeed)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	d := v.deeds[id]
	if d == nil {
		d = &victimDeed{game: -1}
		v.deeds[id] = d
	}
	change(d)
	close(v.changed)
	v.changed = make(chan struct{})
}

// play goes on until ctx ends: moves in the game that is open, or begins one.
func (v *victim) play(ctx context.Context) {
	for ctx.Err() == nil {
		v.act(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(100+v.dice.IntN(700)) * time.Millisecond):
		}
	}
}

// act plays a move where it is the person's turn, or begins a game.
func (v *victim) act(ctx context.Context) {
	if v.votes {
		v.vote(ctx)
		return
	}
	busy := false
	for _, g := range v.r.games() {
		if !g.open || g.red != string(v.id) && g.black != string(v.id) {
			continue
		}
		busy = true
		if person, _ := g.turn(); person != string(v.id) {
			continue
		}
		v.move(ctx, &g)
		return
	}
	switch {
	case v.enters && v.enter(ctx), busy:
	case v.rival != nil:
		v.meet(ctx)
	default:
		v.command(ctx, playground.XiangqiID, "challenge", map[string]any{
			"strength": 1, "color": []string{"red", "black"}[v.dice.IntN(2)], "rated": v.dice.IntN(2) == 0,
		})
	}
}

// move plays a move in a game in which it is the person's turn. Now and then they give a game against a person up, so
// that others follow it.
func (v *victim) move(ctx context.Context, g *played) {
	p := g.position(v.r.t)
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return
	}
	if g.red != "" && g.black != "" && len(g.moves) > 10 && v.dice.IntN(12) == 0 {
		v.resign(ctx, g)
		return
	}
	v.try(ctx, g, moves[v.dice.IntN(len(moves))])
}

// resign asks to give a game up, and then does.
func (v *victim) resign(ctx context.Context, g *played) {
	asked := v.press(ctx, g.channel, func(_ *wire.Message, press view.Press) bool {
		return press.Act == view.PressResign && int(press.Game()) == g.id
	})
	v.mu.Lock()
	d := v.deeds[asked]
	v.mu.Unlock()
	if d == nil || d.question == nil {
		return
	}
	v.pressOn(ctx, d.question, func(_ *wire.Message, press view.Press) bool { return press.Act == view.PressResignYes })
}

// meet accepts the challenge of the rival, or makes one.
func (v *victim) meet(ctx context.Context) {
	accepted := v.press(ctx, playground.XiangqiID, func(m *wire.Message, press view.Press) bool {
		return press.Act == view.PressAccept && m.Metadata != nil && m.Metadata.User.ID == v.rival.id
	})
	if accepted != "" || v.id > v.rival.id {
		return // the other one challenges
	}
	v.command(ctx, playground.XiangqiID, "challenge",
		map[string]any{"opponent": v.rival.id, "rated": false, "time": "30+30"})
}

// press presses the first button that is the one, on the newest message of a channel that has it, and waits for a while
// for the answer. The interaction is empty if there is none, or the bot is not connected.
func (v *victim) press(ctx context.Context, channel wire.ID, is func(*wire.Message, view.Press) bool) wire.ID {
	for _, m := range messagesIn(v.r.t, v.r.world, channel) {
		if pressed := v.pressOn(ctx, m, is); pressed != "" {
			return pressed
		}
	}
	return ""
}

// pressOn is press on one message.
func (v *victim) pressOn(ctx context.Context, m *wire.Message, is func(*wire.Message, view.Press) bool) wire.ID {
	id := ""
	wire.Walk(m.Components, func(c *wire.Component) {
		if press, err := view.ParsePress(c.CustomID); id == "" && err == nil && is(m, press) {
			id = c.CustomID
		}
	})
	if id == "" {
		return ""
	}
	pressed := v.sends("click", map[string]any{"channel": m.ChannelID, "message": m.ID, "custom_id": id})
	v.await(ctx, pressed, 5*time.Second)
	return pressed
}

// command uses a command and waits for a while for its answer. The interaction is empty if the bot is not connected.
func (v *victim) command(ctx context.Context, channel wire.ID, name string, options map[string]any) wire.ID {
	used := v.types(channel, name, options)
	v.await(ctx, used, 5*time.Second)
	return used
}

// types sends a command, now and then twice.
func (v *victim) types(channel wire.ID, name string, options map[string]any) wire.ID {
	return v.sends("command", map[string]any{"channel": channel, "name": name, "options": options, "twice": v.dice.IntN(10) == 0})
}

// sends does something on the page. The interaction is empty if the bot is not connected.
func (v *victim) sends(kind string, act map[string]any) wire.ID {
	var answer struct{ Interaction wire.ID }
	act["person"] = v.id
	v.r.post(kind, act, &answer)
	return answer.Interaction
}

// try plays a move and waits until something comes of it.
func (v *victim) try(ctx context.Context, g *played, m board.Move) {
	tried := v.types(g.channel, "move", map[string]any{"move": m.String()})
	if tried == "" {
		return
	}
	v.learn(tried, func(d *victimDeed) { d.game, d.ply, d.move = g.id, len(g.moves), m.String() })
	v.await(ctx, tried, 5*time.Second)
}

// await waits until an interaction is answered or has failed, or for so long.
func (v *victim) await(ctx context.Context, id wire.ID, most time.Duration) {
	if id == "" {
		return
	}
	late := time.After(most)
	for {
		v.mu.Lock()
		d, changed := v.deeds[id], v.changed
		known := d != nil && (d.acknowledged || d.refused || d.failed)
		v.mu.Unlock()
		if known {
			return
		}
		select {
		case <-changed:
		case <-late:
			return
		case <-ctx.Done():
			return
		}
	}
}
