package gamefile_test

import (
	"testing"

	"xiangqibot/engine/gamefile"
)

// TestScoreBehindWords: a score behind words that say how the game ended is its result, unless they say the contrary.
func TestScoreBehindWords(t *testing.T) {
	for behind, want := range map[string]struct {
		result gamefile.Result
		said   string
	}{
		" resigns 1-0": {gamefile.RedWins, "resigns"}, "\nresigns 0-1\n": {gamefile.BlackWins, "resigns"},
		" black resigns 1-0": {gamefile.RedWins, ""}, "\nBlack resigns. 1 - 0": {gamefile.RedWins, ""},
		" Black lost on time 1-0": {gamefile.RedWins, "Black lost on time"}, " checkmate! 1-0": {gamefile.RedWins, "checkmate!"},
		" red resigns, black wins 0-1": {gamefile.BlackWins, "red resigns, black wins"},
		" 认输 1-0":                      {gamefile.RedWins, "认输"}, "\n黑方 投子认负 1：0": {gamefile.RedWins, "黑方 投子认负"},
		" chịu thua 1-0": {gamefile.RedWins, "chịu thua"}, "\nby agreement 1/2-1/2": {gamefile.Draw, "by agreement"},
		" game one 1-0": {gamefile.Unknown, "game one 1-0"}, " resigns 1/2-1/2": {gamefile.Unknown, "resigns 1/2-1/2"},
		" red resigns 1-0": {gamefile.Unknown, "red resigns 1-0"}, " resigns 5-3": {gamefile.Unknown, "resigns 5-3"},
		" time 12:31": {gamefile.Unknown, "time 12:31"}, " resigns *": {gamefile.Unknown, "resigns *"},
	} {
		for _, before := range []string{"", "[Event \"x\"]\n\n"} {
			g, _, err := gamefile.Read([]byte(before + "1. C2=5 H8+7 2. H2+3 R9=8" + behind))
			said := ""
			for _, c := range g.Comments {
				said += c.Value
			}
			if err != nil || len(g.Moves) != 4 || g.Result != want.result || said != want.said {
				t.Errorf("%q behind %d moves and %q: the result %v, said %q, %v", behind, len(g.Moves), before, g.Result, said, err)
			}
		}
	}
}

// TestResultInComment: where nothing else says how the game ended, the comment behind its last move may.
func TestResultInComment(t *testing.T) {
	for behind, want := range map[string]gamefile.Result{
		" {Black resigns}": gamefile.RedWins, " {红胜}": gamefile.RedWins, " {黑方认负。}": gamefile.RedWins, " {A fine game.} {Draw}": gamefile.Draw,
		" {Black lost on time 1-0}": gamefile.RedWins, " {resigns 0-1}": gamefile.BlackWins, " 【和棋】": gamefile.Draw,
		" {A fine game. Black resigns.}": gamefile.Unknown, " {Black resigns 0-1}": gamefile.Unknown, " {resigns}": gamefile.Unknown,
		" {红胜} *": gamefile.Unknown, " {红胜} 0-1": gamefile.BlackWins, " {红胜} 3. P3+1": gamefile.Unknown, " {红胜} (2... H2+3)": gamefile.RedWins,
		" (2... H2+3 {红胜})": gamefile.Unknown, "": gamefile.Unknown,
	} {
		for _, before := range []string{"", "[Event \"x\"]\n\n"} {
			g, _, err := gamefile.Read([]byte(before + "1. C2=5 H8+7 2. H2+3 R9=8" + behind))
			if err != nil || len(g.Moves) < 4 || g.Result != want {
				t.Errorf("%q behind %d moves and %q: the result %v, want %v, %v", behind, len(g.Moves), before, g.Result, want, err)
			}
		}
		g, _, err := gamefile.Read([]byte("[Result \"0-1\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8" + behind))
		if err != nil || g.Result != gamefile.BlackWins {
			t.Errorf("%q overrides the tag: %v, %v", behind, g.Result, err)
		}
	}
}
