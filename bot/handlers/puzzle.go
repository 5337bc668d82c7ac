package handlers

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/guild"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// puzzles are positions to solve, in a message that only the solver sees, by choosing or by writing moves.
type puzzles struct {
	*Host
	view lessonview.Puzzles
}

// puzzleSteps are the points by which an easier or a harder puzzle differs from the solver's rating.
var puzzleSteps = map[string]float64{"easier": -300, "harder": 300}

// newPuzzleCommand is /puzzle, with all that is solved: single puzzles, that of the day, streaks, races and endings.
func newPuzzleCommand(h *Host) *Command {
	v := lessonview.Puzzles{View: h.View}
	streaks, races := streaks{h, v}, races{h, v}
	drills, puzzles := drills{h}, puzzles{h, v}
	command := puzzles.command(map[string]Handler{
		"next": puzzles.puzzle, "ours": puzzles.puzzle, "daily": puzzles.daily,
		"streak": streaks.begin, "race": requireWrite(races.to(3)), "race-5": requireWrite(races.to(5)),
		"race-10": requireWrite(races.to(10)), "endings": drills.list, "themes": puzzles.themes,
	})
	command.Presses = map[view.PressAct]Handler{
		view.PressPuzzle: puzzles.press, view.PressStreak: streaks.press,
		view.PressRace: races.press, view.PressDrill: drills.press,
	}
	return command
}

// puzzleKinds are what /puzzle offers, the default first.
var puzzleKinds = []string{"next", "ours", "themes", "daily", "streak", "race", "race-5", "race-10", "endings"}

func (puzzles) command(run map[string]Handler) *Command {
	var themes []fixedChoice
	for _, t := range solving.Themes {
		themes = append(themes, fixedChoice{Key: t, Label: lessonview.ThemeLabel(t)})
	}
	return &Command{
		Name: "puzzle", Private: true, userInstall: true,
		Options: []commandOption{
			{Name: "what", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(puzzleKinds...)},
			{Name: "theme", Kind: discordgo.ApplicationCommandOptionString, Fixed: themes},
			{Name: "difficulty", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("easier", "usual", "harder")},
			{Name: "id", Kind: discordgo.ApplicationCommandOptionString},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			return run[cmp.Or(r.text("what"), puzzleKinds[0])](ctx, r)
		},
	}
}

// puzzle shows a puzzle that the person has not tried.
func (c puzzles) puzzle(ctx context.Context, r *Request) (view.Reply, error) {
	if id := strings.ToLower(strings.TrimSpace(r.text("id"))); id != "" {
		p, err := c.Solving.FindIn(ctx, r.Guild, id)
		if err != nil || p == nil {
			return view.Private(r.Viewer.Say("puzzle.unknown", words.Vars{"ID": view.Quoted(id)})), err
		}
		return c.begin(ctx, r, p)
	}
	wish := solving.Criteria{Theme: r.text("theme"), Harder: puzzleSteps[r.text("difficulty")], Guild: r.Guild}
	if r.text("what") == "ours" {
		wish.Theme = solving.ThemeOurs
	}
	p, err := c.Solving.Draw(ctx, r.Viewer.Person, wish)
	if err != nil || p == nil {
		return lessonview.PuzzleNone(wish.Theme, r.Viewer), err
	}
	c.view.Theme = wish.Theme
	return c.begin(ctx, r, p)
}

// begin shows a puzzle. From then on it is open.
func (c puzzles) begin(ctx context.Context, r *Request, p *puzzle.Puzzle) (view.Reply, error) {
	if err := c.Solving.Show(ctx, r.Act(), p, false); err != nil {
		return view.Reply{}, err
	}
	return c.view.Puzzle(p, nil, board.NoSquare, "", r.Viewer), nil
}

func (c puzzles) share(ctx context.Context, r *Request, p *puzzle.Puzzle) (view.Reply, error) {
	if err := c.Solving.Show(ctx, r.Act(), p, true); err != nil {
		return view.Reply{}, err
	}
	c.view.Theme = "" // it was one person's wish
	return c.view.PuzzleOpen(p, r.Viewer.ForAll()), nil
}

