package game_test

import (
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// The positions are those that players know them by: xqwlight's for the horses and the nine, Xu Yinchuan's game of 1999
// for the nine.
func TestHandicaps(t *testing.T) {
	const even = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	black, between := even[:len("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/")], "/1C5C1/9/"
	for h, want := range map[game.Handicap]struct {
		red   string
		giver board.Color
	}{
		game.FirstMove:  {"P1P1P1P1P/1C5C1/9/RNBAKABNR", board.Black},
		game.TwoMoves:   {"P1P1P1P1P/1C5C1/9/RNBAKABNR", board.Black},
		game.LeftHorse:  {"P1P1P1P1P" + between + "R1BAKABNR", board.Red},
		game.RightHorse: {"P1P1P1P1P" + between + "RNBAKAB1R", board.Red},
		game.Horses:     {"P1P1P1P1P" + between + "R1BAKAB1R", board.Red},
		game.Advisors:   {"P1P1P1P1P" + between + "RNB1K1BNR", board.Red},
		game.Elephants:  {"P1P1P1P1P" + between + "RN1AKA1NR", board.Red},
		game.Pawns:      {"9" + between + "RNBAKABNR", board.Red},
		game.Nine:       {"9" + between + "RN2K2NR", board.Red},
		game.Cannon:     {"P1P1P1P1P/7C1/9/RNBAKABNR", board.Red},
		game.Cannons:    {"P1P1P1P1P/9/9/RNBAKABNR", board.Red},
		game.Rook:       {"P1P1P1P1P" + between + "1NBAKABNR", board.Red},
	} {
		p := h.Start()
		if got := p.FEN(); got != black+want.red+" w - - 0 1" || h.Giver() != want.giver || !h.Known() {
			t.Errorf("%s: %s, given by %v", h, got, h.Giver())
		}
		if v := rules.Judge(&board.Record{Start: p}, rules.Asian()); v.Outcome != rules.Ongoing {
			t.Errorf("%s is over before it begins: %v", h, v.Outcome)
		}
	}
	if len(game.Handicaps()) != 12 {
		t.Errorf("there are %d handicaps", len(game.Handicaps()))
	}
	if p := game.Even.Start(); p != board.StartPosition() || game.Handicap("queen").Known() || !game.Even.Known() {
		t.Error("an even game, or an unknown handicap")
	}
}

// The giver of a handicap has the side that custom gives them, whoever challenged whom.
func TestColorOfTheGiver(t *testing.T) {
	tb := newTable(t, nil)
	for _, h := range game.Handicaps() {
		for _, opponentGives := range []bool{false, true} {
			spec := game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{Handicap: h, OpponentGives: opponentGives}}
			g := tb.begun(t, "c", spec)
			giver := alice
			if opponentGives {
				giver = bob
			}
			if c, _ := g.SeatOf(giver); c != h.Giver() || g.Rated || g.Record.Start != h.Start() {
				t.Errorf("%s: the giver plays %v, rated %v", h, c, g.Rated)
			}
		}
	}
}

