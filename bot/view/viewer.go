package view

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
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
	Layout Layout // of boards
	// Common is the language of what everybody there reads, see ForAll.
	Common words.Words
	// Guild is the server in which the message is read, empty in direct messages, and Server what is chosen there.
	Guild  string
	Server guild.Settings
	// UserInstall says that the message is read in a channel in which the bot is not.
	UserInstall bool
	// Page says that boards have a button that leads to the page of their game, see [LiveButton].
	Page bool
	// Emojis show the pieces in menus; nil: they have none.
	Emojis *PieceEmojis
	// Newcomer says that the viewer has finished few games: how a move goes is described before its notation.
	Newcomer bool

	// ForBoth says that both players of a game see the message, and Private that nobody else sees it.
	ForBoth, Private bool
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

// Layout says how boards are shown, by the name under which it is chosen and kept; "" is [Tall].
type Layout string

// The layouts.
const (
	Tall    Layout = "tall"  // a picture of the board alone
	Wide    Layout = "wide"  // a picture with a panel beside the board
	InWords Layout = "words" // no pictures: their content as text, for people who cannot see them
)

// PictureNames lists the layouts that are pictures by their names, the default first. A server chooses among these
// alone.
func PictureNames() []string { return []string{string(Tall), string(Wide)} }

// toOthers is the layout of what others see too, of whom nobody knows that they read it in words.
func (l Layout) toOthers() Layout {
	if l == InWords {
		return Tall
	}
	return l
}

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
	r.ForBoth = true
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

// Alone returns the viewer for a message that nobody else sees. What they did themselves is addressed to them there,
// without a mention.
func (r Viewer) Alone() Viewer {
	r.Private = true
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

// Chinese returns the Chinese notation that the viewer sees beside a text in coordinates.
func (r Viewer) Chinese() notation.Style {
	switch family := r.Style.Family(); {
	case family == notation.Simplified, family == notation.Traditional:
		return r.Style
	case r.Language() == words.Traditional:
		return notation.ChineseTraditional
	}
	return notation.Chinese
}
