package lessonview

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

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
