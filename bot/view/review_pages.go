package view

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
)

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
	reviewStay     ReviewTurn = 's' // the same page as it is now
	reviewSums     ReviewTurn = 'u'
	reviewPrevious ReviewTurn = 'p'
	reviewNext     ReviewTurn = 'n'
	ReviewExport   ReviewTurn = 'e' // the game as a file, with what is thought of its moves
	ReviewMoments  ReviewTurn = 'k' // the moments that mattered, on one picture to be shared
)

const reviewTurns = "osupnek"

// Press encodes the page as a button.
func (p ReviewPage) Press() Press {
	arg := pageArg{byte(p.Turn), p.Black, p.Number, p.Owner}
	return Press{Act: PressReview, Topic: OfReplay(p.Game, p.Record), Arg: arg.String()}
}

// ParseReviewPage parses a button. It accepts exactly what [Press] writes.
func ParseReviewPage(press Press) (ReviewPage, error) {
	a, err := parsePageArg(press, reviewTurns, 16)
	p := ReviewPage{Turn: ReviewTurn(a.turn), Number: a.number, Black: a.black, Owner: a.owner}
	p.Game, p.Record = press.Replay()
	if err != nil || p.Press() != press {
		return ReviewPage{}, fmt.Errorf("%w: a page of a review %q", ErrForeignPress, press.Arg)
	}
	return p, nil
}

// Turned returns the page to which a press on p leads.
func (p ReviewPage) Turned() ReviewPage {
	switch p.Turn {
	case reviewSums:
		p.Number = 0
	case reviewPrevious:
		p.Number = max(p.Number-1, 0)
	case reviewNext:
		p.Number++
	case ReviewOpen, reviewStay, ReviewExport, ReviewMoments:
	}
	return p
}

// Open reports whether the page is to be shown in a new message.
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
			if p.Game != 0 {
				buttons = append(buttons, nextMistake(w.Say("button.mistakes"), discordgo.SecondaryButton))
			}
		}
	} else {
		buttons = append(buttons,
			turn(w.Say("list.previous"), reviewPrevious, p.Number > 1),
			turn(w.Say("list.next"), reviewNext, p.Number < faults),
			turn(w.Say("review.sums"), reviewSums, true))
	}
	buttons = append(buttons, turn(w.Say("review.export"), ReviewExport, true))
	if p.Number == 0 {
		buttons = append(buttons, turn(w.Say("review.moments"), ReviewMoments, true))
	}
	buttons = append(buttons, gifButton(p.Game, p.Record, r))
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