// press does what a button or a menu of a puzzle says. The answer takes the place of the solver's own message, and
// is below one that everybody sees.
func (c puzzles) press(ctx context.Context, r *Request) (view.Reply, error) {
	var findErr error
	arg, err := lessonview.ParsePuzzle(r.Press, func(id string) (p *puzzle.Puzzle, known bool) {
		p, findErr = c.Solving.FindIn(ctx, r.Guild, id)
		return p, p != nil
	})
	if err := cmp.Or(findErr, err); err != nil {
		return view.Reply{}, err
	}
	if !r.Ephemeral && arg.Puzzle != nil { // the person begins to solve a public one
		if err := c.Solving.Show(ctx, r.Act(), arg.Puzzle, false); err != nil {
			return view.Reply{}, err
		}
	}
	if arg.Do == lessonview.PuzzleShare {
		return c.share(ctx, r, arg.Puzzle)
	}
	if arg.Do == lessonview.PuzzlePlay {
		return challenges{boards{c.Host}}.beginFrom(ctx, r, arg.Puzzle.Position(), allowedLevel)
	}
	reply, err := c.pressed(ctx, r, arg)
	reply.Pressed = view.ReplacedIf(r.Ephemeral && arg.Do != lessonview.PuzzleTop)
	return reply, err
}

func (c puzzles) pressed(ctx context.Context, r *Request, arg lessonview.PuzzleArg) (view.Reply, error) {
	c.view.Theme = arg.Theme
	switch arg.Do {
	case lessonview.PuzzleNext:
		next, err := c.Solving.Draw(ctx, r.Viewer.Person, solving.Criteria{Theme: arg.Theme, Guild: r.Guild})
		if err != nil || next == nil {
			return lessonview.PuzzleNone(arg.Theme, r.Viewer), err
		}
		return c.begin(ctx, r, next)
	case lessonview.PuzzleTop:
		return c.best(ctx, r)
	case lessonview.PuzzleAbout:
		return c.theme(ctx, r, cmp.Or(r.Value, arg.Theme))
	case lessonview.PuzzleTheme, view.TryHint, lessonview.PuzzleGive:
		return c.help(ctx, r, arg)
	}
	return tryPuzzle(c.view, r, arg,
		func(from board.Square, u view.Wrong) (view.Reply, error) {
			return c.view.Puzzle(arg.Puzzle, arg.Made, from, u.Text, r.Viewer), nil
		},
		func(m board.Move) (view.Reply, error) { return c.play(ctx, r, arg, m) })
}

// help gives a hint or the solution.
func (c puzzles) help(ctx context.Context, r *Request, arg lessonview.PuzzleArg) (view.Reply, error) {
	help := c.Solving.Hint
	if arg.Do == lessonview.PuzzleGive {
		help = c.Solving.GiveUp
	}
	result, err := help(ctx, r.Act(), arg.Puzzle)
	if err == nil {
		err = c.Runs.Fail(ctx, r.Act(), arg.Puzzle.ID())
	}
	if err != nil {
		return view.Reply{}, err
	}
	switch arg.Do {
	case lessonview.PuzzleTheme:
		return c.view.PuzzleThemeHint(arg.Puzzle, arg.Made, result, r.Viewer), nil
	case view.TryHint:
		return c.view.PuzzlePieceHint(arg.Puzzle, arg.Made, result, r.Viewer), nil
	}
	return c.view.PuzzleOver(arg.Puzzle, arg.Made, board.NoMove, result, r.Viewer), nil
}

func (c puzzles) play(ctx context.Context, r *Request, arg lessonview.PuzzleArg, m board.Move) (view.Reply, error) {
	result, err := c.Solving.Play(ctx, r.Act(), arg.Puzzle, arg.Made, m)
	if err == nil && result.Answer.Verdict == puzzle.Wrong {
		err = c.Runs.Fail(ctx, r.Act(), arg.Puzzle.ID())
	}
	if err != nil {
		return view.Reply{}, err
	}
	if result.Answer.Verdict == puzzle.Solved {
		return c.view.PuzzleOver(arg.Puzzle, arg.Made, m, result, r.Viewer), nil
	}
	return c.view.PuzzleTried(arg.Puzzle, arg.Made, m, result, r.Viewer), nil
}

