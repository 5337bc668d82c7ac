package game_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// line reads moves such as "h9g7 h0g2".
func line(t testing.TB, text string) (l game.Line) {
	t.Helper()
	for _, m := range strings.Fields(text) {
		l = append(l, move(t, m))
	}
	return l
}

// lines spells what a side has planned.
func lines(g *game.Game, c board.Color) (texts []string) {
	for _, l := range g.Plans[c] {
		text, _ := l.MarshalText()
		texts = append(texts, string(text))
	}
	return texts
}

func TestPlansAnswerAtOnce(t *testing.T) {
	g := byClock(t, control(t, "10d+1d"), false)
	must(t, game.AddLine(g, bob, line(t, "h2e2 h9g7 h0g2 i9h9"), start))
	must(t, game.AddLine(g, bob, line(t, "b2e2 b9c7"), start))
	before := g.Revision
	g.Outbox.TakeJobs()
	must(t, game.Play(g, alice, move(t, "h2e2"), start.Add(time.Hour)))
	if g.Ply() != 2 || g.LastMove() != move(t, "h9g7") || g.Turn() != board.Red || g.Revision != before+1 {
		t.Fatalf("%d moves, revision %d after %d", g.Ply(), g.Revision, before)
	}
	if want := (game.Event{Kind: game.Moved, By: board.Black, Move: move(t, "h9g7"), Ply: 2, Planned: 1}); g.Last != want {
		t.Errorf("last is %+v, want %+v", g.Last, want)
	}
	if left := game.TimeLeft(g, board.Black, start.Add(5*time.Hour)); left != 11*day {
		t.Errorf("a planned move left %v", left)
	}
	if want := []string{"h0g2i9h9"}; !slices.Equal(lines(g, board.Black), want) {
		t.Errorf("planned are %v, want %v", lines(g, board.Black), want)
	}
	if next := g.Next(); next.Job != (game.Flag{Game: 9, Ply: 2}) {
		t.Errorf("next is %v", next)
	}
	// Another move than was expected: the line is gone.
	must(t, game.Play(g, alice, move(t, "b0c2"), start.Add(2*time.Hour)))
	if g.Ply() != 3 || len(lines(g, board.Black)) != 0 {
		t.Errorf("%d moves, planned %v", g.Ply(), lines(g, board.Black))
	}
}

// Alice plans answers to moves that the bot may play, and plays on. Whoever moves, however many moves come of it: no
// Act queues two equal jobs, and the bot queues one thought where it is to move.
func TestPlannedAnswersQueueOneThink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &game.Game{ID: 9}
		spec := game.ChallengeSpec{Level: 3, ColorChoice: game.WantRed}
		must(t, game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{Rules: "asian", Life: time.Hour}, start))
		legal := func(rec board.Record) board.Move {
			p := rec.Position()
			return rapid.SampledFrom(p.LegalMoves(nil)).Draw(t, "move")
		}
		for g.Ply() < 20 && g.State == game.Active {
			g.Outbox.TakeJobs()
			if g.Turn() == board.Red {
				must(t, game.Play(g, alice, legal(g.Record), start))
			} else {
				guess := g.Record.Clone()
				for range 2 * rapid.IntRange(0, 2).Draw(t, "planned") {
					if p := guess.Position(); len(p.LegalMoves(nil)) > 0 {
						must(t, guess.Play(legal(guess)))
					}
				}
				if planned := guess.Moves[g.Ply():]; len(planned)%2 == 0 && len(planned) > 0 {
					_ = game.AddLine(g, alice, game.Line(planned), start) // a line that does not fit is refused
				}
				g.Outbox.TakeJobs()
				bots := legal(g.Record)
				if len(guess.Moves) > g.Ply() {
					bots = guess.Moves[g.Ply()]
				}
				must(t, gametest.BotPlays(g, bots, false, start))
			}
			queued := g.Outbox.TakeJobs()
			queuedOnce(t, queued)
			want := 0
			if g.State == game.Active && g.Turn() == board.Black {
				want = 1
			}
			if n := countThoughts(g, queued); n != want {
				t.Fatalf("after %d moves %d thoughts are queued, want %d", g.Ply(), n, want)
			}
		}
	})
}

