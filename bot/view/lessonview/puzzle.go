package lessonview

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/puzzle"
)

// The Args of [view.PressPuzzle], beside those of all boards on which moves are tried: a word, the name of the puzzle
// and the right moves made so far, "show-k3f9ab-0". Moves are digits: the numbers of the branches; view.TryTo has the
// piece or the move after them, "to-k3f9ab-0-b2". PuzzleNext and PuzzleAbout have the theme instead, PuzzleTop nothing.
// The theme that was asked for comes last, if there was one: "hint-k3f9ab-0-tiemen".
const (
	PuzzleTheme = "theme" // a hint: what it is about
	PuzzleGive  = "give"  // give up: show the solution
	PuzzleNext  = "next"  // another puzzle
	PuzzleAbout = "about" // a theme instead of the puzzle, none for a menu of them, another word for their list
	PuzzleTop   = "top"   // the best solvers of the server
	PuzzleShare = "share" // show the puzzle to everybody there
	PuzzlePlay  = "play"  // a game against the bot from the position of the puzzle
)

// Puzzles makes the messages of puzzles.
type Puzzles struct {
	View *view.View
	// Theme is what the person asked for: the next puzzle has it too. Empty is anything.
	Theme string
	// Contest is what the puzzle is solved for, the zero value for nothing but itself.
	Contest Contest
}

// Contest is the streak or race for which a puzzle is solved; it determines the press of all its controls.
type Contest struct {
	Act   view.PressAct
	Race  solving.RaceID // of PressRace
	Round int            // of PressRace
}

// press is a press of a contest, or of a puzzle in none, with an Arg of its own.
func (c Contest) press(do string) view.Press {
	if c.Act == view.PressRace {
		return view.Press{Act: c.Act, Topic: view.OfRace(c.Race, c.Round), Arg: do}
	}
	return view.Press{Act: cmp.Or(c.Act, view.PressPuzzle), Topic: view.APuzzle, Arg: do}
}

// ContestOf returns the contest of a press.
func ContestOf(p view.Press) Contest {
	race, round := p.Race()
	return Contest{Act: p.Act, Race: race, Round: round}
}

// PuzzleArg is the argument of a [view.PressPuzzle].
type PuzzleArg struct {
	view.Try
	Puzzle *puzzle.Puzzle
	Made   []board.Move // the right moves of the solver so far
	Theme  string       // of the next puzzle
}

// ParsePuzzle parses the press of a puzzle; find returns the puzzle of an id.
func ParsePuzzle(p view.Press, find func(id string) (*puzzle.Puzzle, bool)) (arg PuzzleArg, err error) {
	arg.Try, err = view.ParseTry(p, map[string]int{
		PuzzleTop: 0, PuzzleNext: 1, PuzzleAbout: 1,
		view.TryShow: 2, view.TryPiece: 2, view.TryTo: 2, view.TryWrite: 2, view.TryHint: 2,
		PuzzleTheme: 2, PuzzleGive: 2, PuzzleShare: 2, PuzzlePlay: 2,
	}, 1)
	switch {
	case err != nil:
		return arg, err
	case arg.Do == PuzzleTop, arg.Do == PuzzleNext, arg.Do == PuzzleAbout:
		arg.Theme = strings.Join(arg.Of, "-")
		return arg, nil
	}
	arg.Theme = strings.Join(arg.Of[2:], "")
	var known bool
	if arg.Puzzle, known = find(arg.Of[0]); !known {
		return arg, p.Foreign(errors.New("no such puzzle"))
	}
	node := &arg.Puzzle.Root
	for _, digit := range arg.Of[1] {
		i := int(digit - '0')
		if i < 0 || i >= len(node.Correct) || node.Correct[i].Next == nil {
			return arg, p.Foreign(errors.New("no such move of the puzzle"))
		}
		arg.Made = append(arg.Made, node.Correct[i].Move)
		node = node.Correct[i].Next
	}
	return arg, nil
}

