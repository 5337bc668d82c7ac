package codec

import (
	"bytes"
	"html"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/charset"
	"xiangqibot/engine/gamefile/paste"
)

// Source is what a file turned out to be.
type Source struct {
	Format   gamefile.Format
	Encoding charset.Encoding // of its texts; of a file that cannot be read it means nothing
	// Alone is a game with a fault as a file by itself, where the file holds others too; else nil.
	Alone []byte
}

// Read reads the first game of a file of which anything can be read. It finds out the format and the encoding.
//
// The error is an *[gamefile.Error]. Beside it [gamefile.Game] holds what came before the fault: the tags, and the
// moves up to the one that could not be read. Only [gamefile.TooLarge], [gamefile.NotAGame], [gamefile.BadEncoding] and
// [gamefile.OtherGame] leave nothing.
func Read(data []byte) (gamefile.Game, gamefile.Format, error) {
	g, source, err := ReadGame(data, 0)
	return g, source.Format, err
}

// reading is what was read of a file: one of its games.
type reading struct {
	gamefile.Game
	Source
	parts   []string // the games of the file, each a file by itself; texts are in UTF-8
	garbled bool     // the encoding is a wrong one, or was before
	fault   *gamefile.Error
}

// readFirst cuts a file into its games and reads the first.
func readFirst(data []byte) (r reading) {
	r.Format, r.Start = gamefile.MoveList, board.StartPosition()
	if len(data) > gamefile.MaxSize {
		r.fault = &gamefile.Error{Problem: gamefile.TooLarge}
		return r
	}
	if isXQF(data) {
		r.Format = gamefile.XQF
		r.Game, r.Encoding, r.fault = readXQF(data)
		return r
	}
	if f, ok := bridgeFormat(data); ok {
		r.Format, r.Encoding = f, charset.UTF16LE
		r.Game, r.parts, r.fault = readBridge(data, f)
		return r
	}
	if name := foreignFormat(data); name != "" {
		r.fault = gamefile.NewError(gamefile.NotSupported, 0, name)
		return r
	}
	// The encoding that parses best is the right one: the likeliest where nothing is wrong, else that in which the
	// moves go on farthest.
	const most = 3 // encodings; what is less likely yet is none
	all := charset.Detect(data)
	for i, e := range all[:min(len(all), most)] {
		if other := readText(e, e.Text(data)); i == 0 || other.isBetter(&r) {
			r = other
		}
		if r.fault == nil || r.fault.IsVariationLimit() {
			break
		}
	}
	return r
}

func (r *reading) isNoGame() bool { return r.fault != nil && r.fault.Problem == gamefile.NotAGame }

// isBetter reports whether more was read than in another encoding.
func (r *reading) isBetter(other *reading) bool {
	switch {
	case r.isNoGame() != other.isNoGame():
		return other.isNoGame()
	case len(r.Moves) != len(other.Moves):
		return len(r.Moves) > len(other.Moves)
	}
	return r.fault == nil && other.fault != nil && len(r.Moves) > 0
}

// readText cuts the text of a file into its games and reads the first.
func readText(e charset.Encoding, text string) reading {
	r := reading{Source: Source{Encoding: e}, garbled: charset.IsMojibake(text)}
	if strings.Contains(text[:min(len(text), 1024)], "<ChineseChessRecord") { // CCBridge's XML
		r.Start = board.StartPosition()
		r.Format, r.fault = gamefile.MoveList, gamefile.NewError(gamefile.NotSupported, 0, "CBF")
		return r
	}
	if r.readTagged(text) {
		return r
	}
	if len(text) > 2*gamefile.MaxList { // a character may take twice the room that it took before
		r.Format, r.fault = gamefile.MoveList, &gamefile.Error{Problem: gamefile.TooLarge, Text: gamefile.MoveList.String()}
		return r
	}
	if page := html.UnescapeString(text); len(pgnGames(page)) > 0 && r.readTagged(page) { // copied from the source of a page
		return r
	}
	r.Game, r.Format, r.parts, r.fault = paste.Read(text)
	return r
}

// taggedFormats are the formats of text that have tags or words of their own: where the games of a text begin, and how
// one is read.
var taggedFormats = [...]struct {
	format gamefile.Format
	games  func(text string) []int
	read   func(text string) (gamefile.Game, *gamefile.Error)
}{
	{gamefile.WXF, wxfGames, readWXF}, {gamefile.DhtmlXQ, dhtmlGames, readDhtmlXQ}, {gamefile.PGN, pgnGames, readPGN},
}

