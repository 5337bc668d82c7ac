package paste

import (
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// sanParser returns a reader of moves as chess programs write them, which also play Xiangqi: Hg3, Che3, R1xd2+, e5,
// h3xe3. The first rank is 1 in Fairy-Stockfish and PyChess and 0 in WinBoard. The errors are those of package
// notation.
func sanParser(rank int) moveParser {
	return func(p *board.Position, text string) (board.Move, error) { return parseSAN(p, text, rank) }
}

// parseSAN reads a move where the first rank has a number, 0 or 1.
func parseSAN(p *board.Position, text string, first int) (board.Move, error) {
	bare := strings.TrimRight(text, "+#!?")
	kind, rest := board.Pawn, bare
	if bare != "" {
		if i := strings.IndexByte("KAEBHNRCP", bare[0]); i >= 0 {
			kind, rest = [...]board.Kind{board.King, board.Advisor, board.Elephant, board.Elephant, board.Horse, board.Horse,
				board.Rook, board.Cannon, board.Pawn}[i], bare[1:]
		}
	}
	anyKind := len(rest) == len(bare)
	var files, ranks []int // one of each for the target, before them what tells the piece from its like
	for rest != "" {
		switch c := rest[0]; {
		case 'a' <= c && c <= 'i':
			files, rest = append(files, int(c-'a')), rest[1:]
		case strings.HasPrefix(rest, "10") && first == 1:
			ranks, rest = append(ranks, 9), rest[2:]
		case '0'+byte(first) <= c && c <= '9':
			ranks, rest = append(ranks, int(c-'0')-first), rest[1:]
		case c == 'x' || c == '-':
			rest = rest[1:]
		default:
			return board.NoMove, &notation.SyntaxError{Text: gamefile.Cut(text, notation.MaxText), Bad: rest}
		}
	}
	if len(files) == 0 || len(ranks) == 0 || len(files) > 2 || len(ranks) > 2 {
		return board.NoMove, &notation.SyntaxError{Text: gamefile.Cut(text, notation.MaxText)}
	}
	if anyKind = anyKind && len(files) == 2 && len(ranks) == 2; anyKind { // both points: no letter says which piece
		kind = p.At(board.SquareAt(files[0], ranks[0])).Kind()
	}
	target := board.SquareAt(files[len(files)-1], ranks[len(ranks)-1])
	var fit []board.Move
	for _, m := range p.LegalMoves(nil) {
		from := m.From()
		if m.To() == target && p.At(from).Kind() == kind &&
			(len(files) == 1 || files[0] == from.File()) && (len(ranks) == 1 || ranks[0] == from.Rank()) {
			fit = append(fit, m)
		}
	}
	switch len(fit) {
	case 0:
		return board.NoMove, &notation.IllegalError{Text: text, Piece: board.MakePiece(p.SideToMove(), kind), Reason: notation.WrongPieceMove,
			Squares: []board.Square{target}}
	case 1:
		return fit[0], nil
	}
	if kind == board.Pawn && len(files)+len(ranks) == 2 { // a pawn that goes sideways is written with its file
		if i := slices.IndexFunc(fit, func(m board.Move) bool { return m.From().File() == target.File() }); i >= 0 {
			return fit[i], nil
		}
	}
	return board.NoMove, &notation.AmbiguousError{Text: text, Candidates: fit}
}
