package view

import (
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// Viewer is the person for whom a message is written: their language, notation, side and board style. A message to a
// whole channel is written for one of the people in it, the one who has to act on it.
type Viewer struct {
	Person game.Person
	Words  words.Words
	Style  notation.Style
	Bottom Bottom
	Theme  render.Theme
	Pieces render.PieceSet
	Wide   bool // pictures of boards are landscapes with a panel, see panel.go
	// Common is the language of what everybody there reads, see ForAll.
	Common words.Words
	// Guild is the server in which the message is read, empty in direct messages, and Server what is chosen there.
	Guild  string
	Server game.Server
	// Page says that boards have a button that leads to the page of their game, see Live.
	Page   bool
	shared bool // others see the message too, see Shared
	alone  bool // nobody else sees the message, see Alone
}

// Bottom says which side is at the bottom of the picture.
type Bottom uint8

// The choices for the bottom of the picture.
const (
	BottomOwn   Bottom = iota // the viewer's own side; Red for those who do not play
	BottomRed                 // Red, always
	BottomBlack               // Black, always
)

// flipped reports whether Black is at the bottom of a picture of g for this viewer.
func (r Viewer) flipped(g *game.Game) bool {
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
	return r
}

// ForAll is the viewer of a message that many read and that is written for nobody in particular, such as the board of a
// vote: in the language of the server, whoever asked for it. In direct messages it is the viewer themself.
func (r Viewer) ForAll() Viewer {
	if r.Common.Language() != r.Words.Language() {
		r.Words, r.Style = r.Common, StyleOf("", r.Common)
	}
	return r
}

// Dialect returns the notation in which the moves that the viewer types are parsed.
func (r Viewer) Dialect() notation.Dialect {
	return notation.Dialect{Style: r.Style, Vietnamese: r.Words.Language() == words.Vietnamese}
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
