package notation

import (
	"errors"

	"xiangqibot/engine/board"
)

// Parse parses a move as a player would write it: 马八进七, 馬８進７, H8+7, H2-E2 or h2e2. The move returned is legal in the
// position.
//
// If two pieces fit, Parse does not guess. It returns an *[AmbiguousError] with every legal move the text could mean. A
// text that names a file with two such pieces, which the rule books do not allow, is accepted if only one of them has
// the move. A text without a file (卒进1) is an *AmbiguousError even if only one move fits. A move that a rule forbids is
// an *[IllegalError]. A text that is no move, or is longer than [MaxText], is a *[SyntaxError].
//
// Ranks of coordinates count from 0, or from 1 if a rank is 10. A text is read as Vietnamese if it has no other
// meaning, like X1/2 and M8.7; P2-5 is a WXF pawn here. Use [ParseAs] if the style of the writer is known.
func Parse(p *board.Position, text string) (board.Move, error) { return ParseAs(p, text, UCI) }

// ParseAs parses a move as a person who writes in style s means it. It accepts everything that [Parse] accepts, and
// uses the style to resolve two meanings: with UCI10 ranks count from 1, unless a rank is 0; with Vietnamese letters
// and signs are Vietnamese if possible. A Vietnamese letter with a WXF sign (B3+1, P8=5) is Vietnamese too, unless only
// its WXF meaning is legal. The other styles make no difference. Pinyin and English words are tried last: pao 2 ping 5,
// cannon 2=5, horse 2 to 3, horse to e4. Errors are those of Parse.
func ParseAs(p *board.Position, text string, s Style) (board.Move, error) {
	return Dialect{Style: s, inFile: true}.parse(p, text)
}

// parse reads a text in any notation, and then as words of pinyin and English.
func (w Dialect) parse(p *board.Position, text string) (board.Move, error) {
	m, err := w.parseNotation(p, text)
	if isSyntax(err) && len(text) <= MaxText {
		if spoken, why := w.parseWords(p, text); !isSyntax(why) {
			return spoken, why
		}
	}
	return m, err
}

// parseNotation reads a text without words of pinyin and English.
func (w Dialect) parseNotation(p *board.Position, text string) (board.Move, error) {
	if len(text) > MaxText {
		return noMove(text)
	}
	var in script
	if bad := in.normalize(text); bad != "" {
		return board.NoMove, &SyntaxError{Text: text, Bad: bad}
	}
	in.trimAnnotations()
	if c, ok := coordinatesOf(in.move()); ok {
		return c.find(p, text, w.Style)
	}
	meanings := w.meanings(in.move())
	if len(meanings) == 0 { // 3. 卒进1 is shorter than a move
		meanings = w.meanings(in.r[in.moveStart:max(in.moveStart, in.n)])
	}
	if len(meanings) == 0 {
		return noMove(text)
	}
	m, err := meanings[0].find(p, text)
	if len(meanings) > 1 && isIllegal(err) {
		if other, otherErr := meanings[1].find(p, text); !isIllegal(otherErr) {
			return other, otherErr
		}
	}
	return m, err
}

// LooksLikeMove reports whether a text is plainly meant as a move, legal or not: 炮二平五, C2=5 and 我走炮二平五, but not
// "good game".
func LooksLikeMove(text string) bool {
	start := board.StartPosition()
	_, err := Parse(&start, text)
	if isSyntax(err) {
		_, err = Dialect{}.parseChat(&start, text, true)
	}
	return !isSyntax(err)
}

// MayBeMove reports whether a text is a move to [Dialect.Parse], plainly or not: 跑二平五 and "cannon takes horse" too.
func MayBeMove(text string) bool {
	start := board.StartPosition()
	_, err := Dialect{}.Parse(&start, text)
	return !isSyntax(err)
}

// noMove is the answer to a text that is no move.
func noMove(text string) (board.Move, error) { return board.NoMove, &SyntaxError{Text: clip(text)} }

func isSyntax(err error) bool {
	var syntax *SyntaxError
	return errors.As(err, &syntax)
}

