package game_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// checks is a position in which Red's rook can check endlessly, and once round the circle.
const checks = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"

var checkRound = []string{"e1d1", "d9e9", "d1e1", "e9d9"}

// from is a game of Alice, Red, against Bob by a ruleset, from a position.
func from(t testing.TB, fen, code string) *game.Game {
	t.Helper()
	g := active(t, false)
	g.Rules = code
	var err error
	g.Record.Start, err = board.ParseFEN(fen)
	must(t, err)
	return g
}

// A game is judged by its own rules, and what was repeated can be shown as long as the game is kept.
func TestGameIsJudgedByItsOwnRules(t *testing.T) {
	for code, rounds := range map[string]int{"asian": 2, "asian repetitions=4": 3, "pikafish": 2, "simple": 2, "": 2, "of the future": 2} {
		t.Run(code, func(t *testing.T) {
			g := from(t, checks, code)
			for range rounds {
				if g.State != game.Active {
					t.Fatalf("over after %d plies", g.Ply())
				}
				play(t, g, checkRound...)
			}
			if g.Outcome != rules.BlackWins || g.End != game.ByRules || g.Rule != rules.PerpetualCheck {
				t.Fatalf("%v by %v, %v", g.Outcome, g.End, g.Rule)
			}
			if v := g.Verdict(); v.Outcome != g.Outcome || v.Reason != g.Rule || v.LastPly != g.Ply() || v.FirstPly >= v.LastPly {
				t.Errorf("the verdict is %+v", v)
			}
		})
	}
}

// How a game ended stays, whatever the judge would say today.
func TestVerdictKeepsToWhatWasSaved(t *testing.T) {
	g := from(t, checks, "asian")
	play(t, g, append(checkRound, checkRound...)...)
	g.Outcome, g.Rule = rules.Draw, rules.Repetition
	want := rules.Verdict{Outcome: rules.Draw, Reason: rules.Repetition, FirstPly: 8, LastPly: 8}
	if diff := cmp.Diff(want, g.Verdict()); diff != "" {
		t.Errorf("an older judge's draw (-want +got):\n%s", diff)
	}
	g = active(t, false)
	must(t, game.Resign(g, alice, start))
	if v := g.Verdict(); v.Outcome != rules.Ongoing {
		t.Errorf("of a game that was resigned the rules say %+v", v)
	}
}

func TestNewGamesTakeTheRulesOfTheirServer(t *testing.T) {
	tb := newTable(t, nil)
	in := func(guild string) game.Act {
		return game.Act{Actor: alice, Guild: guild, Channel: "c"}
	}
	challenge := func(guild string) *game.Game {
		tb.now = tb.now.Add(time.Minute) // the cooldown
		g := ok(tb.Challenge(t.Context(), in(guild), game.ChallengeSpec{Level: 1, ColorChoice: game.WantRed}))(t)
		return g
	}
	before := challenge("club")
	must(t, tb.saveServer(t.Context(), in("club"), guild.Settings{Rules: " asian  repetitions=5 limit=120"}))
	server := ok(tb.Server(t.Context(), "club"))(t)
	if server.Rules != "asian repetitions=5" {
		t.Errorf("saved as %q", server.Rules)
	}
	if after := challenge("club"); after.Rules != "asian repetitions=5" || after.Ruleset().Repetitions != 5 {
		t.Errorf("a new game goes by %q", after.Rules)
	}
	if before, err := tb.Game(t.Context(), before.ID); err != nil || before.Rules != "asian repetitions=4" {
		t.Errorf("the game before goes by %q, %v", before.Rules, err)
	}
	for _, guild := range []string{"", "another"} {
		if g := challenge(guild); g.Ruleset() != rules.ForPeople() {
			t.Errorf("in server %q games go by %q", guild, g.Rules)
		}
	}
	must(t, tb.saveServer(t.Context(), in("club"), guild.Settings{}))
	if g := challenge("club"); g.Ruleset() != rules.ForPeople() {
		t.Errorf("back at the default, games go by %q", g.Rules)
	}
}

func TestSettingsOfAServerThatCannotBe(t *testing.T) {
	tb := newTable(t, nil)
	club := game.Act{Actor: alice, Guild: "club"}
	must(t, tb.saveServer(t.Context(), club, guild.Settings{Rules: "simple"}))
	for name, test := range map[string]struct {
		act   game.Act
		rules string
		cure  string
	}{
		"no such code":     {club, "asean", "asian, simple, pikafish"},
		"no such option":   {club, "asian repeat=4", "repetitions"},
		"no such value":    {club, "asian repetitions=40", "2 to 9"},
		"direct messages ": {game.Act{Actor: alice, Channel: "dm"}, "simple", "want a server"},
	} {
		err := tb.saveServer(t.Context(), test.act, guild.Settings{Rules: test.rules})
		if err == nil || !strings.Contains(err.Error(), test.cure) {
			t.Errorf("%s: %v, want an error that says %q", name, err, test.cure)
		}
	}
	if server, err := tb.Server(t.Context(), "club"); err != nil || tb.Ruleset(server) != rules.Simple() {
		t.Errorf("the rules are %v, %v", tb.Ruleset(server), err)
	}
	// What a newer version of the program saved does not keep people from playing.
	ok(tb.store.Servers.UpdateServer(t.Context(), "", "club", func(s *guild.Settings) error { s.Rules = "of the future"; return nil }))(t)
	if server, err := tb.Server(t.Context(), "club"); err != nil || tb.Ruleset(server) != rules.ForPeople() {
		t.Errorf("rules that cannot be read are %v, %v", tb.Ruleset(server), err)
	}
}
