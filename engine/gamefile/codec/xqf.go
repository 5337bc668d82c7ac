package codec

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/charset"
	"xiangqibot/engine/notation"
)

// The header of an XQF file. Texts begin with their length in a byte.
const (
	xqfHeader  = 0x400
	xqfVersion = 2    // up to xqfPlain nothing is hidden
	xqfKeys    = 3    // mask, 4 bytes unused, 4 bytes to set, and 4 keys
	xqfMen     = 0x10 // where the 32 pieces are
	xqfMover   = 0x32 // 1: Black moves; files with moves say it by these
	xqfResult  = 0x33

	xqfPlain   = 0x0A // the last version that hides nothing
	xqfShuffle = 0x0C // the first that also changes the order of the pieces
)

// xqfTexts are the texts of the header with the tags that they become.
var xqfTexts = [...]struct {
	at, longest int
	name        string
}{
	{0x50, 63, "Title"}, {0xD0, 63, "Event"}, {0x110, 15, "Date"}, {0x120, 15, "Site"}, {0x130, 15, "Red"}, {0x140, 15, "Black"},
	{0x150, 63, "TimeControl"}, {0x1D0, 15, "Annotator"}, {0x1E0, 15, "Author"},
}

// isXQF recognizes a file of XQStudio by its first bytes. No text begins so and has a control character next.
func isXQF(data []byte) bool {
	return len(data) > xqfVersion && string(data[:2]) == "XQ" && data[xqfVersion] < ' '
}

// xqfCipher is how the later versions hide what they hold: everything has a number added to it.
type xqfCipher struct {
	men, from, to byte
	comment       uint32   // added to the lengths of comments
	stream        [32]byte // added to every byte after the header, over and over
}

// cipherOf computes the numbers from the keys in the header. A version that hides nothing adds zeros.
func cipherOf(header []byte) (c xqfCipher) {
	if header[xqfVersion] <= xqfPlain {
		return c
	}
	keys := header[xqfKeys : xqfKeys+13]
	mask, set, sum, men, from, to := keys[0], keys[5:9], keys[9], keys[10], keys[11], keys[12]
	spread := func(k byte) byte { return k*k*54 + 221 }
	c.men = spread(men) * men
	c.from = spread(from) * c.men
	c.to = spread(to) * c.from
	c.comment = (uint32(sum)<<8+uint32(men))%32000 + 767
	const pattern = "[(C) Copyright Mr. Dong Shiwei.]"
	for i := range c.stream {
		c.stream[i] = pattern[i] & (set[i%4] | keys[9+i%4]&mask)
	}
	return c
}

// xqfSquare reads a point: file*10 + rank, from Red's left. A number that is none is NoSquare.
func xqfSquare(n byte) board.Square {
	if n >= board.Squares {
		return board.NoSquare
	}
	return board.SquareAt(int(n/10), int(n%10))
}

// readXQF reads a file of XQStudio: a header of 1024 bytes, then the moves as a tree. The texts are
// in charset.GB18030 or Big5.
func readXQF(data []byte) (gamefile.Game, charset.Encoding, *gamefile.Error) {
	g := gamefile.Game{Start: board.StartPosition()}
	if len(data) < xqfHeader {
		return g, charset.GB18030, &gamefile.Error{Problem: gamefile.CutOff, Text: "header"}
	}
	header := data[:xqfHeader]
	var texts [len(xqfTexts)][]byte
	var all []byte // in which the encoding is looked for
	for i, t := range xqfTexts {
		text := header[t.at+1 : t.at+1+min(int(header[t.at]), t.longest)]
		if end := slices.Index(text, 0); end >= 0 {
			text = text[:end]
		}
		texts[i], all = text, append(append(all, text...), '\n')
	}
	if r := gamefile.Result(header[xqfResult]); r <= gamefile.Draw {
		g.Result = r
	}
	r := xqfReader{
		cipher: cipherOf(header), plain: header[xqfVersion] <= xqfPlain, data: slices.Clone(data[xqfHeader:]),
	}
	for i := range r.data {
		r.data[i] -= r.cipher.stream[i%len(r.cipher.stream)]
	}
	blank := len(r.data) == 0 // a position and not even a root
	whole := r.nodes(r.node) || blank || r.isPosition()
	const enough = 1 << 16 // bytes show an encoding
	for i := range r.tree {
		if said := r.commentOf(&r.tree[i]); len(said) > 0 && len(all) < enough {
			all = append(append(all, said...), '\n')
		}
	}
	r.encoding = charset.DetectFields(all)
	for i, t := range xqfTexts {
		g.Set(t.name, r.encoding.Decode(texts[i]))
	}
	if blank {
		r.tree = []xqfNode{{}}
	}
	fault := r.game(&g, r.cipher.placement(header), header[xqfMover] == 1, whole)
	return g, r.encoding, fault
}

