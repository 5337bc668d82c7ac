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

// san is a move as chess programs write it.
type san struct {
	text   string
	kind   board.Kind
	letter bool // one says which piece it is
	// files and ranks have one each for the target, and before it what distinguishes the piece from its like.
	files, ranks []int
}

// sanKinds are the pieces of the letters KAEBHNRCP.
var sanKinds = [...]board.Kind{
	board.King, board.Advisor, board.Elephant, board.Elephant, board.Horse, board.Horse, board.Rook, board.Cannon, board.Pawn,
}

// cutSAN reads the parts of a move where the first rank has a number, 0 or 1.
func cutSAN(text string, first int) (s san, err error) {
	s = san{text: text, kind: board.Pawn}
	rest := strings.TrimRight(text, "+#!?")
	if rest != "" {
		if i := strings.IndexByte("KAEBHNRCP", rest[0]); i >= 0 {
			s.kind, s.letter, rest = sanKinds[i], true, rest[1:]
		}
	}
	for rest != "" {
		switch c := rest[0]; {
		case 'a' <= c && c <= 'i':
			s.files, rest = append(s.files, int(c-'a')), rest[1:]
		case strings.HasPrefix(rest, "10") && first == 1:
			s.ranks, rest = append(s.ranks, 9), rest[2:]
		case '0'+byte(first) <= c && c <= '9':
			s.ranks, rest = append(s.ranks, int(c-'0')-first), rest[1:]
		case c == 'x' || c == '-':
			rest = rest[1:]
		default:
			return s, &notation.SyntaxError{Text: gamefile.Cut(text, notation.MaxText), Bad: rest}
		}
	}
	if len(s.files) == 0 || len(s.ranks) == 0 || len(s.files) > 2 || len(s.ranks) > 2 {
		return s, syntaxError(text)
	}
	return s, nil
}

// names reports whether a legal move from a square may be meant.
func (s *san) names(from board.Square) bool {
	return (len(s.files) == 1 || s.files[0] == from.File()) && (len(s.ranks) == 1 || s.ranks[0] == from.Rank())
}

// parseSAN reads a move where the first rank has a number, 0 or 1.
func parseSAN(p *board.Position, text string, first int) (board.Move, error) {
	s, err := cutSAN(text, first)
	if err != nil {
		return board.NoMove, err
	}
	if !s.letter && len(s.files) == 2 && len(s.ranks) == 2 { // both points: no letter says which piece
		s.kind = p.At(board.SquareAt(s.files[0], s.ranks[0])).Kind()
	}
	target := board.SquareAt(s.files[len(s.files)-1], s.ranks[len(s.ranks)-1])
	var fit []board.Move
	for _, m := range p.LegalMoves(nil) {
		if m.To() == target && p.At(m.From()).Kind() == s.kind && s.names(m.From()) {
			fit = append(fit, m)
		}
	}
	switch len(fit) {
	case 0:
		return board.NoMove, &notation.IllegalError{Text: text, Piece: board.MakePiece(p.SideToMove(), s.kind), Reason: notation.WrongPieceMove,
			Squares: []board.Square{target}}
	case 1:
		return fit[0], nil
	}
	if s.kind == board.Pawn && len(s.files)+len(s.ranks) == 2 { // a pawn that goes sideways is written with its file
		if i := slices.IndexFunc(fit, func(m board.Move) bool { return m.From().File() == target.File() }); i >= 0 {
			return fit[i], nil
		}
	}
	return board.NoMove, &notation.AmbiguousError{Text: text, Candidates: fit}
}
