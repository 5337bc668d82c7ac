package gameview

import (
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/render"
)

const (
	afterRedFEN  = "3k5/9/7R1/9/9/9/9/9/r8/4K4 b - - 0 1"
	mateFEN      = "3k5/9/9/9/9/9/9/9/4R4/4K3R w - - 0 1"
	pinnedFEN    = "3k5/9/9/4r4/9/9/9/9/4N4/4K4 w - - 0 1"
	stalemateFEN = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
)

// A rook chases a cannon to and fro: chase begins at chaseFEN, chase[4:] also at chasedFEN, where the rook stands on
// the cycle already.
const (
	chaseFEN  = "3k5/9/1c7/9/9/9/9/9/R8/4K4 w - - 0 1"
	chasedFEN = "3k5/9/1c7/9/9/9/9/9/2R6/4K4 w - - 0 1"
)

var (
	chase = []string{"a1b1", "b7c7", "b1c1", "c7b7", "c1b1", "b7c7", "b1c1", "c7b7", "c1b1", "b7c7", "b1c1", "c7b7", "c1b1"}
	// toAndFro brings the start position back three times.
	toAndFro = slices.Repeat([]string{"a0a1", "a9a8", "a1a0", "a8a9"}, 3)
)

// deed is what somebody does in a game, or what holds of it.
type deed func(*game.Game) error

func decides(p game.Person, decision game.Decision) deed {
	return func(g *game.Game) error { return decision(g, p, gametest.Noon) }
}

// has changes a game without an act.
func has(change func(*game.Game)) deed { return func(g *game.Game) error { change(g); return nil } }

func judgedBy(ruleset string) deed { return has(func(g *game.Game) { g.Rules = ruleset }) }

// made is a game, and what was done in it after its moves.
type made func(t testing.TB) *game.Game

func after(g func(t testing.TB) *game.Game, deeds []deed) made {
	return func(t testing.TB) *game.Game {
		made := g(t)
		for _, do := range deeds {
			gametest.Must(t, do(made))
		}
		return made
	}
}

func between(moves string, deeds ...deed) made {
	return after(func(t testing.TB) *game.Game {
		return gametest.Between(t, game.ChallengeSpec{}, strings.Fields(moves)...)
	}, deeds)
}

func rated(moves string, deeds ...deed) made {
	return after(func(t testing.TB) *game.Game {
		return gametest.Between(t, game.ChallengeSpec{Rated: true}, strings.Fields(moves)...)
	}, deeds)
}

func againstBot(moves string, deeds ...deed) made {
	return after(func(t testing.TB) *game.Game {
		return gametest.AgainstBot(t, game.ChallengeSpec{}, strings.Fields(moves)...)
	}, deeds)
}

func challenged(spec game.ChallengeSpec, deeds ...deed) made {
	return after(func(t testing.TB) *game.Game { return gametest.Offered(t, spec) }, deeds)
}

// open is a challenge to anyone.
func open(spec game.ChallengeSpec, deeds ...deed) made {
	spec.Anyone = true
	return after(func(t testing.TB) *game.Game {
		g, terms := &game.Game{ID: 42}, game.Terms{Rules: rules.ForPeople().String(), Life: 72 * time.Hour}
		gametest.Must(t, game.OfferChallenge(g, gametest.ChallengeBy(gametest.Alice, "Alice"), spec, terms, gametest.Noon))
		return g
	}, deeds)
}

func challengedFrom(fen string, color game.ColorChoice) made {
	return func(t testing.TB) *game.Game {
		return gametest.Offered(t, game.ChallengeSpec{Start: testcases.Position(t, fen), ColorChoice: color})
	}
}

// aborted is a game of a match in which nobody has moved in time.
func aborted(leg int) made {
	return func(t testing.TB) *game.Game {
		g := gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "3d")})
		if g.Leg, g.Carried = leg, 1; !game.FallFlag(g, g.Clock.Flag) || g.End != game.Aborted {
			t.Fatalf("game %d of the match ended by %v", leg, g.End)
		}
		return g
	}
}

// from lets a game begin in a position.
func (m made) from(fen string, moves ...string) made {
	return func(t testing.TB) *game.Game { return gametest.From(t, m(t), fen, moves...) }
}

// challenge shows a challenge between people who have met so.
func challenge(met *standing.Tally) func(*view.View, *game.Game, view.Viewer) view.Reply {
	return func(v *view.View, g *game.Game, r view.Viewer) view.Reply { return Challenge(v, g, r, met) }
}

// picked shows where the piece on a point can go.
func picked(file, rank int) func(*view.View, *game.Game, view.Viewer) view.Reply {
	return func(v *view.View, g *game.Game, r view.Viewer) view.Reply {
		return Picked(v, g, r, board.SquareAt(file, rank))
	}
}

