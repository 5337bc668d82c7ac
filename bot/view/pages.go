package view

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
)

// Page is one page of a record, of a review or of an analysis, as encoded in its buttons. A press needs nothing but its
// button, so that the pages can be turned as long as their messages exist, even after a restart.
//
// A button encodes the page that it is on and the way to turn, not the page it leads to: in a running game "last" is
// the last move when it is pressed, and no two buttons of a message are the same.
type Page struct {
	// Exactly one of Game and Record says what is paged through.
	Game   game.ID
	Record record.ID
	// Turn is the way to go from the page.
	Turn Turning
	// Number is how many moves have been played on the page: 0 is the start position. Of a review 0 is the summary, and
	// the others show a mistake each.
	Number int
	// Black is at the bottom of the picture.
	Black bool
	// Owner turns the pages of this very message. Anyone else who presses gets a copy of their own. Empty: nobody owns
	// it, and everyone gets a copy.
	Owner game.Person
}

// Turning is what a press on a page asks for.
type Turning byte

// The ways. The letters are part of custom ids: a meaning may be added, never changed.
const (
	TurnFirst   Turning = 'f' // to the start position, or the summary
	TurnRewind  Turning = 'r' // leap back
	TurnBack    Turning = 'b' // by one
	TurnForward Turning = 'n' // by one
	TurnLeap    Turning = 'l' // leap forward
	TurnLast    Turning = 'z' // to the last move
	TurnBoard   Turning = 't' // the same page with the other side down
	TurnOpen    Turning = 'o' // the page itself, in a message of its own; a review begins if there is none
	TurnStay    Turning = 's' // the page as it is now
	TurnExport  Turning = 'e' // of a review: the game as a file, with what is thought of its moves
	TurnMoments Turning = 'k' // of a review: the moments that mattered, on one picture to be shared
	TurnPlay    Turning = 'p' // of an analysis: a game against the bot from this position
)

const (
	turnings = "frbnlztosekp"
	// Leap is how many moves the buttons for more than one go.
	Leap = 10
)

// Press encodes the page as a button of [PressPage], [PressReview] or [PressAnalysis].
func (p Page) Press(act PressAct) Press {
	side := "r"
	if p.Black {
		side = "b"
	}
	owner, err := strconv.ParseUint(string(p.Owner), 10, 64)
	if err != nil {
		owner = 0 // nobody has this id
	}
	arg := string(rune(p.Turn)) + side + "-" + strconv.FormatInt(int64(p.Number), 36) + "-" + strconv.FormatUint(owner, 36)
	return Press{Act: act, Topic: OfReplay(p.Game, p.Record), Arg: arg}
}

// ParsePage parses a button. It accepts exactly what [Page.Press] writes.
func ParsePage(press Press) (Page, error) {
	foreign := press.Foreign(errors.New("no page"))
	fields := strings.Split(press.Arg, "-")
	if len(fields) != 3 || len(fields[0]) != 2 {
		return Page{}, foreign
	}
	number, badNumber := strconv.ParseUint(fields[1], 36, 31)
	owner, badOwner := strconv.ParseUint(fields[2], 36, 64)
	p := Page{Turn: Turning(fields[0][0]), Black: fields[0][1] == 'b', Number: int(number)}
	p.Game, p.Record = press.Replay()
	if owner != 0 {
		p.Owner = game.Person(strconv.FormatUint(owner, 10))
	}
	known := strings.ContainsRune(turnings, rune(p.Turn))
	if badNumber != nil || badOwner != nil || !known || p.Press(press.Act) != press {
		return Page{}, foreign
	}
	return p, nil
}

// Turned returns the page to which a press on p leads, where the last page now has that number.
func (p Page) Turned(last int) Page {
	switch p.Turn {
	case TurnFirst:
		p.Number = 0
	case TurnRewind:
		p.Number -= Leap
	case TurnBack:
		p.Number--
	case TurnForward:
		p.Number++
	case TurnLeap:
		p.Number += Leap
	case TurnLast:
		p.Number = last
	case TurnBoard:
		p.Black = !p.Black
	case TurnOpen, TurnStay, TurnExport, TurnMoments, TurnPlay: // the page itself
	}
	p.Number = min(max(p.Number, 0), last)
	return p
}

// TurnButton turns from the page in a way.
func (p Page) TurnButton(act PressAct, label string, way Turning, possible bool) discordgo.MessageComponent {
	p.Turn = way
	return TurnButton(label, p.Press(act), possible)
}

// ReviewButton opens the review of a game, for the one who presses alone.
func ReviewButton(id game.ID, kept record.ID, r Viewer) discordgo.MessageComponent {
	p := Page{Game: id, Record: kept, Turn: TurnOpen}
	return Button(r.Say("review.button"), discordgo.SecondaryButton, p.Press(PressReview))
}

// GifButton gives a game as an animation, to the one who presses alone.
func GifButton(id game.ID, kept record.ID, r Viewer) discordgo.MessageComponent {
	return Button(r.Say("gif.button"), discordgo.SecondaryButton, Press{Act: PressGIF, Topic: OfReplay(id, kept)})
}

// MistakeNext is the Arg of a [PressMistake] for the mistake that is due. It has no topic.
const MistakeNext = "next"

// NextMistake leads to the mistake that is due.
func NextMistake(label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
	return Button(label, style, Press{Act: PressMistake, Arg: MistakeNext})
}
