package view

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// This file writes what happened in a game for one reader: what they did themselves is addressed to them, without a
// mention, since they are there.

// Alone returns the viewer for a message that nobody else sees.
func (r Viewer) Alone() Viewer {
	r.alone = true
	return r
}

// ownDeeds maps the phrase that describes an act to everybody to the one that describes it to the person who did it.
var ownDeeds = map[string]string{
	"news.moved":              "picked.played",
	"news.planned":            "alone.planned",
	"news.draw-offered":       "alone.draw-offered",
	"news.draw-declined":      "alone.draw-declined",
	"news.draw-withdrawn":     "alone.draw-withdrawn",
	"news.takeback-asked":     "alone.takeback-asked",
	"news.takeback-declined":  "alone.takeback-declined",
	"news.takeback-withdrawn": "alone.takeback-withdrawn",
	"news.taken-back":         "alone.taken-back",
	"news.draw-open":          "alone.draw-open",
	"news.takeback-open":      "alone.takeback-open",
	"end.resignation":         "resign.done",
}

// deed is the phrase that describes what a side of g did for this viewer, where key describes it for everybody.
func (r Viewer) deed(g *game.Game, by board.Color, key string) string {
	if seat := g.Seats[by]; r.alone && !seat.IsBot() && !seat.Team && seat.Person == r.Person {
		return ownDeeds[key]
	}
	return key
}

// uncalled is a text about g in which the viewer, who alone reads it, is named and not mentioned.
func (r Viewer) uncalled(g *game.Game, text string) string {
	if c, plays := g.SeatOf(r.Person); plays {
		return named(text, r.Person, SeatLabel(g, c, r.Words))
	}
	return text
}

// WithoutSelfMention replaces mentions of the reader in a private reply with their name, because Discord would
// highlight a mention. It returns any other reply unchanged.
func (r Reply) WithoutSelfMention(reader game.Person, name string) Reply {
	if r.Private && name != "" {
		r.Text = named(r.Text, reader, name)
	}
	return r
}

// named is a text with a person's name wherever it mentioned them.
func named(text string, p game.Person, name string) string {
	return strings.ReplaceAll(text, Mention(p), Plain(name))
}
