package uci_test

import (
	"bytes"
	"strings"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/uci"
)

// FuzzSession sends arbitrary lines to a session, and stop after each, so that no search continues. The session ends
// without an error, answers every go once, with a move or a count, in UCI and UCCI, and responds to isready at the end.
func FuzzSession(f *testing.F) {
	for _, text := range []string{
		"uci\nisready\nucinewgame\nd\nmoves\nbook\njudge\neval\nhelp\ndebug on",
		"position startpos moves h2e2 h9g7\ngo depth 3\ngo nodes 5 searchmoves h0g2\ngo perft 2",
		"position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 moves a1a9 d9d8\ngo infinite\nponderhit",
		"setoption name MultiPV value 3\nsetoption name Rules value simple limit=10\nsetoption name UCI_Elo value 1000\ngo wtime 1 btime -1 winc x",
		"parse 炮二平五\nparse vietnamese P2-5\nposition fen 9/9/9 w\ngo mate 99999999999999999999\n\x00\xff\ngo ponder depth 2",
		"go\f\n\tgo\tdepth 1\vx",
		"go depth 3 foo\ngo searchmoves a0a0 h2e2\ngo mate\ngo depth\xff\ngo perft\ngo searchmoves i9i8\nposition startpos moves h2e2 h2e2\ngo nodes 0",
		"ucci\nposition startpos\nbanmoves h2e2 x\ngo draw time 1 increment 1\ngo depth infinite\nponderhit draw\ngo depth 2 opptime 4\nuci\ngo depth 1",
		"ucci\nposition fen 3k5/4P4/9/9/9/9/9/9/4K4/9 b\ngo depth 1\nsetoption usemillisec true\nsetoption newgame",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lower := strings.ToLower(text)
		for _, costly := range []string{"hash", "threads", "file", "path", "quit"} {
			if strings.Contains(lower, costly) {
				t.Skip("it asks for much memory, for files, or for the end")
			}
		}
		var in strings.Builder
		gos := 0
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			if word, _, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "\t", " ")), " "); word == "go" {
				gos++
			}
			in.WriteString(line + "\nstop\n")
		}
		in.WriteString("isready\nstop\n")
		var out bytes.Buffer
		if err := uci.New(engine.New(engine.Options{HashMB: 1}), nil).Run(t.Context(), strings.NewReader(in.String()), &out); err != nil {
			t.Fatal(err)
		}
		moves, ready := 0, false
		for line := range strings.Lines(out.String()) {
			if !strings.HasSuffix(line, "\n") {
				t.Errorf("%q is no whole line", line)
			}
			for _, answer := range []string{"bestmove ", "nobestmove", "Nodes searched: ", "info string perft was stopped", "info message perft was stopped"} {
				if strings.HasPrefix(line, answer) {
					moves++
				}
			}
			ready = ready || line == "readyok\n"
		}
		if !ready || moves != gos {
			t.Errorf("%q is answered by %d moves, ready %v:\n%s", text, moves, ready, out.String())
		}
	})
}
