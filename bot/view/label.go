package view

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
)

// Label is a short text that is produced in every language, since the definition of a command has all languages at
// once.
type Label func(words.Words) string

// Phrase returns the label with the text of a phrase.
func Phrase(key string) Label { return func(w words.Words) string { return w.Say(key) } }

// In is the label in English, and in every other language of the phrases.
func (l Label) In(p *words.Phrases) (english string, others map[discordgo.Locale]string) {
	others = make(map[discordgo.Locale]string)
	for _, lang := range p.Languages() {
		if lang != words.English {
			others[discordgo.Locale(lang)] = l(p.In(lang))
		}
	}
	return l(p.In(words.English)), others
}

// Described returns the English description of a command or option; p.Localizations has the other languages.
func Described(p *words.Phrases, key string) string {
	return Phrase(key + ".desc")(p.In(words.English))
}

// LevelLabel labels a level of the bot with its rating, which shows how large the steps are.
func LevelLabel(level engine.Level) Label {
	return func(w words.Words) string {
		text := w.Say("level.choice", words.Vars{"Level": LevelName(w, level), "Rating": Rounded(level.Rating())})
		return discord.Cut(text, discord.ChoiceNameLimit)
	}
}

// OutsideLabel labels the outside engine by its name.
func OutsideLabel(name string) Label {
	return func(w words.Words) string { return discord.Cut(OutsideName(name, w), discord.ChoiceNameLimit) }
}
