// Package view has what all messages of the bot are made of: text, picture, buttons and menus, for one [Viewer].
//
// The messages themselves are in packages of their own: gameview has those about games that are played, recordview,
// lessonview, peopleview and panelview the others. None of them changes anything, sends anything, or reads a database or
// a clock: what is shown and the Viewer decide what a message says, so the same two always make the same [Reply].
//
// A button or menu has a [Press] (press.go), which holds all that its act needs; Discord returns it unchanged when
// somebody presses it.
//
// A message to a channel has one picture and one language although its readers have several. It is written for the
// person who has to act on it, or who has just acted; the mentions and the coordinates after each move serve the
// others.
package view

import (
	"log/slog"
	"runtime/debug"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// View makes the messages with pictures. It is safe for concurrent use.
type View struct {
	Renderer *render.Renderer // draws the pictures
	Log      *slog.Logger     // of what could not be drawn
	turn     DrawScheduler
}

// DrawScheduler runs draw for a person in a server, empty for none, when it is their turn.
type DrawScheduler func(server string, person game.Person, draw func())

// New returns a [View] that draws with a renderer, scheduled by turn; nil draws at once. Failures to draw are logged,
// and the viewer gets text instead.
func New(renderer *render.Renderer, log *slog.Logger, turn DrawScheduler) *View {
	if turn == nil {
		turn = func(_ string, _ game.Person, draw func()) { draw() }
	}
	return &View{Renderer: renderer, Log: log, turn: turn}
}

// Draw makes a picture for a viewer.
func (v *View) Draw(r Viewer, draw func() []byte) (png []byte) {
	v.turn(r.Guild, r.Person, func() { png = draw() })
	return png
}

// Illustrate draws a picture. If a mistake in our code makes that fail, the message says what it would show: a player
// who reads the position can go on playing. So it does for viewers who read boards in words.
func (v *View) Illustrate(name, alt string, r Viewer, draw func() []byte) (p *Picture) {
	if r.Layout == InWords {
		return &Picture{Alt: alt}
	}
	defer func() {
		if problem := recover(); problem != nil {
			v.Log.Error("picture not drawn", "picture", name, "problem", problem, "stack", string(debug.Stack()))
			p = &Picture{Alt: alt}
		}
	}()
	return &Picture{Name: name, PNG: v.Draw(r, draw), Alt: discord.Cut(alt, discord.AltLimit)}
}

// BoardFile is the name of the picture of a board.
const BoardFile = "board.png"

// Board draws a board, like Illustrate.
func (v *View) Board(s render.Scene, alt string, r Viewer) *Picture {
	return v.Illustrate(BoardFile, alt, r, func() []byte { return v.Renderer.PNG(s) })
}

// Position draws a board beside which no game is played: in a lesson or a puzzle.
func (v *View) Position(
	record *board.Record, flipped bool, marks []render.Mark, r Viewer, arrows ...render.Arrow,
) *Picture {
	s := r.Scene(record, flipped)
	s.Marks, s.Arrows = marks, arrows
	return v.Board(s, Armies(&s.Position, r), r)
}

// Scene is the last position of a record as the viewer likes boards to look, with the last move, and the king if it is
// in check.
func (r Viewer) Scene(record *board.Record, flipped bool) render.Scene {
	s := render.Scene{
		Position: record.Position(), Flipped: flipped, Check: board.NoSquare,
		Theme: r.Theme, Pieces: r.Pieces, Coordinates: r.Edge(),
	}
	if n := len(record.Moves); n > 0 {
		s.LastMove = record.Moves[n-1]
	}
	if s.Position.InCheck() {
		s.Check = s.Position.King(s.Position.SideToMove())
	}
	return s
}

// Preview draws the start position in the viewer's style, nil if they read boards in words.
func (v *View) Preview(r Viewer) *Picture {
	if r.Layout == InWords {
		return nil
	}
	start := board.NewRecord()
	sample := r.Scene(&start, false)
	if sample.Wide = r.Layout == Wide; sample.Wide {
		for c := range sample.Players {
			sample.Players[c].Name = Capital(SideName(r.Words, board.Color(c)))
		}
	}
	return v.Board(sample, r.Say("settings.sample"), r)
}

// FillPanel puts the last moves of a record onto the panel, and what was captured in it.
func FillPanel(s *render.Scene, record *board.Record, r Viewer) {
	s.Captured = captured(record)
	s.Moves = lastRounds(record, r)
}

// captured lists the pieces that have left the board since a record began.
func captured(record *board.Record) []board.Piece {
	p := record.Position()
	var gone []board.Piece
	for _, c := range []board.Color{board.Red, board.Black} {
		for kind := board.Advisor; kind <= board.Pawn; kind++ {
			for n := record.Start.Pieces(c, kind).Count() - p.Pieces(c, kind).Count(); n > 0; n-- {
				gone = append(gone, board.MakePiece(c, kind))
			}
		}
	}
	return gone
}

// roundsShown is how many rounds are written for the panel; about as many fit in it.
const roundsShown = 8

// lastRounds writes the last rounds of a record in the viewer's notation.
func lastRounds(record *board.Record, r Viewer) []render.MovePair {
	var rounds []render.MovePair
	from := max(0, len(record.Moves)-2*roundsShown)
	for ply, p := range record.Positions() {
		if ply < from || ply >= len(record.Moves) {
			continue
		}
		text := MoveText(p, record.Moves[ply], r)
		switch {
		case p.SideToMove() == board.Red:
			rounds = append(rounds, render.MovePair{Number: p.MoveNumber(), Red: text})
		case len(rounds) == 0:
			rounds = append(rounds, render.MovePair{Number: p.MoveNumber(), Black: text})
		default:
			rounds[len(rounds)-1].Black = text
		}
	}
	return rounds
}
