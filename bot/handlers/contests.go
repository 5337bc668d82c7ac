package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// streaks are puzzle after puzzle, each harder, until the first mistake.
type streaks struct {
	*Host
	view lessonview.Puzzles
}

// begin begins a streak, or continues one.
func (c streaks) begin(ctx context.Context, r *Request) (view.Reply, error) {
	run, err := c.Runs.Continue(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return c.show(run, "", r), nil
}

func (c streaks) show(run *solving.Run, note string, r *Request) view.Reply {
	c.view.Contest = lessonview.Contest{Act: view.PressStreak}
	p, known := c.Solving.Find(run.Puzzle)
	if !known {
		return c.view.RunOver(run, nil, board.NoMove, nil, r.Viewer)
	}
	return c.view.Run(run, p, nil, board.NoSquare, note, r.Viewer)
}

func (c streaks) press(ctx context.Context, r *Request) (view.Reply, error) {
	reply, err := c.pressed(ctx, r)
	reply.Pressed = view.ReplacedIf(r.Ephemeral && r.Press.Arg != lessonview.ContestTop)
	return reply, err
}

func (c streaks) pressed(ctx context.Context, r *Request) (view.Reply, error) {
	do, id, _ := strings.Cut(r.Press.Arg, "-")
	switch do {
	case lessonview.ContestGo:
		return c.begin(ctx, r)
	case lessonview.ContestSkip:
		run, err := c.Runs.Skip(ctx, r.Act(), id)
		if err != nil {
			return view.Reply{}, err
		}
		return c.show(run, "", r), nil
	case lessonview.ContestTop:
		return c.best(ctx, r)
	}
	arg, err := c.parseTry(r)
	if err != nil {
		return view.Reply{}, err
	}
	c.view.Contest = lessonview.Contest{Act: view.PressStreak}
	return tryPuzzle(c.view, r, arg,
		func(from board.Square, u view.Wrong) (view.Reply, error) { // the message keeps its head
			run, err := c.Runs.Continue(ctx, game.Act{Actor: r.Viewer.Person, Guild: r.Guild})
			if err != nil {
				return view.Reply{}, err
			}
			if run.Puzzle != arg.Puzzle.ID() {
				return view.Reply{}, &game.Refusal{Code: game.Outdated}
			}
			return c.view.Run(run, arg.Puzzle, arg.Made, from, u.Text, r.Viewer), nil
		},
		func(m board.Move) (view.Reply, error) { return c.try(ctx, r, arg, m) })
}

// try judges a move. A wrong one ends the streak.
func (c streaks) try(ctx context.Context, r *Request, arg lessonview.PuzzleArg, m board.Move) (view.Reply, error) {
	p := arg.Puzzle
	answer, run, err := c.Runs.Try(ctx, r.Act(), p.ID(), arg.Made, m)
	if err != nil {
		return view.Reply{}, err
	}
	note, made := c.view.AnswerNote(p, arg.Made, m, answer, r.Viewer)
	switch answer.Verdict {
	case puzzle.Wrong:
		return c.view.RunOver(run, p, m, arg.Made, r.Viewer), nil
	case puzzle.Solved:
		return c.show(run, note, r), nil
	case puzzle.Correct, puzzle.AlsoWins:
	}
	return c.view.Run(run, p, made, board.NoSquare, note, r.Viewer), nil
}

func (c streaks) best(ctx context.Context, r *Request) (view.Reply, error) {
	best, err := c.Runs.Best(ctx, r.Guild)
	return lessonview.BestRuns(best, r.Viewer), err
}

// parseTry parses a press in a contest. Nothing but a try of a move is taken: nobody is helped in a contest.
func (h *Host) parseTry(r *Request) (lessonview.PuzzleArg, error) {
	arg, err := lessonview.ParsePuzzle(r.Press, h.Solving.Find)
	if err == nil && !slices.Contains([]string{view.TryShow, view.TryPiece, view.TryTo, view.TryWrite}, arg.Do) {
		err = r.Press.Foreign(errors.New("nobody is helped in a contest"))
	}
	return arg, err
}

// races handles races: a channel solves puzzles, and the first to solve one gets a point.
type races struct {
	*Host
	view lessonview.Puzzles
}

func (c races) to(goal int) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) { return c.start(ctx, r, goal) }
}

