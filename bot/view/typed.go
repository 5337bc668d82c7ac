package view

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// Intent is what somebody asks for by a word in a message instead of a command.
type Intent uint8

// The wishes.
const (
	NoIntent Intent = iota
	IntentResign
	IntentTakeback
	IntentDraw
	IntentHint
	IntentHelp
)

// ParseIntent recognizes a text as the word for an [Intent], in any of the bot's languages. It ignores case, accents,
// spaces and punctuation at the end.
func ParseIntent(p *words.Phrases, text string) Intent {
	text = words.Normalize(text)
	if text == "" {
		return NoIntent
	}
	for _, lang := range p.Languages() {
		w := p.In(lang)
		for wish, said := range map[Intent]string{
			IntentResign: w.Say("typed.resign"), IntentTakeback: w.Say("typed.takeback"),
			IntentDraw: w.Say("typed.draw"), IntentHint: w.Say("typed.hint"), IntentHelp: w.Say("typed.help"),
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

// HowToType answers text that the bot cannot read, or a mention without any, in one line: what it reads, with a move of
// their game as the example. Without a game, g is nil, it offers to begin one. If it is their turn it suggests moves of
// similar spelling.
func HowToType(g *game.Game, text string, r Viewer) Reply {
	p := board.StartPosition()
	if g != nil {
		p = g.Position()
	}
	reply := Private(r.Words.Say("typed.how", words.Vars{"Examples": examples(&p, r)}))
	if text != "" {
		reply.Text = r.Words.Sentences([]string{r.Words.Say("typed.unclear"), reply.Text})
	}
	if g == nil {
		reply.Rows = Rows(firstSteps(r.Words))
	}
	if g != nil && g.IsTurnOf(r.Person) {
		didYouMean(&reply, g, &p, text, meantBy(nil), r)
	}
	return reply
}

// RepliedElsewhere answers a move or a word that was written in reply to a message about something that is no game.
func RepliedElsewhere(r Viewer) Reply { return Private(r.Words.Say("typed.elsewhere")) }

// NotForYou answers a press on a public question that was for somebody else.
func NotForYou(r Viewer) Reply { return Private(r.Words.Say("question.not-yours")) }
