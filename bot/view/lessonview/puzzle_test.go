package lessonview

import (
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/puzzle"
)

// Whoever solves a puzzle, misses it or has help is told for what that counts: for the rating, for the day alone where
// the puzzle of the day was tried on another day, or for nothing.
func TestPuzzlesSayWhatCounts(t *testing.T) {
	v := Puzzles{View: readertest.Blank()}
	p := puzzle.Standard().All()[0]
	line := p.Line()
	var made []board.Move // the solver's
	for i := 0; i < len(line)-1; i += 2 {
		made = append(made, line[i])
	}
	last := line[len(line)-1]
	wrong := puzzle.Answer{Verdict: puzzle.Wrong}
	for _, lang := range viewtest.Phrases(t).Languages() {
		r := readertest.Viewer(t, lang, gametest.Alice)
		rating := r.Say("puzzle.rating", words.Vars{"Rating": "0?", "Gain": "+0"})
		rating, _, _ = strings.Cut(rating, "**")
		day, before := r.Say("puzzle.day-alone"), r.Say("puzzle.tried-before")
		for name, c := range map[string]struct {
			result               solving.Result
			solved, missed, help string
		}{
			"first":                   {solving.Result{Counted: true}, rating, rating, rating},
			"first, of the day":       {solving.Result{Counted: true, OnDay: true}, rating, rating, rating},
			"again, of the day":       {solving.Result{OnDay: true}, day, day, day},
			"again, not for anything": {solving.Result{}, before, "", ""},
		} {
			missed := c.result
			missed.Answer = wrong
			for what, test := range map[string]struct {
				reply view.Reply
				want  string
			}{
				"solved":   {v.PuzzleOver(p, made, last, c.result, r), c.solved},
				"given up": {v.PuzzleOver(p, nil, board.NoMove, c.result, r), c.missed},
				"missed":   {v.PuzzleTried(p, nil, last, missed, r), c.missed},
				"helped":   {v.PuzzleThemeHint(p, nil, c.result, r), c.help},
			} {
				for _, text := range []string{rating, day, before} {
					if strings.Contains(test.reply.Text, text) != (text == test.want) {
						t.Errorf("%s: %s, %s: %q, want %q", lang, name, what, test.reply.Text, test.want)
					}
				}
				if problem := viewtest.BreaksLimits(test.reply.Message()); problem != "" {
					t.Errorf("%s: %s, %s: %s", lang, name, what, problem)
				}
			}
		}
	}
}

// A button can have any move, in every puzzle, at every depth of it, with the longest theme, and in contests.
func TestMovesOfPuzzlesArePresses(t *testing.T) {
	theme := ""
	for _, name := range pattern.AllNames() {
		if len(name) > len(theme) {
			theme = string(name)
		}
	}
	set := puzzle.Standard()
	for _, p := range set.All() {
		var made []board.Move
		for i, m := range p.Line() {
			if i%2 == 1 {
				continue
			}
			for _, contest := range []Contest{{}, {Act: view.PressStreak}, {Act: view.PressRace, Race: 1, Round: 1}} {
				v := Puzzles{View: readertest.Blank(), Theme: theme, Contest: contest}
				press, err := view.ParsePress(v.Tries(p, made)(view.TryTo, m.String()).ID())
				if err != nil {
					t.Fatal(err)
				}
				got, err := ParsePuzzle(press, set.Find)
				if err != nil || got.Do != view.TryTo || board.NewMove(got.From, got.To) != m || len(got.Made) != len(made) {
					t.Fatalf("puzzle %s: %q is read as %+v, %v", p.ID(), press.Arg, got, err)
				}
			}
			made = append(made, m)
		}
	}
}
