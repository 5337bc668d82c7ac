package game_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// What a file says of a game: names, day, moves, result and why, and never the id of a person.
func TestExport(t *testing.T) {
	running := active(t, false)
	must(t, running.Play(alice, move(t, "h2e2"), start.Add(20*time.Hour))) // the day after the challenge
	mated := active(t, true)
	mated.Rules = "simple repetitions=4"
	play(t, mated, quickMate...)
	resigned := againstBot(t, game.WantBlack, false)
	play(t, resigned, "h2e2")
	must(t, resigned.Resign(alice, start))
	agreed := active(t, false)
	must(t, agreed.Draws().Offer(alice, start))
	must(t, agreed.Draws().Accept(bob, start))
	chased := from(t, checks, "asian")
	play(t, chased, append(checkRound, checkRound...)...)

	for name, test := range map[string]struct {
		game *game.Game
		want gamefile.Game
	}{
		"running":  {running, gamefile.Game{Date: "2026.11.22", Red: "Alice", Black: "Bob", Tags: []gamefile.Tag{{Name: "Rules", Value: "asian"}}}},
		"mated":    {mated, gamefile.Game{Date: "2026.11.21", Red: "Alice", Black: "Bob", Result: gamefile.BlackWins, Tags: ended("checkmate", "simple repetitions=4")}},
		"resigned": {resigned, gamefile.Game{Date: "2026.11.21", Red: "xiangqi-bot level 3", Result: gamefile.RedWins, Tags: ended("resignation", "asian")}},
		"agreed":   {agreed, gamefile.Game{Date: "2026.11.21", Red: "Alice", Black: "Bob", Result: gamefile.Draw, Tags: ended("agreement", "asian")}},
		"checked":  {chased, gamefile.Game{Date: "2026.11.21", Red: "Alice", Black: "Bob", Result: gamefile.BlackWins, Tags: ended("perpetual check", "asian")}},
	} {
		t.Run(name, func(t *testing.T) {
			want := test.want
			want.Start, want.Moves = test.game.Record.Start, test.game.Record.Moves
			sheet := game.Export(test.game)
			if diff := cmp.Diff(want, sheet, positions); diff != "" {
				t.Fatalf("the sheet differs (-want +got):\n%s", diff)
			}
			for _, format := range []gamefile.Format{gamefile.PGN, gamefile.DhtmlXQ} {
				file, err := codec.Write(&sheet, format, notation.Chinese)
				must(t, err)
				if strings.Contains(string(file), string(alice)) || strings.Contains(string(file), string(bob)) {
					t.Errorf("the %v names the id of a person:\n%s", format, file)
				}
				back, _, err := codec.Read(file)
				must(t, err)
				if got := back.Record(); got.Start != sheet.Start || !cmp.Equal(got.Moves, sheet.Moves) || back.Result != sheet.Result || back.Red != sheet.Red {
					t.Errorf("the %v\n%s\nreads as %v", format, file, back)
				}
			}
		})
	}
	if len(running.Record.Moves) != 1 || board.StartPosition() != running.Record.Start {
		t.Error("the sheet changed the game")
	}
}

func ended(why, rules string) []gamefile.Tag {
	return []gamefile.Tag{{Name: "Termination", Value: why}, {Name: "Rules", Value: rules}}
}
