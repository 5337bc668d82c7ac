package store_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/store"
)

// anyName is a name as Discord may send it: it has none with NUL, which PostgreSQL does not keep.
var anyName = rapid.String().Filter(func(s string) bool { return !strings.ContainsRune(s, 0) })

// Any sequence of acts, saved after each and read back, is the game that it was, over every path of reading.
func TestAnyGameIsReadAsItWasSaved(t *testing.T) {
	alone(t)
	eachDB(t, func(t *testing.T, db *store.DB) {
		rapid.Check(t, func(t *rapid.T) {
			channel := rapid.StringMatching(`[0-9]{1,18}`).Draw(t, "channel")
			now := start
			g := ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
				spec := game.ChallengeSpec{Opponent: bob, Rated: rapid.Bool().Draw(t, "rated"), ColorChoice: game.ColorChoice(rapid.IntRange(0, 2).Draw(t, "wish"))}
				if rapid.Bool().Draw(t, "timed") {
					spec.Time = rapid.SampledFrom([]clocks.TimeControl{{PerMove: 24 * time.Hour}, {Base: 48 * time.Hour, Increment: time.Hour}, {Base: 10 * time.Minute}}).Draw(t, "time")
					spec.Weekends = rapid.Bool().Draw(t, "weekends")
				}
				if rapid.Bool().Draw(t, "bot") {
					spec.Opponent, spec.Level = "", 10
				}
				act := game.Act{Actor: alice, Name: anyName.Draw(t, "name"), Guild: rapid.StringMatching(`[0-9]{0,18}`).Draw(t, "guild"), Channel: channel}
				if err := game.OfferChallenge(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, now); err != nil {
					return err
				}
				if rapid.Bool().Draw(t, "handicap") {
					var err error
					g.Record.Start, err = board.ParseFEN("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 3 9")
					return err
				}
				return nil
			}))(t)
			for range rapid.IntRange(1, 25).Draw(t, "acts") {
				now = now.Add(time.Duration(rapid.Int64Range(-1000, 1_000_000).Draw(t, "ms")) * time.Millisecond)
				after, err := db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { return anyAct(t, g, now) })
				if err == nil {
					g = after
				}
				read := ok(db.Games.Game(t.Context(), g.ID))(t)
				same(t, read, g)
			}
			inChannel, err := db.Games.Games(t.Context(), game.Query{Channel: channel, Limit: 1})
			if err != nil || len(inChannel) != 1 {
				t.Fatalf("games of the channel: %v, %v", inChannel, err)
			}
			same(t, inChannel[0], g)
			open := ok(db.Games.Games(t.Context(), game.Query{Person: alice, Open: true, Limit: 1_000_000}))(t)
			if listed := slices.ContainsFunc(open, func(h *game.Game) bool { return h.ID == g.ID }); listed != g.State.Open() {
				t.Fatalf("a game that is %v is listed as open: %v", g.State, listed)
			}
		})
	})
}

// anyAct does one random act to a game. Refusals are as good as any.
func anyAct(t *rapid.T, g *game.Game, now time.Time) error {
	who := rapid.SampledFrom([]game.Person{alice, bob}).Draw(t, "who")
	act := rapid.SampledFrom([]string{"move", "move", "move", "bot", "accept", "decline", "cancel", "lapse", "resign",
		"offer draw", "decline draw", "ask takeback", "accept takeback", "shown", "plan", "flag"}).Draw(t, "act")
	switch act {
	case "move", "bot":
		p := g.Position()
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			return errors.New("no move")
		}
		m := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")]
		if act == "bot" {
			return gametest.BotPlays(g, m, rapid.Bool().Draw(t, "drawn"), now)
		}
		return game.Play(g, g.Seats[g.Turn()].Person, m, now)
	case "accept":
		return game.AcceptChallenge(g, bob, board.Color(rapid.IntRange(0, 1).Draw(t, "coin")), now)
	case "decline":
		return game.DeclineChallenge(g, bob, now)
	case "cancel":
		return game.CancelChallenge(g, alice, now)
	case "lapse":
		return game.LapseChallenge(g, now)
	case "resign":
		return game.Resign(g, who, now)
	case "offer draw":
		return game.OfferDraw(g, who, now)
	case "plan":
		p := g.Position()
		var line game.Line
		for range 2 {
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				return errors.New("no move")
			}
			line = append(line, legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")])
			p.Make(line[len(line)-1])
		}
		return game.AddLine(g, who, line, now)
	case "flag":
		game.FallFlag(g, now)
		return nil
	case "decline draw":
		return game.DeclineDraw(g, who, now)
	case "ask takeback":
		return game.AskTakeback(g, who, now)
	case "accept takeback":
		return game.AcceptTakeback(g, who, now)
	default:
		g.Board.Announced, g.Board.Message = g.Revision, rapid.StringMatching(`[0-9]{18}`).Draw(t, "message")
		return nil
	}
}

