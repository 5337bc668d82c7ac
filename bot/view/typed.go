package view

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// typedCommands are the commands that people give by a word in a message, with the phrases of these words.
var typedCommands = map[string]string{
	"resign": "typed.resign", "takeback": "typed.takeback", "draw": "typed.draw", "hint": "typed.hint", "help": "typed.help",
}

// TypedCommand returns the name of the command that a text is a word for, in any of the bot's languages; empty if there
// is none. It ignores case, accents, spaces and punctuation at the end.
func TypedCommand(p *words.Phrases, text string) (name string) {
	text = words.Normalize(text)
	if text == "" {
		return ""
	}
	for _, lang := range p.Languages() {
		for name, phrase := range typedCommands {
			for word := range strings.SplitSeq(p.In(lang).Say(phrase), "|") {
				if words.Normalize(word) == text {
					return name
				}
			}
		}
	}
	return ""
}

// HowToType answers text that the bot cannot read, or a mention without any, in one line: what it reads, with a move of
// their game as the example. Without a game, g is nil, it offers to begin one. If it is their turn it suggests moves of
// similar spelling.
func HowToType(g *game.Game, text string, r Viewer) Reply {
	p := board.StartPosition()
	if g != nil {
		p = g.Position()
	}
	reply := Private(r.Say("typed.how", words.Vars{"Examples": Examples(&p, r)}))
	if text != "" {
		reply.Text = r.Sentences(r.Say("typed.unclear"), reply.Text)
	}
	if g == nil {
		reply.Rows = Rows(firstSteps(r.Words)...)
	}
	if g != nil && g.IsTurnOf(r.Person) {
		didYouMean(&reply, g, &p, text, meantBy(nil), r)
	}
	return reply
}

// SuggestMove formats a legal move as a suggestion for somebody who has typed the beginning of it: in the script that
// they type, otherwise in their own. The line, which they read, has its squares too, what it captures, whether it gives
// check, and its consequence by the rules of repetition: C2=5 · h2-e2 · takes pawn · check. The text is what is sent.
func SuggestMove(p *board.Position, m board.Move, typed string, ahead RepetitionForecast, r Viewer) (line, text string) {
	text = notation.Format(p, m, r.Style)
	for _, s := range r.scripts(typed) {
		if as := notation.Format(p, m, s); begins(as, typed) {
			if read, err := r.Dialect().Parse(p, as); err == nil && read == m {
				text = as
				break
			}
		}
	}
	parts := []string{text}
	if !r.coordinates() && r.letters() && text != m.String() {
		parts = append(parts, m.From().String()+"-"+m.To().String())
	}
	if taken := p.At(m.To()); taken != board.NoPiece {
		parts = append(parts, r.Say("moves.takes", words.Vars{"Piece": PieceName(r.Words, taken, 1)}))
	}
	if p.GivesCheck(m) {
		parts = append(parts, r.Say("moves.check"))
	}
	parts = append(parts, NonEmpty(ahead.Mark(m, r.Words))...)
	return discord.Cut(strings.Join(parts, " · "), discord.ChoiceNameLimit), text
}

// scripts are the styles in which a text may have been begun, the viewer's own first.
func (r Viewer) scripts(typed string) []notation.Style {
	if typed == "" {
		return nil
	}
	if strings.ContainsFunc(typed, func(c rune) bool { return unicode.Is(unicode.Han, c) }) {
		if r.Language() == words.Traditional || strings.ContainsAny(typed, "馬車將帥進後") {
			return []notation.Style{r.Style, notation.ChineseTraditional, notation.Chinese}
		}
		return []notation.Style{r.Style, notation.Chinese, notation.ChineseTraditional}
	}
	return []notation.Style{r.Style, notation.WXF, notation.UCI, notation.ICCS, notation.Vietnamese}
}

// begins reports whether a move in some notation begins with what was typed, as far as the letters go. In Chinese the
// first character is enough: there are many ways to write the numbers after it.
func begins(written, typed string) bool {
	typed, written = strings.ToLower(strings.TrimSpace(typed)), strings.ToLower(written)
	isHan := func(c rune) bool { return unicode.Is(unicode.Han, c) }
	if first, _ := utf8.DecodeRuneInString(typed); isHan(first) {
		return strings.ContainsFunc(written, isHan)
	}
	return strings.HasPrefix(written, typed)
}