// Tries makes the presses of a puzzle in which so many right moves were made.
func (v Puzzles) Tries(p *puzzle.Puzzle, made []board.Move) view.Tries {
	var path strings.Builder
	node := &p.Root
	for _, m := range made {
		for i, b := range node.Correct {
			if b.Move == m {
				path.WriteByte(byte('0' + i))
				node = b.Next
				break
			}
		}
	}
	tries := view.NewTries(v.Contest.press(""), p.ID(), path.String())
	return func(do string, more ...string) view.Press {
		return tries(do, append(more, view.NonEmpty(v.Theme)...)...)
	}
}

// Puzzle shows a puzzle to a solver who made so many right moves: what is asked, and the board on which they move. From
// is the piece that they have taken up, [board.NoSquare] for none. Note is a line about what they have just done.
func (v Puzzles) Puzzle(p *puzzle.Puzzle, made []board.Move, from board.Square, note string, r view.Viewer) view.Reply {
	rec, _, _ := p.Walk(made)
	pos := rec.Position()
	lines := []string{puzzleHead(p, r.Words), puzzleTask(p, len(made), r.Words)}
	last := len(rec.Moves) - 1
	before := rec.UpTo(last).Position()
	move := view.MoveText(&before, rec.Moves[last], r)
	lines = append(lines, view.NonEmpty(r.Say("puzzle.last", words.Vars{"Move": move}), note)...)
	if len(made) == 0 && note == "" && v.Contest == (Contest{}) {
		lines = append(lines, "-# "+r.Say("puzzle.counts"))
	}
	reply := view.Private(strings.Join(lines, "\n"))
	reply.Picture = v.picture(p, &rec, from, r)
	reply.Rows = v.controls(p, made, &pos, from, r)
	return reply
}

func (v Puzzles) controls(
	p *puzzle.Puzzle, made []board.Move, pos *board.Position, from board.Square, r view.Viewer,
) []discordgo.MessageComponent {
	press := v.Tries(p, made)
	rows, write := view.MoveControls(pos, from, press, r), view.WriteButton(press, r)
	if v.Contest != (Contest{}) { // nobody is helped there
		return append(rows, view.Rows(write)...)
	}
	buttons := append([]discordgo.MessageComponent{
		write,
		view.Button(r.Say("button.puzzle-theme"), discordgo.SecondaryButton, press(PuzzleTheme)),
		view.Button(r.Say("button.puzzle-hint"), discordgo.SecondaryButton, press(view.TryHint)),
		view.Button(r.Say("button.puzzle-give"), discordgo.DangerButton, press(PuzzleGive)),
	}, view.LiveButton(view.Press{Topic: view.APuzzle, Arg: p.ID()}, r)...)
	if len(made) == 0 && r.AmongOthers() {
		buttons = append(buttons, view.Button(r.Say("button.share"), discordgo.SecondaryButton, press(PuzzleShare)))
	}
	return append(rows, view.Rows(buttons...)...)
}

// PuzzleOpen shows a puzzle to a whole channel: whoever presses the button solves it for themselves.
func (v Puzzles) PuzzleOpen(p *puzzle.Puzzle, r view.Viewer) view.Reply {
	rec, _, _ := p.Walk(nil)
	reply := view.Reply{Text: strings.Join([]string{
		puzzleHead(p, r.Words), puzzleTask(p, 0, r.Words), r.Say("puzzle.open"),
	}, "\n")}
	reply.Picture = v.picture(p, &rec, board.NoSquare, r)
	reply.Rows = view.Rows(
		view.Button(r.Say("button.puzzle-solve"), discordgo.SuccessButton, v.Tries(p, nil)(view.TryShow)),
	)
	return reply
}

// PuzzleTried shows what came of a move that does not end the puzzle.
func (v Puzzles) PuzzleTried(
	p *puzzle.Puzzle, made []board.Move, m board.Move, result solving.Result, r view.Viewer,
) view.Reply {
	note, made := v.AnswerNote(p, made, m, result.Answer, r)
	return v.Puzzle(p, made, board.NoSquare, helped(note, result, r), r)
}

