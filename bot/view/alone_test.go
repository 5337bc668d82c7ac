package view

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

// A private message tells its reader what happened without calling them, whatever it was and whoever did it.
func TestThePrivateReaderIsNotCalled(t *testing.T) {
	for name, deeds := range map[string]func(g *game.Game) []error{
		"started": func(*game.Game) []error { return nil },
		"moved":   func(g *game.Game) []error { gametest.PlayAll(t, g, "h2e2", "h9g7"); return nil },
		"checked": func(g *game.Game) []error { gametest.PlayAll(t, g, "h2e2", "c9e7", "e2e6"); return nil },
		"offered": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Draws().Offer(gametest.Alice, gametest.Noon)}
		},
		"refused": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Draws().Offer(gametest.Alice, gametest.Noon), g.Draws().Decline(gametest.Bob, gametest.Noon)}
		},
		"withdrawn": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Draws().Offer(gametest.Alice, gametest.Noon), g.Draws().Decline(gametest.Alice, gametest.Noon)}
		},
		"takeback": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(gametest.Alice, gametest.Noon)}
		},
		"kept": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(gametest.Alice, gametest.Noon), g.Takebacks().Decline(gametest.Bob, gametest.Noon)}
		},
		"no longer asked": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(gametest.Alice, gametest.Noon), g.Takebacks().Decline(gametest.Alice, gametest.Noon)}
		},
		"taken back": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Takebacks().Ask(gametest.Alice, gametest.Noon), g.Takebacks().Accept(gametest.Bob, gametest.Noon)}
		},
		"resigned": func(g *game.Game) []error {
			gametest.PlayAll(t, g, "h2e2")
			return []error{g.Resign(gametest.Alice, gametest.Noon)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := gametest.Between(t, game.ChallengeSpec{})
			for _, err := range deeds(g) {
				gametest.Must(t, err)
			}
			for _, lang := range viewtest.Phrases(t).Languages() {
				for _, reader := range []game.Person{gametest.Alice, gametest.Bob} {
					r := viewer(t, lang, reader).Alone()
					for _, reply := range []Reply{TurnAsText(g, r).AsPrivate(true), Answered(g, r)} {
						if strings.Contains(reply.Text, Mention(reader)) || len(reply.Message().MentionUsers) > 0 {
							t.Errorf("%s: %s is called by %q", lang, reader, reply.Text)
						}
						if name == "resigned" && reader == gametest.Alice && strings.Contains(reply.Text, "Alice") {
							t.Errorf("%s: the one who resigned is text %q", lang, reply.Text)
						}
						if strings.Contains(reply.Text, "<no value>") || reply.Text == "" {
							t.Errorf("%s: %s is text %q", lang, reader, reply.Text)
						}
					}
				}
			}
		})
	}
}

// Who looks on at a game against the bot is not text that it is their move.
func TestWhoLooksOnIsNotAsked(t *testing.T) {
	g := gametest.AgainstBot(t, game.ChallengeSpec{})
	for _, moves := range [][]string{{}, {"h2e2", "h9g7"}} {
		gametest.PlayAll(t, g, moves...)
		for _, lang := range viewtest.Phrases(t).Languages() {
			w := viewer(t, lang, gametest.Bob).Words
			text := TurnAsText(g, viewer(t, lang, gametest.Bob).Alone()).Text
			text = strings.TrimSuffix(text, w.Say("news.your-turn", words.Vars{"Who": Mention(gametest.Alice)}))
			if strings.Contains(text, w.Say("news.turn-alone")) || !strings.Contains(text, Mention(gametest.Alice)) {
				t.Errorf("%s: a stranger is text %q", lang, text)
			}
			if text := TurnAsText(g, viewer(t, lang, gametest.Alice).Alone()).Text; !strings.Contains(text, w.Say("news.turn-alone")) {
				t.Errorf("%s: the player is text %q", lang, text)
			}
		}
	}
}
