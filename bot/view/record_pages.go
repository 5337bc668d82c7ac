package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
)

// Page is one page of a record, as encoded in its buttons. A press needs nothing but its button, so that records can
// be paged through as long as their messages exist, even after a restart.
//
// A button encodes the page that it is on and the way to turn, not the page it leads to: in a running game "last" is
// the last move when it is pressed, and no two buttons of a message are the same.
type Page struct {
	// Exactly one of Game and Record says what is paged through.
	Game   game.ID
	Record record.ID
	// Turn is the way to go from the page.
	Turn Turning
	// Ply is how many moves have been played on the page: 0 is the start position.
	Ply int
	// Black is at the bottom of the picture.
	Black bool
	// Owner turns the pages of this very message. Anyone else who presses gets a copy of their own. Empty: nobody owns
	// it, and everyone gets a copy.
	Owner game.Person
}

// Turning is a way to turn pages.
type Turning byte

// The ways. The letters are part of custom ids: a meaning may be added, never changed.
const (
	TurnFirst   Turning = 'f' // to the start position
	TurnRewind  Turning = 'r' // leap back
	TurnBack    Turning = 'b' // by one ply
	TurnForward Turning = 'n' // by one ply
	TurnLeap    Turning = 'l' // leap forward
	TurnLast    Turning = 'z' // to the last move
	TurnBoard   Turning = 't' // the same page with the other side down
	TurnOpen    Turning = 'o' // the page itself, in a message of its own
)

const (
	turnings = "frbnlzto"
	// Leap is how many moves the buttons for more than one go.
	Leap = 10
)

// Press encodes the page as a button.
func (p Page) Press() Press {
	arg := PageArg{byte(p.Turn), p.Black, p.Ply, p.Owner}
	return Press{Act: PressPage, Topic: OfReplay(p.Game, p.Record), Arg: arg.String()}
}

// ParsePage parses a button. It accepts exactly what [Press] writes.
func ParsePage(press Press) (Page, error) {
	a, err := ParsePageArg(press, turnings, 31)
	p := Page{Turn: Turning(a.Turn), Ply: a.Number, Black: a.Black, Owner: a.Owner}
	p.Game, p.Record = press.Replay()
	if err != nil || p.Press() != press {
		return Page{}, fmt.Errorf("%w: a page %q", ErrForeignPress, press.Arg)
	}
	return p, nil
}

// PageArg is the argument of a button of a message with pages.
type PageArg struct {
	Turn   byte // the way to go
	Black  bool // at the bottom of the picture
	Number int  // of the page
	Owner  game.Person
}

// String writes it as short as it can be: the id of a button is short.
func (a PageArg) String() string {
	side := "r"
	if a.Black {
		side = "b"
	}
	owner, err := strconv.ParseUint(string(a.Owner), 10, 64)
	if err != nil {
		owner = 0 // nobody has this id
	}
	return string(rune(a.Turn)) + side + "-" + strconv.FormatInt(int64(a.Number), 36) + "-" + strconv.FormatUint(owner, 36)
}

// ParsePageArg reads what String wrote: a turn among those given, and a number of so many bits. It takes a little more
// than String writes; callers compare.
func ParsePageArg(press Press, turns string, bits int) (PageArg, error) {
	fields := strings.Split(press.Arg, "-")
	if len(fields) != 3 || len(fields[0]) != 2 {
		return PageArg{}, ErrForeignPress
	}
	a := PageArg{Turn: fields[0][0], Black: fields[0][1] == 'b'}
	number, err := strconv.ParseUint(fields[1], 36, bits)
	if err != nil || !strings.ContainsRune(turns, rune(a.Turn)) {
		return PageArg{}, ErrForeignPress
	}
	a.Number = int(number)
	owner, err := strconv.ParseUint(fields[2], 36, 64)
	if err != nil {
		return PageArg{}, ErrForeignPress
	}
	if owner != 0 {
		a.Owner = game.Person(strconv.FormatUint(owner, 10))
	}
	return a, nil
}