// drawless is a message without a picture.
func drawless(show func(*game.Game, view.Viewer) view.Reply) func(*view.View, *game.Game, view.Viewer) view.Reply {
	return func(_ *view.View, g *game.Game, r view.Viewer) view.Reply { return show(g, r) }
}

// situations are the games that a message can be about, each with who reads the message and which one it is.
var situations = []struct {
	name  string
	reads game.Person
	game  made
	show  func(*view.View, *game.Game, view.Viewer) view.Reply
}{
	{"start-bot", gametest.Alice, againstBot(""), Turn},
	{"start-two", gametest.Bob, rated(""), Turn},
	{"moved", gametest.Bob, between("h2e2"), Turn},
	{"bot-thinks", gametest.Alice, after(func(t testing.TB) *game.Game {
		return gametest.AgainstBot(t, game.ChallengeSpec{Rated: true}, "h2e2")
	}, nil), Turn},
	{"bot-moved", gametest.Alice, againstBot("h2e2 h9g7"), Turn},
	{"check", gametest.Bob, between("h2e2 c9e7 e2e6"), Turn},
	{"draw-offered", gametest.Bob, between("h2e2 h9g7", decides(gametest.Alice, game.OfferDraw)), drawless(Proposal)},
	{"draw-offered-board", gametest.Bob, between("h2e2 h9g7", decides(gametest.Alice, game.OfferDraw)), Turn},
	{"draw-offered-bot", gametest.Alice, againstBot("h2e2 h9g7", decides(gametest.Alice, game.OfferDraw)), drawless(Proposal)},
	{"draw-declined", gametest.Alice,
		between("h2e2 h9g7", decides(gametest.Alice, game.OfferDraw), decides(gametest.Bob, game.DeclineDraw)), Turn},
	{"draw-declined-by-move", gametest.Alice, func(t testing.TB) *game.Game {
		g := againstBot("h2e2", decides(gametest.Alice, game.OfferDraw))(t)
		gametest.PlayAll(t, g, "h9g7")
		return g
	}, Turn},
	{"draw-withdrawn", gametest.Alice,
		between("h2e2 h9g7", decides(gametest.Alice, game.OfferDraw), decides(gametest.Alice, game.DeclineDraw)), Turn},
	{"takeback-asked", gametest.Bob, between("h2e2", decides(gametest.Alice, game.AskTakeback)), drawless(Proposal)},
	{"takeback-asked-two", gametest.Bob, between("h2e2 h9g7", decides(gametest.Alice, game.AskTakeback)), drawless(Proposal)},
	{"takeback-declined", gametest.Alice,
		between("h2e2 h9g7", decides(gametest.Alice, game.AskTakeback), decides(gametest.Bob, game.DeclineTakeback)), Turn},
	{"takeback-withdrawn", gametest.Alice,
		between("h2e2 h9g7", decides(gametest.Bob, game.AskTakeback), decides(gametest.Bob, game.DeclineTakeback)), Turn},
	{"taken-back", gametest.Alice, againstBot("h2e2 h9g7", decides(gametest.Alice, game.AskTakeback)), Turn},
	{"checkmate", gametest.Bob, rated("").from(mateFEN, "e1d1"), Turn},
	{"rated-end", gametest.Alice, rated("h2e2 h9g7", decides(gametest.Bob, game.Resign), has(func(g *game.Game) {
		g.Before = [2]glicko.Rating{{R: 1523.4, RD: 80, Vol: 0.06}, {R: 1500, RD: 350, Vol: 0.06}}
		g.After = [2]glicko.Rating{{R: 1530.6, RD: 79, Vol: 0.06}, {R: 1377.8, RD: 290, Vol: 0.06}}
	})), Turn},
	{"stalemate", gametest.Alice, againstBot("").from(stalemateFEN, "e1e8"), Turn},
	{"bot-resigned-to", gametest.Alice, againstBot("h2e2 h9g7", decides(gametest.Alice, game.Resign)), Turn},
	{"agreement", gametest.Alice,
		between("h2e2 h9g7", decides(gametest.Alice, game.OfferDraw), decides(gametest.Bob, game.AcceptDraw)), Turn},
	{"perpetual-check", gametest.Alice, between("").from("4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1",
		"d1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1"), Turn},
	{"repetition", gametest.Alice, between(strings.Join(toAndFro, " ")), Turn},
	{"perpetual-chase", gametest.Alice, between("").from(chaseFEN, chase...), Turn},
	{"chase-by-simple-rules", gametest.Alice,
		between("", judgedBy("simple repetitions=4")).from(chaseFEN, chase...), Turn},
	{"warned-loses", gametest.Alice, between("").from(chaseFEN, chase[:12]...), Turn},
	{"warned-can-lose", gametest.Alice,
		between("").from(chasedFEN, slices.Concat(chase[4:], chase[5:6])...), Turn},
	{"warned-wins", gametest.Bob, between("").from(chasedFEN, slices.Concat(chase[4:], chase[5:7])...), Turn},
	{"warned-need-not-change", gametest.Bob, between("").from(chaseFEN, chase[:11]...), Turn},
	{"warned-draws", gametest.Bob, between(strings.Join(toAndFro[:11], " ")), Turn},
	{"warned-third-draws", gametest.Alice, between(strings.Join(toAndFro[:8], " ")), Turn},
	{"warned-third-loses", gametest.Alice, between("").from(chaseFEN, chase[:10]...), Turn},
	{"warned-third-wins", gametest.Bob, between("").from(chaseFEN, chase[:9]...), Turn},
	{"warned-picked", gametest.Alice, between("").from(chaseFEN, chase[:12]...), picked(2, 1)},
	{"challenge-rules", gametest.Bob,
		challenged(game.ChallengeSpec{}, judgedBy("pikafish limit=100 checks=all bare=off")), challenge(nil)},
	{"bare-cannons", gametest.Alice, between("", judgedBy("asian bare=cannons")).
		from("3k5/9/9/9/9/9/9/4pC3/4K4/9 w - - 0 1", "e1e2"), Turn},
	{"bare-material", gametest.Alice, between("").from("3k5/9/9/9/9/9/9/4p4/4K4/9 w - - 0 1", "e1e2"), Turn},
	{"natural-limit", gametest.Alice, between("h2e2", has(func(g *game.Game) {
		g.State, g.Outcome, g.End, g.Rule = game.Finished, rules.Draw, game.ByRules, rules.NaturalLimit
		g.Last.Kind = game.Ended
	})), Turn},
	{"challenge", gametest.Bob, challenged(game.ChallengeSpec{}), challenge(nil)},
	{"challenge-met", gametest.Bob, challenged(game.ChallengeSpec{}, has(func(g *game.Game) {
		g.Players = map[game.Person]game.Player{
			gametest.Alice: {Rating: glicko.Rating{R: 1623.4, RD: 55}}, gametest.Bob: {Rating: glicko.Rating{R: 1480, RD: 180}},
		}
	})), challenge(&standing.Tally{Wins: 2, Draws: 1})},
	{"challenge-first", gametest.Bob, challenged(game.ChallengeSpec{}), func(v *view.View, g *game.Game, r view.Viewer) view.Reply {
		r.Server.Rules = "simple" // new games there are judged by other rules, so that the card names these
		return Challenge(v, g, r, &standing.Tally{})
	}},
	{"challenge-rated-red", gametest.Bob,
		challenged(game.ChallengeSpec{ColorChoice: game.WantRed, Rated: true}), challenge(nil)},
	{"challenge-black", gametest.Bob, challenged(game.ChallengeSpec{ColorChoice: game.WantBlack}), challenge(nil)},
	{"challenge-declined", gametest.Alice, challenged(game.ChallengeSpec{}, func(g *game.Game) error {
		return game.DeclineChallenge(g, gametest.Bob, gametest.Noon)
	}), challenge(nil)},
	{"challenge-withdrawn", gametest.Bob, challenged(game.ChallengeSpec{}, func(g *game.Game) error {
		return game.CancelChallenge(g, gametest.Alice, gametest.Noon)
	}), challenge(nil)},
	{"challenge-lapsed", gametest.Alice, challenged(game.ChallengeSpec{}, func(g *game.Game) error {
		return game.LapseChallenge(g, gametest.Noon.Add(72*time.Hour))
	}), challenge(nil)},
	{"challenge-open", gametest.Alice, open(game.ChallengeSpec{Games: 2}), challenge(nil)},
	{"challenge-open-handicap", gametest.Alice,
		open(game.ChallengeSpec{Conditions: game.Conditions{Handicap: game.Nine, OpponentGives: true}}), challenge(nil)},
	{"challenge-open-lapsed", gametest.Alice, open(game.ChallengeSpec{}, func(g *game.Game) error {
		return game.LapseChallenge(g, g.Expires)
	}), challenge(nil)},
	{"challenge-open-cancelled", gametest.Alice, open(game.ChallengeSpec{}, func(g *game.Game) error {
		return game.CancelChallenge(g, gametest.Alice, gametest.Noon)
	}), challenge(nil)},
	{"challenge-rematch", gametest.Alice,
		challenged(game.ChallengeSpec{Conditions: game.Conditions{Follows: 41}}), challenge(nil)},
	{"challenge-rematch-match", gametest.Alice,
		challenged(game.ChallengeSpec{Games: 2, Conditions: game.Conditions{Follows: 41}}), challenge(nil)},
	{"challenge-position", gametest.Alice, challengedFrom(mateFEN, game.WantBlack), challenge(nil)},
	{"challenge-position-red", gametest.Alice, challengedFrom(afterRedFEN, game.WantRed), challenge(nil)},
	{"challenge-position-black", gametest.Alice, challengedFrom(afterRedFEN, game.WantBlack), challenge(nil)},
	{"match-half", gametest.Alice, after(func(t testing.TB) *game.Game {
		return gametest.Between(t, game.ChallengeSpec{Games: 2}, "h2e2")
	}, []deed{decides(gametest.Bob, game.Resign)}), Turn},
	{"match-over", gametest.Alice,
		between("h2e2", has(func(g *game.Game) { g.Leg, g.Carried = 2, 0.5 }), decides(gametest.Alice, game.Resign)), Turn},
	// The first game of a match that was aborted is the last one, and may be asked for once more. An aborted second one
	// leaves the sum as it was.
	{"match-aborted-first", gametest.Alice, aborted(1), Turn},
	{"match-aborted-second", gametest.Alice, aborted(2), Turn},
	{"match-left", gametest.Alice, after(func(t testing.TB) *game.Game {
		return gametest.Between(t, game.ChallengeSpec{Games: 2})
	}, []deed{decides(gametest.Bob, game.Resign), has(func(g *game.Game) {
		g.Seats[board.Black].Person, g.Opponent.Person = game.Deleted, game.Deleted
	})}), Turn},
	{"two-moves", gametest.Alice, func(t testing.TB) *game.Game { // the first of them is not part of the record
		spec := game.ChallengeSpec{Conditions: game.Conditions{Handicap: game.TwoMoves, OpponentGives: true}}
		g := gametest.Offered(t, spec)
		gametest.Must(t, game.AcceptChallenge(g, gametest.Bob, board.Red, gametest.Noon))
		gametest.PlayAll(t, g, "h2e2")
		return g
	}, Turn},
	{"picked", gametest.Alice, againstBot(""), picked(1, 2)},
	{"picked-newcomer", gametest.Alice, againstBot("").from("3k5/9/9/9/p8/9/1H7/9/9/4K4 w - - 0 1"),
		func(v *view.View, g *game.Game, r view.Viewer) view.Reply {
			r.Newcomer = true
			return Picked(v, g, r, board.SquareAt(1, 3))
		}},
	{"picked-black", gametest.Bob, between("h2e2"), picked(7, 9)},
	{"picked-stuck", gametest.Alice, againstBot("").from(pinnedFEN), picked(4, 1)},
	{"played", gametest.Alice, againstBot("b0c2"), drawless(Played)},
	{"resign", gametest.Alice, againstBot("h2e2"), drawless(ConfirmResign)},
}

