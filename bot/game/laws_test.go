package game_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Whatever anybody does in whatever order, a game keeps these laws:
//
//   - a refused act changes nothing, and strangers are always refused;
//   - an act that succeeds is one event: one revision more, one announcement queued;
//   - a game that is over stays as it is;
//   - the record is legal, every move has its time, and the outcome is set exactly when the game is finished;
//   - it is judged by the rules it began with: those never change, and they find at any time what they found when they ended it;
//   - a clock runs exactly for a person who is to move by the clock, its flag falls when what is left has run out, and
//     that is next;
//   - nothing is done after a flag was down but to let it fall;
//   - a takeback leaves nobody with more time, but by the move with all of it, and lets nobody's flag fall;
//   - whenever the bot has something to answer, a Think is queued for this ply;
//   - no act queues two equal jobs.
func TestLawsOfGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &game.Game{ID: 3}
		spec := game.ChallengeSpec{Opponent: bob, Rated: rapid.Bool().Draw(t, "rated"), ColorChoice: game.ColorChoice(rapid.IntRange(0, 2).Draw(t, "wish"))}
		if rapid.Bool().Draw(t, "bot") {
			spec.Opponent, spec.Level = "", 5
		}
		spec.Conditions = anyConditions(t)
		code := rapid.SampledFrom([]string{"asian", "asian limit=6 checks=all", "simple repetitions=2"}).Draw(t, "code")
		now := start
		must(t, game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{Rules: code, Life: time.Hour}, now))
		queued := g.Outbox.TakeJobs()
		thoughts := countThoughts(g, queued)
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			now = now.Add(time.Duration(rapid.IntRange(0, 600).Draw(t, "seconds")) * time.Second)
			if rapid.IntRange(0, 9).Draw(t, "pause") == 0 {
				now = now.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "hours")) * time.Hour)
			}
			before := clone(g)
			who := rapid.SampledFrom([]game.Person{alice, bob, eve}).Draw(t, "who")
			name, err := anyAct(t, g, who, now)
			queued := g.Outbox.TakeJobs()
			queuedOnce(t, queued)
			if err != nil {
				if len(queued) > 0 {
					t.Fatalf("%s was refused (%v) and queues %v", name, err, queued)
				}
				if diff := cmp.Diff(before, g, cmp.AllowUnexported(game.Outbox{}, game.Admissions{}), positions); diff != "" {
					t.Fatalf("%s was refused (%v) and changed:\n%s", name, err, diff)
				}
				continue
			}
			if who == eve && !slices.Contains([]string{"bob accepts", "lapse", "flag", "bot"}, name) {
				t.Fatalf("a stranger could %s", name)
			}
			if (name == "lapse" || name == "flag") && g.Revision == before.Revision {
				continue // nothing to lapse
			}
			if game.FlagDown(before, now) && name != "flag" {
				t.Fatalf("%s succeeded after the flag was down", name)
			}
			if !before.State.Open() {
				t.Fatalf("%s succeeded in a game that was %v", name, before.State)
			}
			if g.Revision != before.Revision+1 || g.Last.Ply != g.Ply() {
				t.Fatalf("%s: revision %d to %d, last %+v at ply %d", name, before.Revision, g.Revision, g.Last, g.Ply())
			}
			if revisions := announcements(queued); !slices.Equal(revisions, []int{g.Revision}) {
				t.Fatalf("%s: revision %d, announced %v", name, g.Revision, revisions)
			}
			thoughts += countThoughts(g, queued)
			checkClock(t, g)
			if g.Last.Kind == game.TakenBack {
				checkTakenBack(t, before, g, now)
			}
			checkGame(t, g, code)
			if c, ok := g.BotSeat(); ok && g.State == game.Active && (g.Turn() == c || g.Offers.Draw.Pending) && thoughts == 0 {
				t.Fatalf("%s: the bot must answer and queues no thought", name)
			}
			if name == "bot" {
				thoughts = 0
			}
		}
	})
}

