package gamefile_test

import (
	"errors"
	"slices"
	"testing"

	"xiangqibot/engine/gamefile"
)

// TestSentencesBetweenMoves: words with full stops among them are one comment, and no move in them is played.
func TestSentencesBetweenMoves(t *testing.T) {
	for text, said := range map[string]string{
		"1. 炮二平五 马8进7\n红方先手。黑方稳健。形势平稳\n2. 马二进三":        "红方先手。黑方稳健。形势平稳",
		"1. h2e2 h9g7\nsee。h0g2 there\n2. h0g2":        "see。h0g2 there",
		"[Event \"x\"]\n\n1. h2e2 h9g7 so。far 2. h0g2": "so。far",
	} {
		g, _, err := gamefile.Read([]byte(text))
		if err != nil || !slices.Equal(g.Moves, moves("h2e2 h9g7 h0g2")) || g.Comments.Get(2) != said {
			t.Errorf("%q: moves %v, comments %v, %v", text, g.Moves, g.Comments, err)
		}
	}
}

// TestLabeledResult: a result behind the moves may have a label, as one before them.
func TestLabeledResult(t *testing.T) {
	const text = "红：炮二平五\n黑：马8进7\n红：马二进三\n黑：车9平8\n"
	for label, want := range map[string]gamefile.Result{
		"结果：红胜": gamefile.RedWins, "結果: 黑勝": gamefile.BlackWins, "Result: 1/2-1/2": gamefile.Draw, "结果 : 1 - 0\n": gamefile.RedWins,
	} {
		g, _, err := gamefile.Read([]byte(text + label))
		if err != nil || len(g.Moves) != 4 || g.Result != want || len(g.Comments) > 0 {
			t.Errorf("%q behind %d moves: the result %v, comments %v, %v", label, len(g.Moves), g.Result, g.Comments, err)
		}
	}
}

// TestWordsGluedToMoves: words behind a move without a blank are read as those behind one, and faults name only them.
func TestWordsGluedToMoves(t *testing.T) {
	for text, said := range map[string]string{
		"1.炮二平五，马8进7；2.马二进三，车9平8。红方先手。":  "红方先手。",
		"1. h2e2 h9g7 2. h0g2 i9h9。good": "good",
	} {
		g, _, err := gamefile.Read([]byte(text))
		if err != nil || !slices.Equal(g.Moves, moves("h2e2 h9g7 h0g2 i9h9")) || g.Comments.Get(4) != said {
			t.Errorf("%q: moves %v, comments %v, %v", text, g.Moves, g.Comments, err)
		}
	}
	var fault *gamefile.Error
	if _, _, err := gamefile.Read([]byte("1.炮二平五马8进7 2.马二进三车9平")); !errors.As(err, &fault) || fault.Text != "车9平" || fault.Ply != 4 {
		t.Errorf("the torn move is told as %v", err)
	}
}
