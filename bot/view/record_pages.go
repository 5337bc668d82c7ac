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
	turnRewind  Turning = 'r' // leap back
	TurnBack    Turning = 'b' // by one ply
	TurnForward Turning = 'n' // by one ply
	turnLeap    Turning = 'l' // leap forward
	TurnLast    Turning = 'z' // to the last move
	TurnBoard   Turning = 't' // the same page with the other side down
	TurnOpen    Turning = 'o' // the page itself, in a message of its own
)

const (
	turnings = "frbnlzto"
	// leap is how many moves the buttons for more than one go.
	leap = 10
)

// Press encodes the page as a button.
func (p Page) Press() Press {
	arg := pageArg{byte(p.Turn), p.Black, p.Ply, p.Owner}
	return Press{Act: PressPage, Topic: OfReplay(p.Game, p.Record), Arg: arg.String()}
}

// ParsePage parses a button. It accepts exactly what [Press] writes.
func ParsePage(press Press) (Page, error) {
	a, err := parsePageArg(press, turnings, 31)
	p := Page{Turn: Turning(a.turn), Ply: a.number, Black: a.black, Owner: a.owner}
	p.Game, p.Record = press.Replay()
	if err != nil || p.Press() != press {
		return Page{}, fmt.Errorf("%w: a page %q", ErrForeignPress, press.Arg)
	}
	return p, nil
}

// pageArg is the argument of a button of a message with pages.
type pageArg struct {
	turn   byte // the way to go
	black  bool // at the bottom of the picture
	number int  // of the page
	owner  game.Person
}

// String writes it as short as it can be: the id of a button is short.
func (a pageArg) String() string {
	side := "r"
	if a.black {
		side = "b"
	}
	owner, err := strconv.ParseUint(string(a.owner), 10, 64)
	if err != nil {
		owner = 0 // nobody has this id
	}
	return string(rune(a.turn)) + side + "-" + strconv.FormatInt(int64(a.number), 36) + "-" + strconv.FormatUint(owner, 36)
}

// parsePageArg reads what String wrote: a turn among those given, and a number of so many bits. It takes a little more
// than String writes; callers compare.
func parsePageArg(press Press, turns string, bits int) (pageArg, error) {
	fields := strings.Split(press.Arg, "-")
	if len(fields) != 3 || len(fields[0]) != 2 {
		return pageArg{}, ErrForeignPress
	}
	a := pageArg{turn: fields[0][0], black: fields[0][1] == 'b'}
	number, err := strconv.ParseUint(fields[1], 36, bits)
	if err != nil || !strings.ContainsRune(turns, rune(a.turn)) {
		return pageArg{}, ErrForeignPress
	}
	a.number = int(number)
	owner, err := strconv.ParseUint(fields[2], 36, 64)
	if err != nil {
		return pageArg{}, ErrForeignPress
	}
	if owner != 0 {
		a.owner = game.Person(strconv.FormatUint(owner, 10))
	}
	return a, nil
}

// Turned returns the page to which a press on p leads, in a record that now has that many plies.
func (p Page) Turned(plies int) Page {
	switch p.Turn {
	case TurnFirst:
		p.Ply = 0
	case turnRewind:
		p.Ply -= leap
	case TurnBack:
		p.Ply--
	case TurnForward:
		p.Ply++
	case turnLeap:
		p.Ply += leap
	case TurnLast:
		p.Ply = plies
	case TurnBoard:
		p.Black = !p.Black
	case TurnOpen:
	}
	p.Ply = min(max(p.Ply, 0), plies)
	return p
}

// recordButtons are the buttons below a page of a record with so many moves. One that is over can be reviewed.
func recordButtons(p Page, plies int, over bool, r Viewer) []discordgo.MessageComponent {
	w := r.Words
	turn := func(label string, way Turning, possible bool) discordgo.MessageComponent {
		p.Turn = way
		return turnButton(label, p.Press(), possible)
	}
	begun, more := p.Ply > 0, p.Ply < plies
	buttons := []discordgo.MessageComponent{
		turn(w.Say("record.first"), TurnFirst, begun),
		turn(w.Say("record.back"), TurnBack, begun),
		turn(w.Say("record.forward"), TurnForward, more),
		turn(w.Say("record.last"), TurnLast, more),
		turn(w.Say("button.flip"), TurnBoard, true),
	}
	if plies > 2*leap {
		buttons = append(buttons,
			turn(fmt.Sprintf("−%d", leap), turnRewind, begun),
			turn(fmt.Sprintf("+%d", leap), turnLeap, more))
	}
	if over && plies > 0 {
		buttons = append(buttons,
			reviewButton(ReviewPage{Game: p.Game, Record: p.Record}, r), gifButton(p.Game, p.Record, r), analysisButton(p, r))
	}
	return Rows(buttons)
}

// replayButton opens the record of a game at its start, for the one who presses alone.
func replayButton(g *game.Game, r Viewer) discordgo.MessageComponent {
	p := Page{Game: g.ID, Turn: TurnOpen, Black: r.flipped(g)}
	return Button(r.Words.Say("record.replay"), discordgo.SecondaryButton, p.Press())
}