// game sets the start and the moves of a game from the tree that was read, whole or in part.
func (r *xqfReader) game(g *gamefile.Game, placement board.Placement, blackFirst, whole bool) *gamefile.Error {
	if len(r.tree) == 0 {
		return &gamefile.Error{Problem: gamefile.CutOff, Text: "moves"}
	}
	root, first := &r.tree[0], board.NoSquare // the root holds what is said before the first move; its points mean nothing
	if root.next != 0 {
		first = r.tree[root.next].from
	}
	setup := board.Setup{Placement: placement, MoveNumber: 1}
	if blackFirst {
		setup.SideToMove = board.Black
	}
	start, err := startOf(setup, first)
	if err != nil {
		return &gamefile.Error{Problem: gamefile.BadStart, Cause: err}
	}
	g.Start = start
	g.Line = r.line(root.next, start, 0, 0)
	r.comment(&g.Line, 0, root)
	if !whole {
		r.Report(&gamefile.Error{Problem: gamefile.CutOff, Text: "moves"})
	}
	return r.Fault
}

// placement reads where the pieces are.
func (c *xqfCipher) placement(header []byte) (placement board.Placement) {
	for i := range 2 * len(pieceOrder) {
		n := i
		if header[xqfVersion] >= xqfShuffle {
			n = (int(c.men) + 1 + i) % (2 * len(pieceOrder))
		}
		if s := xqfSquare(header[xqfMen+i] - c.men); s != board.NoSquare {
			placement[s] = pieceAt(n)
		}
	}
	return placement
}

// What is added to the points of a move in every version.
const (
	xqfFromBase = 24
	xqfToBase   = 32
)

// xqfReader reads the moves. They form a tree: a move, then all that follows it, then the move that could replace
// it with all that follows that one.
type xqfReader struct {
	cipher xqfCipher
	plain  bool
	data   []byte // the moves
	at     int    // where the next one begins
	tree   []xqfNode
	// encoding is that of all texts.
	encoding charset.Encoding
	budget   gamefile.Budget
	gamefile.Faults
}

// xqfNode is a move as the file has it. There may be two million of them, so it is small.
type xqfNode struct {
	from, to   board.Square // NoSquare where the file names no point
	text, size int32        // what is said of it, in xqfReader.data
	next       int32        // the move that follows it, as an index of xqfReader.tree; 0 if none does
	sibling    int32        // the move that could replace it
}

// commentOf is the comment of a move, not decoded.
func (r *xqfReader) commentOf(n *xqfNode) []byte { return r.data[n.text : n.text+n.size] }

// nodes reads the tree, the root first, and reports whether all of it is there.
func (r *xqfReader) nodes(node func() (goesOn, hasSibling, ok bool)) bool {
	smallest := 4 // bytes of a move
	if r.plain {
		smallest = 8
	}
	r.tree = make([]xqfNode, 0, 1+len(r.data)/smallest)
	var open []int // moves whose sibling is still to come
	goesOn, hasSibling, ok := node()
	for ok {
		here := len(r.tree) - 1
		if hasSibling && here > 0 {
			open = append(open, here)
		}
		if n := len(open); goesOn {
			if goesOn, hasSibling, ok = node(); ok {
				r.tree[here].next = int32(here + 1)
			}
		} else if n == 0 {
			return true
		} else {
			if goesOn, hasSibling, ok = node(); ok {
				r.tree[open[n-1]].sibling = int32(here + 1)
			}
			open = open[:n-1]
		}
	}
	return false
}