func TestWhatCannotBePlanned(t *testing.T) {
	g := active(t, false)
	refused(t, game.AddLine(g, eve, line(t, "h2e2 h9g7"), start), game.NotYourGame)
	refused(t, game.AddLine(g, alice, line(t, "h2e2 h9g7"), start), game.PlanOnTurn)
	refused(t, game.AddLine(g, bob, nil, start), game.PlanIncomplete)
	refused(t, game.AddLine(g, bob, line(t, "h2e2"), start), game.PlanIncomplete)
	refused(t, game.AddLine(g, bob, line(t, "h2e2 h9g7 h0g2"), start), game.PlanIncomplete)
	refused(t, game.AddLine(offered(t, false), bob, line(t, "h2e2 h9g7"), start), game.NotStarted)
	var wrong *notation.IllegalError
	if err := game.AddLine(g, bob, line(t, "h2e2 h9h7"), start); !errors.As(err, &wrong) {
		t.Errorf("an illegal answer: %v", err)
	}
	long := strings.Repeat("a0a1 a9a8 a1a0 a8a9 ", game.MaxLinePlies/4+1)
	refused(t, game.AddLine(g, bob, line(t, long), start), game.LineTooLong)
	pos := g.Position()
	for i, m := range pos.LegalMoves(nil)[:game.MaxLines+1] {
		after := pos
		after.Make(m)
		err := game.AddLine(g, bob, game.Line{m, after.LegalMoves(nil)[0]}, start)
		if i == game.MaxLines {
			refused(t, err, game.TooManyLines)
		} else {
			must(t, err)
		}
	}
	refused(t, game.DropLine(g, bob, "00000000", start), game.NoSuchLine)
	refused(t, game.DropLine(g, alice, "", start), game.NoSuchLine)
	must(t, game.DropLine(g, bob, g.Plans[board.Black][3].Key(), start))
	if n := len(g.Plans[board.Black]); n != game.MaxLines-1 {
		t.Errorf("%d lines are left", n)
	}
	must(t, game.DropLine(g, bob, "", start))
	refused(t, game.DropLine(g, bob, "", start), game.NoSuchLine)
}

// A line that is changed stands where it stood, may become shorter, and stays as it was where the new one is refused.
func TestChangedLines(t *testing.T) {
	g := active(t, false)
	for _, l := range []string{"h2e2 h9g7 h0g2 i9h9", "b2e2 b9c7", "h0g2 g6g5"} {
		must(t, game.AddLine(g, bob, line(t, l), start))
	}
	key := func(i int) string { return g.Plans[board.Black][i].Key() }
	refused(t, game.ReplaceLine(g, bob, "00000000", line(t, "h2e2 h9g7"), start), game.NoSuchLine)
	refused(t, game.ReplaceLine(g, alice, key(0), line(t, "h2e2 h9g7"), start), game.PlanOnTurn)
	refused(t, game.ReplaceLine(g, eve, key(0), line(t, "h2e2 h9g7"), start), game.NotYourGame)
	refused(t, game.ReplaceLine(g, bob, key(0), line(t, "h2e2"), start), game.PlanIncomplete)
	if err := game.ReplaceLine(g, bob, key(0), line(t, "h2e2 h9h7"), start); err == nil {
		t.Error("an illegal answer is planned")
	}
	for _, step := range []struct {
		at   int
		line string
		want []string
	}{
		{0, "h2e2 h9g7", []string{"h2e2h9g7", "b2e2b9c7", "h0g2g6g5"}},
		{0, "h2e2 h9g7", []string{"h2e2h9g7", "b2e2b9c7", "h0g2g6g5"}},
		{1, "b2e2 h7e7", []string{"h2e2h9g7", "b2e2h7e7", "h0g2g6g5"}},
		{2, "b2e2 b9c7 h0g2 a9b9", []string{"h2e2h9g7", "b2e2b9c7h0g2a9b9"}}, // another answer than line 2 had
		{0, "b2e2 b9c7", []string{"b2e2b9c7h0g2a9b9"}},                       // planned already
	} {
		must(t, game.ReplaceLine(g, bob, key(step.at), line(t, step.line), start))
		if got := lines(g, board.Black); !slices.Equal(got, step.want) {
			t.Errorf("line %d became %q: planned are %v, want %v", step.at+1, step.line, got, step.want)
		}
	}
	if l, err := game.PlannedLine(g, bob, key(0)); err != nil || !slices.Equal(l, g.Plans[board.Black][0]) {
		t.Errorf("line 1 is %v, %v", l, err)
	}
	refused(t, errOf(game.PlannedLine(g, alice, key(0))), game.NoSuchLine)
}

