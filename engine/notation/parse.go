package notation

import "xiangqibot/engine/board"

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

// Parse parses a move as [ParseAs] does with the dialect's style, except for texts with one meaning in WXF and another
// in Vietnamese. Of these it takes the one that the dialect prefers, or the only legal one. For people who do not use
// Vietnamese, the text is read as Vietnamese only if no piece ever moves as it says in WXF: a wrong number should be
// reported, and not be played as the move of another piece.
//
// A text that is no move in any notation is read as people type in a chat: with marks and words around the move
// (**炮二平五**, 我走炮二平五吧), by the initials of pinyin (p2p5), "cannon e2", "cannon takes horse". Last of all it is read by
// its sounds (跑二平五): such a move is never returned, but is the candidate of an *[AmbiguousError] with Sound.
func (w Dialect) Parse(p *board.Position, text string) (board.Move, error) {
	m, err := w.parse(p, text)
	if isSyntax(err) {
		if read, why := w.parseChat(p, text, false); !isSyntax(why) {
			return read, why
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
