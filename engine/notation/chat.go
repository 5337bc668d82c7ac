package notation

import (
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
)

// What people type in a chat is more than what files hold: marks and words around a move, and spellings that only
// people use among themselves. Dialect.Parse reads them where nothing else reads a text.

// maxChat is the maximum length, in bytes, of a text with words around a move: [MaxText], and as much again.
const maxChat = 2 * MaxText

// parseChat reads a text that is no move in any notation. A text that does not name its move plainly, by sounds or by
// what it captures, is read if plain is not asked for.
func (w Dialect) parseChat(p *board.Position, text string, plain bool) (board.Move, error) {
	if len(text) > maxChat {
		return noMove(text)
	}
	marked := unmark(text)
	bare := unwrap(marked)
	if len(bare) > MaxText {
		return noMove(text)
	}
	readers := []func(*board.Position, string) (board.Move, error){w.parse, w.parseLetters, w.parseArrival}
	if !plain {
		readers = append(readers, w.parseCapture, parseBySound)
	}
	for _, read := range readers {
		if m, err := read(p, bare); !isSyntax(err) {
			return m, withText(err, text)
		}
	}
	if !plain { // 吧 is eight by its sound, and a word after a move
		m, err := parseBySound(p, marked)
		return m, withText(err, text)
	}
	return noMove(text)
}

// parseLetters reads the initials of pinyin, p2p5 for 炮2平5, and the letter that English books give to the guard: G4+5.
func (w Dialect) parseLetters(p *board.Position, text string) (board.Move, error) {
	var in script
	if in.normalize(text) != "" || len(in.move()) != shortest {
		return noMove(text)
	}
	r := slices.Clone(in.move())
	if r[0] == 'G' {
		r[0] = 'A'
		d, ok := describe(r)
		if !ok {
			return noMove(text)
		}
		if d.dir == sideways || d.number <= 2 { // no guard moves so: the general is meant
			d.kind = board.King
		}
		return d.find(p, text)
	}
	piece, behind := initialPieces[r[0]], string(r[1])
	if place, is := initialPlaces[r[0]]; is && digitOf(r[1]) == 0 {
		piece, behind = initialPieces[r[1]], place
	}
	dir, is := initialDirections[r[2]]
	if !is || w.Vietnamese || w.Style == Vietnamese { // there T is another word
		return noMove(text)
	}
	found := candidates{p: p}
	for _, k := range piece {
		if d, ok := describe([]rune(string(k) + behind + dir + string(r[3]))); ok {
			found.describe(d)
		}
	}
	return found.one(text)
}

// The initials of pinyin. Of J and S two pieces begin: ju and jiang, shi and shuai.
var (
	initialPieces = map[rune]string{
		'P': "炮", 'M': "马", 'C': "车", 'J': "车帅", 'X': "相", 'S': "仕帅", 'B': "兵", 'Z': "兵",
	}
	initialPlaces     = map[rune]string{'Q': "前", 'Z': "中", 'H': "后"}
	initialDirections = map[rune]string{'J': "进", 'T': "退", 'P': "平"}
)

// parseArrival reads a piece and the point to which it goes, with nothing between: "cannon e2".
func (w Dialect) parseArrival(p *board.Position, text string) (board.Move, error) {
	put, last, ok := translateWords(text)
	put = withoutBlanks(strings.ReplaceAll(put, takesPiece, ""))
	name, n := utf8.DecodeRuneInString(put)
	found := candidates{p: p}
	if ok && last == "" && kindOf(name) != board.NoKind {
		found.toPoint(put[:n], put[n:], w.Style)
	}
	return found.one(text)
}

// parseCapture reads a piece and the kind of piece that it captures: "cannon takes horse".
func (w Dialect) parseCapture(p *board.Position, text string) (board.Move, error) {
	put, last, ok := translateWords(text)
	by, taken, takes := strings.Cut(put, takesPiece)
	by, taken = strings.TrimSpace(by), strings.TrimSpace(taken)
	if !ok || !takes || last != "" || utf8.RuneCountInString(by) != 1 || utf8.RuneCountInString(taken) != 1 {
		return noMove(text)
	}
	name, _ := utf8.DecodeRuneInString(by)
	victim, _ := utf8.DecodeRuneInString(taken)
	if kindOf(name) == board.NoKind || kindOf(victim) == board.NoKind {
		return noMove(text)
	}
	found := candidates{p: p}
	if victims := p.Pieces(p.SideToMove().Opponent(), kindOf(victim)); !victims.Empty() {
		found.reach(kindOf(name), slices.Collect(victims.All())...)
	}
	return found.one(text)
}
