package lesson

import "xiangqibot/engine/board"

// lessons are the lessons in order: the pieces from the simplest to the oddest, then how a game ends, then how moves
// are written.
var lessons = []*Lesson{
	newLesson("rook", "3k5/9/9/9/9/9/9/1R5n1/9/4K4 w", Take, "b2", "h2"),
	newLesson("cannon", "3k5/9/9/9/9/9/9/1C2N2r1/9/4K4 w", Take, "b2", "h2"),
	newLesson("screens", "5k3/9/C1n1r4/4p4/9/4p4/9/4C4/9/3K5 w", Take, "a7", "e7"),
	newLesson("horse", "3k5/9/9/9/9/5p3/3N5/9/9/4K4 w", Take, "d3", "f4"),
	newLesson("hobbled", "5k3/9/9/9/4r4/2Np5/5N3/9/9/3K5 w", Take, "f3", "e5"),
	newLesson("elephant", "3k5/9/9/9/9/2p3p2/3p5/4B4/9/4K4 w", Take, "e2", "g4"),
	newLesson("advisor", "3k5/9/9/9/9/9/9/3p5/4A4/5K3 w", Take, "e1", "d2"),
	newLesson("king", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", Take, "e0", "e1"),
	newLesson("pawn", "3k5/9/9/9/4Pn3/9/9/9/9/4K4 w", Take, "e5", "f5"),
	newLesson("river", "3k5/9/9/9/9/2P3B2/9/9/9/4K4 w", Reach, "c4", "c5"),
	newLesson("facing", "4k4/9/9/9/9/r1p1C4/9/1N7/9/4K4 w", Take, "b2", "a4"),
	newLesson("check", "5k3/9/9/9/1R2r4/9/9/9/9/2B1K4 w", Take, "b5", "e5"),
	newLesson("mate", "4k4/R8/1R7/9/9/9/9/9/9/3K5 w", Mate, "", ""),
	newLesson("stalemate", "3k5/1P7/9/9/9/9/9/9/9/4K4 w", Stalemate, "", ""),
	newLesson("perpetual", "4k4/9/R8/9/9/9/9/9/9/3K5 w", Deviate, "", "",
		"a7a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9"),
	newLesson("notation", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", Reach, "h2", "e2"),
}

// newLesson makes a lesson from a row of the table. It panics if the row is invalid: the table is part of the program.
func newLesson(name Name, fen string, goal Goal, piece, target string, moves ...string) *Lesson {
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

// square parses a square of the table; "" is [board.NoSquare].
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