// AnswerNote describes the result of a move, and returns the right moves made so far, that one included.
func (v Puzzles) AnswerNote(
	p *puzzle.Puzzle, made []board.Move, m board.Move, answer puzzle.Answer, r view.Viewer,
) (string, []board.Move) {
	rec, _, _ := p.Walk(made)
	pos := rec.Position()
	vars := words.Vars{"Move": view.MoveText(&pos, m, r)}
	switch answer.Verdict {
	case puzzle.Correct:
		pos.Make(m)
		vars["Reply"] = view.MoveText(&pos, answer.Reply, r)
		return r.Say("puzzle.right", vars), append(made[:len(made):len(made)], m)
	case puzzle.AlsoWins:
		return r.Say("puzzle.also", vars), made
	case puzzle.Solved:
		return r.Say("puzzle.solved", vars), made
	case puzzle.Wrong:
	}
	return r.Say("puzzle.wrong", vars), made
}

// PuzzleOver shows a puzzle that was solved by the move m, or given up where m is NoMove, with its solution and what it
// was about.
func (v Puzzles) PuzzleOver(
	p *puzzle.Puzzle, made []board.Move, m board.Move, result solving.Result, r view.Viewer,
) view.Reply {
	lines, shown := []string{puzzleHead(p, r.Words)}, solution(p)
	if m != board.NoMove {
		rec, _, _ := p.Walk(made)
		pos := rec.Position()
		lines = append(lines, r.Say("puzzle.solved", words.Vars{"Move": view.MoveText(&pos, m, r)}))
		shown = &board.Record{Start: rec.Start, Moves: append(slices.Clip(rec.Moves), m)}
	}
	if counts := puzzleCounts(result, r.Words); counts != "" {
		lines = append(lines, counts)
	} else if m != board.NoMove {
		lines = append(lines, r.Say("puzzle.tried-before"))
	}
	lines = append(lines, r.Say("puzzle.solution", words.Vars{"Line": puzzleLine(p, r)}))
	if names := puzzleThemes(p, r.Words); len(names) > 0 {
		lines = append(lines, r.Say("puzzle.about", words.Vars{"Themes": strings.Join(names, " · ")}))
	}
	source := map[puzzle.Source]string{
		puzzle.People: "puzzle.people", puzzle.Engine: "puzzle.engine", puzzle.Local: "puzzle.members", puzzle.Tables: "puzzle.tables",
	}
	lines = append(lines, "-# "+r.Say(source[p.Source]))
	reply := view.Private(strings.Join(lines, "\n"))
	reply.Picture = v.picture(p, shown, board.NoSquare, r)
	reply.Rows = view.Rows(
		view.Button(r.Say("button.puzzle-next"), discordgo.SuccessButton, puzzlePress(PuzzleNext, v.Theme)),
		view.Button(r.Say("button.puzzle-top"), discordgo.SecondaryButton, puzzlePress(PuzzleTop)),
		view.Button(r.Say("button.play-from"), discordgo.SecondaryButton, v.Tries(p, nil)(PuzzlePlay)),
	)
	return reply
}

// PuzzleThemeHint says what a puzzle is about, and PuzzlePieceHint with which piece it goes on.
func (v Puzzles) PuzzleThemeHint(p *puzzle.Puzzle, made []board.Move, result solving.Result, r view.Viewer) view.Reply {
	note := r.Say("puzzle.no-theme")
	if names := puzzleThemes(p, r.Words); len(names) > 0 {
		note = r.Say("puzzle.theme", words.Vars{"Themes": strings.Join(names, " · ")})
	}
	return v.Puzzle(p, made, board.NoSquare, helped(note, result, r), r)
}

// PuzzlePieceHint takes up the piece with which the solution goes on.
func (v Puzzles) PuzzlePieceHint(p *puzzle.Puzzle, made []board.Move, result solving.Result, r view.Viewer) view.Reply {
	rec, node, _ := p.Walk(made)
	pos := rec.Position()
	from := node.Correct[0].Move.From()
	note := r.Say("puzzle.piece", words.Vars{"Piece": r.PieceOn(&pos, from)})
	return v.Puzzle(p, made, from, helped(note, result, r), r)
}

