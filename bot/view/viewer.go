package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// Viewer is the person for whom a message is written: their language, notation, side and board style. A message to a
// whole channel is written for one of the people in it, the one who has to act on it.
type Viewer struct {
	words.Words // the phrases of their language

	Person game.Person
	Style  notation.Style
	Bottom Bottom
	Theme  render.Theme
	Pieces render.PieceSet
	Layout Layout // of boards, see panel.go
	// Common is the language of what everybody there reads, see ForAll.
	Common words.Words
	// Guild is the server in which the message is read, empty in direct messages, and Server what is chosen there.
	Guild  string
	Server game.Server
	// UserInstall says that the message is read in a channel in which the bot is not.
	UserInstall bool
	// Page says that boards have a button that leads to the page of their game, see Live.
	Page bool
	// Emojis show the pieces in menus; nil: they have none.
	Emojis *PieceEmojis
	// Newcomer says that the viewer has finished few games: how a move goes is described before its notation.
	Newcomer bool

	shared bool // others see the message too, see Shared
	alone  bool // nobody else sees the message, see Alone
}

// PieceEmojis are the ids of the emojis that show the pieces, empty for none.
type PieceEmojis [16]string

// EmojiName is the name of the emoji of a piece.
func EmojiName(p board.Piece) string { return "xq_" + p.Color().String() + "_" + p.Kind().String() }

// Of returns the emoji of a piece, nil if there is none.
func (e *PieceEmojis) Of(p board.Piece) *discordgo.ComponentEmoji {
	if e == nil || e[p] == "" {
		return nil
	}
	return &discordgo.ComponentEmoji{Name: EmojiName(p), ID: e[p]}
}

// Bottom says which side is at the bottom of the picture.
type Bottom uint8

// The choices for the bottom of the picture.
const (
	BottomOwn   Bottom = iota // the viewer's own side; Red for those who do not play
	BottomRed                 // Red, always
	BottomBlack               // Black, always
)

// AmongOthers reports whether others are where the message is read.
func (r Viewer) AmongOthers() bool { return r.Guild != "" || r.UserInstall }

// Flipped reports whether Black is at the bottom of a picture of g for this viewer.
func (r Viewer) Flipped(g *game.Game) bool {
	switch r.Bottom {
	case BottomRed:
		return false
	case BottomBlack:
		return true
	default:
		color, plays := g.SeatOf(r.Person)
		return plays && color == board.Black
	}
}

// Shared is the viewer of a message that both players of g see: where two people play, the board is shown with Red down
// for both, as in books; against the bot it is shown as its one player likes it.
func (r Viewer) Shared(g *game.Game) Viewer {
	r.shared = true
	if _, botPlays := g.BotSeat(); !botPlays && r.Bottom == BottomOwn {
		r.Bottom = BottomRed
	}
	if _, botPlays := g.BotSeat(); !botPlays || g.Vote != nil {
		r.Layout = r.Layout.toOthers()
	}
	return r
}

// ForAll is the viewer of a message that many read and that is written for nobody in particular, such as the board of a
// vote: in the language of the server, not of the person who asked. In direct messages it is the viewer themself.
func (r Viewer) ForAll() Viewer {
	if r.Common.Language() != r.Language() {
		r.Words, r.Style = r.Common, StyleOf("", r.Common)
	}
	r.Layout = r.Layout.toOthers()
	return r
}

// Dialect returns the notation in which the moves that the viewer types are parsed.
func (r Viewer) Dialect() notation.Dialect {
	return notation.Dialect{Style: r.Style, Vietnamese: r.Language() == words.Vietnamese}
}

// StyleOf returns the notation: the chosen one, otherwise the default of the language, which its phrase files name.
func StyleOf(chosen string, w words.Words) notation.Style {
	if style, err := notation.ParseStyle(chosen); err == nil {
		return style
	}
	if style, err := notation.ParseStyle(w.Say("language.notation")); err == nil {
		return style
	}
	return notation.WXF
}

// Alone returns the viewer for a message that nobody else sees. What they did themselves is addressed to them there,
// without a mention.
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
