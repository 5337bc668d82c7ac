package gamefile

import (
	"errors"
	"html"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/engine/board"
)

// ReadGame reads the game with a number, from 1, of a file that may hold several. With 0 it reads the first one of which
// anything can be read: a library may begin with a diagram that is no position.
//
// The errors are those of [Read], and [NoSuchGame] with how many games there are as its Text.
func ReadGame(data []byte, number int) (Game, Source, error) {
	g, source, err := readFirst(data)
	if number <= 1 && (err == nil || g.More == 0) {
		return g, source, err
	}
	parts := split(data, source)
	if number > len(parts) {
		return Game{}, source, &Error{Problem: NoSuchGame, Text: strconv.Itoa(len(parts))}
	}
	read := func(i int) (Game, Source, error) {
		g, source, err := readFirst(parts[i])
		g.Before, g.More = i, len(parts)-1-i
		if fault := (*Error)(nil); errors.As(err, &fault) && len(parts) > 1 {
			source.Alone = parts[i]
			if source.Format != CBR && source.Format != CBL {
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
func isAnyGood(g *Game, err error) bool {
	fault := (*Error)(nil)
	return !errors.As(err, &fault) || len(g.Moves) > 0 || !fault.endsGame() ||
		g.Start != (board.Position{}) && g.Start != board.StartPosition() && fault.Problem != BadStart
}

// split cuts a file into its games, each a file by itself. Texts are in UTF-8 then.
func split(data []byte, source Source) [][]byte {
	var text string
	var starts []int // where games begin, but for the first
	switch source.Format {
	case CBL:
		if starts = libraryGames(data); len(starts) == 0 {
			return [][]byte{data}
		}
		return cutAt(data[starts[0]:], starts[1:], -starts[0])
	case PGN:
		text = source.Encoding.textOf(data)
		if findPGN(text) == len(text) {
			text = html.UnescapeString(text)
		}
		s := newScanner(text)
		if starts = s.games(); len(starts) > 0 {
			starts = starts[1:]
		}
	case WXF:
		text = source.Encoding.textOf(data)
		starts = wxfGames(text)
	case DhtmlXQ:
		text = source.Encoding.textOf(data)
		starts = dhtmlGames(text)
	case MoveList, FEN:
		if text = source.Encoding.textOf(data); len(text) <= 2*MaxList {
			text = plainText(text)
			_, _, _, starts = readGames(text)
		}
	default:
		return [][]byte{data}
	}
	if len(starts) == 0 {
		return [][]byte{data}
	}
	return cutAt([]byte(text), starts, 0)
}

// cutAt cuts data at places that are counted from elsewhere.
func cutAt(data []byte, starts []int, shift int) [][]byte {
	var parts [][]byte
	from := 0
	for _, at := range starts {
		parts = append(parts, slices.Clip(data[from:at+shift]))
		from = at + shift
	}
	return append(parts, data[from:])
}

// wxfGames returns where the second game of a WXF text and each further one begin.
func wxfGames(text string) (starts []int) {
	at, moves := 0, false
	for line := range strings.Lines(text) {
		isMoves := strings.HasPrefix(line, wxfMoves)
		if fields := strings.Fields(line); moves && (isMoves || len(fields) > 1 && fields[0] == "FORMAT") {
			starts, moves = append(starts, at), false
		}
		moves = moves || isMoves
		at += len(line)
	}
	return starts
}

// dhtmlGames returns where the second [DhtmlXQ] of a text and each further one begin.
func dhtmlGames(text string) (starts []int) {
	for b := range boundaries(text) {
		if b.name == "" && !b.end {
			starts = append(starts, b.at)
		}
	}
	if len(starts) == 0 {
		return nil
	}
	return starts[1:]
}