func (c races) start(ctx context.Context, r *Request, goal int) (view.Reply, error) {
	race, err := c.Races.Start(ctx, r.Act(), goal)
	if err != nil {
		return view.Reply{}, err
	}
	return c.show(race, "", r), nil
}

// show shows everybody the puzzle of a round, or the end.
func (c races) show(race *solving.Race, news string, r *Request) view.Reply {
	p, known := c.Solving.Find(race.Puzzle)
	if !known {
		p = nil
	}
	return c.view.Race(race, p, news, r.Viewer.ForAll())
}

// press does what a button or a menu of a race says. The puzzle is solved in a message of one's own.
func (c races) press(ctx context.Context, r *Request) (view.Reply, error) {
	of := lessonview.ContestOf(r.Press)
	switch do, _, _ := strings.Cut(r.Press.Arg, "-"); do {
	case lessonview.ContestGo:
		return c.start(ctx, r, of.Round)
	case lessonview.ContestSkip:
		return c.pass(ctx, r, of)
	}
	arg, err := c.parseTry(r)
	if err != nil {
		return view.Reply{}, err
	}
	race, err := c.Races.Race(ctx, r.Act(), of.Race, of.Round)
	if err != nil {
		return view.Reply{}, err
	}
	if race.Puzzle != arg.Puzzle.ID() {
		return view.Reply{}, &game.Refusal{Code: solving.RoundOver}
	}
	c.view.Contest = of
	reply, err := tryPuzzle(c.view, r, arg,
		func(from board.Square, u view.Wrong) (view.Reply, error) {
			return c.view.Puzzle(arg.Puzzle, arg.Made, from, u.Text, r.Viewer), nil
		},
		func(m board.Move) (view.Reply, error) { return c.try(ctx, r, of, arg, m) })
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

// try judges a move. When the puzzle is solved, the channel is shown the next one.
func (c races) try(ctx context.Context, r *Request, of lessonview.Contest, arg lessonview.PuzzleArg, m board.Move) (view.Reply, error) {
	p := arg.Puzzle
	answer, race, err := c.Races.Try(ctx, r.Act(), of.Race, of.Round, arg.Made, m)
	if err != nil {
		return view.Reply{}, err
	}
	switch answer.Verdict {
	case puzzle.Solved:
		reply := view.Private(r.Viewer.Say("race.you-first"))
		reply.FollowUps = []view.Reply{c.show(race, lessonview.RaceWon(r.Viewer.Person, p, race.Over(), r.Viewer.ForAll()), r)}
		return reply, nil
	case puzzle.Wrong:
		return view.Private(r.Viewer.Say("race.you-wrong")), nil
	case puzzle.Correct, puzzle.AlsoWins:
	}
	note, made := c.view.AnswerNote(p, arg.Made, m, answer, r.Viewer)
	return c.view.Puzzle(p, made, board.NoSquare, note, r.Viewer), nil
}

// pass ends a round that nobody solves.
func (c races) pass(ctx context.Context, r *Request, of lessonview.Contest) (view.Reply, error) {
	before, err := c.Races.Race(ctx, r.Act(), of.Race, of.Round)
	if before == nil {
		return view.Reply{}, err
	}
	race, err := c.Races.Pass(ctx, r.Act(), of.Race, of.Round)
	if err != nil {
		return view.Reply{}, err
	}
	news := ""
	if p, known := c.Solving.Find(before.Puzzle); known {
		news = lessonview.RacePassed(p, r.Viewer.ForAll())
	}
	return c.show(race, news, r), nil
}