// isPosition reports whether the file ends with the root, so that there is no move and no part of one: programs that
// save a position may let the root say that it goes on.
func (r *xqfReader) isPosition() bool { return len(r.tree) == 1 && r.at == len(r.data) }

// node takes one move off the data. It returns false where the file ends before the move does.
func (r *xqfReader) node() (goesOn, hasSibling, ok bool) {
	rest := r.data[r.at:]
	if len(rest) < 4 {
		return false, false, false
	}
	n := xqfNode{from: xqfSquare(rest[0] - xqfFromBase - r.cipher.from), to: xqfSquare(rest[1] - xqfToBase - r.cipher.to)}
	flags, commented := rest[2], r.plain
	r.at += 4
	if r.plain {
		goesOn, hasSibling = flags&0xF0 != 0, flags&0x0F != 0
	} else {
		goesOn, hasSibling, commented = flags&0x80 != 0, flags&0x40 != 0, flags&0x20 != 0
	}
	if commented {
		if ok = r.take(&n, r.cipher.comment); !ok {
			return false, false, false
		}
	}
	r.tree = append(r.tree, n)
	return goesOn, hasSibling, true
}

// line makes the moves from one of the tree on, in p, which ply others precede, and then those of its variations.
// The siblings of its first move belong to the line around.
func (r *xqfReader) line(first int32, p board.Position, ply, depth int) gamefile.Line {
	var l gamefile.Line
	type fork struct {
		sibling int32
		at      int
		before  board.Position
	}
	var forks []fork
	for i := first; i != 0; i = r.tree[i].next {
		n := &r.tree[i]
		at := len(l.Moves)
		m, err := n.move(&p)
		problem := gamefile.BadMove
		if err == nil {
			problem = gamefile.TooManyMoves
		}
		if err != nil || !r.budget.Spend(depth) {
			if r.Fault == nil || depth == 0 { // of half a million faults one is reported
				r.Report(gamefile.NewError(problem, 0, m.String()).Because(err).AtMove(&p, ply+at, depth > 0))
			}
			break
		}
		if n.sibling != 0 && (i != first || depth == 0) {
			forks = append(forks, fork{n.sibling, at, p})
		}
		p.Make(m)
		l.Moves = append(l.Moves, m)
		r.comment(&l, len(l.Moves), n)
	}
	variations := 0
	for _, f := range forks {
		for t := f.sibling; t != 0; t = r.tree[t].sibling {
			variations++
		}
	}
	if room := min(variations, gamefile.MaxMoves); room > 0 && depth < gamefile.MaxDepth {
		l.Variations = make([]gamefile.Variation, 0, room) // it does not grow by copies
	}
	for _, f := range forks {
		for t := f.sibling; t != 0; t = r.tree[t].sibling {
			if depth == gamefile.MaxDepth {
				r.Report(gamefile.NewError(gamefile.TooDeep, 0, "").AtMove(&f.before, ply+f.at, true))
				break
			}
			if v := r.line(t, f.before, ply+f.at, depth+1); len(v.Moves) > 0 {
				l.Variations = append(l.Variations, gamefile.Variation{Ply: f.at, Line: v})
			}
		}
	}
	return l
}

// comment adds what is said of a move after some moves of a line.
func (r *xqfReader) comment(l *gamefile.Line, at int, n *xqfNode) {
	if n.size == 0 {
		return
	}
	text := r.encoding.Decode(r.commentOf(n))
	if !l.AddComment(at, text) && r.Fault == nil {
		r.Report(gamefile.NewError(gamefile.TooLong, 0, gamefile.Tidy(text)))
	}
}

// move returns the move if it is legal.
func (n *xqfNode) move(p *board.Position) (board.Move, error) {
	if n.from == board.NoSquare || n.to == board.NoSquare {
		return board.NoMove, &notation.SyntaxError{Text: n.from.String() + n.to.String()}
	}
	m := board.NewMove(n.from, n.to)
	return m, notation.Explain(p, m)
}