// Turned returns the page to which a press on p leads, in a record that now has that many plies.
func (p Page) Turned(plies int) Page {
	switch p.Turn {
	case TurnFirst:
		p.Ply = 0
	case TurnRewind:
		p.Ply -= Leap
	case TurnBack:
		p.Ply--
	case TurnForward:
		p.Ply++
	case TurnLeap:
		p.Ply += Leap
	case TurnLast:
		p.Ply = plies
	case TurnBoard:
		p.Black = !p.Black
	case TurnOpen:
	}
	p.Ply = min(max(p.Ply, 0), plies)
	return p
}

// replayButton opens the record of a game at its start, for the one who presses alone.
func replayButton(g *game.Game, r Viewer) discordgo.MessageComponent {
	p := Page{Game: g.ID, Turn: TurnOpen, Black: r.Flipped(g)}
	return Button(r.Words.Say("record.replay"), discordgo.SecondaryButton, p.Press())
}

// ReviewPage is a page of a review, as encoded in its buttons: 0 is the summary, the others show a mistake each. A
// button encodes the page that it is on and the way to turn, so that no two buttons of a message are the same.
type ReviewPage struct {
	// Exactly one of Game and Record says what was reviewed.
	Game   game.ID
	Record record.ID
	Number int
	Turn   ReviewTurn
	// Black is at the bottom of the picture.
	Black bool
	// Owner turns the pages of this very message. Anyone else who presses gets a copy of their own.
	Owner game.Person
}

// ReviewTurn is what a press on a page of a review asks for.
type ReviewTurn byte

// The ways. The letters are part of custom ids: a meaning may be added, never changed.
const (
	ReviewOpen     ReviewTurn = 'o' // the page in a message of its own; the review begins if there is none
	ReviewStay     ReviewTurn = 's' // the same page as it is now
	ReviewSums     ReviewTurn = 'u'
	ReviewPrevious ReviewTurn = 'p'
	ReviewNext     ReviewTurn = 'n'
	ReviewExport   ReviewTurn = 'e' // the game as a file, with what is thought of its moves
	ReviewMoments  ReviewTurn = 'k' // the moments that mattered, on one picture to be shared
)

const reviewTurns = "osupnek"

// Press encodes the page as a button.
func (p ReviewPage) Press() Press {
	arg := PageArg{byte(p.Turn), p.Black, p.Number, p.Owner}
	return Press{Act: PressReview, Topic: OfReplay(p.Game, p.Record), Arg: arg.String()}
}

// ParseReviewPage parses a button. It accepts exactly what [Press] writes.
func ParseReviewPage(press Press) (ReviewPage, error) {
	a, err := ParsePageArg(press, reviewTurns, 16)
	p := ReviewPage{Turn: ReviewTurn(a.Turn), Number: a.Number, Black: a.Black, Owner: a.Owner}
	p.Game, p.Record = press.Replay()
	if err != nil || p.Press() != press {
		return ReviewPage{}, fmt.Errorf("%w: a page of a review %q", ErrForeignPress, press.Arg)
	}
	return p, nil
}

// Turned returns the page to which a press on p leads.
func (p ReviewPage) Turned() ReviewPage {
	switch p.Turn {
	case ReviewSums:
		p.Number = 0
	case ReviewPrevious:
		p.Number = max(p.Number-1, 0)
	case ReviewNext:
		p.Number++
	case ReviewOpen, ReviewStay, ReviewExport, ReviewMoments:
	}
	return p
}

// Open reports whether the page is to be shown in a new message.
func (p ReviewPage) Open() bool { return p.Turn == ReviewOpen }

// ReviewButton opens the review of a game, for the one who presses alone.
func ReviewButton(p ReviewPage, r Viewer) discordgo.MessageComponent {
	p.Turn = ReviewOpen
	return Button(r.Words.Say("review.button"), discordgo.SecondaryButton, p.Press())
}

// GifButton gives a game as an animation, to the one who presses alone.
func GifButton(id game.ID, kept record.ID, r Viewer) discordgo.MessageComponent {
	return Button(r.Words.Say("gif.button"), discordgo.SecondaryButton, Press{Act: PressGIF, Topic: OfReplay(id, kept)})
}

// MistakeNext is the Arg of a [PressMistake] for the mistake that is to be tried now. It has no topic.
const MistakeNext = "next"

// NextMistake leads to the mistake that is to be tried now.
func NextMistake(label string, style discordgo.ButtonStyle) discordgo.MessageComponent {
	return Button(label, style, Press{Act: PressMistake, Arg: MistakeNext})
}