func isIllegal(err error) bool {
	var illegal *IllegalError
	return errors.As(err, &illegal)
}

// find returns the move between the points.
func (c coordinates) find(p *board.Position, text string, s Style) (board.Move, error) {
	m, ok := c.moveAs(s)
	if !ok {
		return noMove(text)
	}
	found := candidates{p: p}
	found.try(m)
	return found.one(text)
}

// find returns the one legal move that fits a description.
func (d description) find(p *board.Position, text string) (board.Move, error) {
	found := candidates{p: p}
	found.describe(d)
	return found.one(text)
}

// candidates are the moves that a text can mean. If none is legal, the reason is the one that comes nearest.
type candidates struct {
	p         *board.Position
	legal     []board.Move
	nearest   *IllegalError
	omitsFile bool // the text does not say which piece
}

// one returns the only legal move.
func (c *candidates) one(text string) (board.Move, error) {
	switch {
	case len(c.legal) == 1 && !c.omitsFile:
		return c.legal[0], nil
	case len(c.legal) > 0:
		return board.NoMove, &AmbiguousError{Text: text, Candidates: c.legal, MissingFile: c.omitsFile}
	case c.nearest == nil:
		return noMove(text)
	}
	c.nearest.Text = text
	return board.NoMove, c.nearest
}

func (c *candidates) try(m board.Move) {
	if refusal := explain(c.p, m); refusal != nil {
		c.refuse(refusal)
	} else {
		c.legal = append(c.legal, m)
	}
}

func (c *candidates) refuse(e *IllegalError) {
	if c.nearest == nil || e.Reason > c.nearest.Reason {
		c.nearest = e
	}
}

// describe adds the moves that fit a description.
func (c *candidates) describe(d description) {
	side := c.p.SideToMove()
	pieces, piece := newLineup(c.p, side, d.kind), board.MakePiece(side, d.kind)
	c.omitsFile = d.omitsFile()
	chosen, reason := pieces.pick(d)
	if reason != NoReason {
		c.refuse(&IllegalError{Piece: piece, Reason: reason, Squares: pieces.squares})
	}
	for _, from := range chosen {
		if to, reason := d.target(side, from); reason != NoReason {
			c.refuse(&IllegalError{Piece: piece, Reason: reason, Squares: []board.Square{from}})
		} else {
			c.try(board.NewMove(from, to))
		}
	}
}

// reach adds the moves of a kind of piece to some points.
func (c *candidates) reach(k board.Kind, points ...board.Square) {
	side := c.p.SideToMove()
	pieces := newLineup(c.p, side, k)
	if len(pieces.squares) == 0 {
		c.refuse(&IllegalError{Piece: board.MakePiece(side, k), Reason: NoSuchPiece})
	}
	for _, from := range pieces.squares {
		for _, to := range points {
			c.try(board.NewMove(from, to))
		}
	}
}

// target returns the point to which the numbers lead from a point, or why they lead nowhere. It does not check that the
// piece can reach the point.
func (d description) target(c board.Color, from board.Square) (board.Square, Reason) {
	file, rank := from.File(), from.Rank()
	up := 1
	if (c == board.Black) != (d.dir == back) {
		up = -1
	}
	switch {
	case isOblique(d.kind):
		file = fileOf(c, d.number)
		ranks := obliqueRanks(d.kind, distance(file, from.File()))
		if d.dir == sideways || ranks == 0 {
			return 0, WrongPieceMove
		}
		rank += ranks * up
	case d.dir == sideways:
		file = fileOf(c, d.number)
	default:
		rank += d.number * up
	}
	if rank < 0 || rank >= board.Ranks {
		return 0, OffBoard
	}
	return board.SquareAt(file, rank), NoReason
}

// obliqueRanks returns by how many ranks an oblique move goes that crosses so many files, 0 if there is none.
func obliqueRanks(k board.Kind, files int) int {
	switch {
	case k == board.Horse && (files == 1 || files == 2):
		return 3 - files
	case k == board.Elephant && files == 2, k == board.Advisor && files == 1:
		return files
	}
	return 0
}

func distance(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}