// readTagged reads the first game of a text in the tagged format that begins first: each may occur in a comment of
// another. It returns false where there is none.
func (r *reading) readTagged(text string) bool {
	first := len(text)
	var read func(string) (gamefile.Game, *gamefile.Error)
	for _, f := range taggedFormats {
		if starts := f.games(text); len(starts) > 0 && starts[0] < first {
			first, read = starts[0], f.read
			r.Format, r.parts = f.format, paste.CutAt(text, starts[1:])
		}
	}
	if read != nil {
		r.Game, r.fault = read(r.parts[0])
	}
	return read != nil
}

// foreignFormat names a kind of file that holds no record, by its first bytes, "" for all others.
func foreignFormat(data []byte) string {
	for _, kind := range [...]struct{ magic, name string }{
		{"%PDF-", "PDF"}, {"PK\x03\x04", "ZIP"}, {"Rar!\x1A", "RAR"}, {"7z\xBC\xAF\x27\x1C", "7z"}, {"\x1F\x8B", "gzip"},
		{"\x89PNG", "PNG"}, {"GIF8", "GIF"}, {"\xFF\xD8\xFF", "JPEG"}, {"\xD0\xCF\x11\xE0", "DOC"}, {"SQLite format 3", "SQLite"},
		{"\x00\x02\x20\x17", "XQR (XiangQi Replay)"}, // one program alone writes it
	} {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			return kind.name
		}
	}
	return ""
}

// result returns what was read. Where the encoding may be why nothing was, that is the error.
func (r *reading) result() (gamefile.Game, Source, error) {
	switch {
	case r.fault == nil:
		return r.Game, r.Source, nil
	case r.garbled && len(r.Moves) == 0 && r.Start == board.StartPosition():
		r.fault = &gamefile.Error{Problem: gamefile.BadEncoding}
	}
	if r.fault.LeavesNothing() {
		return gamefile.Game{}, r.Source, r.fault
	}
	return r.Game, r.Source, r.fault
}

// ReadGame reads the game with a number, from 1, of a file that may hold several. With 0 it reads the first one of
// which anything can be read: a library may begin with a diagram that is no position.
//
// The errors are those of [Read], and [gamefile.NoSuchGame] with how many games there are as its Text.
func ReadGame(data []byte, number int) (gamefile.Game, Source, error) {
	first := readFirst(data)
	n := max(1, len(first.parts))
	switch {
	case number > n:
		return gamefile.Game{}, first.Source, &gamefile.Error{Problem: gamefile.NoSuchGame, Text: strconv.Itoa(n)}
	case n == 1, number <= 1 && first.fault == nil:
		first.More = n - 1
		return first.result()
	case number > 0:
		r := first.part(number - 1)
		return r.result()
	}
	const most = 1000 // games: a file with so many that are none is no library
	for i := range min(n, most) {
		if r := first.part(i); r.isAnyGood() {
			return r.result()
		}
	}
	r := first.part(0)
	return r.result()
}

// part reads a game of a file that holds several. One with a fault is also kept by itself, in the same lines.
func (r *reading) part(i int) (one reading) {
	if r.Format == gamefile.CBL {
		one.Source = r.Source
		one.Game, one.fault = readCBR([]byte(r.parts[i]))
	} else {
		one = readText(r.Encoding, r.parts[i])
	}
	one.Before, one.More = i, len(r.parts)-1-i
	if one.fault == nil {
		return one
	}
	lines := 0 // of the file, before the game
	if r.Format != gamefile.CBL {
		for _, part := range r.parts[:i] {
			lines += strings.Count(part, "\n")
		}
	}
	if one.fault.Line > 0 {
		one.fault.Line += lines
	}
	one.Alone = []byte(strings.Repeat("\n", lines) + r.parts[i])
	return one
}

// isAnyGood reports whether something was read beside a fault: moves, or a position that is a game's own.
func (r *reading) isAnyGood() bool {
	return r.fault == nil || len(r.Moves) > 0 || !r.fault.EndsGame() ||
		r.Start != (board.Position{}) && r.Start != board.StartPosition() && r.fault.Problem != gamefile.BadStart
}
