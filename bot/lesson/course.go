package lesson

import "xiangqibot/engine/board"

// all are the lessons: the pieces from the simplest to the strangest, then what ends a game, then how moves are
// written.
var all = []*Lesson{
	step("rook", "3k5/9/9/9/9/9/9/1R5n1/9/4K4 w", Take, "b2", "h2"),
	step("cannon", "3k5/9/9/9/9/9/9/1C2N2r1/9/4K4 w", Take, "b2", "h2"),
	step("screens", "5k3/9/C1n1r4/4p4/9/4p4/9/4C4/9/3K5 w", Take, "a7", "e7"),
	step("horse", "3k5/9/9/9/9/5p3/3N5/9/9/4K4 w", Take, "d3", "f4"),
	step("hobbled", "5k3/9/9/9/4r4/2Np5/5N3/9/9/3K5 w", Take, "f3", "e5"),
	step("elephant", "3k5/9/9/9/9/2p3p2/3p5/4B4/9/4K4 w", Take, "e2", "g4"),
	step("advisor", "3k5/9/9/9/9/9/9/3p5/4A4/5K3 w", Take, "e1", "d2"),
	step("king", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", Take, "e0", "e1"),
	step("pawn", "3k5/9/9/9/4Pn3/9/9/9/9/4K4 w", Take, "e5", "f5"),
	step("river", "3k5/9/9/9/9/2P3B2/9/9/9/4K4 w", Reach, "c4", "c5"),
	step("facing", "4k4/9/9/9/9/r1p1C4/9/1N7/9/4K4 w", Take, "b2", "a4"),
	step("check", "5k3/9/9/9/1R2r4/9/9/9/9/2B1K4 w", Take, "b5", "e5"),
	step("mate", "4k4/R8/1R7/9/9/9/9/9/9/3K5 w", Mate, "", ""),
	step("stalemate", "3k5/1P7/9/9/9/9/9/9/9/4K4 w", Stalemate, "", ""),
	step("perpetual", "4k4/9/R8/9/9/9/9/9/9/3K5 w", Deviate, "", "",
		"a7a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9"),
	step("notation", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", Reach, "h2", "e2"),
}

// step makes a lesson of what the table has. It panics for what is not legal: the table is part of the program.
func step(name Name, fen string, goal Goal, piece, target string, moves ...string) *Lesson {
	start, err := board.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	l := &Lesson{Name: name, Record: board.Record{Start: start}, Piece: square(piece), Goal: goal, Target: square(target)}
	for _, text := range moves {
		m, err := board.ParseMove(text)
		if err == nil {
			err = l.Record.Play(m)
		}
		if err != nil {
			panic(err)
		}
	}
	return l
}

// square reads a point of the table; empty is none.
func square(text string) board.Square {
	if text == "" {
		return board.NoSquare
	}
	s, err := board.ParseSquare(text)
	if err != nil {
		panic(err)
	}
	return s
}
