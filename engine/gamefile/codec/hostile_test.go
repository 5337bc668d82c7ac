package codec_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/traditionalchinese"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
)

// hostile is a file of a size whose parts tempt a reader to look at the rest again and again, or to keep much for each.
type hostile struct {
	name string
	file func(size int) []byte
}

// repeated is a text that consists of a head and one part, over and over.
func repeated(head, part string) func(int) []byte {
	return func(size int) []byte {
		return []byte(head + strings.Repeat(part, (size-len(head))/len(part)))
	}
}

const tag = "[Event \"x\"]\n\n"

// tempters are files of every format of which much has to be kept, or tried.
func tempters() []hostile {
	return []hostile{
		{"pgn variations", repeated(tag+"1. h2e2 ", "(1. h2d2 {a}) ")},
		{"pgn twigs", repeated(tag, "h2e2 (b2e2 (c3c4{a}))h9g7 (b9c7{b})e2h2 (a0a1)g7h9 ")},
		{"dhtmlxq variations", branching},
		{"wxf variations", repeated("FORMAT WXF\nSTART{\n1. C2=5 ", "(1. C2=4 /*a*/) ")},
		{"xqf variations", branchingXQF},
		{"list passages", repeated("1. C2=5 H8+7\n", "{} zz\n")},
		{"pgn passages", repeated(tag+"1. C2=5 H8+7\n", "{} zz\n")},
		{"collection in Big5", collectionInBig5},
		{"bytes of no encoding", repeated("", "\x80\xFF\xA4\x01\xFE")},
	}
}

// branching is a file of DhtmlXQ with as many variations of the first move as find room, each with a comment.
func branching(size int) []byte {
	var b bytes.Buffer
	b.WriteString("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]")
	for i := 1; b.Len()+100 < size; i++ {
		fmt.Fprintf(&b, "[DhtmlXQ_move_0_1_%d]7757[/DhtmlXQ_move_0_1_%d][DhtmlXQ_comment%d_1]a[/DhtmlXQ_comment%d_1]", i, i, i, i)
	}
	return b.Bytes()
}

// branchingXQF is a file of XQF with as many variations of the first move, each with a comment.
func branchingXQF(size int) []byte {
	const node = 4 // bytes of a move, see xqfReader.node
	file := writeXQF(&gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves("h2e2")}}, 0x12, [13]byte{})
	file = file[:len(file)-node]
	for len(file)+node+5 <= size { // h2e2, and again another h2e2 that could replace it
		file = append(file, 24+72, 32+42, 0x40|0x20, 0)
		file = binary.LittleEndian.AppendUint32(file, 1+767)
		file = append(file, 'a')
	}
	file[len(file)-7] &^= 0x40 // the last
	return file
}

// collectionInBig5 is a file of many games as the largest public collection has them.
func collectionInBig5(size int) []byte {
	const game = "[Game \"Chinese Chess\"]\n[Event \"全國象棋個人賽\"]\n[Site \"廣州\"]\n[Date \"1990.10.18\"]\n[Round \"第%d輪\"]\n[Red \"胡榮華\"]\n[Black \"呂欽\"]\n[Result \"1/2-1/2\"]\n\n" +
		"  1. 炮二平五  馬８進７\n  2. 馬二進三  車９平８\n  3. 車一平二  卒７進１\n  4. 車二進六  馬２進３\n  5. 馬八進七  卒３進１\n 1/2-1/2\n\n"
	var b bytes.Buffer
	for i := 1; b.Len() < size; i++ {
		text, err := traditionalchinese.Big5.NewEncoder().String(fmt.Sprintf(game, i))
		if err != nil {
			panic(err)
		}
		b.WriteString(text)
	}
	return b.Bytes()[:size]
}

// TestLinear: the work of reading grows with the length of a file, and not with its square or worse. Files of some 100 KB
// as these once took from ten seconds to many minutes. What counts is the processor time of the longer file against that
// of a shorter one, so that a busy machine makes no difference.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures the time that long files take")
	}
	const size, shorter = 50 << 10, 16
	// Sixteen times the work is right, some more where only the longer file is refused, and 256 times is the square.
	// Below a millisecond the rest of the process counts too.
	const most, least = 100, time.Millisecond
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would count for whichever it happens in
	const fen = "\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
	for _, file := range []hostile{
		{"moves without a blank", repeated("", "h2e2h9g7")},
		{"moves of a PGN without a blank", repeated(tag+"1. ", "h2e2h9g7")},
		{"numbers without a blank", repeated("", "1.a。")},
		{"numbers before quotation marks", func(size int) []byte {
			return []byte(strings.Repeat("1.a。", size/14) + strings.Repeat("~", size/2))
		}},
		{"comments of a page", repeated("h2e2 ", "<!--<b>")},
		{"scripts of a page", repeated("h2e2 ", "<script><b>")},
		{"numbers among words", repeated(tag+"1. h2e2 ", "a 1 ")},
		{"numbers among Chinese words", repeated("1. 炮二平五 ", "好的 1 ")},
		{"sentences of a word", repeated(tag+"1. h2e2 ", "a。")},
		{"lines of doubt", repeated("1. 炮二平五 ", "如果\n")},
		{"brackets of doubt", func(size int) []byte { return repeated("1. h2e2 ", "【变着】\n")(4 * size) }},
		{"games without a blank", repeated("", "①炮二平五")},
		{"moves before a position", func(size int) []byte { return append(repeated("", "炮二平五 ")(4*size), fen...) }},
		{"positions with brackets", repeated("h2e2 ", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR[ ")},
		{"positions that are broken", repeated("", "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/9 w\"]\n\n*\n\n")},
		{"ranks of a link", repeated("https://example.org/?fen=", "k/K/")},
		{"links", repeated("h2e2 ", "https://example.org/k/1/K/1/1/1/1/1/1/1_w ")},
		{"labels in a line", repeated("", "红：甲 ")},
		{"labels behind moves", repeated("1. 炮二平五 马8进7\n", "红：甲 黑：乙\n")},
		{"sides in a line", repeated("1. 炮二平五 马8进7\n", "Red is fine ")},
		{"sentences about sides", repeated("1. 炮二平五 马8进7\n", "Black is fine\n")},
		{"words before dots", repeated("1. 炮二平五 ", "好 ... ")},
		{"a chat", repeated("", "小明: 炮二平五\n小红: 马8进7\n")},
		{"games of a list", repeated("", "1. 炮二平五 马8进7 红胜\n")},
		{"semicolons", func(size int) []byte {
			return append(repeated("1. 炮二平五 好 马8进7 好 ", "；红")(2*size), "炮二平五"...)
		}},
	} {
		read := func(data []byte) time.Duration {
			runtime.GC()
			start := processorTime(t)
			_, _, _ = codec.Read(data)
			return processorTime(t) - start
		}
		short, long := max(read(file.file(size/shorter)), least), read(file.file(size))
		t.Logf("%s: %v, and %v for %d times as much", file.name, short, long, shorter)
		if long > most*short {
			t.Errorf("%s: %v, and %v for %d times as much", file.name, short, long, shorter)
		}
	}
}
