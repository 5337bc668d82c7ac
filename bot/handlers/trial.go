package handlers

import (
	"errors"

	"xiangqibot/bot/view"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// trial is a board on which a person tries moves.
type trial struct {
	record board.Record
	press  view.Tries
	title  string // of the form in which a move is written
	// prefer is the square of the piece that is meant where a text can mean several, [board.NoSquare] for none.
	prefer board.Square
	// show shows the board, with a piece taken up, or with why a text is no move; play does what comes of a legal move.
	show func(from board.Square, u view.Wrong) (view.Reply, error)
	play func(board.Move) (view.Reply, error)
}

func (r *Request) try(t trial, asked view.Try) (view.Reply, error) {
	switch text := r.Written[view.MoveField]; {
	case asked.Do == view.TryPiece:
		taken, err := r.square()
		if err != nil {
			return view.Reply{}, err
		}
		return t.show(taken, view.Wrong{})
	case asked.Do == view.TryTo:
		p := t.record.Position()
		m, err := r.moveOn(p, asked.From, asked.To)
		if err != nil {
			return view.Reply{}, err
		}
		return t.play(m)
	case asked.Do == view.TryWrite && r.Written == nil:
		return view.MoveForm(t.press(view.TryWrite), t.title, r.Viewer), nil
	case asked.Do == view.TryWrite && text != "":
		return t.written(r, text)
	}
	return t.show(board.NoSquare, view.Wrong{})
}

// written plays what the person wrote, or says why it cannot be played and what it can mean.
func (t trial) written(r *Request, text string) (view.Reply, error) {
	p := t.record.Position()
	m, err := r.Viewer.Dialect().Parse(&p, text)
	if err == nil {
		return t.play(m)
	}
	if ambiguous := (*notation.AmbiguousError)(nil); errors.As(err, &ambiguous) && !ambiguous.Sound {
		for _, candidate := range ambiguous.Candidates {
			if candidate.From() == t.prefer {
				return t.play(candidate)
			}
		}
	}
	unread, err := view.WhyUnread(&t.record, err, r.Viewer)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := t.show(board.NoSquare, unread)
	reply.Offer(&p, unread.Candidates, t.press, r.Viewer)
	return reply, err
}

// moveOn returns the legal move of a press: from a square to the one chosen in its menu, or to the button's own.
func (r *Request) moveOn(p board.Position, from, to board.Square) (board.Move, error) {
	if to == board.NoSquare {
		var err error
		if to, err = r.square(); err != nil {
			return board.NoMove, err
		}
	}
	m := board.NewMove(from, to)
	if !p.IsLegal(m) { // we offer legal moves only
		return board.NoMove, r.Press.Foreign(notation.Explain(&p, m))
	}
	return m, nil
}

func (r *Request) square() (board.Square, error) {
	square, err := board.ParseSquare(r.Value)
	if err != nil {
		return board.NoSquare, r.Press.Foreign(err)
	}
	return square, nil
}

// refusedMove returns the error for a move that was chosen in a menu or by a button. These hold legal moves only: any
// other is forged.
func (r *Request) refusedMove(err error) error {
	if errors.As(err, new(*notation.IllegalError)) {
		return r.Press.Foreign(err)
	}
	return err
}

// tryPuzzle does what a press on the board of a puzzle says, see [trial].
func tryPuzzle(
	v lessonview.Puzzles, r *Request, arg lessonview.PuzzleArg,
	show func(board.Square, view.Wrong) (view.Reply, error), play func(board.Move) (view.Reply, error),
) (view.Reply, error) {
	rec, _, _ := arg.Puzzle.Walk(arg.Made)
	return r.try(trial{
		record: rec, press: v.Tries(arg.Puzzle, arg.Made), prefer: board.NoSquare,
		title: r.Viewer.Say("puzzle.form"), show: show, play: play,
	}, arg.Try)
}
