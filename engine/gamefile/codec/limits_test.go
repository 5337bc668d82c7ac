package codec_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// shuffling returns a line of n moves in which both sides move a rook to and fro, from a position where Red is to move.
func shuffling(n int) []board.Move {
	all := moves("a0a1 a9a8 a1a0 a8a9")
	for len(all) < n {
		all = append(all, all[:4]...)
	}
	return all[:n]
}

// collection is a game of 58 moves whose first move has variations of more moves than are kept.
func collection() gamefile.Game {
	g := gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: shuffling(58)}}
	for range 6 {
		v := gamefile.Line{Moves: shuffling(gamefile.MaxMoves / 5)}
		v.Variations = []gamefile.Variation{{Ply: 1, Line: gamefile.Line{Moves: moves("h9g7")}}}
		g.Variations = append(g.Variations, gamefile.Variation{Ply: 0, Line: v})
	}
	return g
}

// written returns a game in each format that holds variations.
func written(t *testing.T, g *gamefile.Game) map[string][]byte {
	t.Helper()
	files := map[string][]byte{"xqf": writeXQF(g, 0x12, someKeys), "plain xqf": writeXQF(g, 0x0A, someKeys)}
	for _, f := range []gamefile.Format{gamefile.PGN, gamefile.DhtmlXQ} {
		text, err := codec.Write(g, f, notation.ICCS)
		if err != nil {
			t.Fatal(err)
		}
		files[f.String()] = text
	}
	_, list, _ := strings.Cut(string(files["pgn"]),
		"\n\n") // a list of moves with variations is what stands below the tags
	files["list"] = []byte(list)
	return files
}

// TestMainLineFirst: however many variations leave it, the game itself is whole, and the fault says that some are left
// out. One format is enough: all of them count moves in one place.
func TestMainLineFirst(t *testing.T) {
	g := collection()
	back, _, err := codec.Read(writeXQF(&g, 0x0A, someKeys))
	var fault *gamefile.Error
	if !errors.As(err, &fault) || !fault.IsVariationLimit() {
		t.Errorf("%v, want too many moves in a variation", err)
	}
	if !slices.Equal(back.Moves, g.Moves) {
		t.Errorf("%d moves of the game, want %d", len(back.Moves), len(g.Moves))
	}
	if n := count(t, &back.Line, back.Start, 0) - len(g.Moves); n != gamefile.MaxMoves-gamefile.MaxPlies {
		t.Errorf("%d moves of variations, want as many as there is room for, %d", n, gamefile.MaxMoves-gamefile.MaxPlies)
	}
}

// TestMemory: a file of the largest size with more variations than are kept takes no more memory than is said in the
// package comment, however it is built.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a file of the largest size")
	}
	const node = 4 // bytes of a move, see xqfReader.node
	file := writeXQF(&gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: moves("h2e2")}}, 0x12, [13]byte{})
	file = file[:len(file)-node]
	for len(file)+node <= gamefile.MaxSize { // h2e2, and again another h2e2 that could replace it
		file = append(file, 24+72, 32+42, 0x40, 0)
	}
	file[len(file)-2] = 0 // the last
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	g, _, err := codec.Read(file)
	runtime.ReadMemStats(&after)
	var fault *gamefile.Error
	if !errors.As(err, &fault) || len(g.Variations) != gamefile.MaxMoves-gamefile.MaxPlies {
		t.Fatalf("%d variations are read: %v", len(g.Variations), err)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 160 {
		t.Errorf("reading took %d MiB in all, want 160 at most", took)
	}
}

// TestMemoryOfEveryFormat: what a file leaves behind and all that is allocated while it is read, its copies in other
// encodings included, are small multiples of its size in every format, and for many games in one file.
func TestMemoryOfEveryFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files of many kinds")
	}
	const size, kept, all = 32 << 10, 20, 300 // bytes, and bytes a byte
	for _, h := range tempters() {
		data := h.file(size)
		var before, after, later runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		g, _, _ := codec.Read(data)
		runtime.ReadMemStats(&after)
		runtime.GC()
		runtime.ReadMemStats(&later)
		if took := (after.TotalAlloc - before.TotalAlloc) / size; took > all {
			t.Errorf("%s: reading allocates %d bytes for each byte of the file, want %d at most", h.name, took, all)
		}
		if left := (int64(later.HeapAlloc) - int64(before.HeapAlloc)) / size; left > kept {
			t.Errorf("%s: the game takes %d bytes for each byte of the file, want %d at most", h.name, left, kept)
		}
		runtime.KeepAlive(g)
		runtime.KeepAlive(data)
	}
}

// TestLongGame: a game that alone has too many moves is cut, and the fault says so.
func TestLongGame(t *testing.T) {
	g := gamefile.Game{Start: board.StartPosition(), Line: gamefile.Line{Moves: shuffling(gamefile.MaxPlies + 10)}}
	for name, file := range written(t, &g) {
		back, _, err := codec.Read(file)
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Problem != gamefile.TooManyMoves || fault.InVariation ||
			fault.Ply != gamefile.MaxPlies+1 {
			t.Errorf("%s: %v, want too many moves in the game", name, err)
		}
		if len(back.Moves) != gamefile.MaxPlies {
			t.Errorf("%s: %d moves", name, len(back.Moves))
		}
	}
}

// TestFaultOfTheGame: a fault in a variation does not hide that the game breaks off later.
func TestFaultOfTheGame(t *testing.T) {
	for _, text := range []string{
		"1. 炮二平五 (1. 炮二平九) 1... 马8进7 2. 马二进九",
		"[DhtmlXQ_movelist]774770627968[/DhtmlXQ_movelist][DhtmlXQ_move_0_1_1]7768[/DhtmlXQ_move_0_1_1]",
		"1. h2e2 {" + strings.Repeat("x", gamefile.MaxComment+1) + "} h9g7 2. h0i9",
	} {
		g, _, err := codec.Read([]byte(text))
		var fault *gamefile.Error
		if !errors.As(err, &fault) || fault.Ply != 3 || fault.InVariation || len(g.Moves) != 2 {
			t.Errorf("%.80s: %d moves, %v", text, len(g.Moves), err)
		}
	}
}