// A picture that cannot be drawn must not keep a player from moving: the position follows in words.
func TestBoardWithoutPicture(t *testing.T) {
	g := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
	r := readertest.Viewer(t, words.Simplified, gametest.Alice)
	picture := Picture(readertest.View(), g, r, []render.Mark{{Square: board.NoSquare}})
	if want := describe(g, r); picture.PNG != nil || picture.Alt != want {
		t.Errorf("got %d bytes and %q, want %q", len(picture.PNG), picture.Alt, want)
	}
}

// TestDeletedPlayerHasNoRating: the rating of a deleted person is unknown, and is not shown as a question mark.
func TestDeletedPlayerHasNoRating(t *testing.T) {
	g := gametest.Between(t, game.ChallengeSpec{Rated: true})
	g.Seats[board.Black].Person = game.Deleted
	w := viewtest.Phrases(t).In(words.English)
	if line := seatLine(g, board.Black, w); strings.Contains(line, "?") || strings.Contains(line, "·") {
		t.Errorf("the line of a deleted player is %q", line)
	}
	if line := seatLine(g, board.Red, w); !strings.Contains(line, "·") {
		t.Errorf("the line of the other player is %q", line)
	}
}

// What each situation reads like in each language lies in testdata. After a wanted change: go test ./bot/view -run View
// -update, and read what has changed.
func TestViews(t *testing.T) {
	v := readertest.View()
	for _, situation := range situations {
		t.Run(situation.name, func(t *testing.T) {
			viewtest.Golden(t, situation.name, func(lang words.Language) string {
				m := situation.show(v, situation.game(t), readertest.Viewer(t, lang, situation.reads)).Message()
				if problem := viewtest.BreaksLimits(m); problem != "" {
					t.Errorf("in %s: %s", lang, problem)
				}
				return viewtest.InWords(m)
			})
		})
	}
}
