package codec

import (
	"bytes"
	"errors"
	"html"
	"slices"
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

// readFirst reads the first game of a file.
func readFirst(data []byte) (gamefile.Game, Source, error) {
	if len(data) > gamefile.MaxSize {
		return gamefile.Game{}, Source{Format: gamefile.MoveList}, &gamefile.Error{Problem: gamefile.TooLarge}
	}
	if isXQF(data) {
		g, encoding, fault := readXQF(data)
		return finish(g, Source{Format: gamefile.XQF, Encoding: encoding}, fault)
	}
	if f, ok := bridgeFormat(data); ok {
		g, fault := readBridge(data, f)
		return finish(g, Source{Format: f, Encoding: charset.UTF16LE}, fault)
	}
	if name := foreignFormat(data); name != "" {
		g := gamefile.Game{Start: board.StartPosition()}
		return g, Source{Format: gamefile.MoveList}, gamefile.NewError(gamefile.NotSupported, 0, name)
	}
	// The encoding that parses best is the right one: the likeliest where nothing is wrong, else that in which the
	// moves go on farthest.
	var best textReading
	const most = 3 // encodings; what is less likely yet is none
	for i, e := range charset.Detect(data) {
		if i == most {
			break
		}
		r := readText(e, e.Text(data))
		if i == 0 || r.isBetter(&best) {
			best = r
		}
		if best.fault == nil || best.fault.IsVariationLimit() {
			break
		}
	}
	if best.fault != nil && len(best.Moves) == 0 && best.Start == board.StartPosition() && best.garbled {
		best.fault = &gamefile.Error{Problem: gamefile.BadEncoding}
	}
	return finish(best.Game, Source{Format: best.format, Encoding: best.encoding}, best.fault)
}

// textReading is what a text says in one encoding.
type textReading struct {
	gamefile.Game
	encoding charset.Encoding
	format   gamefile.Format
	garbled  bool // the encoding is a wrong one, or was before
	fault    *gamefile.Error
}

func (r *textReading) isNoGame() bool { return r.fault != nil && r.fault.Problem == gamefile.NotAGame }

// isBetter reports whether more was read than in another encoding.
func (r *textReading) isBetter(other *textReading) bool {
	switch {
	case r.isNoGame() != other.isNoGame():
		return other.isNoGame()
	case len(r.Moves) != len(other.Moves):
		return len(r.Moves) > len(other.Moves)
	}
	return r.fault == nil && other.fault != nil && len(r.Moves) > 0
}

// readText reads the text of a file.
func readText(e charset.Encoding, text string) textReading {
	r := textReading{encoding: e, garbled: charset.IsMojibake(text)}
	if strings.Contains(text[:min(len(text), 1024)], "<ChineseChessRecord") { // CCBridge's XML
		r.Start = board.StartPosition()
		r.format, r.fault = gamefile.MoveList, gamefile.NewError(gamefile.NotSupported, 0, "CBF")
		return r
	}
	switch pgn, dhtml := findPGN(text), findDhtmlXQ(text); { // either may occur in a comment of the other
	case findWXF(text) < min(pgn, dhtml):
		r.format = gamefile.WXF
		r.Game, r.fault = readWXF(text)
	case dhtml < pgn:
		r.format = gamefile.DhtmlXQ
		r.Game, r.fault = readDhtmlXQ(text)
	case pgn < len(text):
		r.format = gamefile.PGN
		r.Game, r.fault = readPGN(text)
	case len(text) > 2*gamefile.MaxList: // a character may take twice the room that it took before
		r.format, r.fault = gamefile.MoveList, &gamefile.Error{Problem: gamefile.TooLarge, Text: gamefile.MoveList.String()}
	default:
		if page := html.UnescapeString(text); findPGN(page) < len(page) { // copied from the source of a page
			r.format = gamefile.PGN
			r.Game, r.fault = readPGN(page)
			break
		}
		r.Game, r.format, r.fault = paste.Read(text)
	}
	return r
}

// foreignFormat names a kind of file that holds no record, by its first bytes, "" for all others.
func foreignFormat(data []byte) string {
	for _, kind := range [...]struct{ magic, name string }{
		{"%PDF-", "PDF"}, {"PK\x03\x04", "ZIP"}, {"Rar!\x1A", "RAR"}, {"7z\xBC\xAF\x27\x1C", "7z"}, {"\x1F\x8B", "gzip"},
		{"\x89PNG", "PNG"}, {"GIF8", "GIF"}, {"\xFF\xD8\xFF", "JPEG"}, {"\xD0\xCF\x11\xE0", "DOC"}, {"SQLite format 3", "SQLite"},
		{"\x00\x02\x20\x17", "XQR (XiangQi Replay)"}, // records of which no program but one writes any
	} {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			return kind.name
		}
	}
	return ""
}