// A plan waits while its side has a draw offer to answer; a takeback and the end of the game clear all plans.
func TestPlansAndOffers(t *testing.T) {
	g := active(t, false)
	must(t, game.AddLine(g, bob, line(t, "h2e2 h9g7"), start))
	must(t, game.OfferDraw(g, alice, start))
	must(t, game.Play(g, alice, move(t, "h2e2"), start))
	if g.Ply() != 1 || !g.Offers.Draw.Pending {
		t.Fatalf("%d moves; the offer: %+v", g.Ply(), g.Offers.Draw)
	}
	must(t, game.DeclineDraw(g, bob, start))
	must(t, game.Play(g, bob, move(t, "h9g7"), start))
	must(t, game.AddLine(g, bob, line(t, "h0g2 i9h9"), start))
	must(t, game.AskTakeback(g, alice, start))
	must(t, game.AcceptTakeback(g, bob, start))
	if len(lines(g, board.Black)) != 0 {
		t.Errorf("after a takeback planned are %v", lines(g, board.Black))
	}
	must(t, game.AddLine(g, bob, line(t, "h2e2 h9g7"), start))
	must(t, game.Resign(g, alice, start))
	if len(lines(g, board.Black)) != 0 {
		t.Errorf("after the end planned are %v", lines(g, board.Black))
	}
}

// An offer that is taken back holds up no plan any longer: its planner may be away, and would lose on time with the
// answer planned.
func TestPlansAfterAnOfferTakenBack(t *testing.T) {
	g := active(t, false)
	g.Time = clocks.TimeControl{Base: 10 * time.Minute}
	g.Clock.Left = [2]time.Duration{10 * time.Minute, 10 * time.Minute}
	must(t, game.AddLine(g, bob, line(t, "h2e2 h9g7"), start))
	must(t, game.OfferDraw(g, alice, start))
	must(t, game.DeclineDraw(g, alice, start))
	if g.Ply() != 0 || g.Last.Kind != game.DrawWithdrawn {
		t.Fatalf("taken back on Alice's own turn: %d moves, %+v", g.Ply(), g.Last)
	}
	g.Offers.NoDrawBefore = [2]int{}
	must(t, game.OfferDraw(g, alice, start))
	must(t, game.Play(g, alice, move(t, "h2e2"), start))
	later := start.Add(time.Minute)
	must(t, game.DeclineDraw(g, alice, later))
	if g.Ply() != 2 || g.LastMove() != move(t, "h9g7") || g.Offers.Draw.Pending {
		t.Fatalf("%v; the offer: %+v", g.Record.Moves, g.Offers.Draw)
	}
	if want := (game.Event{Kind: game.Moved, By: board.Black, Ply: 2, Move: move(t, "h9g7")}); g.Last != want {
		t.Errorf("the event is %+v, want %+v", g.Last, want)
	}
	if left := g.Clock.Left[board.Black]; left != 9*time.Minute || !g.Clock.Since.Equal(later) || g.Turn() != board.Red {
		t.Errorf("Bob has %v left, and Red's clock runs since %v", left, g.Clock.Since)
	}
	if len(lines(g, board.Black)) != 0 {
		t.Errorf("planned are still %v", lines(g, board.Black))
	}
}

// Whatever is planned, dropped and played: lines stay legal, whole and free of contradictions, and a game with plans is
// the game that the same moves would have made by hand.
func TestLawsOfPlans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &game.Game{ID: 3}
		spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Conditions: anyConditions(t)}
		must(t, errors.Join(game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{Rules: "asian"}, start), game.AcceptChallenge(g, bob, board.Red, start)))
		byHand := clone(g)
		for range rapid.IntRange(1, 30).Draw(t, "acts") {
			who := rapid.SampledFrom([]game.Person{alice, bob}).Draw(t, "who")
			ply := g.Ply()
			switch rapid.IntRange(0, 5).Draw(t, "act") {
			case 0, 1:
				pos := g.Position()
				var l game.Line
				for range rapid.IntRange(0, 6).Draw(t, "length") {
					legal := pos.LegalMoves(nil)
					if len(legal) == 0 {
						break
					}
					m := legal[rapid.IntRange(0, min(2, len(legal)-1)).Draw(t, "move")] // few, so that plans are met
					l = append(l, m)
					pos.Make(m)
				}
				_ = game.AddLine(g, who, l, start)
			case 2:
				_ = game.DropLine(g, who, "", start)
			case 3:
				if c, _ := g.SeatOf(who); len(g.Plans[c]) > 0 {
					l := rapid.SampledFrom(g.Plans[c]).Draw(t, "line")
					_ = game.ReplaceLine(g, who, l.Key(), l[:rapid.IntRange(0, len(l)).Draw(t, "length")], start)
				}
			default:
				pos := g.Position()
				if legal := pos.LegalMoves(nil); g.State == game.Active {
					_ = game.Play(g, who, legal[rapid.IntRange(0, min(2, len(legal)-1)).Draw(t, "move")], start)
				}
			}
			for _, m := range g.Record.Moves[ply:] {
				if err := game.Play(byHand, byHand.Seats[byHand.Turn()].Person, m, start); err != nil {
					t.Fatalf("by hand: %v", err)
				}
			}
			if played := g.Ply() - ply; played > 0 && (g.Last.Planned != played-1 || g.Last.Move != g.LastMove()) {
				t.Fatalf("%d moves were played, the event is %+v", played, g.Last)
			}
			if g.State != byHand.State || g.Outcome != byHand.Outcome || g.Clock.Left != byHand.Clock.Left || !g.Clock.Flag.Equal(byHand.Clock.Flag) {
				t.Fatalf("planned %v, %v, %+v; by hand %v, %v, %+v", g.State, g.Outcome, g.Clock, byHand.State, byHand.Outcome, byHand.Clock)
			}
			for c, lines := range g.Plans {
				checkLines(t, g, board.Color(c), lines)
			}
		}
	})
}