// checkGame checks what is true of every game at any time.
func checkGame(t *rapid.T, g *game.Game, code string) {
	p := g.Record.Start
	for i, m := range g.Record.Moves {
		if !p.IsLegal(m) {
			t.Fatalf("move %d, %v, is not legal", i, m)
		}
		p.Make(m)
	}
	if len(g.MovedAt) != g.Ply() {
		t.Fatalf("%d moves, %d times", g.Ply(), len(g.MovedAt))
	}
	if (g.State == game.Finished && g.End != game.Aborted) != (g.Outcome != rules.Ongoing) || (g.State == game.Finished) != (g.End != game.NotEnded) {
		t.Fatalf("%v with outcome %v by %v", g.State, g.Outcome, g.End)
	}
	if g.Rules != code || g.Ruleset().String() != code {
		t.Fatalf("the rules were %q and are %q, read as %v", code, g.Rules, g.Ruleset())
	}
	judged := rules.Judge(&g.Record, g.Ruleset())
	if ended := judged.Outcome != rules.Ongoing; ended != (g.End == game.ByRules) || ended && (judged.Outcome != g.Outcome || judged.Reason != g.Rule) {
		t.Fatalf("%v by %v, %v; the rules say %v, %v", g.Outcome, g.End, g.Rule, judged.Outcome, judged.Reason)
	}
	if (g.Offers.Draw.Pending || g.Offers.Takeback.Pending) && g.State != game.Active {
		t.Fatalf("an offer stands in a game that is %v", g.State)
	}
	if g.Rated && g.Offers.Takeback.Pending {
		t.Fatal("a takeback is asked in a rated game")
	}
}

// anyAct does one random act and tells its name.
func anyAct(t *rapid.T, g *game.Game, who game.Person, now time.Time) (string, error) {
	coin := board.Color(rapid.IntRange(0, 1).Draw(t, "coin"))
	type act struct {
		name string
		do   func() error
	}
	move := act{"move", func() error { return game.Play(g, who, anyMove(t, g), now) }}
	return func(a act) (string, error) { return a.name, a.do() }(rapid.SampledFrom([]act{
		move, move, move, move, // games are mostly moves
		{"accept", func() error { return game.AcceptChallenge(g, who, coin, now) }},
		{"bob accepts", func() error { return game.AcceptChallenge(g, bob, coin, now) }},
		{"decline", func() error { return game.DeclineChallenge(g, who, now) }},
		{"cancel", func() error { return game.CancelChallenge(g, who, now) }},
		{"lapse", func() error { return game.LapseChallenge(g, now) }},
		{"flag", func() error { game.FallFlag(g, now); return nil }},
		{"resign", func() error { return game.Resign(g, who, now) }},
		{"offer draw", func() error { return game.OfferDraw(g, who, now) }},
		{"accept draw", func() error { return game.AcceptDraw(g, who, now) }},
		{"decline draw", func() error { return game.DeclineDraw(g, who, now) }},
		{"ask takeback", func() error { return game.AskTakeback(g, who, now) }},
		{"accept takeback", func() error { return game.AcceptTakeback(g, who, now) }},
		{"decline takeback", func() error { return game.DeclineTakeback(g, who, now) }},
		{"bot", func() error { return gametest.BotPlays(g, anyMove(t, g), coin == board.Black, now) }},
		{"bot", func() error { return gametest.BotPlays(g, anyMove(t, g), coin == board.Black, now) }},
	}).Draw(t, "act"))
}

// anyConditions are mostly those of a game by the clock.
func anyConditions(t *rapid.T) game.Conditions {
	control, err := clocks.ParseTimeControl(rapid.SampledFrom([]string{"none", "1d", "3d", "2d+12h", "10+10", "60+30"}).Draw(t, "time"))
	if err != nil {
		t.Fatal(err)
	}
	return game.Conditions{Time: control, Weekends: rapid.Bool().Draw(t, "weekends")}
}