// finish makes of no fault an error that is nil, and of a fault that leaves nothing no game.
func finish(g gamefile.Game, source Source, fault *gamefile.Error) (gamefile.Game, Source, error) {
	if fault != nil && fault.LeavesNothing() {
		return gamefile.Game{}, source, fault
	}
	if fault != nil {
		return g, source, fault
	}
	return g, source, nil
}

// ReadGame reads the game with a number, from 1, of a file that may hold several. With 0 it reads the first one of
// which anything can be read: a library may begin with a diagram that is no position.
//
// The errors are those of [Read], and [gamefile.NoSuchGame] with how many games there are as its Text.
func ReadGame(data []byte, number int) (gamefile.Game, Source, error) {
	g, source, err := readFirst(data)
	if number <= 1 && (err == nil || g.More == 0) {
		return g, source, err
	}
	parts := split(data, source)
	if number > len(parts) {
		return gamefile.Game{}, source, &gamefile.Error{Problem: gamefile.NoSuchGame, Text: strconv.Itoa(len(parts))}
	}
	read := func(i int) (gamefile.Game, Source, error) {
		g, source, err := readFirst(parts[i])
		g.Before, g.More = i, len(parts)-1-i
		if fault := (*gamefile.Error)(nil); errors.As(err, &fault) && len(parts) > 1 {
			source.Alone = parts[i]
			if source.Format != gamefile.CBR && source.Format != gamefile.CBL {
				lines := 0 // of the file, before the game
				for _, part := range parts[:i] {
					lines += strings.Count(string(part), "\n")
				}
				if fault.Line > 0 {
					fault.Line += lines
				}
				source.Alone = append([]byte(strings.Repeat("\n", lines)), parts[i]...)
			}
		}
		return g, source, err
	}
	if number > 0 {
		return read(number - 1)
	}
	first, firstSource, firstErr := read(0)
	if isAnyGood(&first, firstErr) {
		return first, firstSource, firstErr
	}
	const most = 1000 // games: a file with so many that are none is no library
	for i := 1; i < min(len(parts), most); i++ {
		if other, _, e := readFirst(parts[i]); isAnyGood(&other, e) {
			return read(i)
		}
	}
	return first, firstSource, firstErr
}

// isAnyGood reports whether something was read beside an error: moves, or a position that is a game's own.
func isAnyGood(g *gamefile.Game, err error) bool {
	fault := (*gamefile.Error)(nil)
	return !errors.As(err, &fault) || len(g.Moves) > 0 || !fault.EndsGame() ||
		g.Start != (board.Position{}) && g.Start != board.StartPosition() && fault.Problem != gamefile.BadStart
}

// split cuts a file into its games, each a file by itself. Texts are in UTF-8 then.
func split(data []byte, source Source) (parts [][]byte) {
	all, starts := data, libraryGames(data)
	switch f := source.Format; f {
	case gamefile.PGN, gamefile.WXF, gamefile.DhtmlXQ, gamefile.MoveList, gamefile.FEN:
		var text string
		if text, starts = gamesOf(source.Encoding.Text(data), f); len(starts) > 0 {
			all, starts[0] = []byte(text), 0 // with what is before the first
		}
	case gamefile.XQF, gamefile.CBR, gamefile.CBL:
	}
	if len(starts) < 2 {
		return [][]byte{data}
	}
	for i, at := range starts {
		end := len(all)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		parts = append(parts, slices.Clip(all[at:end]))
	}
	return parts
}

// gamesOf returns where the games of a text begin, and the text in which they do.
func gamesOf(text string, f gamefile.Format) (same string, starts []int) {
	switch f {
	case gamefile.PGN:
		if findPGN(text) == len(text) {
			text = html.UnescapeString(text)
		}
		return text, pgnGames(paste.NewScanner(text, 1))
	case gamefile.WXF:
		return text, wxfGames(text)
	case gamefile.DhtmlXQ:
		for _, b := range boundaries(text) {
			if b.name == "" && !b.end {
				starts = append(starts, b.at)
			}
		}
		return text, starts
	default:
		text, starts = paste.Games(text)
		return text, append([]int{0}, starts...)
	}
}
