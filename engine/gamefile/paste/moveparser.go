package paste

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// moveParser reads one move in a position. Its errors are those of package notation.
type moveParser func(p *board.Position, text string) (board.Move, error)

// parseAs reads moves as those write who use a style: in Vietnamese P2-5, M8.7, X1/2.
func parseAs(s notation.Style) moveParser {
	return func(p *board.Position, text string) (board.Move, error) { return notation.ParseAs(p, text, s) }
}

// vietnameseWXF reads P2=5, M8+7, X1-2: letters of Vietnamese and signs of WXF.
func vietnameseWXF(p *board.Position, text string) (board.Move, error) {
	return notation.ParseAs(p, strings.ReplaceAll(text, "-", "/"), notation.Vietnamese)
}

// sanParser returns a reader of moves as chess programs write them, which also play Xiangqi: Hg3, Che3, R1xd2+, e5,
// h3xe3. The first rank is 1 in Fairy-Stockfish and PyChess and 0 in WinBoard.
func sanParser(rank int) moveParser {
	return func(p *board.Position, text string) (board.Move, error) { return parseSAN(p, text, rank) }
}

// sanMoves are the forms of such moves by the number of the first rank: a letter for the piece, what distinguishes it
// from its like, the target.
var sanMoves = [...]*regexp.Regexp{
	regexp.MustCompile(`^-?([KABEHNRCP]?)([a-i]?)([0-9]?)[x-]?([a-i])([0-9])[+#!?]*$`),
	regexp.MustCompile(`^-?([KABEHNRCP]?)([a-i]?)(10|[1-9])?[x-]?([a-i])(10|[1-9])[+#!?]*$`),
}

// parseSAN reads a move where the first rank has a number, 0 or 1.
func parseSAN(p *board.Position, text string, first int) (board.Move, error) {
	part := sanMoves[first].FindStringSubmatch(text)
	if part == nil {
		return board.NoMove, syntaxError(text)
	}
	letter, file, rank := part[1], part[2], part[3]
	square := func(file, rank string) board.Square {
		n, _ := strconv.Atoi(rank)
		return board.SquareAt(int(file[0]-'a'), n-first)
	}
	target := square(part[4], part[5])
	kind := board.Pawn
	if letter != "" {
		piece, _ := board.PieceOf(letter[0])
		kind = piece.Kind()
	} else if file != "" && rank != "" { // both points: no letter says which piece
		kind = p.At(square(file, rank)).Kind()
	}
	isMeant := func(from board.Square) bool {
		return (file == "" || square(file, part[5]).File() == from.File()) && (rank == "" || square(part[4], rank).Rank() == from.Rank())
	}
	var fit []board.Move
	for _, m := range p.LegalMoves(nil) {
		if m.To() == target && p.At(m.From()).Kind() == kind && isMeant(m.From()) {
			fit = append(fit, m)
		}
	}
	switch len(fit) {
	case 0:
		return board.NoMove, &notation.IllegalError{Text: text, Piece: board.MakePiece(p.SideToMove(), kind),
			Reason: notation.WrongPieceMove, Squares: []board.Square{target}}
	case 1:
		return fit[0], nil
	}
	if kind == board.Pawn && file+rank == "" { // a pawn that goes sideways is written with its file
		if i := slices.IndexFunc(fit, func(m board.Move) bool { return m.From().File() == target.File() }); i >= 0 {
			return fit[i], nil
		}
	}
	return board.NoMove, &notation.AmbiguousError{Text: text, Candidates: fit}
}

func isSyntax(err error) bool {
	var syntax *notation.SyntaxError
	return errors.As(err, &syntax)
}

func syntaxError(text string) error {
	return &notation.SyntaxError{Text: gamefile.Cut(text, notation.MaxText)}
}

// splitNAG splits a word into the move and the symbols at its end.
func splitNAG(word string) (move, signs string) {
	move = strings.TrimRight(word, "!?！？")
	return move, word[len(move):]
}
