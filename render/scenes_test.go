package render

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// played returns the position after some moves from the start, and the last of them.
func played(t testing.TB, moves string) (board.Position, board.Move) {
	t.Helper()
	rec := testcases.Record(t, board.StartFEN, strings.Fields(moves)...)
	if len(rec.Moves) == 0 {
		return rec.Position(), board.NoMove
	}
	return rec.Position(), rec.Moves[len(rec.Moves)-1]
}

// marks reads squares parted by blanks.
func marks(t testing.TB, kind MarkKind, squares string) []Mark {
	t.Helper()
	var out []Mark
	for _, text := range strings.Fields(squares) {
		sq, err := board.ParseSquare(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Mark{Square: sq, Kind: kind})
	}
	return out
}

// numbered numbers marks from 1.
func numbered(marks []Mark) []Mark {
	for i := range marks {
		marks[i].Number = i + 1
	}
	return marks
}

// arrows reads the move that was played and the best one.
func arrows(t testing.TB, moves string) []Arrow {
	t.Helper()
	var out []Arrow
	for i, text := range strings.Fields(moves) {
		m := testcases.Move(t, text)
		out = append(out, Arrow{Move: m, Kind: ArrowKind(i)})
	}
	return out
}

// candidates reads moves to choose from, the first of which is on top.
func candidates(t testing.TB, moves string) []Arrow {
	t.Helper()
	all := arrows(t, moves)
	for i := range all {
		all[i].Kind, all[i].Number = Candidate, i+1
	}
	slices.Reverse(all)
	return all
}

// results are how games with the first moves went.
func results() []Result {
	return []Result{
		{"C2=5", "15080", 5777, 4873, 4430},
		{"P3+1", "4572", 2046, 1522, 1004},
		{"E3+5", "2255", 820, 925, 510},
		{"H2+3", "1287", 466, 452, 369},
		{"C2=6", "813", 321, 273, 219},
		{"C2=4", "352", 136, 112, 104},
		{"H2+1", "107", 48, 32, 27},
		{"C2=7", "34", 16, 11, 7},
	}
}

// rounds are n rounds, the last without Black's move.
func rounds(n int) []MovePair {
	all := make([]MovePair, n)
	for i := range all {
		all[i] = MovePair{i + 1, "炮二平五", "馬8進7"}
	}
	all[n-1].Black = ""
	return all
}

// pieces reads the letters of pieces.
func pieces(letters string) []board.Piece {
	var all []board.Piece
	for _, letter := range letters {
		p := board.MakePiece(board.Red, board.Kind(strings.IndexRune(" KABNRCP", unicode.ToUpper(letter))))
		if unicode.IsLower(letter) {
			p = board.MakePiece(board.Black, p.Kind())
		}
		all = append(all, p)
	}
	return all
}

// Players of several scenes.
var (
	aliceAndBob   = [2]Player{{Name: "Alice"}, {Name: "Bob"}}
	aliceHasClock = [2]Player{{Name: "Alice", Clock: "12:05"}, {Name: "Bob"}}
	onlyClocks    = [2]Player{{Clock: "12:05"}, {Clock: "9:48"}}
)

