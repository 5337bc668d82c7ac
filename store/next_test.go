package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/member"
	"xiangqibot/bot/vote"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// waitingFor reads the jobs that wait for what happens next to a game.
const waitingFor = `SELECT id, kind, scheduled_at FROM river_job
	WHERE kind IN ('lapse', 'remind', 'flag', 'count-votes', 'archive') AND CAST(args ->> 'game' AS BIGINT) = $1`

// reasons are the times at which something will happen to a game, by the kind of the job that does it.
func reasons(g *game.Game) map[string]time.Time {
	due := map[string]time.Time{}
	switch g.State {
	case game.Offered:
		due["lapse"] = g.Expires
	case game.Active:
		due["flag"] = g.Clock.Flag
		if left := g.Clock.Reminders[min(g.Clock.Reminded, len(g.Clock.Reminders)):]; len(left) > 0 {
			due["remind"] = left[0]
		}
		if g.Vote != nil && !g.Vote.Turn.StandIn {
			due["count-votes"] = g.Vote.Turn.Closes
			if _, early, ok := g.Vote.EarlyChoice(g.Turn()); ok {
				due["count-votes"] = early
			}
		}
	case game.Finished:
		if g.Home != "" {
			due["archive"] = g.Updated.Add(game.ArchiveAfter)
		}
	}
	for kind, at := range due {
		if at.IsZero() {
			delete(due, kind)
		}
	}
	return due
}

// Whatever happens to a game: at most one job waits for it, and it is due when the earliest of the reasons is.
func TestOneJobWaitsForAGame(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		rapid.Check(t, func(t *rapid.T) {
			w := newWaiting(t, db)
			w.check(t)
			for range rapid.IntRange(1, 8).Draw(t, "acts") {
				w.act(t)
				w.check(t)
			}
		})
	})
}

// waiting is a game, and a time.
type waiting struct {
	db  *store.DB
	id  game.ID
	now time.Time
}

// newWaiting offers a game: by any clock, or one that is voted on.
func newWaiting(t *rapid.T, db *store.DB) *waiting {
	w := &waiting{db: db, now: start}
	control := ok(clocks.ParseTimeControl(rapid.SampledFrom([]string{"none", "3d", "10+10"}).Draw(t, "time")))(t)
	votes := rapid.Bool().Draw(t, "votes")
	g := ok(db.Games.Create(context.Background(), "", func(g *game.Game) error {
		act := game.Act{Actor: alice, Guild: "g", Channel: "c"}
		terms := game.Terms{Rules: "asian", Life: time.Hour}
		if votes {
			spec := game.VoteSpec{Opponent: bob, ColorChoice: game.WantRed, Terms: vote.Terms{Window: time.Hour, Quorum: 1}}
			return game.OfferVote(g, act, spec, terms, w.now)
		}
		spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Conditions: game.Conditions{Time: control}}
		return game.OfferChallenge(g, act, spec, terms, w.now)
	}))(t)
	w.id = g.ID
	return w
}