// checkClock checks the clock of a game.
func checkClock(t *rapid.T, g *game.Game) {
	runs := g.State == game.Active && g.Timed() && !g.Seats[g.Turn()].IsBot()
	if runs == g.Clock.Since.IsZero() || runs == g.Clock.Flag.IsZero() {
		t.Fatalf("%v by %v, %v to move: %+v", g.State, g.Time, g.Seats[g.Turn()], g.Clock)
	}
	if !runs {
		return
	}
	if next := (game.QueuedJob{Job: game.Flag{Game: g.ID, Ply: g.Ply()}, At: g.Clock.Flag}); !g.Next().Equal(next) {
		t.Fatalf("next is %+v, want %+v", g.Next(), next)
	}
	c, flag := g.Turn(), g.Clock.Flag
	if before, at := game.TimeLeft(g, c, flag.Add(-time.Millisecond)), game.TimeLeft(g, c, flag); before != time.Millisecond && !g.Weekends || at != 0 {
		t.Fatalf("a millisecond before the flag falls %v are left, then %v", before, at)
	}
	if left := game.TimeLeft(g, c, g.Clock.Since); left != g.Clock.Left[c] {
		t.Fatalf("%v were left, %v are", g.Clock.Left[c], left)
	}
}

// checkTakenBack checks what a takeback has made of the clock.
func checkTakenBack(t *rapid.T, before, g *game.Game, now time.Time) {
	for _, c := range []board.Color{board.Red, board.Black} {
		had, has := game.TimeLeft(before, c, now), game.TimeLeft(g, c, now)
		switch whole := g.Time.PerMove; {
		case whole > 0 && has != whole, whole == 0 && has > had, had > 0 && has == 0:
			t.Fatalf("by %v %v had %v before a takeback and has %v after it", g.Time, c, had, has)
		}
	}
}

// anyMove is mostly a legal move.
func anyMove(t *rapid.T, g *game.Game) board.Move {
	p := g.Position()
	legal := p.LegalMoves(nil)
	n := rapid.IntRange(0, len(legal)).Draw(t, "move")
	if n == len(legal) {
		return board.NewMove(4, 49)
	}
	return legal[n]
}

func announcements(queued []game.QueuedJob) (revisions []int) {
	for _, o := range queued {
		if a, ok := o.Job.(game.Announce); ok {
			revisions = append(revisions, a.Revision)
		}
	}
	return revisions
}

// queuedOnce checks that no two of the jobs that one act queues are equal.
func queuedOnce(t gametest.T, queued []game.QueuedJob) {
	t.Helper()
	for i, o := range queued {
		if slices.ContainsFunc(queued[:i], func(before game.QueuedJob) bool { return before.Job == o.Job }) {
			t.Fatalf("%T %+v is queued twice", o.Job, o.Job)
		}
	}
}

// countThoughts counts the Thinks queued for the present ply.
func countThoughts(g *game.Game, queued []game.QueuedJob) (n int) {
	for _, o := range queued {
		if o.Job == (game.Think{Game: g.ID, Ply: g.Ply()}) {
			n++
		}
	}
	return n
}

// positions lets cmp compare positions, which keep their fields to themselves.
var positions = cmp.Comparer(func(a, b board.Position) bool { return a == b })

// clone copies a game so that nothing is shared.
func clone(g *game.Game) *game.Game {
	c := *g
	c.Record = g.Record.Clone()
	c.MovedAt = slices.Clone(g.MovedAt)
	c.Players = maps.Clone(g.Players)
	if g.Vote != nil {
		vote := *g.Vote
		for side := range vote.Members {
			vote.Members[side] = slices.Clone(vote.Members[side])
		}
		vote.Turn.Proposals = slices.Clone(vote.Turn.Proposals)
		for i, p := range vote.Turn.Proposals {
			vote.Turn.Proposals[i].Voters = slices.Clone(p.Voters)
		}
		c.Vote = &vote
	}
	return &c
}