func checkLines(t *rapid.T, g *game.Game, c board.Color, lines []game.Line) {
	answers := map[string]board.Move{}
	for _, l := range lines {
		pos, before := g.Position(), ""
		for _, m := range l {
			if !pos.IsLegal(m) {
				t.Fatalf("%v is planned in %v", m, pos.FEN())
			}
			if pos.SideToMove() == c {
				if other, is := answers[before]; is && other != m {
					t.Fatalf("after %q both %v and %v are planned", before, m, other)
				}
				answers[before] = m
			}
			before += m.String()
			pos.Make(m)
		}
		if len(l) == 0 || pos.SideToMove() == c {
			t.Fatalf("%v does not end with the planner's move", l)
		}
	}
}

func TestLinesAsText(t *testing.T) {
	plans := [2][]game.Line{nil, {line(t, "h2e2 h9g7"), line(t, "b2e2 b9c7")}}
	data := ok(json.Marshal(plans))(t)
	if want := `[null,["h2e2h9g7","b2e2b9c7"]]`; string(data) != want {
		t.Errorf("as JSON %s, want %s", data, want)
	}
	var back [2][]game.Line
	must(t, json.Unmarshal(data, &back))
	if !slices.EqualFunc(back[1], plans[1], func(a, b game.Line) bool { return slices.Equal(a, b) }) {
		t.Errorf("back it is %v", back)
	}
	if err := json.Unmarshal([]byte(`["h2e2h9"]`), &back[0]); err == nil {
		t.Error("half a move is read")
	}
	if a, b := plans[1][0].Key(), plans[1][1].Key(); a == b || len(a) != 8 {
		t.Errorf("keys %q, %q", a, b)
	}
}

// The text of a plan is read in the planner's notation, from the board on that each move would meet; what cannot be
// read is told on that board.
func TestPlanAsTyped(t *testing.T) {
	store := storetest.New(t, store.Options{})
	service := gametest.New(storetest.Stores(store.DB), nil, game.Options{Clock: func() time.Time { return start }})
	planner := game.NewPlanner(service.Service)
	act := func(p game.Person) game.Act {
		return game.Act{Actor: p, Guild: "g", Channel: "c", Dialect: notation.Dialect{Style: notation.Chinese}}
	}
	g := ok(service.Challenge(t.Context(), act(alice), game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed}))(t)
	ok(service.Accept(t.Context(), act(bob), g.ID))(t)
	g = ok(planner.Plan(t.Context(), act(bob), g.ID, "1. 炮二平五 马８进７，2. 马二进三 车９平８"))(t)
	if want := []string{"h2e2h9g7h0g2i9h9"}; !slices.Equal(lines(g, board.Black), want) {
		t.Errorf("planned are %v, want %v", lines(g, board.Black), want)
	}
	read, err := planner.Plan(t.Context(), act(bob), g.ID, "炮二平五 马８进７ 马二进九")
	if err == nil || read == nil || read.Ply() != 2 {
		t.Fatalf("an error %v on %+v", err, read)
	}
	if saved, _ := service.Game(t.Context(), g.ID); saved.Ply() != 0 {
		t.Error("what was imagined was saved")
	}
	g = ok(service.Move(t.Context(), act(alice), g.ID, "炮二平五"))(t)
	if g.Ply() != 2 {
		t.Errorf("%d moves", g.Ply())
	}
	ok(planner.Unplan(t.Context(), act(bob), g.ID, ""))(t)
	refused(t, errOf(planner.Unplan(t.Context(), act(bob), g.ID, "")), game.NoSuchLine)
}
