package bot

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// page is one page of a record, as the buttons below it name it. All that a press needs stands in the button itself, so that
// records can be paged through for as long as their messages last, whatever happens to the bot.
//
// A button names the page under which it stands and the way to turn, not the page it leads to: of a game that goes on,
// "last" is the last move when it is pressed, and no two buttons of a message are the same.
type page struct {
	// Exactly one of Game and Record says what is paged through.
	Game   game.ID
	Record game.RecordID
	// Turn is the way to go from the page.
	Turn turning
	// Ply is how many moves have been played on the page: 0 is the start position.
	Ply int
	// Black stands at the bottom of the picture.
	Black bool
	// Owner turns the pages of this very message. Who else presses gets a copy of his own. Empty: nobody, everyone gets a copy.
	Owner game.Person
}

// turning is a way to turn pages.
type turning byte

// The ways. The letters are part of custom ids: a meaning may be added, never changed.
const (
	turnFirst   turning = 'f'
	turnRewind  turning = 'r' // leap back
	turnBack    turning = 'b'
	turnForward turning = 'n'
	turnLeap    turning = 'l' // leap forward
	turnLast    turning = 'z'
	turnBoard   turning = 't' // the same page with the other side down
	turnOpen    turning = 'o' // the page itself, in a message of its own
)

const (
	turnings = "frbnlzto"
	// leap is how many moves the buttons for more than one go.
	leap = 10
)

// press is the page as a button.
func (p page) press() Press {
	side := "r"
	if p.Black {
		side = "b"
	}
	owner, err := strconv.ParseUint(string(p.Owner), 10, 64)
	if err != nil {
		owner = 0 // nobody has this id
	}
	arg := string(rune(p.Turn)) + side + "-" + strconv.FormatInt(int64(p.Ply), 36) + "-" + strconv.FormatUint(owner, 36)
	if p.Record != 0 {
		arg += "-" + strconv.FormatInt(int64(p.Record), 36)
	}
	return Press{Act: PressPage, Game: p.Game, Arg: arg}
}

// parsePage reads a button. It takes exactly what press writes.
func parsePage(press Press) (page, error) {
	foreign := fmt.Errorf("%w: a page %q", ErrForeignPress, press.Arg)
	fields := strings.Split(press.Arg, "-")
	if len(fields) < 3 || len(fields) > 4 || len(fields[0]) != 2 || (press.Game == 0) != (len(fields) == 4) {
		return page{}, foreign
	}
	p := page{Game: press.Game, Turn: turning(fields[0][0]), Black: fields[0][1] == 'b'}
	ply, err := strconv.ParseUint(fields[1], 36, 31)
	if err != nil || !strings.ContainsRune(turnings, rune(p.Turn)) {
		return page{}, foreign
	}
	p.Ply = int(ply)
	owner, err := strconv.ParseUint(fields[2], 36, 64)
	if err != nil {
		return page{}, foreign
	}
	if owner != 0 {
		p.Owner = game.Person(strconv.FormatUint(owner, 10))
	}
	if len(fields) == 4 {
		record, err := strconv.ParseInt(fields[3], 36, 64)
		if err != nil || record <= 0 {
			return page{}, foreign
		}
		p.Record = game.RecordID(record)
	}
	if p.press() != press {
		return page{}, foreign
	}
	return p, nil
}

// turned is the page to which a press on p leads in a record that now has so many moves.
func (p page) turned(plies int) page {
	switch p.Turn {
	case turnFirst:
		p.Ply = 0
	case turnRewind:
		p.Ply -= leap
	case turnBack:
		p.Ply--
	case turnForward:
		p.Ply++
	case turnLeap:
		p.Ply += leap
	case turnLast:
		p.Ply = plies
	case turnBoard:
		p.Black = !p.Black
	case turnOpen:
	}
	p.Ply = min(max(p.Ply, 0), plies)
	return p
}

// pager are the buttons below a page of a record with so many moves. Those that lead nowhere are shown and cannot be pressed: the others
// then keep their places under the finger.
func pager(p page, plies int, w words.Words) []discordgo.MessageComponent {
	turn := func(label string, way turning, possible bool) discordgo.MessageComponent {
		p.Turn = way
		return discordgo.Button{
			Label: discord.Cut(label, buttonLabel), Style: discordgo.SecondaryButton, CustomID: p.press().ID(), Disabled: !possible,
		}
	}
	begun, more := p.Ply > 0, p.Ply < plies
	buttons := []discordgo.MessageComponent{
		turn(w.Say("record.first"), turnFirst, begun),
		turn(w.Say("record.back"), turnBack, begun),
		turn(w.Say("record.forward"), turnForward, more),
		turn(w.Say("record.last"), turnLast, more),
		turn(w.Say("button.flip"), turnBoard, true),
	}
	if plies > 2*leap {
		buttons = append(buttons,
			turn(fmt.Sprintf("−%d", leap), turnRewind, begun),
			turn(fmt.Sprintf("+%d", leap), turnLeap, more))
	}
	return rows(buttons)
}

// replayButton opens the record of a game at its start, for the one who presses alone.
func replayButton(g *game.Game, r Reader) discordgo.MessageComponent {
	p := page{Game: g.ID, Turn: turnOpen, Black: r.flipped(g)}
	return button(r.Words.Say("record.replay"), discordgo.SecondaryButton, p.press())
}
