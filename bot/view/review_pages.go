package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
)

// ReviewPage is a page of a review, as the buttons below it name it: 0 is the page of the sums, the others show a
// mistake each. A button names the page that it is under and the way to turn, so that no two of a message are the same.
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
	reviewStay     ReviewTurn = 's' // the same page as it is now
	reviewSums     ReviewTurn = 'u'
	reviewPrevious ReviewTurn = 'p'
	reviewNext     ReviewTurn = 'n'
	ReviewExport   ReviewTurn = 'e' // the game as a file, with what is thought of its moves
)

const reviewTurns = "osupne"

// Press is the page as a button.
func (p ReviewPage) Press() Press {
	side := "r"
	if p.Black {
		side = "b"
	}
	owner, err := strconv.ParseUint(string(p.Owner), 10, 64)
	if err != nil {
		owner = 0 // nobody has this id
	}
	arg := string(rune(p.Turn)) + side + "-" + strconv.FormatInt(int64(p.Number), 36) + "-" + strconv.FormatUint(owner, 36)
	if p.Record != 0 {
		arg += "-" + strconv.FormatInt(int64(p.Record), 36)
	}
	return Press{Act: PressReview, Game: p.Game, Arg: arg}
}

// ParseReviewPage reads a button. It takes exactly what Press writes.
func ParseReviewPage(press Press) (ReviewPage, error) {
	foreign := fmt.Errorf("%w: a page of a review %q", ErrForeignPress, press.Arg)
	fields := strings.Split(press.Arg, "-")
	if len(fields) < 3 || len(fields) > 4 || len(fields[0]) != 2 || (press.Game == 0) != (len(fields) == 4) {
		return ReviewPage{}, foreign
	}
	p := ReviewPage{Game: press.Game, Turn: ReviewTurn(fields[0][0]), Black: fields[0][1] == 'b'}
	number, err := strconv.ParseUint(fields[1], 36, 16)
	if err != nil || !strings.ContainsRune(reviewTurns, rune(p.Turn)) {
		return ReviewPage{}, foreign
	}
	p.Number = int(number)
	owner, err := strconv.ParseUint(fields[2], 36, 64)
	if err != nil {
		return ReviewPage{}, foreign
	}
	if owner != 0 {
		p.Owner = game.Person(strconv.FormatUint(owner, 10))
	}
	if len(fields) == 4 {
		kept, err := strconv.ParseInt(fields[3], 36, 64)
		if err != nil || kept <= 0 {
			return ReviewPage{}, foreign
		}
		p.Record = record.ID(kept)
	}
	if p.Press() != press {
		return ReviewPage{}, foreign
	}
	return p, nil
}

// Turned is the page to which a press on p leads.
func (p ReviewPage) Turned() ReviewPage {
	switch p.Turn {
	case reviewSums:
		p.Number = 0
	case reviewPrevious:
		p.Number = max(p.Number-1, 0)
	case reviewNext:
		p.Number++
	case ReviewOpen, reviewStay, ReviewExport:
	}
	return p
}

// Open reports whether the page is to come in a message of its own.
func (p ReviewPage) Open() bool { return p.Turn == ReviewOpen }

// buttons are those below a page of a review with so many mistakes.
func (p ReviewPage) buttons(faults int, r Viewer) []discordgo.MessageComponent {
	w := r.Words
	turn := func(label string, way ReviewTurn, possible bool) discordgo.MessageComponent {
		p.Turn = way
		return turnButton(label, p.Press(), possible)
	}
	var buttons []discordgo.MessageComponent
	if p.Number == 0 {
		if faults > 0 {
			p.Turn = reviewNext
			buttons = append(buttons, Button(w.Say("review.faults"), discordgo.PrimaryButton, p.Press()))
		}
	} else {
		buttons = append(buttons,
			turn(w.Say("list.previous"), reviewPrevious, p.Number > 1),
			turn(w.Say("list.next"), reviewNext, p.Number < faults),
			turn(w.Say("review.sums"), reviewSums, true))
	}
	buttons = append(buttons, turn(w.Say("review.export"), ReviewExport, true), gifButton(p.Game, p.Record, r))
	return Rows(buttons)
}

// reviewButton opens the review of a game, for the one who presses alone.
func reviewButton(p ReviewPage, r Viewer) discordgo.MessageComponent {
	p.Turn = ReviewOpen
	return Button(r.Words.Say("review.button"), discordgo.SecondaryButton, p.Press())
}

// FirstPage is the page of the sums, as the viewer likes it.
func (rv *Reviewed) FirstPage(r Viewer) ReviewPage {
	p := ReviewPage{Game: rv.Game, Record: rv.Record, Black: r.Bottom == BottomBlack, Owner: r.Person}
	if rv.Ours != nil {
		p.Black = r.flipped(rv.Ours)
	}
	return p
}
