package gameview

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file shows clocks: what the sides have left, and when a flag falls or votes are counted.

// The signs before statements that hold only while a board is the newest one.
const (
	// RunningSign is put before a time that is running.
	RunningSign = "⏳ "
	awaySign    = "🏖 "
	hintSign    = "👇 " // what to do with the controls, which an old board has lost
)

// clockText says when the flag of the side to move falls, or when its votes are counted, and who is on vacation;
// nothing where there is nothing to say.
func clockText(g *game.Game, w words.Words) []string {
	var lines []string
	if ends := turnEnds(g, w); ends != "" {
		lines = append(lines, RunningSign+ends)
	}
	if !g.Clock.Flag.IsZero() {
		lines = append(lines, RunningSign+flagText(g, w))
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if until, away := game.AwayUntil(g, c, g.Updated); away && g.State == game.Active {
			vars := words.Vars{"Who": Who(g, c, w), "Time": view.Timestamp(until)}
			lines = append(lines, awaySign+w.Say("clock.vacation", vars))
		}
	}
	return lines
}

// turnEnds says when the turn that is open in a vote game ends, "" where none is.
func turnEnds(g *game.Game, w words.Words) string {
	switch {
	case g.Vote == nil || g.State != game.Active || g.Vote.Turn.Closes.IsZero() || g.Vote.Turn.StandIn:
		return ""
	case game.VoteOpen(g):
		return w.Say("vote.counted", words.Vars{"Left": view.RelativeTime(g.Vote.Turn.Closes)})
	}
	return w.Say("vote.time", words.Vars{"Left": view.RelativeTime(g.Vote.Turn.Closes)})
}

// WithoutClock removes the texts of clockText from the embed of an old board, where a relative time would go on
// counting down, and the instructions for its controls. It reports whether there were any.
func WithoutClock(card *discordgo.MessageEmbed) bool {
	description, found := withoutSigned(card.Description)
	card.Description = description
	for _, field := range card.Fields {
		value, signed := withoutSigned(field.Value)
		field.Value, found = value, found || signed
	}
	return found
}

// withoutSigned leaves out the lines that begin with one of the signs, and reports whether there are any.
func withoutSigned(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	kept := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		return strings.HasPrefix(line, RunningSign) || strings.HasPrefix(line, awaySign) || strings.HasPrefix(line, hintSign)
	})
	return strings.Join(kept, "\n"), len(kept) < len(lines)
}

// flagText says when the flag of the side to move falls. In a live game the date would only be in the way: Discord
// counts the minutes down, and at the end the seconds.
func flagText(g *game.Game, w words.Words) string {
	key, falls := "clock.flag", view.Timestamp(g.Clock.Flag)
	if g.Time.Class() == clocks.Live {
		key, falls = "clock.runs-out", view.RelativeTime(g.Clock.Flag)
	}
	return w.Say(key, words.Vars{"Side": view.Capital(view.SideName(w, g.Turn())), "Time": falls})
}

// leftText is what c has left in its bank, "" where there is nothing to say: games by the move give everybody the
// same, and the time of the side to move is shown by its flag.
func leftText(g *game.Game, c board.Color, w words.Words) string {
	if g.Time.Base == 0 || g.Seats[c].IsBot() || c == g.Turn() && !g.Clock.Flag.IsZero() {
		return ""
	}
	return w.Say("clock.left", words.Vars{"Time": view.DurationText(w, g.Clock.Left[c])})
}

// clockFace is what the clock of a side shows in the picture of a live game: minutes and seconds, as they were when the
// board was drawn. It is empty for who has no clock.
func clockFace(g *game.Game, c board.Color) string {
	if g.Time.Class() != clocks.Live || g.Seats[c].IsBot() {
		return ""
	}
	return view.LiveClock(g.Clock.Left[c])
}
