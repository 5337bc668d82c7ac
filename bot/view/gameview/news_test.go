package gameview

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

// A private message tells its reader what happened without calling them, whatever it was and whoever did it.
func TestThePrivateReaderIsNotCalled(t *testing.T) {
	for _, situation := range situations {
		if strings.HasPrefix(situation.name, "challenge") {
			continue
		}
		t.Run(situation.name, func(t *testing.T) {
			g := situation.game(t)
			for _, lang := range viewtest.Phrases(t).Languages() {
				for _, reader := range []game.Person{gametest.Alice, gametest.Bob} {
					r := readertest.Viewer(t, lang, reader).Alone()
					for _, reply := range []view.Reply{TurnAsText(g, r).AsPrivate(true), Answered(g, r)} {
						if strings.Contains(reply.Text, view.Mention(reader)) || len(reply.Message().MentionUsers) > 0 {
							t.Errorf("%s: %s is called by %q", lang, reader, reply.Text)
						}
						if situation.name == "bot-resigned-to" && reader == gametest.Alice && strings.Contains(reply.Text, "Alice") {
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
	g := gametest.AgainstBot(t, game.ChallengeSpec{})
	for _, moves := range [][]string{{}, {"h2e2", "h9g7"}} {
		gametest.PlayAll(t, g, moves...)
		for _, lang := range viewtest.Phrases(t).Languages() {
			w := readertest.Viewer(t, lang, gametest.Bob).Words
			text := TurnAsText(g, readertest.Viewer(t, lang, gametest.Bob).Alone()).Text
			text = strings.TrimSuffix(text, w.Say("news.your-turn", words.Vars{"Who": view.Mention(gametest.Alice)}))
			if strings.Contains(text, w.Say("news.turn-alone")) || !strings.Contains(text, view.Mention(gametest.Alice)) {
				t.Errorf("%s: a stranger is told %q", lang, text)
			}
			if text := TurnAsText(g, readertest.Viewer(t, lang, gametest.Alice).Alone()).Text; !strings.Contains(text, w.Say("news.turn-alone")) {
				t.Errorf("%s: the player is told %q", lang, text)
			}
		}
	}
}
