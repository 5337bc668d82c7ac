package record_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/record"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// A file has names, date, moves, result and termination, and never the id of a person.
func TestExport(t *testing.T) {
	running := played(t, bob, "h2e2")
	mated := played(t, bob, "i0i1", "b7e7", "g0e2", "e7e3", "i1e1", "h7h0")
	resigned := played(t, "", "h2e2")
	must(t, game.Resign(resigned, alice, start))
	agreed := played(t, bob)
	must(t, game.OfferDraw(agreed, alice, start))
	must(t, game.AcceptDraw(agreed, bob, start))
	chased := played(t, bob)
	var err error
	chased.Record.Start, err = board.ParseFEN(checks)
	must(t, err)
	for range 2 {
		gametest.Play(t, chased, start.Add(20*time.Hour), "e1d1", "d9e9", "d1e1", "e9d9")
	}
	partners := played(t, bob)
	partners.Partner = game.Partner{Kind: game.Consulting, Budget: 3, Level: 7}
	outside := played(t, "")
	outside.Seats[board.Black].Level, outside.Engine = game.LevelOutside, "Guest"

	for name, test := range map[string]struct {
		game *game.Game
		want gamefile.Game
	}{
		"running":  {running, gamefile.Game{Date: "2026.11.09", Red: "Alice", Black: "Bob", Tags: []gamefile.Tag{{Name: "Rules", Value: "asian"}}}},
		"mated":    {mated, gamefile.Game{Date: "2026.11.09", Red: "Alice", Black: "Bob", Result: gamefile.BlackWins, Tags: ended("checkmate", "asian")}},
		"resigned": {resigned, gamefile.Game{Date: "2026.11.09", Red: "Alice", Black: "xiangqi-bot level 3", Result: gamefile.BlackWins, Tags: ended("resignation", "asian")}},
		"agreed":   {agreed, gamefile.Game{Date: "2026.11.08", Red: "Alice", Black: "Bob", Result: gamefile.Draw, Tags: ended("agreement", "asian")}},
		"partners": {partners, gamefile.Game{Date: "2026.11.08", Red: "Alice", Black: "Bob", Tags: []gamefile.Tag{{Name: "Rules", Value: "asian"}, {Name: "Consultation", Value: "3, strength 7"}}}},
		"outside":  {outside, gamefile.Game{Date: "2026.11.08", Red: "Alice", Black: "Guest", Tags: []gamefile.Tag{{Name: "Rules", Value: "asian"}}}},
		"checked":  {chased, gamefile.Game{Date: "2026.11.09", Red: "Alice", Black: "Bob", Result: gamefile.BlackWins, Tags: ended("perpetual check", "asian")}},
	} {
		t.Run(name, func(t *testing.T) {
			want := test.want
			want.Start, want.Moves = test.game.Record.Start, test.game.Record.Moves
			sheet := record.Export(test.game)
			if diff := cmp.Diff(want, sheet, positions); diff != "" {
				t.Fatalf("the sheet differs (-want +got):\n%s", diff)
			}
			for _, format := range []gamefile.Format{gamefile.PGN, gamefile.DhtmlXQ} {
				file := ok(codec.Write(&sheet, format, notation.Chinese))(t)
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

// played is a game of Alice, Red, whose moves were made a day after the challenge; nobody is level 3 of the bot.
func played(t *testing.T, opponent game.Person, moves ...string) *game.Game {
	t.Helper()
	g := &game.Game{ID: 7}
	spec := game.ChallengeSpec{Opponent: opponent, ColorChoice: game.WantRed}
	if opponent == "" {
		spec.Level = 3
	} else {
		spec.OpponentName = "Bob"
	}
	must(t, game.OfferChallenge(g, game.Act{Actor: alice, Name: "Alice", Guild: "g", Channel: "c"}, spec, game.Terms{Rules: "asian"}, start))
	if opponent != "" {
		must(t, game.AcceptChallenge(g, opponent, board.Red, start))
	}
	gametest.Play(t, g, start.Add(20*time.Hour), moves...)
	return g
}
