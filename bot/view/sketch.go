package view

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
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
		marks = append(marks, destinations(k.From, inMenuOrder(&p, movesFrom(&p, k.From)))...)
	}
	return v.Position(k.Record, k.Black, marks, r, k.Arrows...)
}

// What a press asks of a board on which a person tries moves; its Arg begins with it.
const (
	TryShow  = "show"  // show the board
	TryPiece = "piece" // a menu of pieces to be moved
	TryTo    = "to"    // a menu of points, or a move: the Arg goes on with what ParseFromTo reads
	TryWrite = "write" // open a form for a move, and the form itself
	TryHint  = "hint"
)

// Tries makes the presses of such a board.
type Tries func(do string, more ...string) Press

// MoveControls are the controls by which a person makes a move on a sketch: a menu of the pieces that can move, and
// above it, where one is taken up, the moves of it.
func MoveControls(p *board.Position, from board.Square, press Tries, r Viewer) []discordgo.MessageComponent {
	return choice{
		position: p, chosen: from, rows: sketchRows, piece: press(TryPiece),
		flipped: p.SideToMove() == board.Black, // the side to move is at the bottom
		target:  func(s board.Square) Press { return press(TryTo, s.String()) },
		play:    func(m board.Move) Press { return press(TryTo, m.String()) },
		label:   func(moves []board.Move) string { return r.Words.Count("menu.moves", len(moves)) }, // more would be a hint
	}.controls(r)
}

// WriteButton opens the form in which a move is written.
func WriteButton(press Tries, r Viewer) discordgo.MessageComponent {
	return Button(r.Words.Say("button.lesson-write"), discordgo.PrimaryButton, press(TryWrite))
}

// MoveForm opens a form in which a move is written.
func MoveForm(press Press, title string, r Viewer) Reply {
	return Form(discord.Modal{
		ID: press.ID(), Title: title,
		Fields: []discord.Field{{
			ID: MoveField, Label: r.Words.Say("lesson.field"), Placeholder: r.Words.Say("lesson.field-hint"),
			MaxLength: QuotedLength, Required: true,
		}},
	}, r)
}

// Unread is why what was written is no move that may be played.
type Unread struct {
	Note string
	// Candidates are the moves that it can mean, if it can mean any.
	Candidates []board.Move
}

// WhyUnread says why what was written is no move that may be played after a record. It returns an error that says
// nothing about that.
func WhyUnread(v *View, rec *board.Record, err error, r Viewer) (Unread, error) {
	refused, ok := v.wrongMove(&game.Game{Moves: game.Moves{Record: *rec}}, r, err)
	if !ok {
		return Unread{}, err
	}
	if e := (*notation.AmbiguousError)(nil); errors.As(err, &e) {
		return Unread{refused.Text, e.Candidates}, nil
	}
	return Unread{Note: "❌ " + refused.Text}, nil
}

// Offer puts a row of buttons above the controls of a message, one for each move that a text can mean.
func (r *Reply) Offer(p *board.Position, candidates []board.Move, press Tries, viewer Viewer) {
	var buttons []discordgo.MessageComponent
	for _, m := range candidates[:min(len(candidates), rowButtons)] {
		buttons = append(buttons, Button(MoveText(p, m, viewer), discordgo.SuccessButton, press(TryTo, m.String())))
	}
	r.Rows = append(Rows(buttons...), r.Rows...)
}

// ParseFromTo parses what a press says of a move: the points of it, or of a menu of targets the first alone, with
// [board.NoSquare] for the other.
func ParseFromTo(text string) (from, to board.Square, err error) {
	if m, err := board.ParseMove(text); err == nil {
		return m.From(), m.To(), nil
	}
	from, err = board.ParseSquare(text)
	return from, board.NoSquare, err
}

// MoveField is the field of the form in which a move of a puzzle is written.
const MoveField = "move"
