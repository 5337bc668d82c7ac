package view

import (
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// Sketch is a board that is no game's: a puzzle, a hint, a line that is looked at.
type Sketch struct {
	Record *board.Record
	Black  bool // Black is at the bottom
	From   board.Square
	Arrows []render.Arrow
	Ringed []board.Square // pieces to look at
}

// Draw draws the last position of a record, with where the piece on from can go.
func (k Sketch) Draw(v *View, r Viewer) *Picture {
	p := k.Record.Position()
	var marks []render.Mark
	for _, square := range k.Ringed {
		marks = append(marks, render.Mark{Square: square, Kind: render.Selected})
	}
	if k.From != board.NoSquare {
		_, targets := Destinations(&p, k.From)
		marks = append(marks, targets...)
	}
	return v.Position(k.Record, k.Black, marks, r, k.Arrows...)
}

// What a press asks of a board on which a person tries moves; its Arg begins with it.
const (
	TryShow  = "show"  // show the board
	TryPiece = "piece" // a menu of pieces to be moved
	TryTo    = "to"    // a menu of points, or a move
	TryWrite = "write" // open a form for a move, and the form itself
	TryHint  = "hint"
)

// Tries makes the presses of such a board.
type Tries func(do string, more ...string) Press

// NewTries returns the Tries of what has the words of; all that they make are like press.
func NewTries(press Press, of ...string) Tries {
	return func(do string, more ...string) Press {
		press.Arg = strings.Join(slices.Concat([]string{do}, of, more), "-")
		return press
	}
}

// Try is such a press, parsed: "to-rook-b2" is the act TryTo of a lesson, with the point from which a move goes.
type Try struct {
	Do       string       // one of TryShow and so on, or of what the board adds
	Of       []string     // what the board is of
	From, To board.Square // TryTo: of a button a move; of a menu where it begins, and NoSquare
}

// ParseTry parses a press. Words are the acts that there are, each with the number of words of what the board is of; so
// many more may follow.
func ParseTry(p Press, words map[string]int, more int) (Try, error) {
	parts := strings.Split(p.Arg, "-")
	t := Try{Do: parts[0], From: board.NoSquare, To: board.NoSquare}
	n, known := words[t.Do]
	t.Of = parts[1:]
	if t.Do == TryTo && n < len(t.Of) {
		var err error
		if t.From, t.To, err = parseFromTo(t.Of[n]); err != nil {
			return t, p.Foreign(err)
		}
		t.Of = slices.Delete(t.Of, n, n+1)
	}
	if !known || len(t.Of) < n || len(t.Of) > n+more || t.Do == TryTo && t.From == board.NoSquare {
		return t, p.Foreign(errors.New("no such act of this board"))
	}
	return t, nil
}

// parseFromTo parses what a press says of a move: the points of it, or of a menu of targets the first alone, with
// [board.NoSquare] for the other.
func parseFromTo(text string) (from, to board.Square, err error) {
	if m, err := board.ParseMove(text); err == nil {
		return m.From(), m.To(), nil
	}
	from, err = board.ParseSquare(text)
	return from, board.NoSquare, err
}

// sketchRows is how many rows of buttons there are at most for the moves of a piece: below them a sketch has a menu and
// two rows more.
const sketchRows = 2

// MoveControls are the controls by which a person makes a move on a sketch: a menu of the pieces that can move, and
// above it, where one is taken up, the moves of it.
func MoveControls(p *board.Position, from board.Square, press Tries, r Viewer) []discordgo.MessageComponent {
	return Choice{ // it does not tell what comes of moves, which would be a hint
		Position: p, Chosen: from, Rows: sketchRows, Piece: press(TryPiece),
		Flipped: p.SideToMove() == board.Black, // the side to move is at the bottom
		Target:  func(s board.Square) Press { return press(TryTo, s.String()) },
		Play:    func(m board.Move) Press { return press(TryTo, m.String()) },
	}.Controls(r)
}

// WriteButton opens the form in which a move is written.
func WriteButton(press Tries, r Viewer) discordgo.MessageComponent {
	return Button(r.Say("button.lesson-write"), discordgo.PrimaryButton, press(TryWrite))
}

// MoveField is the field of the form in which a move of a puzzle is written.
const MoveField = "move"

// MoveForm opens a form in which a move is written.
func MoveForm(press Press, title string, r Viewer) Reply {
	return Form(press, title, r, discord.Field{
		ID: MoveField, Label: r.Say("lesson.field"), Placeholder: r.Say("lesson.field-hint"),
		MaxLength: QuotedLength, Required: true,
	})
}

// WhyUnread says why what was written is no move that may be played after a record, as a line of a sketch. It returns
// an error that says nothing about that.
func WhyUnread(rec *board.Record, err error, r Viewer) (Wrong, error) {
	p := rec.Position()
	wrong, ok := WhyWrong(&p, err, r)
	if !ok {
		return Wrong{}, err
	}
	if len(wrong.Candidates) == 0 {
		wrong.Text = "❌ " + wrong.Text
	}
	return wrong, nil
}

// Offer puts a row of buttons above the controls of a message, one for each move that a text can mean.
func (r *Reply) Offer(p *board.Position, candidates []board.Move, press Tries, viewer Viewer) {
	var buttons []discordgo.MessageComponent
	for _, m := range candidates { // five at most
		buttons = append(buttons, Button(MoveText(p, m, viewer), discordgo.SuccessButton, press(TryTo, m.String())))
	}
	r.Rows = append(Rows(buttons...), r.Rows...)
}