func TestRefusedActSavesNothing(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		before := begin(t, db, "", alice, bob, false)
		sorry := errors.New("sorry")
		_, err := db.Games.Update(t.Context(), "key", before.ID, func(g *game.Game) error {
			must(t, game.Resign(g, alice, start))
			return sorry
		})
		if !errors.Is(err, sorry) {
			t.Fatalf("got %v, want the function's own error", err)
		}
		after := ok(db.Games.Game(t.Context(), before.ID))(t)
		same(t, after, before)
		// But for its key: the person was told no, and a second delivery of what they did must not act after all.
		_, err = db.Games.Update(t.Context(), "key", before.ID, func(g *game.Game) error { return game.Resign(g, alice, start) })
		refused(t, err, game.AlreadyDone)

		_, err = db.Games.Game(t.Context(), 42)
		refused(t, err, game.NoSuchGame)
		_, err = db.Games.Update(t.Context(), "", 42, func(*game.Game) error { t.Error("passed on a game that is not there"); return nil })
		refused(t, err, game.NoSuchGame)
		_, err = db.Games.Create(t.Context(), "", func(*game.Game) error { return sorry })
		if !errors.Is(err, sorry) {
			t.Fatalf("got %v, want the function's own error", err)
		}
		if next := begin(t, db, "", carol, bob, false); next.ID <= before.ID {
			t.Errorf("game %d comes after game %d", next.ID, before.ID)
		}
		if games, err := db.Games.Games(t.Context(), game.Query{Channel: "c"}); err != nil || len(games) != 2 {
			t.Errorf("%d games, %v", len(games), err)
		}
	})
}

func TestPanicInsideUpdateSavesNothing(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		before := begin(t, db, "", alice, bob, false)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_, _ = db.Games.Update(t.Context(), "", before.ID, func(g *game.Game) error {
				must(t, game.Resign(g, alice, start))
				panic("a bug")
			})
		}()
		// The door is not left locked, and nothing went through it.
		after := playOn(t, db, before.ID, start, "h2e2")
		if after.State != game.Active || after.Ply() != 1 {
			t.Errorf("%v, ply %d", after.State, after.Ply())
		}
	})
}

func TestIdempotencyKeys(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		g := begin(t, db, "", alice, bob, false)
		nothing := func(*game.Game) error { return nil }
		ok(db.Games.Update(t.Context(), "click", g.ID, nothing))(t)
		_, err := db.Games.Update(t.Context(), "click", g.ID, func(*game.Game) error { t.Error("acted twice"); return nil })
		refused(t, err, game.AlreadyDone)
		_, err = db.Games.Create(t.Context(), "click", func(*game.Game) error { t.Error("acted twice"); return nil })
		refused(t, err, game.AlreadyDone)

		// Long after, Discord cannot deliver it again, and it is swept with the next beat.
		now = now.Add(2 * time.Hour)
		must(t, store.Beat(t.Context(), db, now))
		ok(db.Games.Update(t.Context(), "click", g.ID, nothing))(t)
	})
}

func TestMarksExpire(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		now := start
		db := open(t, source, store.Options{Clock: func() time.Time { return now }})
		mark := func(key string, until time.Time, want bool) {
			t.Helper()
			if first, err := db.Games.Mark(t.Context(), key, until); err != nil || first != want {
				t.Errorf("marking %s: %v, %v", key, first, err)
			}
		}
		mark("welcome:1", time.Time{}, true)
		mark("welcome:1", now.Add(time.Hour), false) // changes nothing
		mark("daily 1", now.Add(time.Hour), true)
		mark("daily 2", now.Add(1001*time.Hour), true)
		g := begin(t, db, "", alice, bob, false)
		now = now.Add(1000 * time.Hour)
		_, err := db.Games.Update(t.Context(), "click", g.ID, func(*game.Game) error { return nil }) // sweeps keys, not marks
		must(t, err)
		for key, want := range map[string]bool{"welcome:1": true, "welcome:2": false, "daily 1": false, "daily 2": true} {
			if got, err := db.Games.Marked(t.Context(), key); err != nil || got != want {
				t.Errorf("%s marked: %v, %v", key, got, err)
			}
		}
		mark("daily 1", now.Add(time.Hour), true) // what was forgotten can be marked again
		mark("daily 3", now.Add(time.Hour), true)
		if n := value[int](t, db, `SELECT count(*) FROM once`); n != 4 {
			t.Errorf("%d marks are kept", n)
		}
	})
}