// scenes are the pictures that are compared, by name. Together they show everything that a scene can ask for.
func scenes(t testing.TB) map[string]Scene {
	opening, last := played(t, "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6")
	middle, _ := played(t, "h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 c3c4 g6g5 b2b6 c9e7 e3e4 d9e8 b6e6 c7e6 e2e6 a9c9 g2e3 c6c5 "+
		"c4c5 c9c5 b0c2 f7f6 a0b0 g7e6 b0b7 e6f4") // by masters; the next move was a mistake
	start := board.StartPosition()
	check := testcases.Position(t, "2bak4/4a4/4b4/9/9/2B6/9/4C4/4A4/2BAK4 b - - 3 40")
	mate := testcases.Position(t, "3k5/4P4/3R5/9/9/9/9/9/9/4K4 b - - 0 60")
	e9, _ := board.ParseSquare("e9")
	d9, _ := board.ParseSquare("d9")
	d6d7, _ := board.ParseMove("d6d7")

	all := map[string]Scene{
		"opening": {Position: opening, LastMove: last, Players: [2]Player{{Name: "Alice", Clock: "12:05"}, {Name: "Bob", Clock: "9:48"}}},
		"start":   {Position: start, Players: [2]Player{{Name: "紅方"}, {Name: "黑方"}}},
		"flipped": {Position: opening, LastMove: last, Flipped: true, Players: aliceAndBob},
		"check":   {Position: check, Check: e9, Players: [2]Player{{Name: "Alice", Clock: "1d 4h"}, {Name: "Bob", Clock: "22h"}}},
		"over": {
			Position: mate, LastMove: d6d7, Check: d9, Over: true, Players: aliceAndBob,
			Status: "Checkmate · 紅勝",
		},
		"selected": {
			Position: opening, Height: 480,
			Marks: append(marks(t, Selected, "h6"), marks(t, Destination, "h0 h1 h2 h3 h4 h5 h7 g6 i6")...),
		},
		"numbered": {
			Position: opening, Height: 480,
			Marks: append(marks(t, Selected, "h6"), numbered(marks(t, Destination, "h0 h1 h2 h3 h4 h5 h7 g6 i6 a5 b5 c5 d5"))...),
		},
		"refused":       {Position: start, Height: 480, Marks: append(marks(t, Selected, "b0"), marks(t, Obstacle, "c0 d1")...)},
		"night":         {Position: opening, LastMove: last, Theme: Night, Players: aliceHasClock},
		"contrast":      {Position: opening, LastMove: last, Theme: Contrast, Players: aliceHasClock},
		"paper":         {Position: opening, LastMove: last, Theme: Paper, Pieces: Stele, Players: onlyClocks},
		"jade":          {Position: check, Check: e9, Theme: Jade, Pieces: Stele, Coordinates: Digits},
		"contrast-dark": {Position: opening, LastMove: last, Theme: ContrastDark, Pieces: Stele, Players: onlyClocks},
		"simplified":    {Position: start, Pieces: Simplified, Height: 480},
		"pictograms":    {Position: opening, LastMove: last, Pieces: Pictograms, Coordinates: Letters, Players: aliceHasClock},
		"pictograms-night": {
			Position: check, Check: e9, Pieces: Pictograms, Theme: Night, Coordinates: Digits, Players: aliceAndBob,
		},
		"pictograms-contrast": {Position: start, Pieces: Pictograms, Theme: Contrast, Height: 480},
		"initials":            {Position: opening, LastMove: last, Pieces: Initials, Coordinates: Digits, Players: aliceAndBob},
		"names": {
			Position: check, Check: e9, Players: [2]Player{
				{Name: "Nguyễn Phước Ửng Đỗ Hồng Ngọc", Clock: "0:09"},
				{Name: "棋王 👨‍👩‍👧 🇻🇳 Wolfeschlegelsteinhausenbergerdorff", Clock: "2d 14h 05m"},
			},
			Status: "困毙 · 60 rounds without a capture",
		},
		"digits":  {Position: opening, LastMove: last, Coordinates: Digits, Players: aliceAndBob},
		"letters": {Position: start, Coordinates: Letters, Height: 480},
		"letters-from-one": {
			Position: opening, LastMove: last, Coordinates: LettersFromOne, Flipped: true, Theme: Night, Players: aliceAndBob,
		},
		"tally": {
			Position: opening, LastMove: last, Players: [2]Player{{Name: "Team Red"}, {Name: "Bot"}},
			Tally: []Bar{{"炮二平五", 12}, {"马８进７ 車進退", 7}, {"H2+3", 3}, {"Pt.2 · M8.7 and much more", 1}, {"resign 认输", 0}},
		},
		"tally-night": {
			Position: start, Theme: Night, Height: 480, Tally: []Bar{{"C2=5", 1}}, Status: "2 of 3",
		},
		"clocks": {Position: start, Players: [2]Player{{Clock: "10:00"}, {Clock: "10:00"}}},
		"wide": {
			Position: opening, LastMove: last, Wide: true,
			Players: [2]Player{{Name: "Alice", Clock: "12:05", Note: "1523"}, {Name: "棋王 Bob", Clock: "9:48", Note: "1488?"}},
			Moves:   rounds(9), Captured: pieces("rNccpppbA"),
		},
		"wide-contrast": {
			Position: mate, LastMove: d6d7, Check: d9, Wide: true, Flipped: true, Over: true, Theme: Contrast, Pieces: Pictograms, Coordinates: Letters,
			Players: [2]Player{{Name: "Wolfeschlegelsteinhausenbergerdorff", Note: "2310"}, {Name: "Bob"}}, Moves: rounds(2)[1:], Status: "1–0",
			Captured: pieces("rrnnccppppbbaaRNNCCPPPPBBAA"),
		},
		"wide-tally": {
			Position: opening, LastMove: last, Wide: true, Theme: Night, Players: [2]Player{{Name: "Team Red"}, {Name: "Bot"}},
			Tally: []Bar{{"炮二平五", 12}, {"马８进７ 車進退", 7}, {"H2+3", 3}}, Moves: rounds(4), Status: "19 votes",
		},
		"openings-wide": {
			Position: start, Wide: true, Arrows: candidates(t, "h2e2 g3g4 g0e2 h0g2 h2d2 h2f2 h0i2 h2c2"), Results: results(),
		},
		"openings": {
			Position: opening, Flipped: true, LastMove: last, Theme: Night,
			Arrows: candidates(t, "h9g7 b9c7 h7e7 b7e7 c9e7 f9e8 h7h0 d9e8"),
			Results: []Result{
				{"马８进７", "12345 games", 1, 2, 12342}, {"前炮平五", "3盘", 0, 3, 0}, {"Pt.2 · M8.7 and much more", "60", 30, 0, 30},
				{"A4+5", "", 0, 0, 0}, {"h7e7", "3 ván", 3, 0, 0},
			},
		},
		"review": {
			Position: middle, Players: aliceAndBob, Status: "14. 相七進五 ?",
			Arrows: arrows(t, "c0e2 h0h4"), Marks: marks(t, Mistake, "e2"),
		},
		"review-night": {
			Position: opening, Theme: Night, Flipped: true, Pieces: Pictograms, Arrows: arrows(t, "g7h5 b7e7"),
			Marks: append(marks(t, Mistake, "h5"), marks(t, Blunder, "e7")...),
		},
		"review-contrast": {
			Position: opening, Theme: Contrast, Height: 480, Arrows: arrows(t, "h6h3 h6h7"),
			Marks: append(marks(t, Mistake, "h3"), marks(t, Blunder, "h7")...),
		},
		"review-wide": {
			Position: opening, Theme: Jade, Wide: true, Arrows: arrows(t, "e6e5 b7b0"), Players: aliceAndBob,
			Marks: append(marks(t, Mistake, "e5"), marks(t, Blunder, "b0")...),
		},
		"small": {Position: start, Height: 200, Players: aliceAndBob},
	}
	for name, s := range all {
		if s.Check == 0 {
			s.Check = board.NoSquare
			all[name] = s
		}
	}
	return all
}
