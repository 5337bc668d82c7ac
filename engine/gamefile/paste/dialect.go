package paste

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// dialect is a way to read a text. One text keeps to one.
type dialect struct {
	// parse reads one move.
	parse moveParser
	// everyMove is for texts that number the moves and not the rounds.
	everyMove bool
	// unspaced means that no blanks are within a move.
	unspaced bool
	// rival is another way to read the same signs, just as likely. Where both find a game the text has two meanings.
	rival moveParser
}

// moveParser reads one move in a position. Its errors are those of package notation.
type moveParser func(p *board.Position, text string) (board.Move, error)

// dialects are the ways to read the text from where the scanner is, the likeliest first. The first reads nearly
// everything; the others are for texts whose signs mean something else. Where some move can only be Vietnamese, all are
// read so first: B3+1 beside M8+7 is a pawn's move and not an elephant's. Where such a text has = for sideways, its - is
// back, as in WXF.
func dialects(s Scanner) []dialect {
	fairy, winBoard := sanParser(1), sanParser(0) // chess programs agree on all but the number of the first rank
	all := []dialect{
		{parse: notation.Parse}, {parse: parseAs(notation.Vietnamese)}, {parse: parseAs(notation.UCI10)},
		{parse: fairy, unspaced: true, rival: winBoard}, {parse: winBoard, unspaced: true},
	}
	only, equals := s.vietnamese()
	if only {
		all[0], all[1] = all[1], all[0]
	}
	if only && equals {
		all = append([]dialect{{parse: vietnameseWXF}}, all...)
	}
	for _, d := range all {
		d.everyMove = true
		all = append(all, d)
	}
	return all
}

// isComplete reports whether a game was read without a fault, other than too many variations. Moves that are numbered
// one by one are more than a round.
func (f *gameParser) isComplete() bool {
	if f == nil || f.Fault != nil && !f.Fault.IsVariationLimit() {
		return false
	}
	return len(f.Moves) > 2 || len(f.Moves) > 0 && !f.everyMove
}

// weight is how much a game counts that is not complete: nothing was found, the moves are numbered one by one, or else
// how many there are.
func (f *gameParser) weight() int {
	switch {
	case f == nil:
		return 0
	case f.everyMove:
		return 1
	}
	return 2 + len(f.Moves)
}

// bestReading reads a text in every dialect and returns the first complete game, else the heaviest. It takes the moves
// for numbered one by one only where a number does not fit otherwise. read returns nil where it finds nothing.
func bestReading(s Scanner, read func(dialect) *gameParser) (best *gameParser) {
	misnumbered := false
	for _, d := range dialects(s) {
		if d.everyMove && !misnumbered {
			break
		}
		r := read(d)
		if r.isComplete() {
			if d.rival != nil {
				d.parse, d.rival = d.rival, nil
				r.compare(read(d))
			}
			return r
		}
		misnumbered = misnumbered || r != nil && r.Fault != nil && r.Fault.Problem == gamefile.WrongTurn
		if r.weight() > best.weight() {
			best = r
		}
	}
	return best
}

// parseGame reads the moves of a game in one dialect.
func (d dialect) parseGame(s Scanner, start board.Position) *gameParser {
	f := &gameParser{Scanner: s, dialect: d, start: start}
	f.parseGame()
	return f
}

// compare notes where a game without a fault differs from a rival that has none either.
func (f *gameParser) compare(rival *gameParser) {
	if rival == nil || rival.Fault != nil && !rival.Fault.IsVariationLimit() || len(rival.Moves) != len(f.Moves) {
		return
	}
	p := f.start
	for i, m := range f.Moves {
		if other := rival.Moves[i]; other != m {
			cause := &notation.AmbiguousError{Text: m.String(), Candidates: []board.Move{m, other}}
			f.Report(gamefile.NewError(gamefile.BadMove, 0, cause.Text).Because(cause).AtMove(&p, i, false))
			f.Truncate(i)
			return
		}
		p.Make(m)
	}
}

// ReadMoves reads the moves of a game, whose start is known, from where a scanner is. The other side begins where the
// digits of the moves say so. What the text says after the moves is the result, if nothing has said it before.
func ReadMoves(g *gamefile.Game, s Scanner) *gamefile.Error {
	again := func(start board.Position) *gameParser {
		return bestReading(s, func(d dialect) *gameParser { return d.parseGame(s, start) })
	}
	r := again(g.Start).otherSide(again)
	g.Start, g.Line = r.start, r.Line
	if g.Result == gamefile.Unknown {
		g.Result = r.result
	}
	return r.Fault
}

// parseAs reads moves as those write who use a style: in Vietnamese P2-5, M8.7, X1/2.
func parseAs(s notation.Style) moveParser {
	return func(p *board.Position, text string) (board.Move, error) { return notation.ParseAs(p, text, s) }
}

// vietnameseWXF reads P2=5, M8+7, X1-2: letters of Vietnamese and signs of WXF.
func vietnameseWXF(p *board.Position, text string) (board.Move, error) {
	return notation.ParseAs(p, strings.ReplaceAll(text, "-", "/"), notation.Vietnamese)
}

// vietnamese reports whether some move before the next game can only be Vietnamese, and whether some move has an
// equals sign.
func (s Scanner) vietnamese() (only, equals bool) {
	moves := false
	for {
		switch t := s.Next(); t.Kind {
		case EndOfText:
			return only, equals
		case TagPair:
			if moves {
				return only, equals
			}
		case Word:
			moves = true
			text, _ := splitNAG(t.Text)
			only = only || notation.OnlyVietnamese(text)
			equals = equals || len(text) < notation.MaxText && strings.Contains(text, "=") && isLatinMove(text[strings.LastIndexByte(text, '.')+1:])
		case Comment, OpenParen, CloseParen:
		}
	}
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
