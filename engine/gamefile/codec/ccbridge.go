package codec

import (
	"bytes"
	"encoding/binary"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/charset"
	"xiangqibot/engine/gamefile/paste"
)

// CCBridge writes a game as a structure of fixed places, and a library as an index with such structures after it.
// Texts are UTF-16. Between the fields is whatever happened to be in memory.
const (
	cbrMagic = "CCBridge Record"
	cblMagic = "CCBridgeLibrary"
	oldMagic = "CCBridge" // libraries of the first versions, of whose packed body no description is known

	cbrVersion = 19 // a byte: 1 in the first version

	cblSlots = 60    // for how many games the index has room
	cblIndex = 66624 // where it begins
	cblEntry = 276   // its bytes for each game
	cblSlot  = 4096  // games begin at multiples of these after it
)

// Where a game has what it holds, in the version of today.
const (
	cbrResult = 2076 // 1 Red wins, 2 Black, 3 a draw
	cbrMover  = 2112 // 2: Black
	cbrBoard  = 2120 // a byte a point, from Black's back rank down
	cbrMoves  = 2214
)

// cbrTexts are the texts of a game with the tags that they become.
var cbrTexts = [...]struct {
	at, size int
	name     string
}{
	{180, 128, "Title"}, {692, 64, "Event"}, {756, 64, "Round"}, {884, 64, "Date"}, {948, 64, "Site"}, {1012, 64, "TimeControl"},
	{1076, 64, "Red"}, {1140, 64, "RedTeam"}, {1300, 64, "Black"}, {1364, 64, "BlackTeam"}, {1652, 64, "Annotator"},
	{1780, 64, "Author"}, {2080, 32, "Termination"},
}

// cbrPlace returns where a version has what today's has at a place: the first lacks a text before the title and two
// after the teams.
func cbrPlace(version byte, at int) int {
	const lacking, afterTeams = 128, 1524
	switch {
	case version != 1:
		return at
	case at < afterTeams:
		return at - lacking
	}
	return at - 2*lacking
}

// What a byte before a move says.
const (
	cbrEnds       = 1 << iota // its line ends with it
	cbrHasSibling             // one that could replace it comes later
	cbrHasComment             // a comment follows
)

// bridgeFormat recognizes the files of CCBridge by their first bytes.
func bridgeFormat(data []byte) (f gamefile.Format, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte(cbrMagic)):
		return gamefile.CBR, true
	case bytes.HasPrefix(data, []byte(cblMagic)):
		return gamefile.CBL, true
	case bytes.HasPrefix(data, []byte(oldMagic)) && bytes.IndexByte(data[:min(len(data), 24)], 0) >= 0:
		return gamefile.CBL, true
	}
	return 0, false
}

// readBridge cuts a file of CCBridge into its games and reads the first.
func readBridge(data []byte, f gamefile.Format) (g gamefile.Game, parts []string, fault *gamefile.Error) {
	if f == gamefile.CBR {
		g, fault = readCBR(data)
		return g, nil, fault
	}
	g.Start = board.StartPosition()
	if !bytes.HasPrefix(data, []byte(cblMagic)) {
		return g, nil, gamefile.NewError(gamefile.NotSupported, 0, "CCBridge 1 (.cbl)")
	}
	if len(data) < cblIndex {
		return g, nil, &gamefile.Error{Problem: gamefile.CutOff, Text: "index"}
	}
	all := libraryGames(data)
	if len(all) == 0 {
		return g, nil, &gamefile.Error{Problem: gamefile.NotAGame}
	}
	parts = paste.CutAt(string(data), all)[1:]
	g, fault = readCBR([]byte(parts[0]))
	return g, parts, fault
}

// libraryGames returns where the games of a library begin, which has an index.
func libraryGames(data []byte) (all []int) {
	first := cblIndex
	if slots := binary.LittleEndian.Uint32(data[cblSlots:]); slots < gamefile.MaxSize/cblEntry {
		first += int(slots) * cblEntry
	}
	if first >= len(data) || !bytes.HasPrefix(data[first:], []byte(cbrMagic)) { // the index is as long as it is
		i := bytes.Index(data[cblIndex:], []byte(cbrMagic))
		if i < 0 {
			return nil
		}
		first = cblIndex + i
	}
	for at := first; at < len(data); at += cblSlot { // a long game takes several slots
		if bytes.HasPrefix(data[at:], []byte(cbrMagic)) {
			all = append(all, at)
		}
	}
	return all
}

