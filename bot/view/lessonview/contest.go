package lessonview

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// This file shows streaks, races and the puzzle of the day in a channel. Their puzzles are solved on boards like those
// of all others; Puzzles.Contest says by which press.

// The Args of [view.PressStreak] and [view.PressRace], beside those of puzzles.
const (
	ContestSkip = "skip" // leave the puzzle out, or pass the round over
	ContestTop  = "top"  // the best of the server
	ContestGo   = "go"   // begin, or go on
)

// Run shows the puzzle of a streak; note is a line about what was just done.
func (v Puzzles) Run(
	run *solving.Run, p *puzzle.Puzzle, made []board.Move, from board.Square, note string, r view.Viewer,
) view.Reply {
	reply := v.Puzzle(p, made, from, note, r)
	head := r.Count("streak.head", run.Solved, words.Vars{"Best": run.Best})
	reply.Text = head + "\n" + reply.Text
	if !run.Skipped {
		skip := view.Button(r.Say("button.streak-skip"), discordgo.SecondaryButton, v.Contest.press(ContestSkip+"-"+p.ID()))
		reply.Rows = append(reply.Rows, view.Rows(skip)...)
	}
	return reply
}

// RunOver shows how a streak ended: with the solution of the puzzle in which the mistake was made, nil where no puzzle
// is left.
func (v Puzzles) RunOver(
	run *solving.Run, p *puzzle.Puzzle, wrong board.Move, made []board.Move, r view.Viewer,
) view.Reply {
	lines := []string{r.Count("streak.over", run.Solved, words.Vars{"Best": run.Best})}
	reply := view.Private("")
	if p != nil {
		rec, _, _ := p.Walk(made)
		pos := rec.Position()
		lines = append([]string{r.Say("streak.wrong", words.Vars{"Move": view.MoveText(&pos, wrong, r)})}, lines...)
		lines = append(lines, r.Say("puzzle.solution", words.Vars{"Line": puzzleLine(p, r)}))
		reply.Picture = v.picture(p, solution(p), board.NoSquare, r)
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Rows = view.Rows(
		view.Button(r.Say("button.streak-again"), discordgo.SuccessButton, v.Contest.press(ContestGo)),
		view.Button(r.Say("button.streak-top"), discordgo.SecondaryButton, v.Contest.press(ContestTop)),
	)
	return reply
}

// BestRuns lists the longest streaks of a server.
func BestRuns(best []solving.Run, r view.Viewer) view.Reply {
	lines := []string{"**" + r.Say("streak.best") + "**"}
	for i, run := range best {
		lines = append(lines, view.PlaceText(i+1)+r.Count("streak.line", run.Best, words.Vars{
			"Person": view.Mention(run.Person),
		}))
	}
	if len(best) == 0 {
		lines = append(lines, r.Say("streak.best-empty"))
	}
	return view.Private(strings.Join(lines, "\n"))
}

// Race shows a channel the puzzle of a round, or how the race has ended; news is what led to it.
func (v Puzzles) Race(race *solving.Race, p *puzzle.Puzzle, news string, r view.Viewer) view.Reply {
	lines := view.NonEmpty(r.Count("race.head", race.Goal, words.Vars{"Round": race.Round}), news)
	var points []string
	for _, one := range race.Table() {
		points = append(points, r.Say("race.points", words.Vars{"Person": view.Mention(one.Person), "Points": one.Points}))
	}
	if len(points) > 0 {
		lines = append(lines, strings.Join(points, " · "))
	}
	v.Contest = Contest{Act: view.PressRace, Race: race.ID, Round: race.Round}
	if p == nil {
		return view.Reply{Text: strings.Join(lines, "\n"), Rows: view.Rows(
			view.Button(r.Say("button.race-again"), discordgo.SuccessButton, Contest{Act: view.PressRace, Round: race.Goal}.press(ContestGo)),
		)}
	}
	lines = append(lines, puzzleTask(p, 0, r.Words), "-# "+r.Say("race.how"))
	rec, _, _ := p.Walk(nil)
	reply := view.Reply{Text: strings.Join(lines, "\n")}
	reply.Picture = v.picture(p, &rec, board.NoSquare, r)
	reply.Rows = view.Rows(
		view.Button(r.Say("button.race-solve"), discordgo.SuccessButton, v.Tries(p, nil)(view.TryShow)),
		view.Button(r.Say("button.race-pass"), discordgo.SecondaryButton, v.Contest.press(ContestSkip)),
	)
	return reply
}

// RaceWon says who won a round, with the solution; over means that this has won the race.
func RaceWon(by game.Person, p *puzzle.Puzzle, over bool, r view.Viewer) string {
	vars := words.Vars{"Person": view.Mention(by), "Line": puzzleLine(p, r)}
	if over {
		return r.Say("race.winner", vars)
	}
	return r.Say("race.first", vars)
}

// RacePassed says that nobody has solved a round, with the solution.
func RacePassed(p *puzzle.Puzzle, r view.Viewer) string {
	return r.Say("race.passed", words.Vars{"Line": puzzleLine(p, r)})
}

// Posting shows a channel the puzzle of the day, and the results of the previous one.
func (v Puzzles) Posting(p solving.DailyPost, r view.Viewer) view.Reply {
	reply := v.PuzzleOpen(p.Puzzle, r)
	lines := []string{"📅 **" + r.Say("daily.title") + "**", reply.Text}
	lines = append(lines, r.Sentences(yesterday(p.Yesterday, r), solvedHere(p.Solved, p.Tried, r)))
	var names []string
	for _, s := range p.Best {
		name := view.Mention(s.Person)
		if s.Days > 1 {
			name = r.Count("daily.streaky", s.Days, words.Vars{"Person": name})
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		lines = append(lines, r.Say("daily.solvers", words.Vars{"People": r.List(names)}))
	}
	reply.Text = strings.Join(lines, "\n")
	return reply
}

// yesterday has the solution of the previous puzzle of the day.
func yesterday(p *puzzle.Puzzle, r view.Viewer) string {
	return r.Say("daily.before", words.Vars{"ID": p.ID(), "Line": puzzleLine(p, r)})
}

// solvedHere says how many of a server have tried a puzzle of the day and how many have solved it, "" if nobody has
// tried.
func solvedHere(solved, tried int, r view.Viewer) string {
	if tried == 0 {
		return ""
	}
	return r.Say("daily.here", words.Vars{"Solved": solved, "Tried": tried})
}

// DailySettings says where and when the puzzle of the day is posted in a server; nil means that it is not.
func DailySettings(p *solving.Schedule, r view.Viewer) view.Reply {
	if p == nil {
		return view.Private(r.Say("daily.not-posted"))
	}
	return view.Private(r.Say("daily.posted", words.Vars{
		"Channel": view.ChannelMention(p.Channel), "Hour": p.Hour, "Zone": cmp.Or(p.Zone, "UTC"), "Next": view.Timestamp(p.Next),
	}))
}

// PuzzleOfDay shows the puzzle of the day to a solver, with their streak, what the server has done of it, and the
// solution of yesterday's.
func (v Puzzles) PuzzleOfDay(t solving.Today, r view.Viewer) view.Reply {
	lines := []string{r.Count("daily.head", t.Streak)}
	switch {
	case t.Solved:
		lines = append(lines, r.Say("daily.solved"))
	case t.Tried:
		lines = append(lines, r.Say("daily.missed"))
	}
	lines = append(lines, view.NonEmpty(solvedHere(t.Counts.Solved, t.Counts.Tried, r))...)
	before := r.Sentences(yesterday(t.Yesterday, r), solvedHere(t.YesterdayCounts.Solved, t.YesterdayCounts.Tried, r))
	lines = append(lines, "-# "+before, "-# "+r.Say("daily.next", words.Vars{"When": view.RelativeTime(t.Next)}))
	reply := v.Puzzle(t.Puzzle, nil, board.NoSquare, "", r)
	reply.Text = strings.Join(lines, "\n") + "\n" + reply.Text
	return reply
}
