package bot

import (
	"context"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// races are those in which a channel solves puzzles, and whoever is first has a point.
type races struct {
	races   *solving.Races
	solving *solving.Service
	view    view.Puzzles
}

// usualGoal is the default number of points of a race.
const usualGoal = 3

// begin begins a race to the number of points that was asked for.
func (c races) begin(ctx context.Context, r *Request) (view.Reply, error) {
	goal := usualGoal
	if n, given := r.Number("points"); given {
		goal = int(n)
	}
	return c.start(ctx, r, goal)
}

// start begins a race.
func (c races) start(ctx context.Context, r *Request, goal int) (view.Reply, error) {
	race, err := c.races.Start(ctx, r.Act(), goal)
	if err != nil {
		return view.Reply{}, err
	}
	return c.show(race, "", r), nil
}

// show shows everybody the puzzle of a round, or the end.
func (c races) show(race *solving.Race, news string, r *Request) view.Reply {
	p, known := c.solving.Find(race.Puzzle)
	if !known {
		p = nil
	}
	return c.view.Race(race, p, news, r.Viewer.ForAll())
}

// press does what a button or a menu of a race says. The puzzle is solved in a message of one's own.
func (c races) press(ctx context.Context, r *Request) (view.Reply, error) {
	of := view.ContestOf(r.Press)
	switch do, _, _ := strings.Cut(r.Press.Arg, "-"); do {
	case view.ContestGo:
		return c.start(ctx, r, of.Round)
	case view.ContestSkip:
		return c.pass(ctx, r, of)
	}
	arg, err := view.ParsePuzzle(r.Press, c.solving.Find)
	if err != nil {
		return view.Reply{}, err
	}
	race, err := c.races.Race(ctx, r.Act(), of.Race, of.Round)
	if err != nil {
		return view.Reply{}, err
	}
	if race.Puzzle != arg.Puzzle.ID() {
		return view.Reply{}, &game.Refusal{Code: solving.RoundOver}
	}
	c.view.Contest = of
	step, err := solverStep(c.view, r, arg)
	reply := step.reply
	switch {
	case err != nil:
		return view.Reply{}, err
	case step.looks():
		reply = c.view.Puzzle(arg.Puzzle, arg.Made, step.from, step.unread.Note, r.Viewer)
		reply = c.view.WithCandidates(reply, arg.Puzzle, arg.Made, step.unread, r.Viewer)
	case step.move != board.NoMove:
		if reply, err = c.try(ctx, r, of, arg, step.move); err != nil {
			return view.Reply{}, err
		}
	}
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, nil
}

// try judges a move. Whoever solves the puzzle brings the channel the next one.
func (c races) try(ctx context.Context, r *Request, of view.Contest, arg view.PuzzleArg, m board.Move) (view.Reply, error) {
	p := arg.Puzzle
	answer, race, err := c.races.Try(ctx, r.Act(), of.Race, of.Round, arg.Made, m)
	if err != nil {
		return view.Reply{}, err
	}
	switch answer.Verdict {
	case puzzle.Solved:
		reply := view.RacerDone(true, r.Viewer)
		reply.FollowUps = []view.Reply{c.show(race, view.RaceWon(r.Viewer.Person, p, race.Over(), r.Viewer.ForAll()), r)}
		return reply, nil
	case puzzle.Wrong:
		return view.RacerDone(false, r.Viewer), nil
	case puzzle.Correct, puzzle.AlsoWins:
	}
	note, made := c.view.AnswerNote(p, arg.Made, m, answer, r.Viewer)
	return c.view.Puzzle(p, made, board.NoSquare, note, r.Viewer), nil
}

// pass ends a round that nobody solves.
func (c races) pass(ctx context.Context, r *Request, of view.Contest) (view.Reply, error) {
	before, err := c.races.Race(ctx, r.Act(), of.Race, of.Round)
	if before == nil {
		return view.Reply{}, err
	}
	race, err := c.races.Pass(ctx, r.Act(), of.Race, of.Round)
	if err != nil {
		return view.Reply{}, err
	}
	news := ""
	if p, known := c.solving.Find(before.Puzzle); known {
		news = view.RacePassed(p, r.Viewer.ForAll())
	}
	return c.show(race, news, r), nil
}