// act lets somebody do something, or what waits be done. A refusal changes nothing.
func (w *waiting) act(t *rapid.T) {
	ctx := context.Background()
	update := func(do func(*game.Game) error) {
		_, err := w.db.Games.Update(ctx, "", w.id, do)
		if err != nil && !errors.As(err, new(*game.Refusal)) && !errors.As(err, new(*game.NotYet)) {
			t.Fatal(err)
		}
	}
	place := func(channel, home string) {
		must(t, w.db.Games.UpdateBoard(ctx, w.id, func(g *game.Game) error {
			g.Channel, g.Home = channel, home
			return nil
		}))
	}
	away := func(do func(*member.Absence) error) {
		_, err := w.db.Members.UpdateVacation(ctx, "", alice, "g", do)
		if err != nil && !errors.As(err, new(*game.Refusal)) {
			t.Fatal(err)
		}
	}
	w.now = w.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "minutes")) * time.Minute)
	who := rapid.SampledFrom([]game.Person{alice, bob, carol}).Draw(t, "who")
	acts := map[string]func(){
		"accept": func() { update(func(g *game.Game) error { return game.AcceptChallenge(g, bob, board.Red, w.now) }) },
		"play": func() {
			update(func(g *game.Game) error { return game.Play(g, g.Seats[g.Turn()].Person, drawMove(t, g), w.now) })
		},
		"vote": func() {
			update(func(g *game.Game) error {
				if g.Vote != nil {
					g.Vote.Turns = [2]int{3, 3} // a turn may close early from the third on
				}
				return game.CastVote(g, who, nil, drawMove(t, g), w.now)
			})
		},
		"take back": func() {
			update(func(g *game.Game) error {
				return errors.Join(game.AskTakeback(g, alice, w.now), game.AcceptTakeback(g, bob, w.now))
			})
		},
		"offer a draw":      func() { update(func(g *game.Game) error { return game.OfferDraw(g, who, w.now) }) },
		"resign":            func() { update(func(g *game.Game) error { return game.Resign(g, who, w.now) }) },
		"cancel":            func() { update(func(g *game.Game) error { return game.CancelChallenge(g, alice, w.now) }) },
		"resume":            func() { update(func(g *game.Game) error { return game.AskResume(g, who, w.now) }) },
		"fail":              func() { update(func(g *game.Game) error { return &game.Refusal{Code: game.Outdated} }) },
		"open a thread":     func() { place("thread", "c") },
		"delete the thread": func() { place("c", "") },
		"go on vacation":    func() { away(func(a *member.Absence) error { return a.Start(1, 100, w.now) }) },
		"come back":         func() { away(func(a *member.Absence) error { return a.Stop(w.now) }) },
		"wait": func() {
			update(func(g *game.Game) error {
				next := g.Next()
				if next.At.After(w.now) {
					w.now = next.At
				}
				switch next.Job.(type) {
				case game.Lapse:
					return game.LapseChallenge(g, w.now)
				case game.Flag:
					game.FallFlag(g, w.now)
				case game.Remind:
					g.Clock.Reminded++
				case game.CountVotes:
					return game.CountTurn(g, w.now)
				}
				return nil
			})
		},
	}
	names := []string{
		"accept", "accept", "accept", "play", "play", "vote", "vote", "wait", "wait", "wait", "resume", "open a thread",
		"take back", "offer a draw", "resign", "cancel", "fail", "delete the thread", "go on vacation", "come back",
	}
	acts[rapid.SampledFrom(names).Draw(t, "act")]()
}

// check compares what waits for the game with what will happen to it.
func (w *waiting) check(t *rapid.T) {
	g := ok(w.db.Games.Game(context.Background(), w.id))(t)
	due := reasons(g)
	n := 0
	must(t, database.Each(t.Context(), w.db.SQL(), func(row database.Row) error {
		var id int64
		var kind string
		var scheduled any
		n++
		err := row.Scan(&id, &kind, &scheduled)
		at, is := scheduled.(time.Time)
		if !is {
			at = ok(time.Parse("2006-01-02 15:04:05.999", fmt.Sprint(scheduled)))(t)
		}
		if id != g.NextJob || !at.Equal(due[kind]) {
			t.Fatalf("%s waits, number %d, until %v; the game knows %d and what will happen is %v", kind, id, at, g.NextJob, due)
		}
		for _, other := range due {
			if other.Before(at) {
				t.Fatalf("%s waits until %v; earlier in %v", kind, at, due)
			}
		}
		return err
	}, waitingFor, w.id))
	if n != min(len(due), 1) {
		t.Fatalf("%d jobs wait for a game that is %v; what will happen is %v", n, g.State, due)
	}
}

// drawMove is a legal move, or none in a game that is over.
func drawMove(t *rapid.T, g *game.Game) board.Move {
	p := g.Position()
	if moves := p.LegalMoves(nil); len(moves) > 0 {
		return rapid.SampledFrom(moves).Draw(t, "move")
	}
	return board.NoMove
}

// A job that comes too early asks to be called again. If an act has replaced it meanwhile, it does not come back: only
// the other one waits.
func TestJobReplacedWhileItRunsIsNotRetried(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		g := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
			spec := game.ChallengeSpec{Opponent: bob}
			return game.OfferChallenge(g, game.Act{Actor: alice, Channel: "c"}, spec, game.Terms{Rules: "asian", Life: time.Second}, clk.Now())
		}))(t)
		ended := make(chan error, 10)
		must(t, work(db, jobs.Handle(func(ctx context.Context, _ game.Lapse) error {
			_, err := db.Games.Update(ctx, "", g.ID, func(g *game.Game) error {
				g.Expires = g.Expires.Add(day)
				return nil
			})
			ended <- err
			return &game.NotYet{After: day}
		})))
		clk.Advance(2 * time.Second)
		must(t, receive(t, ended, "the lapse"))
		must(t, db.Close()) // it waits for the job
		db = open(t, source, store.Options{Clock: clk.Now})
		if n := waitingJobs(t, db)["lapse"]; n != 1 {
			t.Errorf("%d jobs wait for the game, want 1", n)
		}
	})
}
