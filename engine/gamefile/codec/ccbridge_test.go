package codec_test

import (
	"encoding/binary"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/charset"
	"xiangqibot/engine/gamefile/codec"
)

// writeCBR writes a game as CCBridge's format is published: the way back from what the reader undoes, written from the
// description and not from the reader. What stands between the fields is anything.
func writeCBR(g *gamefile.Game) []byte { return writeBridge(g, 2) }

// writeBridge writes a game as a version of CCBridge does. The first lacks a text at the beginning and two behind the
// players, and has a point as two halves of a byte.
func writeBridge(g *gamefile.Game, version byte) []byte {
	place := func(at int) int {
		const lacking, behindPlayers = 128, 1524
		switch {
		case version != 1:
			return at
		case at < behindPlayers:
			return at - lacking
		}
		return at - 2*lacking
	}
	wide := func(text string) (all []byte) {
		for _, unit := range utf16.Encode([]rune(text)) {
			all = binary.LittleEndian.AppendUint16(all, unit)
		}
		return all
	}
	data := []byte(strings.Repeat("\xCD", place(2214)))
	copy(data, "CCBridge Record\x00")
	data[19] = version
	for at := 52; at < place(2040); at += 2 {
		binary.LittleEndian.PutUint16(data[at:], 0) // an empty text
	}
	for at, text := range map[int]string{180: g.Tag("Title"), 692: g.Event, 756: g.Round, 884: g.Date, 948: g.Site, 1076: g.Red, 1300: g.Black} {
		copy(data[place(at):], append(wide(text), 0, 0))
	}
	copy(data[place(2080):], "\x00\x00")
	data[place(2076)] = byte(g.Result)
	data[place(2112)] = 1 + byte(g.Start.SideToMove())
	const letters = "RNBAKCP"
	for file := range 9 {
		for row := range 10 {
			piece := g.Start.At(board.SquareAt(file, 9-row))
			at := place(2120) + row*9 + file
			data[at] = 0
			if piece == board.NoPiece {
				continue
			}
			letter := piece.Letter()
			if i := strings.IndexByte(letters, letter); i >= 0 {
				data[at] = 0x11 + byte(i)
			} else {
				data[at] = 0x21 + byte(strings.IndexByte(strings.ToLower(letters), letter))
			}
		}
	}
	node := func(flags, from, to byte, comment string) {
		if comment != "" {
			flags |= 4
		}
		data = append(data, flags, 0xCD, from, to)
		if comment != "" {
			coded := wide(comment)
			data = binary.LittleEndian.AppendUint32(data, uint32(len(coded)))
			data = append(data, coded...)
		}
	}
	point := func(s board.Square) byte {
		if version == 1 {
			return byte(s.File()<<4 | 9 - s.Rank())
		}
		return byte((9-s.Rank())*9 + s.File())
	}
	var flags byte
	if len(g.Moves) == 0 {
		flags = 1
	}
	node(flags, 0, 0, g.Comments.Get(0))
	writeTree(&g.Line, 0, replacing(&g.Line, 0), func(m board.Move, goesOn, hasSibling bool, comment string) {
		var flags byte
		if !goesOn {
			flags |= 1
		}
		if hasSibling {
			flags |= 2
		}
		node(flags, point(m.From()), point(m.To()), comment)
	})
	return data
}

// writeCBL writes a library with room for so many games.
func writeCBL(slots int, games ...*gamefile.Game) []byte {
	data := make([]byte, 66624+slots*276)
	copy(data, "CCBridgeLibrary\x00")
	binary.LittleEndian.PutUint32(data[60:], uint32(slots))
	for _, g := range games {
		data = append(data, writeCBR(g)...)
		for (len(data)-66624-slots*276)%4096 != 0 {
			data = append(data, 0xCD)
		}
	}
	return data
}

// bridgeGame draws a game that CCBridge can hold: its variations of one move stand side by side, and so do those here.
func bridgeGame(t *rapid.T) gamefile.Game {
	g := game(t)
	g.Tags, g.Opening = nil, ""
	setup := g.Start.Setup()
	setup.CaptureClock, setup.MoveNumber = 0, 1
	g.Start, _ = board.NewPosition(setup)
	g.Line = unmarked(g.Line)
	dropFirst(&g.Line)
	for _, text := range []*string{&g.Event, &g.Site, &g.Date, &g.Round, &g.Red, &g.Black} {
		if len(utf16.Encode([]rune(*text))) > 31 {
			*text = ""
		}
	}
	return g
}

// TestBridge: a game in a file of CCBridge, alone or in a library of any size, is the same when it is read.
func TestBridge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := bridgeGame(t)
		for version := range byte(3) { // no version is the one of today
			back, source, err := codec.ReadGame(writeBridge(&g, version), 0)
			if err != nil || source.Format != gamefile.CBR || source.Encoding != charset.UTF16LE || !reflect.DeepEqual(g, back) {
				t.Fatalf("version %d: %v, %v\n%s", version, source.Format, err, difference(g, back))
			}
		}
		other := gamefile.Game{Start: board.StartPosition()}
		want := g
		want.More = 2
		back, format, err := codec.Read(writeCBL(rapid.SampledFrom([]int{1, 128, 140}).Draw(t, "slots"), &g, &other, &other))
		if err != nil || format != gamefile.CBL || !reflect.DeepEqual(want, back) {
			t.Fatalf("%v, %v\n%s", format, err, difference(want, back))
		}
	})
}

// TestBridgeFaults: files that are cut off, and those of which no description is known.
func TestBridgeFaults(t *testing.T) {
	g := gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves("h2e2 h9g7 h0g2"), Comments: notes(map[int]string{1: "当头炮"})}}
	whole := writeCBR(&g)
	illegal := append([]byte(nil), whole...)
	illegal[len(illegal)-1] = 0
	for _, c := range []struct {
		name    string
		data    []byte
		problem gamefile.Problem
		moves   int
	}{
		{"header", whole[:100], gamefile.CutOff, 0},
		{"moves", whole[:len(whole)-4], gamefile.CutOff, 2},
		{"comment", whole[:len(whole)-10], gamefile.CutOff, 0},
		{"an illegal move", illegal, gamefile.BadMove, 2},
		{"no index", []byte("CCBridgeLibrary\x00"), gamefile.CutOff, 0},
		{"the first libraries", []byte("CCBridge\x03\x00\x00\x00\x01\x00\x00\x00\x10\x00\x00\x00x\x9c"), gamefile.NotSupported, 0},
	} {
		back, _, err := codec.Read(c.data)
		if fault := (*gamefile.Error)(nil); !errors.As(err, &fault) || fault.Problem != c.problem || len(back.Moves) != c.moves {
			t.Errorf("%s: %v, %q", c.name, err, board.MovesText(back.Moves))
		}
	}
}