func helped(note string, result solving.Result, r view.Viewer) string {
	return r.Sentences(note, puzzleCounts(result, r.Words))
}

// PuzzleNone says that there is no puzzle left of what was asked for.
func PuzzleNone(theme string, r view.Viewer) view.Reply {
	if theme == solving.ThemeOurs {
		return view.Private(r.Say("puzzle.none-ours"))
	}
	return view.Private(r.Say("puzzle.none"))
}

// PuzzleBest lists the best solvers of a server, and how the person who asked is doing.
func PuzzleBest(best []solving.Solver, own solving.Solver, r view.Viewer) view.Reply {
	lines := []string{"**" + r.Say("puzzle.best") + "**"}
	for i, s := range best {
		lines = append(lines, view.PlaceText(i+1)+solverLine(s, r.Words))
	}
	if len(best) == 0 {
		lines = append(lines, r.Say("puzzle.best-empty"))
	}
	if own.Tried > 0 {
		lines = append(lines, "", r.Say("leaderboard.own"), solverLine(own, r.Words))
	}
	return view.Private(strings.Join(lines, "\n"))
}

func solverLine(s solving.Solver, w words.Words) string {
	return w.Say("puzzle.line", words.Vars{
		"Person": view.Mention(s.Person), "Rating": view.RatingText(s.Rating), "Solved": s.Solved, "Tried": s.Tried,
	})
}

func puzzleHead(p *puzzle.Puzzle, w words.Words) string {
	return w.Say("puzzle.head", words.Vars{"ID": p.ID(), "Rating": p.Rating})
}

func puzzleTask(p *puzzle.Puzzle, made int, w words.Words) string {
	start := p.Position()
	vars := words.Vars{"Side": view.Capital(view.SideName(w, start.SideToMove())), "Moves": p.Moves() - made}
	return "▶ " + w.Say(taskOf(p), vars)
}

func taskOf(p *puzzle.Puzzle) string {
	has := func(theme string) bool { return slices.Contains(p.Themes, theme) }
	switch p.Goal {
	case puzzle.Mate:
		return "puzzle.mate"
	case puzzle.Win:
		return "puzzle.win"
	case puzzle.Gain:
		switch {
		case has(puzzle.ChooseCapture):
			return "puzzle.capture"
		case p.ForBeginners():
			return "puzzle.take"
		}
		return "puzzle.gain"
	case puzzle.Hold:
	}
	switch {
	case p.ForBeginners():
		return "puzzle.check"
	case has(puzzle.StopMate):
		return "puzzle.stop-mate"
	case has(puzzle.Technique):
		return "puzzle.draw"
	}
	return "puzzle.hold"
}

// puzzleCounts says for what a try counts: what it has made of the solver's rating, or that it counts for the day
// alone; "" where it counts for nothing.
func puzzleCounts(result solving.Result, w words.Words) string {
	switch {
	case result.Counted:
		return w.Say("puzzle.rating", words.Vars{
			"Rating": view.RatingText(result.Solver.Rating), "Gain": view.Gain(result.Gain),
		})
	case result.OnDay:
		return w.Say("puzzle.day-alone")
	}
	return ""
}

// puzzleLine writes the solution.
func puzzleLine(p *puzzle.Puzzle, r view.Viewer) string {
	return strings.Join(view.MoveTexts(p.Position(), p.Line(), r), " → ")
}

func puzzleThemes(p *puzzle.Puzzle, w words.Words) (names []string) {
	for _, id := range p.Themes {
		names = append(names, themeName(id, w))
	}
	return names
}

// themeName is what players call a theme: a mate or a motif of package pattern, or another one.
func themeName(id string, w words.Words) string {
	switch {
	case pattern.IsName(id):
		return w.Say("mate." + id)
	case pattern.IsMotif(id):
		return w.Say("motif." + id)
	}
	return w.Say("puzzle.theme-" + id)
}

