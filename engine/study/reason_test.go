package study

import (
	"cmp"
	_ "embed"
	"strconv"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// judged are mistakes of played games, each with its position, both lines of an engine, and a reason that a person
// confirmed.
//
//go:embed testdata/reasons.txt
var judged string

// judgedMistake is a block of testdata/reasons.txt: "key value" on each line.
type judgedMistake map[string]string

func judgedMistakes() (all []judgedMistake) {
	for block := range strings.SplitSeq(strings.TrimSpace(judged), "\n\n") {
		m := judgedMistake{}
		for line := range strings.SplitSeq(block, "\n") {
			key, value, _ := strings.Cut(line, " ")
			m[key] = value
		}
		all = append(all, m)
	}
	return all
}

// study returns the study of the mistake alone, with the move before it where that is known.
func (m judgedMistake) study(t *testing.T) (s *Study, ply int) {
	t.Helper()
	moves := func(key string) (line []board.Move) {
		for text := range strings.FieldsSeq(m[key]) {
			move, err := board.ParseMove(text)
			if err != nil {
				t.Fatalf("%s: %v", m["fen"], err)
			}
			line = append(line, move)
		}
		return line
	}
	start := testcases.Position(t, m["fen"])
	rec := board.Record{Start: start}
	if err := rec.Play(moves("played")...); err != nil {
		t.Fatalf("%s: %v", m["fen"], err)
	}
	s, err := New(&rec, DefaultPlan(), rules.Asian())
	if err != nil {
		t.Fatal(err)
	}
	ply = len(rec.Moves) - 1
	s.Evals[ply], s.Evals[ply+1] = evaluation(t, m["before"]), evaluation(t, m["after"])
	s.Evals[ply].Line, s.Evals[ply+1].Line = moves("best"), moves("follows")
	return s, ply
}

// TestReasons compares reasons with the confirmed ones, or with what is given instead, "keeps-less", where the confirmed
// one is not clearly the point.
func TestReasons(t *testing.T) {
	for _, m := range judgedMistakes() {
		s, ply := m.study(t)
		v := &s.Verdicts()[ply]
		if got, want := v.Reason.String(), cmp.Or(m["given"], m["reason"]); got != want {
			t.Errorf("%s, %s: %s, want %s", m["fen"], m["played"], got, want)
		}
	}
}

// evaluation reads a score in centipawns, or after # the moves to a mate.
func evaluation(t *testing.T, text string) Evaluation {
	t.Helper()
	mate, isMate := strings.CutPrefix(text, "#")
	n, err := strconv.Atoi(mate)
	if err != nil {
		t.Fatal(err)
	}
	if isMate {
		return seen(0, n)
	}
	return seen(n, 0)
}
