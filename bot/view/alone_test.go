package view

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// A private message tells its reader what happened without calling them, whatever it was and whoever did it.
func TestThePrivateReaderIsNotCalled(t *testing.T) {
	for name, deeds := range map[string]func(g *game.Game) []error{
		"started": func(*game.Game) []error { return nil },
		"moved":   func(g *game.Game) []error { playAll(t, g, "h2e2", "h9g7"); return nil },
		"checked": func(g *game.Game) []error { playAll(t, g, "h2e2", "c9e7", "e2e6"); return nil },
		"offered": func(g *game.Game) []error { playAll(t, g, "h2e2"); return []error{g.Draws().Offer(alice, noon)} },
		"refused": func(g *game.Game) []error {
			playAll(t, g, "h2e2")
			return []error{g.Draws().Offer(alice, noon), g.Draws().Decline(bob, noon)}
		},
		"withdrawn": func(g *game.Game) []error {
			playAll(t, g, "h2e2")
			return []error{g.Draws().Offer(alice, noon), g.Draws().Decline(alice, noon)}
		},
		"takeback": func(g *game.Game) []error { playAll(t, g, "h2e2"); return []error{g.Takebacks().Ask(alice, noon)} },
		"kept": func(g *game.Game) []error {
			playAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(alice, noon), g.Takebacks().Decline(bob, noon)}
		},
		"no longer asked": func(g *game.Game) []error {
			playAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(alice, noon), g.Takebacks().Decline(alice, noon)}
		},
		"taken back": func(g *game.Game) []error {
			playAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(alice, noon), g.Takebacks().Accept(bob, noon)}
		},
		"resigned": func(g *game.Game) []error { playAll(t, g, "h2e2"); return []error{g.Resign(alice, noon)} },
	} {
		t.Run(name, func(t *testing.T) {
			g := between(t, game.ChallengeSpec{})
			for _, err := range deeds(g) {
				must(t, err)
			}
			for _, lang := range testPhrases(t).Languages() {
				for _, reader := range []game.Person{alice, bob} {
					r := viewer(t, lang, reader).Alone()
					for _, reply := range []Reply{TurnAsText(g, r).AsPrivate(true), Answered(g, r)} {
						if strings.Contains(reply.Text, Mention(reader)) || len(reply.Message().MentionUsers) > 0 {
							t.Errorf("%s: %s is called by %q", lang, reader, reply.Text)
						}
						if name == "resigned" && reader == alice && strings.Contains(reply.Text, "Alice") {
							t.Errorf("%s: the one who resigned is told %q", lang, reply.Text)
						}
						if strings.Contains(reply.Text, "<no value>") || reply.Text == "" {
							t.Errorf("%s: %s is told %q", lang, reader, reply.Text)
						}
					}
				}
			}
		})
	}
}

// Who looks on at a game against the bot is not told that it is their move.
func TestWhoLooksOnIsNotAsked(t *testing.T) {
	g := againstBot(t, game.ChallengeSpec{})
	for _, moves := range [][]string{{}, {"h2e2", "h9g7"}} {
		playAll(t, g, moves...)
		for _, lang := range testPhrases(t).Languages() {
			w := viewer(t, lang, bob).Words
			told := TurnAsText(g, viewer(t, lang, bob).Alone()).Text
			told = strings.TrimSuffix(told, w.Say("news.your-turn", words.Vars{"Who": Mention(alice)}))
			if strings.Contains(told, w.Say("news.turn-alone")) || !strings.Contains(told, Mention(alice)) {
				t.Errorf("%s: a stranger is told %q", lang, told)
			}
			if told := TurnAsText(g, viewer(t, lang, alice).Alone()).Text; !strings.Contains(told, w.Say("news.turn-alone")) {
				t.Errorf("%s: the player is told %q", lang, told)
			}
		}
	}
}
