package game_test

import (
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/engine/board"
)

// with is a game between alice and bob, both with a partner; alice has Red and is to move.
func with(t *testing.T, p game.Partner) *game.Game {
	t.Helper()
	g := against(t, false)
	g.Seats[board.Black] = game.Seat{Person: "bob"}
	g.Opponent = g.Seats[board.Black]
	g.Partner = p
	return g
}

// Questions cost what their kind says, each side's own; the same one in the same position is free.
func TestQuestionsAreCounted(t *testing.T) {
	g := with(t, game.Partner{Kind: game.Consulting, Budget: 3, Level: 7})
	now, p := time.Now(), g.Position()
	moves := p.LegalMoves(nil)
	ask := func(by game.Person, kind game.QuestionKind, about board.Move, want game.Code) {
		t.Helper()
		answer, err := game.RecordAnswer(g, by, game.Question{Kind: kind, About: about, Moves: moves[:1]}, now)
		if want != "" {
			if !errors.Is(err, want) {
				t.Errorf("%s asks for %s: %v, want %s", by, kind, err, want)
			}
			return
		}
		if err != nil || answer.Kind != kind || answer.Moves[0] != moves[0] {
			t.Errorf("%s asks for %s: %+v, %v", by, kind, answer, err)
		}
	}
	left := func(red, black int) {
		t.Helper()
		if r, b := g.Questions.Left(board.Red, g.Partner), g.Questions.Left(board.Black, g.Partner); r != red || b != black {
			t.Errorf("left: Red %d, Black %d; want %d, %d", r, b, red, black)
		}
	}
	ask("alice", game.AskPiece, board.NoMove, "")
	ask("alice", game.AskPiece, board.NoMove, "")
	left(2, 3)
	ask("alice", game.AskVerdict, moves[0], "")
	left(1, 3)
	ask("alice", game.AskMove, board.NoMove, game.BudgetSpent)
	ask("alice", game.AskVerdict, moves[1], "")
	ask("alice", game.AskVerdict, moves[0], "")
	ask("alice", game.AskCandidates, board.NoMove, game.BudgetSpent)
	left(0, 3)
	ask("bob", game.AskPiece, board.NoMove, game.NotYourTurn)
	ask("carol", game.AskPiece, board.NoMove, game.NotYourGame)
	ask("alice", "nonsense", board.NoMove, game.PartnerAnswers)
	must(t, g.Record.Play(moves[0]))
	ask("bob", game.AskMove, board.NoMove, "")
	left(0, 1)
	if _, err := game.MayAskHint(g, "bob", now); !errors.Is(err, game.HintPeople) {
		t.Errorf("a hint: %v", err)
	}
}

// With a Brain only a piece of the kind that was named may move; with a Hand nobody moves but the partner.
func TestHandAndBrain(t *testing.T) {
	cannon, horse, now := move(t, "h2e2"), move(t, "h0g2"), time.Now()
	g := with(t, game.Partner{Kind: game.Brain, Level: 7})
	refused(t, game.Play(g, "alice", cannon, now), game.PieceFirst)
	ok(game.RecordAnswer(g, "alice", game.Question{Kind: game.AskPiece, Moves: []board.Move{move(t, "b2b6")}}, now))(t)
	refused(t, game.Play(g, "alice", horse, now), game.OtherPiece)
	_, err := game.RecordAnswer(g, "alice", game.Question{Kind: game.AskMove, Moves: []board.Move{horse}}, now)
	refused(t, err, game.PartnerNames)
	refused(t, game.AddLine(g, "bob", game.Line{horse}, now), game.PlanPartner)
	must(t, game.Play(g, "alice", cannon, now))
	refused(t, game.Play(g, "bob", move(t, "h9g7"), now), game.PieceFirst)

	g = with(t, game.Partner{Kind: game.Hand, Level: 7})
	refused(t, game.Play(g, "alice", cannon, now), game.NamePiece)
	refused(t, errOf(game.PieceMoves(g, "bob", board.Horse, now)), game.NotYourTurn)
	refused(t, game.RecordChoice(g, "alice", board.Horse, cannon, now), game.Outdated)
	must(t, game.RecordChoice(g, "alice", board.Cannon, cannon, now))
	refused(t, game.Play(g, "alice", move(t, "b2e2"), now), game.NamePiece)
	must(t, game.Play(g, "alice", cannon, now))
	refused(t, game.Play(g, "bob", move(t, "h9g7"), now), game.NamePiece)
	if g.Ply() != 1 || g.LastMove() != cannon {
		t.Errorf("played: %v", g.Record.Moves)
	}
}

// A partner makes a game casual, knows what a partner should, and has its line in the record.
func TestChallengesWithAPartner(t *testing.T) {
	tb := newTable(t, first(0))
	for name, c := range map[string]struct {
		partner game.Partner
		rated   bool
		want    game.Code
	}{
		"rated":            {game.Partner{Kind: game.Consulting, Budget: 3, Level: 7}, true, game.RatedPartner},
		"too weak":         {game.Partner{Kind: game.Brain, Level: 2}, false, game.BadPartner},
		"endless":          {game.Partner{Kind: game.Consulting, Budget: 99, Level: 7}, false, game.BadPartner},
		"counts in vain":   {game.Partner{Kind: game.Hand, Budget: 3, Level: 7}, false, game.BadPartner},
		"no such":          {game.Partner{Kind: "foot", Level: 7}, false, game.BadPartner},
		"nobody questions": {game.Partner{Kind: game.Consulting, Level: 7}, false, game.BadPartner},
	} {
		_, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{
			Opponent: bob, Rated: c.rated, Conditions: game.Conditions{Partner: c.partner},
		})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	_, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{
		Level: 9, Conditions: game.Conditions{Partner: game.Partner{Kind: game.Consulting, Budget: 3, Level: 7}},
	})
	must(t, err)
}

// Whoever asks about a move out of turn, or in a game that is not theirs, gets that refusal, and not that the move is
// not legal.
func TestWhoseTurnComesBeforeTheMove(t *testing.T) {
	tb := newTable(t, first(0))
	g, err := tb.Challenge(t.Context(), at(alice, "c"), game.ChallengeSpec{
		Opponent: bob, ColorChoice: game.WantRed, Conditions: game.Conditions{Partner: game.Partner{Kind: game.Consulting, Budget: 3, Level: 7}},
	})
	must(t, err)
	ok(tb.Accept(t.Context(), at(bob, "c"), g.ID))(t)
	partners := assist.NewPartners(tb.Service)
	for who, want := range map[game.Person]game.Code{bob: game.NotYourTurn, carol: game.NotYourGame} {
		_, _, err := partners.Ask(t.Context(), at(who, "c"), g.ID, game.AskVerdict, "h9g7")
		refused(t, err, want)
	}
	_, _, err = partners.Ask(t.Context(), at(alice, "c"), g.ID, game.AskVerdict, "h9g7")
	if err == nil || errors.As(err, new(*game.Refusal)) {
		t.Errorf("of a move of the other side Alice hears %v", err)
	}
}