func TestGamesOfAPersonAndAChannel(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		first := begin(t, db, "", alice, bob, false)
		second := begin(t, db, "", carol, alice, false)
		third := begin(t, db, "", bob, carol, false)
		ok(db.Games.Update(t.Context(), "", first.ID, func(g *game.Game) error { return game.Resign(g, bob, start) }))(t)
		offer := func(by game.Person, spec game.ChallengeSpec) game.ID {
			return ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
				return game.OfferChallenge(g, game.Act{Actor: by, Channel: "offers"}, spec, game.Terms{}, start)
			}))(t).ID
		}
		byDora, byEmil := offer("dora", game.ChallengeSpec{Opponent: "emil"}), offer("emil", game.ChallengeSpec{Opponent: "dora"})
		follows := game.ChallengeSpec{Opponent: "gil", Conditions: game.Conditions{Follows: first.ID}}
		rematch, again := offer("finn", follows), offer("finn", follows)
		for _, test := range []struct {
			query game.Query
			want  []game.ID
		}{
			{game.Query{Person: "dora", Open: true}, []game.ID{byEmil, byDora}},
			{game.Query{Person: "dora", Open: true, Own: true}, []game.ID{byDora}},
			{game.Query{Person: "emil", Open: true, Own: true}, []game.ID{byEmil}},
			{game.Query{Person: alice, Open: true, Own: true}, []game.ID{second.ID}},
			{game.Query{Person: alice}, []game.ID{second.ID, first.ID}},
			{game.Query{Person: alice, Open: true}, []game.ID{second.ID}},
			{game.Query{Person: bob, Open: true}, []game.ID{third.ID}},
			{game.Query{Channel: "c"}, []game.ID{third.ID, second.ID, first.ID}},
			{game.Query{Channel: "c", Open: true}, []game.ID{third.ID, second.ID}},
			{game.Query{Channel: "c", Limit: 1}, []game.ID{third.ID}},
			{game.Query{Channel: "c", Played: true}, []game.ID{third.ID, second.ID, first.ID}},
			{game.Query{Channel: "c", Played: true, Open: true}, []game.ID{third.ID, second.ID}},
			{game.Query{Channel: "offers", Played: true}, nil},
			{game.Query{Channel: "offers", Played: true, Open: true}, nil},
			{game.Query{Person: "dora", Played: true}, nil},
			{game.Query{Person: alice, Played: true}, []game.ID{second.ID, first.ID}},
			{game.Query{Person: alice, Played: true, Limit: 1}, []game.ID{second.ID}},
			{game.Query{Follows: first.ID}, []game.ID{again, rematch}},
			{game.Query{Follows: first.ID, Limit: 1}, []game.ID{again}},
			{game.Query{Follows: second.ID}, nil},
			{game.Query{Channel: "elsewhere"}, nil},
			{game.Query{Person: "nobody"}, nil},
		} {
			games := ok(db.Games.Games(t.Context(), test.query))(t)
			var ids []game.ID
			for _, g := range games {
				ids = append(ids, g.ID)
				for _, p := range g.People() {
					if g.Players[p].Person != p {
						t.Errorf("%+v: game %d does not know %s", test.query, g.ID, p)
					}
				}
			}
			if !slices.Equal(ids, test.want) {
				t.Errorf("%+v: games %v, want %v", test.query, ids, test.want)
			}
		}
		for range 100 {
			begin(t, db, "", alice, bob, false)
		}
		for _, q := range []game.Query{{Channel: "c", Open: true}, {Person: bob, Open: true, Own: true}} {
			some := ok(db.Games.Games(t.Context(), q))(t)
			q.All = true
			all := ok(db.Games.Games(t.Context(), q))(t)
			if len(some) != 100 || len(all) < 101 {
				t.Errorf("of all games of %+v there are %d, and %d where a list is asked for", q, len(all), len(some))
			}
		}
		for _, bad := range []game.Query{
			{}, {Person: alice, Channel: "c"}, {Channel: "c", Open: true, Own: true}, {Person: alice, Own: true},
			{Person: alice, Open: true, Played: true}, {Channel: "c", Follows: 1}, {Simul: 1, Follows: 1}, {Person: alice, Simul: 1},
		} {
			if _, err := db.Games.Games(t.Context(), bad); err == nil {
				t.Errorf("%+v was answered", bad)
			}
		}
	})
}