// themes lists all themes and what the person has done of them.
func (c puzzles) themes(ctx context.Context, r *Request) (view.Reply, error) {
	all, err := c.Solving.Progress(ctx, r.Viewer.Person)
	return c.view.Themes(all, r.Viewer), err
}

// theme explains a theme. If there is no theme of that name, it lists all of them.
func (c puzzles) theme(ctx context.Context, r *Request, name string) (view.Reply, error) {
	theme, known, err := c.Solving.Theme(ctx, r.Act(), name)
	if err != nil {
		return view.Reply{}, err
	}
	if !known {
		return c.themes(ctx, r)
	}
	return c.view.ThemePage(theme, r.Viewer), nil
}

func (c puzzles) best(ctx context.Context, r *Request) (view.Reply, error) {
	own, err := c.Solving.Solver(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	var best []solving.Solver
	if r.Guild != "" {
		if best, err = c.Solving.Best(ctx, r.Guild); err != nil {
			return view.Reply{}, err
		}
	}
	return lessonview.PuzzleBest(best, own, r.Viewer), nil
}

// daily shows the puzzle of the day, in a message that only the solver sees.
func (c puzzles) daily(ctx context.Context, r *Request) (view.Reply, error) {
	today, err := c.DailyPuzzles.Today(ctx, r.Viewer.Person, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.PuzzleOfDay(today, r.Viewer), nil
}

// drills are endings to be won against the best defense. Each is a casual game against the bot at its best,
// from a position of its own.
type drills struct{ *Host }

func (c drills) list(ctx context.Context, r *Request) (view.Reply, error) {
	won, err := c.Lessons.Won(ctx, r.Viewer.Person)
	return lessonview.Drills(won, r.Viewer), err
}

// press begins the ending that was chosen from the menu.
func (c drills) press(ctx context.Context, r *Request) (view.Reply, error) {
	d, named := lesson.FindDrill(lesson.Name(r.Value))
	if !named {
		return view.Reply{}, r.Press.Foreign(errors.New("no such ending"))
	}
	strongest := func(_ *Request, server guild.Settings) engine.Level {
		_, strongest := server.Levels()
		return strongest
	}
	return challenges{boards(c)}.beginFrom(ctx, r, d.Start, strongest)
}

// dailySettings is /manage daily: where and when a server has the puzzle of the day posted.
type dailySettings struct{ *Host }

// defaultHour is the default hour of the puzzle of the day.
const defaultHour = 9

func (c dailySettings) command() *Command {
	return &Command{
		Name: "manage daily", Private: true,
		Options: []commandOption{
			{Name: "channel", Kind: discordgo.ApplicationCommandOptionChannel, channels: textChannels()},
			{Name: "hour", Kind: discordgo.ApplicationCommandOptionInteger, atMost: solving.MaxHour},
			{Name: "zone", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
			{Name: "stop", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: c.choose, Complete: c.completeZone,
	}
}

func (c dailySettings) choose(ctx context.Context, r *Request) (view.Reply, error) {
	p, chosen, err := c.DailySchedules.Chosen(ctx, r.Guild)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.Guild != "" && !r.Manages:
		return view.Reply{}, view.NewProblem("server.refused")
	case len(r.options) > 0 && r.flag("stop"):
		return lessonview.DailySettings(nil, r.Viewer), c.DailySchedules.Stop(ctx, r.Act())
	case len(r.options) == 0 && !chosen:
		return lessonview.DailySettings(nil, r.Viewer), nil
	case len(r.options) == 0:
		return lessonview.DailySettings(&p, r.Viewer), nil
	}
	zone := ""
	if text := strings.TrimSpace(r.text("zone")); text != "" {
		known := false
		if zone, known = parseZone(text); !known {
			return view.Reply{}, view.NewProblem("settings.no-zone", words.Vars{"Text": view.Quoted(text)})
		}
	}
	p, err = c.DailySchedules.Choose(ctx, r.Act(), func(p *solving.Schedule) {
		if p.Channel == "" {
			p.Channel, p.Hour = cmp.Or(r.Parent, r.Channel), defaultHour
		}
		p.Channel, p.Zone = cmp.Or(r.text("channel"), p.Channel), cmp.Or(zone, p.Zone)
		if hour, given := r.number("hour"); given {
			p.Hour = int(hour)
		}
	})
	return lessonview.DailySettings(&p, r.Viewer), err
}