// With two moves Red begins twice: the record starts after the first of them.
func TestTwoMoves(t *testing.T) {
	tb := newTable(t, nil)
	spec := game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{
		Handicap: game.TwoMoves, OpponentGives: true, Time: clocks.TimeControl{PerMove: 24 * time.Hour},
	}}
	g := tb.begun(t, "c", spec)
	if c, _ := g.SeatOf(alice); c != board.Red || !g.ExtraMove() {
		t.Fatalf("Alice plays %v, extra move: %v", c, g.ExtraMove())
	}
	play := func(p game.Person, text string) (*game.Game, error) {
		return tb.Move(t.Context(), at(p, "c"), g.ID, text)
	}
	for _, text := range []string{"b2b9", "h2h9"} { // cannons that take horses beyond the river
		refused(t, errOf(play(alice, text)), game.BeginsAtHome)
	}
	refused(t, errOf(play(bob, "h9g7")), game.NotYourTurn)

	key := g.BoardKey()
	tb.now = tb.now.Add(time.Hour)
	g = ok(play(alice, "h2e2"))(t)
	if g.Ply() != 0 || g.Turn() != board.Red || g.ExtraMove() || g.BoardKey() == key || g.Last.Move.String() != "h2e2" || g.Last.Kind != game.Moved {
		t.Fatalf("after the first of two moves: ply %d, %v to move, last %+v", g.Ply(), g.Turn(), g.Last)
	}
	if before := g.LastPosition(); before != board.StartPosition() {
		t.Errorf("it was played in %s", before.FEN())
	}
	if want := tb.now.Add(24 * time.Hour); !g.Clock.Flag.Equal(want) {
		t.Errorf("the flag falls at %v, want %v", g.Clock.Flag, want)
	}
	refused(t, errOf(tb.Decide(t.Context(), at(alice, "c"), g.ID, game.AskTakeback)), game.NothingToTakeBack)
	refused(t, errOf(play(alice, "b2b9")), game.BeginsAtHome) // the second one stays at home as well
	g = ok(play(alice, "h0g2"))(t)
	if g.Ply() != 1 || g.Turn() != board.Black {
		t.Fatalf("after the second: ply %d, %v to move", g.Ply(), g.Turn())
	}
	ok(play(bob, "h9g7"))(t)
	g = ok(play(alice, "b2b9"))(t) // from then on everything goes
	before := g.LastPosition()
	if before.At(g.LastMove().From()) == board.NoPiece {
		t.Errorf("the last move was played in %s", before.FEN())
	}
}

// Red's first move is the extra one: a flag that falls before it aborts the game, and one that falls after it loses it.
// Black has not moved then, nor when Red has moved twice.
func TestFlagsOfTwoMoves(t *testing.T) {
	for moves, want := range []struct {
		end     game.End
		outcome rules.Outcome
	}{
		{game.Aborted, rules.Ongoing}, {game.ByTime, rules.BlackWins}, {game.Aborted, rules.Ongoing},
		{game.ByTime, rules.BlackWins}, {game.ByTime, rules.RedWins},
	} {
		g := &game.Game{ID: 9}
		spec := game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{
			Handicap: game.TwoMoves, OpponentGives: true, Time: clocks.TimeControl{PerMove: day},
		}}
		must(t, game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{Rules: "asian"}, start))
		must(t, game.AcceptChallenge(g, bob, board.Red, start))
		play(t, g, []string{"c3c4", "h2e2", "h9g7", "h0g2"}[:moves]...)
		if !game.FallFlag(g, g.Clock.Flag) || g.End != want.end || g.Outcome != want.outcome {
			t.Errorf("after %d moves: %v by %v, want %v by %v", moves, g.Outcome, g.End, want.outcome, want.end)
		}
	}
}

// The move before the first is one like any other: plans for the position before it are gone, and a draw that Red was
// offered lapses, but not one that Red offers.
func TestPlansAndOffersBeforeTheExtraMove(t *testing.T) {
	begin := func() *game.Game {
		g := &game.Game{ID: 9}
		spec := game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{Handicap: game.TwoMoves, OpponentGives: true}}
		must(t, game.OfferChallenge(g, game.Act{Actor: alice}, spec, game.Terms{Rules: "asian"}, start))
		must(t, game.AcceptChallenge(g, bob, board.Red, start))
		return g
	}
	g := begin()
	must(t, game.AddLine(g, bob, line(t, "h2e2 h9g7"), start))
	must(t, game.OfferDraw(g, bob, start))
	must(t, game.Play(g, alice, move(t, "c3c4"), start))
	if planned := lines(g, board.Black); len(planned) > 0 || g.Offers.Draw.Pending {
		t.Errorf("after the extra move planned are %v; the offer: %+v", planned, g.Offers.Draw)
	}
	must(t, game.Play(g, alice, move(t, "h2e2"), start))
	if g.Ply() != 1 || !g.IsTurnOf(bob) {
		t.Errorf("%d moves, %v to move", g.Ply(), g.Turn())
	}
	g = begin()
	must(t, game.OfferDraw(g, alice, start))
	must(t, game.Play(g, alice, move(t, "b2e2"), start))
	if !g.Offers.Draw.To(board.Black) {
		t.Errorf("the offer of the side that moved: %+v", g.Offers.Draw)
	}
}