func TestErrorsNameTheDamagedGame(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		g := playOn(t, db, begin(t, db, "", alice, bob, false).ID, start, "h2e2")
		for column, bad := range map[string]string{"moves": "h2e", "times": "soon", "state": "asleep", "start": "8/8", "last": "{"} {
			good := value[string](t, db, "SELECT "+column+" FROM games WHERE id = $1", g.ID)
			ok(db.SQL().Exec("UPDATE games SET "+column+" = $1 WHERE id = $2", bad, g.ID))(t)
			if _, err := db.Games.Game(t.Context(), g.ID); err == nil || !strings.Contains(err.Error(), "game 1 as saved") {
				t.Errorf("%s = %q: %v", column, bad, err)
			}
			ok(db.SQL().Exec("UPDATE games SET "+column+" = $1 WHERE id = $2", good, g.ID))(t)
		}
		read := ok(db.Games.Game(t.Context(), g.ID))(t)
		same(t, read, g)
	})
}

// An ending is won by a game of one's own against the bot, in which there was no hint.
func TestWonFrom(t *testing.T) {
	const fen = "9/4ak3/3a5/9/9/9/9/9/R8/4K4 w - - 0 1"
	p := testcases.Position(t, fen)
	eachDB(t, func(t *testing.T, db *store.DB) {
		play := func(who game.Person, outcome rules.Outcome, hints game.Hints) {
			t.Helper()
			ok(db.Games.Create(t.Context(), "", func(g *game.Game) error {
				spec := game.ChallengeSpec{ColorChoice: game.WantRed, Level: 10, Start: p}
				if err := game.OfferChallenge(g, game.Act{Actor: who, Channel: "c"}, spec, game.Terms{Rules: "asian"}, start); err != nil {
					return err
				}
				g.State, g.Outcome, g.Hints = game.Finished, outcome, hints
				return nil
			}))(t)
		}
		play(alice, rules.BlackWins, nil)
		play(alice, rules.RedWins, game.Hints{{Step: 1}})
		if won, err := db.Games.WonFrom(t.Context(), alice); err != nil || len(won) != 0 {
			t.Errorf("lost, and won with help: %v, %v", won, err)
		}
		play(alice, rules.RedWins, nil)
		play(alice, rules.RedWins, nil)
		if won, err := db.Games.WonFrom(t.Context(), alice); err != nil || len(won) != 1 || won[0] != fen {
			t.Errorf("%v, %v; want %s", won, err, fen)
		}
		if won, err := db.Games.WonFrom(t.Context(), bob); err != nil || len(won) != 0 {
			t.Errorf("somebody else: %v, %v", won, err)
		}
	})
}

// UpdateBoard keeps the board, the place and the jobs, all or none, and nothing else of the game.
func TestUpdateBoard(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		before := begin(t, db, "", alice, bob, false)
		want := game.Board{
			Announced: 1, Message: "77", ThreadWanted: true, Starter: "5", Gone: true, Why: game.ReasonOther,
			Question: game.MessageRef{Channel: "c", Message: "6"},
			Direct:   map[game.Person]game.DirectBoard{alice: {MessageRef: game.MessageRef{Channel: "8", Message: "9"}, Revision: 2}},
		}
		var answer error
		change := func(g *game.Game) error {
			g.Channel, g.Home, g.Board, g.Rules = "thread", "channel", want, "changed"
			g.Outbox.Enqueue(game.Archive{Game: g.ID}, start.Add(time.Hour))
			return answer
		}
		read := func() *game.Game {
			t.Helper()
			return ok(db.Games.Game(t.Context(), before.ID))(t)
		}
		archived := func() int { return value[int](t, db, `SELECT count(*) FROM river_job WHERE kind = 'archive'`) }

		answer = errors.New("no")
		if err := db.Games.UpdateBoard(t.Context(), before.ID, change); !errors.Is(err, answer) {
			t.Errorf("UpdateBoard = %v", err)
		}
		if after := read(); after.Channel != before.Channel || !cmp.Equal(after.Board, before.Board) || archived() != 0 {
			t.Errorf("after an error it is played in %q with the board %+v", after.Channel, after.Board)
		}
		answer = nil
		must(t, db.Games.UpdateBoard(t.Context(), before.ID, change))
		after := read()
		if diff := cmp.Diff(want, after.Board); diff != "" || after.Channel != "thread" || after.Home != "channel" {
			t.Errorf("it is played in %q, from %q, and its board differs (-want +is):\n%s", after.Channel, after.Home, diff)
		}
		if after.Rules != before.Rules || after.Revision != before.Revision || archived() != 1 {
			t.Errorf("saved are rules %q, revision %d and %d jobs", after.Rules, after.Revision, archived())
		}
		ok(db.Games.Update(t.Context(), "", before.ID, func(g *game.Game) error { delete(g.Board.Direct, alice); return nil }))(t)
		if after := read(); len(after.Board.Direct) != 0 || after.Board.Message != "77" {
			t.Errorf("after Update the board is %+v", after.Board)
		}
		refused(t, db.Games.UpdateBoard(t.Context(), 999, func(*game.Game) error { return nil }), game.NoSuchGame)
	})
}
