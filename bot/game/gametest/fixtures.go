package gametest

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// The people of the games below.
const (
	Alice = game.Person("1001")
	Bob   = game.Person("1002")
)

// Noon is when all that happens in these games happens.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// T is a testing.TB or a *rapid.T.
type T interface {
	Helper()
	Context() context.Context
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Must stops the test over an act that should have been allowed.
func Must(t T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// OK is Must for a call that also returns a value: OK(service.Move(ctx, act, id, "h2e2"))(t).
func OK[V any](value V, err error) func(T) V {
	return func(t T) V {
		t.Helper()
		Must(t, err)
		return value
	}
}

// Refused stops the test over an error that is not the refusal with this code.
func Refused(t T, err error, code game.Code) {
	t.Helper()
	if !errors.Is(err, code) {
		t.Fatalf("got error %v, want refusal %s", err, code)
	}
}

// Move parses a move, "h2e2".
func Move(t T, text string) board.Move {
	t.Helper()
	m, err := board.ParseMove(text)
	Must(t, err)
	return m
}

// ChallengeBy is the act of a person who challenges another.
func ChallengeBy(p game.Person, name string) game.Act {
	return game.Act{Actor: p, Name: name, Guild: "1", Channel: "2"}
}

// Offered is Alice's challenge to Bob.
func Offered(t testing.TB, spec game.ChallengeSpec) *game.Game {
	t.Helper()
	g := &game.Game{ID: 42}
	spec.Opponent, spec.OpponentName = Bob, "Bob"
	Must(t, game.OfferChallenge(g, ChallengeBy(Alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String(), Life: 72 * time.Hour}, Noon))
	return g
}

// Between is a game of Alice, Red, and Bob after some moves.
func Between(t testing.TB, spec game.ChallengeSpec, moves ...string) *game.Game {
	t.Helper()
	spec.ColorChoice = game.WantRed
	g := Offered(t, spec)
	Must(t, game.AcceptChallenge(g, Bob, board.Red, Noon))
	PlayAll(t, g, moves...)
	return g
}

// AgainstBot is a game of Alice, Red, and the bot.
func AgainstBot(t testing.TB, spec game.ChallengeSpec, moves ...string) *game.Game {
	t.Helper()
	g := &game.Game{ID: 42}
	spec.Level, spec.ColorChoice = 5, game.WantRed
	Must(t, game.OfferChallenge(g, ChallengeBy(Alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String()}, Noon))
	PlayAll(t, g, moves...)
	return g
}

// From sets a game up at a position and plays on from there.
func From(t testing.TB, g *game.Game, fen string, moves ...string) *game.Game {
	t.Helper()
	start, err := board.ParseFEN(fen)
	Must(t, err)
	g.Record = board.Record{Start: start}
	PlayAll(t, g, moves...)
	return g
}

// PlayAll plays moves, "h2e2", by whose turn it is, with the ratings that follow from the end.
func PlayAll(t testing.TB, g *game.Game, moves ...string) {
	t.Helper()
	Play(t, g, Noon, moves...)
	rate(g)
}

// Play plays moves at a time, by whose turn it is.
func Play(t testing.TB, g *game.Game, at time.Time, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m := Move(t, text)
		if seat := g.Seats[g.Turn()]; seat.IsBot() {
			Must(t, BotPlays(g, m, false, at))
		} else {
			Must(t, game.Play(g, seat.Person, m, at))
		}
	}
}

// BotPlays plays a move for the engine, which accepts a draw that it is offered late enough only if it is to.
func BotPlays(g *game.Game, m board.Move, accept bool, at time.Time) error {
	c, _, _ := game.EngineTurn(g)
	choice := engine.Choice{Move: m, Mate: 1}
	if accept == (g.Turn() == c) { // the score is that of the side to move
		choice.Mate = -1
	}
	return game.PlayChoice(g, c, choice, at)
}

// rate does to a game between newcomers what a store does when it saves it.
func rate(g *game.Game) {
	players := map[game.Person]standing.Player{}
	for p, met := range g.Players {
		players[p] = standing.Player{Person: p, Name: met.Name, Locale: met.Locale}
	}
	if standing.AffectsRatings(g) {
		standing.Rate(g, 0, players)
	}
	for p, player := range players {
		g.Players[p] = player.InGame(g)
	}
}

// Square parses a point, "e0".
func Square(t testing.TB, text string) board.Square {
	t.Helper()
	s, err := board.ParseSquare(text)
	Must(t, err)
	return s
}

// RandomGame plays a game of random moves between two people with ids as long as they get.
func RandomGame(t *rapid.T) *game.Game {
	const red, black = game.Person("18446744073709551615"), game.Person("18446744073709551614")
	g := &game.Game{ID: game.ID(rapid.Int64Min(1).Draw(t, "id"))}
	g.State, g.Rated = game.Active, rapid.Bool().Draw(t, "rated")
	g.Challenger, g.Opponent = red, game.Seat{Person: black}
	g.Seats = [2]game.Seat{{Person: g.Challenger}, g.Opponent}
	g.Record = board.NewRecord()
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	p := g.Position()
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		p.Make(m)
		g.Record.Moves = append(g.Record.Moves, m)
		g.Last = game.Event{Kind: game.Moved, By: p.SideToMove().Opponent(), Move: m, Ply: g.Ply()}
	}
	if !p.HasLegalMove() {
		t.Skip("the random game is over")
	}
	g.Offers.Draw = game.Offer{Pending: rapid.Bool().Draw(t, "offered"), By: board.Color(rapid.IntRange(0, 1).Draw(t, "by"))}
	return g
}
