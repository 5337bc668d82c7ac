package codec_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
)

// someKeys are bytes 3 to 15 of a header: mask, product, what is set, keys.
var someKeys = [13]byte{0x5A, 1, 2, 3, 4, 0x21, 0x43, 0x65, 0x87, 0xF3, 0x35, 0x77, 0x1B}

// writeXQF writes a file as XQStudio's format is published: the way back from what readXQF undoes, written from the
// description and not from the reader.
func writeXQF(g *gamefile.Game, version byte, keys [13]byte) []byte {
	header := make([]byte, 1024)
	copy(header, "XQ")
	header[2] = version
	copy(header[3:], keys[:])
	// The key of a thing is a polynomial of the byte in the header times the key before.
	spread := func(b byte) int { n := int(b); return ((((n*n)*3+9)*3+8)*2+1)*3 + 8 }
	keyMen := spread(keys[10]) * int(keys[10]) & 255
	keyFrom := spread(keys[11]) * keyMen & 255
	keyTo := spread(keys[12]) * keyFrom & 255
	keyLength := (int(keys[9])*256+int(keys[10]))%32000 + 767
	pad := []byte("[(C) Copyright Mr. Dong Shiwei.]")
	for i := range pad {
		pad[i] &= keys[9+i%4]&keys[0] | keys[5+i%4]
	}
	if version <= 0x0A {
		keyMen, keyFrom, keyTo, keyLength, pad = 0, 0, 0, 0, make([]byte, 32)
	}

	const crew = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	placement := g.Start.Placement()
	for i := range crew {
		place := 0xFF // nowhere
		for n, piece := range placement {
			if piece != board.NoPiece && piece.Letter() == crew[i] {
				place = board.Square(n).File()*10 + board.Square(n).Rank()
				placement[n] = board.NoPiece
				break
			}
		}
		slot := i
		if version >= 12 {
			slot = (i + 64 - keyMen%32 - 1) % 32
		}
		header[16+slot] = byte(place + keyMen)
	}
	header[0x33] = byte(g.Result)
	text := func(at, longest int, text string) {
		coded, err := simplifiedchinese.GB18030.NewEncoder().String(text)
		if err != nil {
			panic(err)
		}
		header[at] = byte(min(len(coded), longest))
		copy(header[at+1:at+1+longest], coded)
	}
	text(0x50, 63, g.Tag("Title"))
	text(0xD0, 63, g.Event)
	text(0x110, 15, g.Date)
	text(0x130, 15, g.Red)
	text(0x140, 15, g.Black)

	var body bytes.Buffer
	node := func(from, to byte, goesOn, hasSibling bool, comment string) {
		coded, err := simplifiedchinese.GB18030.NewEncoder().String(comment)
		if err != nil {
			panic(err)
		}
		var flags byte
		set := func(yes bool, plain, later byte) {
			if yes && version <= 0x0A {
				flags |= plain
			} else if yes {
				flags |= later
			}
		}
		set(goesOn, 0xF0, 0x80)
		set(hasSibling, 0x0F, 0x40)
		set(coded != "", 0, 0x20)
		body.Write([]byte{from, to, flags, 0})
		if coded != "" || version <= 0x0A {
			_ = binary.Write(&body, binary.LittleEndian, uint32(len(coded)+keyLength)) // a buffer takes everything
			body.WriteString(coded)
		}
	}
	point := func(s board.Square, base, key int) byte { return byte(s.File()*10 + s.Rank() + base + key) }
	node(0x58, 0x51, len(g.Moves) > 0, false, g.Comments.Get(0))
	writeTree(&g.Line, 0, replacing(&g.Line, 0), func(m board.Move, goesOn, hasSibling bool, comment string) {
		node(point(m.From(), 24, keyFrom), point(m.To(), 32, keyTo), goesOn, hasSibling, comment)
	})
	coded := body.Bytes()
	for i := range coded {
		coded[i] += pad[i%32]
	}
	return append(header, coded...)
}

// writeTree writes the i-th move of a line and what follows it, then the moves that could replace it, as XQStudio and
// CCBridge order them.
func writeTree(
	l *gamefile.Line, i int, siblings []gamefile.Variation, node func(m board.Move, goesOn, hasSibling bool, comment string),
) {
	goesOn := i+1 < len(l.Moves)
	if i < len(l.Moves) {
		node(l.Moves[i], goesOn, len(siblings) > 0, l.Comments.Get(i+1))
	}
	if goesOn {
		writeTree(l, i+1, replacing(l, i+1), node)
	}
	if len(siblings) > 0 {
		writeTree(&siblings[0].Line, 0, siblings[1:], node)
	}
}

// replacing returns the variations that replace the i-th move.
func replacing(l *gamefile.Line, i int) []gamefile.Variation {
	var at []gamefile.Variation
	for _, v := range l.Variations {
		if v.Ply == i {
			at = append(at, v)
		}
	}
	return at
}

// TestXQF: games written as the format is published are read back, whatever the version and the keys.
func TestXQF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := game(t)
		for limits := map[*string]int{&g.Event: 63, &g.Date: 15, &g.Red: 15, &g.Black: 15}; len(limits) > 0; {
			for field, n := range limits {
				if len(*field) > n {
					*field = "甲"
				}
				delete(limits, field)
			}
		}
		g.Site, g.Round, g.Opening, g.Tags = "", "", "", []gamefile.Tag{{Name: "Title", Value: "一局"}}
		setup := g.Start.Setup() // the format has neither counters nor, without moves, the side to move, nor a comment before a variation
		setup.CaptureClock, setup.MoveNumber = 0, 1
		g.Start, _ = board.NewPosition(setup)
		g.Line = unmarked(g.Line)
		dropFirst(&g.Line)
		if len(g.Moves) == 0 {
			return
		}
		keys := someKeys
		if rapid.Bool().Draw(t, "other keys") {
			copy(keys[:], rapid.SliceOfN(rapid.Byte(), 13, 13).Draw(t, "keys"))
		}
		version := rapid.SampledFrom([]byte{0x01, 0x0A, 0x0B, 0x0C, 0x10, 0x12}).Draw(t, "version")
		back, format, err := codec.Read(writeXQF(&g, version, keys))
		if err != nil || format != gamefile.XQF || !reflect.DeepEqual(g, back) {
			t.Fatalf("version %#x, keys %x: %v %v\n%s", version, keys, format, err, difference(g, back))
		}
	})
}

// dropFirst drops what the tree of XQF cannot tell: what is said before the first move of a variation, and whether
// another first move leaves the variation or the line around.
func dropFirst(l *gamefile.Line) {
	for i := range l.Variations {
		v := &l.Variations[i].Line
		if len(v.Comments) > 0 && v.Comments[0].At == 0 {
			v.Comments = slices.Clone(v.Comments[1:])
		}
		if len(v.Comments) == 0 {
			v.Comments = nil
		}
		v.Variations = slices.DeleteFunc(v.Variations, func(v gamefile.Variation) bool { return v.Ply == 0 })
		if len(v.Variations) == 0 {
			v.Variations = nil
		}
		dropFirst(v)
	}
}
