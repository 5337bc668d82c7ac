package view

import (
	"strings"

	"xiangqibot/bot/words"
)

// Welcome greets a server in its main language, and in small print says the commands in each of the others: not all
// members read their server's language.
func Welcome(p *words.Phrases, main words.Language) string {
	lines := []string{p.In(main).Say("welcome.text")}
	for _, lang := range p.Languages() {
		if lang != main {
			lines = append(lines, "-# "+p.In(lang).Say("welcome.short"))
		}
	}
	return strings.Join(lines, "\n")
}