// ThemeLabel labels a puzzle theme.
func ThemeLabel(theme string) view.Label {
	return func(w words.Words) string {
		if n, ok := strings.CutPrefix(theme, "mate"); ok {
			return w.Say("puzzle.theme-mate", words.Vars{"Moves": n})
		}
		return themeName(theme, w)
	}
}

// picture draws the last position of a record of a puzzle, the solver's side below.
func (v Puzzles) picture(p *puzzle.Puzzle, record *board.Record, from board.Square, r view.Viewer) *view.Picture {
	start := p.Position()
	return view.Sketch{Record: record, Black: start.SideToMove() == board.Black, From: from}.Draw(v.View, r)
}

// solution is a puzzle with the moves of its solution.
func solution(p *puzzle.Puzzle) *board.Record {
	return &board.Record{Start: p.Position(), Moves: p.Line()}
}

// puzzlePress is a press of puzzles in general: for the next one, about a theme, or for the best solvers.
func puzzlePress(words ...string) view.Press {
	return view.Press{Act: view.PressPuzzle, Topic: view.APuzzle, Arg: strings.Join(words, "-")}
}

// Themes lists the themes that a person has tried, with how many they solved, above a menu of all.
func (v Puzzles) Themes(all []solving.Progress, r view.Viewer) view.Reply {
	lines := []string{r.Say("puzzle.themes")}
	var options []discordgo.SelectMenuOption
	for _, p := range all {
		name := ThemeLabel(p.Theme)(r.Words)
		if p.Tried > 0 {
			vars := words.Vars{"Theme": name, "Solved": p.Solved, "Tried": p.Tried}
			lines = append(lines, "▫️ "+r.Say("puzzle.theme-done", vars))
		}
		options = append(options, view.MenuOption(name, p.Theme, r.Count("puzzle.theme-size", p.Total)))
	}
	menu := view.Menu(r.Say("puzzle.theme-menu"), puzzlePress(PuzzleAbout, ""), options)
	return view.Private(strings.Join(lines, "\n"), menu)
}

// ThemePage says what a theme is, with an example at its end, and leads to three puzzles and to training.
func (v Puzzles) ThemePage(t solving.Theme, r view.Viewer) view.Reply {
	text := r.Say("theme-text." + strings.TrimRight(t.Theme, "12345")) // the mates in so many moves share one
	lines := []string{"🧩 **" + ThemeLabel(t.Theme)(r.Words) + "**", text}
	reply := view.Private("")
	if t.Shown != nil {
		lines = append(lines, r.Say("puzzle.theme-example", words.Vars{"Line": puzzleLine(t.Shown, r)}))
		reply.Picture = v.picture(t.Shown, solution(t.Shown), board.NoSquare, r)
	}
	size := r.Count("puzzle.theme-size", t.Total)
	if t.Tried > 0 {
		size = r.Sentences(size, r.Say("puzzle.theme-solved", words.Vars{"Solved": t.Solved, "Tried": t.Tried}))
	}
	lines = append(lines, "-# "+size)
	v.Theme = t.Theme
	buttons := []discordgo.MessageComponent{
		view.Button(r.Say("button.puzzle-train"), discordgo.SuccessButton, puzzlePress(PuzzleNext, t.Theme)),
	}
	for _, p := range t.Examples {
		label := "🧩 " + strconv.Itoa(p.Rating)
		buttons = append(buttons, view.Button(label, discordgo.SecondaryButton, v.Tries(p, nil)(view.TryShow)))
	}
	list := puzzlePress(PuzzleAbout, allThemes)
	buttons = append(buttons, view.Button(r.Say("button.puzzle-themes"), discordgo.SecondaryButton, list))
	reply.Text = strings.Join(lines, "\n")
	reply.Rows = view.Rows(buttons...)
	return reply
}

// allThemes is the theme of a press that leads to the list.
const allThemes = "all"