// readCBR reads a game: texts, the board, and the moves as the same kind of tree that XQF has.
func readCBR(data []byte) (gamefile.Game, *gamefile.Error) {
	g := gamefile.Game{Start: board.StartPosition()}
	version, point := byte(0), cbrPoint
	if len(data) > cbrVersion && data[cbrVersion] == 1 {
		version, point = 1, cbrNibbles
	}
	at := func(place int) int { return cbrPlace(version, place) }
	if len(data) < at(cbrMoves) {
		return g, &gamefile.Error{Problem: gamefile.CutOff, Text: "header"}
	}
	for _, t := range cbrTexts {
		g.Set(t.name, charset.UTF16LE.Decode(untilZero(data[at(t.at):at(t.at)+t.size])))
	}
	if r := gamefile.Result(data[at(cbrResult)]); r <= gamefile.Draw {
		g.Result = r
	}
	r := xqfReader{data: data[at(cbrMoves):], encoding: charset.UTF16LE}
	whole := r.nodes(func() (goesOn, hasSibling, ok bool) { return r.cbrNode(point) }) || r.isPosition()
	placement := cbrPlacement(data[at(cbrBoard):][:board.Squares])
	return g, r.game(&g, placement, data[at(cbrMover)] == 2, whole)
}

// untilZero returns a text up to its end, which is a zero.
func untilZero(text []byte) []byte {
	for i := 0; i+1 < len(text); i += 2 {
		if text[i]|text[i+1] == 0 {
			return text[:i]
		}
	}
	return text
}

// cbrKinds are the pieces by the lower half of their byte, the upper half of which is 1 for Red and 2 for Black.
var cbrKinds = [...]board.Kind{1: board.Rook, board.Horse, board.Elephant, board.Advisor, board.King, board.Cannon, board.Pawn}

func cbrPlacement(points []byte) (placement board.Placement) {
	for i, b := range points {
		if kind, side := int(b&0xF), b>>4; kind > 0 && kind < len(cbrKinds) && (side == 1 || side == 2) {
			placement[cbrSquare(i)] = board.MakePiece(board.Color(side-1), cbrKinds[kind])
		}
	}
	return placement
}

// cbrSquare returns the point with a number, counted from the left and from Black's back rank down.
func cbrSquare(n int) board.Square {
	return board.SquareAt(n%board.Files, board.Ranks-1-n/board.Files)
}

// cbrNode takes one move off the data, the first of which is none: it carries what is said before the moves.
func (r *xqfReader) cbrNode(point func(byte) board.Square) (goesOn, hasSibling, ok bool) {
	rest := r.data[r.at:]
	if len(rest) < 4 {
		return false, false, false
	}
	flags, from, to := rest[0], rest[2], rest[3]
	if len(r.tree) == 0 && from != to { // written without the one that is no move
		r.tree = append(r.tree, xqfNode{})
		return true, false, true
	}
	r.at += 4
	n := xqfNode{from: point(from), to: point(to)}
	if flags&cbrHasComment != 0 {
		if ok = r.take(&n, 0); !ok {
			return false, false, false
		}
	}
	r.tree = append(r.tree, n)
	return flags&cbrEnds == 0, flags&cbrHasSibling != 0, true
}

// cbrPoint is cbrSquare for a number that may be none.
func cbrPoint(n byte) board.Square {
	if int(n) >= board.Squares {
		return board.NoSquare
	}
	return cbrSquare(int(n))
}

// cbrNibbles is cbrPoint for the first version, which has the file from the left in the upper half of the byte and the
// rank from the top in the lower.
func cbrNibbles(n byte) board.Square {
	s, _ := topLeft('0'+n>>4, '0'+n&0xF)
	return s
}

// take takes what is said of a move and its length before it, from which something is subtracted, off the data.
func (r *xqfReader) take(n *xqfNode, hidden uint32) (ok bool) {
	rest := r.data[r.at:]
	if len(rest) < 4 {
		return false
	}
	length := int64(binary.LittleEndian.Uint32(rest)) - int64(hidden)
	if r.at += 4; length < 0 || length > int64(len(rest)-4) {
		return false
	}
	n.text, n.size = int32(r.at), int32(length)
	r.at += int(length)
	return true
}
