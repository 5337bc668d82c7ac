package view

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// Wish is what somebody asks for by a word in a message, where others use a command.
type Intent uint8

// The wishes.
const (
	NoIntent Intent = iota
	IntentResign
	IntentTakeback
	IntentDraw
	IntentHelp
)

// ReadWish finds out whether a text is a word for something that a person may ask for, in any of the bot's languages.
// Case, accents, blanks and the marks at the end make no difference.
func ParseIntent(p *words.Phrases, text string) Intent {
	text = words.Normalize(text)
	if text == "" {
		return NoIntent
	}
	for _, lang := range p.Languages() {
		w := p.In(lang)
		for wish, said := range map[Intent]string{
			IntentResign: w.Say("typed.resign"), IntentTakeback: w.Say("typed.takeback"),
			IntentDraw: w.Say("typed.draw"), IntentHelp: w.Say("typed.help"),
		} {
			for word := range strings.SplitSeq(said, "|") {
				if words.Normalize(word) == text {
					return wish
				}
			}
		}
	}
	return NoIntent
}

// HowToType is the one line for somebody who wrote to the bot a text that it cannot read: what it reads, with a move of
// their game as the example, or where g is nil, of a new one. Where it is their turn it offers the moves that are spelled
// nearly so.
func HowToType(g *game.Game, text string, r Viewer) Reply {
	p := board.StartPosition()
	if g != nil {
		p = g.Position()
	}
	reply := Private(r.Words.Say("typed.how", words.Vars{"Examples": examples(&p, r)}))
	if g != nil && g.IsTurnOf(r.Person) {
		didYouMean(&reply, g, &p, text, r)
	}
	return reply
}

// NotForYou answers a press on a question that was put to somebody else where everybody sees it.
func NotForYou(r Viewer) Reply { return Private(r.Words.Say("question.not-yours")) }
