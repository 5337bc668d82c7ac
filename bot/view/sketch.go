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

// sketch is a board that is no game's: a puzzle, a hint, a line that is looked at.
type sketch struct {
	record *board.Record
	black  bool // Black is at the bottom
	from   board.Square
	arrows []render.Arrow
	ringed []board.Square // pieces to look at
}

// draw draws the last position of a record, with where the piece on from can go.
func (k sketch) draw(v *View, r Viewer) *Picture {
	p := k.record.Position()
	var marks []render.Mark
	for _, square := range k.ringed {
		marks = append(marks, render.Mark{Square: square, Kind: render.Selected})
	}
	if k.from != board.NoSquare {
		marks = append(marks, destinations(k.from, inMenuOrder(&p, movesFrom(&p, k.from)))...)
	}
	return v.position(k.record, k.black, marks, r, k.arrows...)
}

// Studies makes the messages of analyses: hints, analyzed positions and the opening explorer.
type Studies struct{ *View }

// moveMenus are the menus by which a person makes a move on a sketch: of the pieces that can move, and where one is
// taken up, of the points to which it can go.
func moveMenus(p *board.Position, from board.Square, piece, to Press, r Viewer) []discordgo.MessageComponent {
	side := p.SideToMove()
	flipped := side == board.Black // whoever is to move has their side at the bottom
	var pieces []discordgo.SelectMenuOption
	for _, kind := range byWorth {
		for _, s := range lineUp(p.Pieces(side, kind), side) {
			if n := len(movesFrom(p, s)); n > 0 {
				o := menuOption(capital(r.pieceOn(p, s))+r.beside(p, s, flipped), s.String(), r.Words.Count("menu.moves", n))
				o.Default = s == from
				pieces = append(pieces, o)
			}
		}
	}
	rows := []discordgo.MessageComponent{menu(r.Words.Say("lesson.choose-piece"), piece, pieces)}
	if from == board.NoSquare {
		return rows
	}
	if moves := inMenuOrder(p, movesFrom(p, from)); len(moves) > 0 {
		targets := targetOptions(p, moves, RepetitionForecast{}, flipped, r)
		rows = append(rows, menu(r.Words.Say("lesson.choose-target"), to, targets))
	}
	return rows
}

// moveForm opens a form in which a move is written.
func moveForm(press Press, title string, r Viewer) Reply {
	reply := Private(r.Words.Say("lesson.late"))
	reply.Modal = &discord.Modal{
		ID: press.ID(), Title: title,
		Fields: []discord.Field{{
			ID: PuzzleField, Label: r.Words.Say("lesson.field"), Placeholder: r.Words.Say("lesson.field-hint"),
			MaxLength: quotedLength, Required: true,
		}},
	}
	return reply
}

// Unread is why what was written is no move that may be played.
type Unread struct {
	Note string
	// Candidates are the moves that it can mean, if it can mean any.
	Candidates []board.Move
}

// unread says why what was written is no move that may be played after a record; it is false for an error that says
// nothing about that.
func unread(v *View, rec *board.Record, err error, r Viewer) (u Unread, ok bool) {
	said, ok := v.wrongMove(&game.Game{Moves: game.Moves{Record: *rec}}, r, err)
	if !ok {
		return u, false
	}
	if e := (*notation.AmbiguousError)(nil); errors.As(err, &e) {
		return Unread{said.Text, e.Candidates}, true
	}
	return Unread{Note: "❌ " + said.Text}, true
}

// offer puts a row of buttons above the controls of a message, one for each move that a text can mean.
func (r *Reply) offer(p *board.Position, candidates []board.Move, press func(board.Move) Press, viewer Viewer) {
	var buttons []discordgo.MessageComponent
	for _, m := range candidates[:min(len(candidates), rowButtons)] {
		buttons = append(buttons, Button(MoveText(p, m, viewer), discordgo.SuccessButton, press(m)))
	}
	r.Rows = append(Rows(buttons), r.Rows...)
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
