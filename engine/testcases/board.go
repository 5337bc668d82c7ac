package testcases

import (
	"slices"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
)

// Position returns the position of a FEN. The test fails if it is invalid.
func Position(t rapid.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Move returns the move of coordinates, such as h2e2. The test fails if there is none.
func Move(t rapid.TB, coordinates string) board.Move {
	t.Helper()
	m, err := board.ParseMove(coordinates)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Moves returns the moves of coordinates. The test fails if one is none.
func Moves(t rapid.TB, coordinates ...string) (moves []board.Move) {
	t.Helper()
	for _, one := range coordinates {
		moves = append(moves, Move(t, one))
	}
	return moves
}

// Record returns a game that begins with the position of a FEN and goes on with moves in coordinates. The test fails if
// one of them is illegal.
func Record(t rapid.TB, fen string, moves ...string) *board.Record {
	t.Helper()
	rec := board.Record{Start: Position(t, fen)}
	for _, coordinates := range moves {
		if err := rec.Play(Move(t, coordinates)); err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
	}
	return &rec
}

// Turned returns the position with every point mapped, and the colors and the side to move exchanged if swap is set.
// The test fails if that is no position.
func Turned(t rapid.TB, p *board.Position, point func(board.Square) board.Square, swap bool) board.Position {
	t.Helper()
	setup := p.Setup()
	var placement board.Placement
	for s, piece := range setup.Placement {
		if piece == board.NoPiece {
			continue
		}
		c := piece.Color()
		if swap {
			c = c.Opponent()
		}
		placement[point(board.Square(s))] = board.MakePiece(c, piece.Kind())
	}
	setup.Placement = placement
	if swap {
		setup.SideToMove = setup.SideToMove.Opponent()
	}
	q, err := board.NewPosition(setup)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TurnedGame is [Turned] for a game.
func TurnedGame(t rapid.TB, rec *board.Record, point func(board.Square) board.Square, swap bool) *board.Record {
	t.Helper()
	turned := &board.Record{Start: Turned(t, &rec.Start, point, swap)}
	for _, m := range rec.Moves {
		turned.Moves = append(turned.Moves, board.NewMove(point(m.From()), point(m.To())))
	}
	return turned
}

// Playout draws a game of up to so many random moves from a position. Half of the time it takes a capture where there is
// one, so that positions with few pieces are reached too.
func Playout(t *rapid.T, start board.Position, plies int) board.Record {
	rec, p := board.Record{Start: start}, start
	for range rapid.IntRange(0, plies).Draw(t, "plies") {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		quiet := func(m board.Move) bool { return p.At(m.To()) == board.NoPiece }
		if c := slices.DeleteFunc(slices.Clone(moves), quiet); len(c) > 0 && rapid.Bool().Draw(t, "capture") {
			moves = c
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		p.Make(m)
		rec.Moves = append(rec.Moves, m)
	}
	return rec
}
