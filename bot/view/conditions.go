package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file puts the conditions of a game into words: how long the sides may think, what they have left, and when a
// flag falls; who gives whom what, and how many games are played.

// Timestamp formats a time as a Discord timestamp, in each reader's language and zone, followed by how far away it
// is.
func Timestamp(at time.Time) string { return fmt.Sprintf("<t:%d:f> (<t:%[1]d:R>)", at.Unix()) }

// ControlText formats a time control: "3 days a move", "10 days + 1 day a move", "15 min each + 10 s with every
// move".
func ControlText(w words.Words, t clocks.TimeControl) string {
	switch {
	case t.Class() == clocks.Untimed:
		return w.Say("clock.none")
	case t.PerMove > 0:
		return w.Say("clock.per-move", words.Vars{"Time": DurationText(w, t.PerMove)})
	case t.Increment == 0:
		return w.Say("clock.base", words.Vars{"Time": DurationText(w, t.Base)})
	case t.Class() == clocks.Live:
		return w.Say("clock.live", words.Vars{"Base": DurationText(w, t.Base), "Increment": DurationText(w, t.Increment)})
	}
	return w.Say("clock.bank", words.Vars{"Base": DurationText(w, t.Base), "Increment": DurationText(w, t.Increment)})
}

// pauseTexts name the pauses that were agreed on, or agreed away.
func pauseTexts(w words.Words, c game.Conditions) []string {
	var texts []string
	if c.Time.Class() != clocks.Correspondence {
		return nil // no other clock ever pauses
	}
	if c.Weekends {
		texts = append(texts, w.Say("clock.weekends"))
	}
	if c.NoVacation {
		texts = append(texts, w.Say("clock.no-vacation"))
	}
	return texts
}

// DurationText formats a duration by its two largest units, rounded down: "9 days 3 h", "14 min 5 s".
func DurationText(w words.Words, d time.Duration) string {
	const day = 24 * time.Hour
	var parts []string
	for _, unit := range []struct {
		key    string
		length time.Duration
	}{{"clock.days", day}, {"clock.hours", time.Hour}, {"clock.minutes", time.Minute}, {"clock.seconds", time.Second}} {
		n := d / unit.length
		d %= unit.length
		if n > 0 {
			parts = append(parts, w.Count(unit.key, int(n)))
		}
		if len(parts) == 2 || len(parts) == 1 && n == 0 {
			break
		}
	}
	if len(parts) == 0 {
		return w.Count("clock.seconds", 0)
	}
	return strings.Join(parts, " ")
}

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
		if until, away := g.Vacations().Until(c, g.Updated); away && g.State == game.Active {
			lines = append(lines, awaySign+w.Say("clock.vacation", words.Vars{"Who": Who(g, c, w), "Time": Timestamp(until)}))
		}
	}
	return lines
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
	if g.Time.Class() == clocks.Live {
		return w.Say("clock.runs-out", words.Vars{
			"Side": Capital(SideName(w, g.Turn())), "Time": RelativeTime(g.Clock.Flag),
		})
	}
	return w.Say("clock.flag", words.Vars{"Side": Capital(SideName(w, g.Turn())), "Time": Timestamp(g.Clock.Flag)})
}

// leftText is what c has left in its bank, "" where there is nothing to say: games by the move give everybody the
// same, and the time of the side to move is shown by its flag.
func leftText(g *game.Game, c board.Color, w words.Words) string {
	if g.Time.Base == 0 || g.Seats[c].IsBot() || c == g.Turn() && !g.Clock.Flag.IsZero() {
		return ""
	}
	return w.Say("clock.left", words.Vars{"Time": DurationText(w, g.Clock.Left[c])})
}

// clockFace is what the clock of a side shows in the picture of a live game: minutes and seconds, as they were when the
// board was drawn. It is empty for who has no clock.
func clockFace(g *game.Game, c board.Color) string {
	if g.Time.Class() != clocks.Live || g.Seats[c].IsBot() {
		return ""
	}
	return LiveClock(g.Clock.Left[c])
}

// LiveClock writes what is left as a clock shows it: "12:05", "1:02:03".
func LiveClock(d time.Duration) string {
	left := int(d / time.Second)
	if left >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", left/3600, left/60%60, left%60)
	}
	return fmt.Sprintf("%d:%02d", left/60, left%60)
}

// clockTime is the time of day to which somebody has to wait, in whole seconds, rounded up. Unlike "in 4 seconds" it
// stays true while it is read.
func clockTime(at time.Time) string { return fmt.Sprintf("<t:%d:T>", at.Add(time.Second-1).Unix()) }

// Date formats a day as a Discord timestamp.
func Date(t time.Time) string { return fmt.Sprintf("<t:%d:D>", t.Unix()) }

// ZoneText names a time zone with its current time; the empty one is UTC.
func ZoneText(name string, now time.Time) string {
	zone, err := time.LoadLocation(name)
	if err != nil { // the list of zones of another version
		zone = time.UTC
	}
	return zone.String() + " (" + now.In(zone).Format("15:04") + ")"
}

// handicapName names a handicap: "Left horse (让左马)". An even game has none.
func handicapName(w words.Words, h game.Handicap) string {
	return w.Say("command.challenge.handicap." + string(h))
}

// handicapTerms say what a handicap means, for those who are to agree to it.
func handicapTerms(g *game.Game, w words.Words) []string {
	giver, taker := Person(w, g.Challenger), opponentText(g, w)
	if g.OpponentGives {
		giver, taker = taker, giver
	}
	vars := words.Vars{"Giver": giver, "Taker": taker}
	rule := ""
	switch g.Handicap {
	case game.FirstMove:
		rule = w.Say("handicap.first-move", vars)
	case game.TwoMoves:
		rule = w.Say("handicap.two-moves", vars)
	default:
		rule = w.Say("handicap.pieces", vars)
	}
	return []string{w.Say("handicap.term", words.Vars{"Handicap": handicapName(w, g.Handicap)}), rule}
}

func opponentText(g *game.Game, w words.Words) string {
	switch {
	case g.Opponent.IsOutside():
		return Plain(g.Engine)
	case g.Opponent.IsBot():
		return w.Say("bot.name")
	case g.Opponent.Person == "":
		return w.Say("handicap.whoever")
	}
	return Person(w, g.Opponent.Person)
}

// oddsTexts name in a few words what is special about a game that goes on or is over, for the line below its board.
func oddsTexts(g *game.Game, w words.Words) []string {
	var texts []string
	switch {
	case g.Handicap != game.Even:
		texts = append(texts, handicapName(w, g.Handicap))
	case fromPosition(g):
		texts = append(texts, w.Say("board.position"))
	}
	if g.Leg > 0 {
		texts = append(texts, w.Say("board.leg", words.Vars{"Leg": g.Leg}))
	}
	texts = append(texts, NonEmpty(partnerText(g, w))...)
	if n := len(g.Hints); n > 0 {
		texts = append(texts, w.Count("board.hints", n))
	}
	return texts
}

// afterwards gives the score of the match at the end of a game, and says how to go on where no button does.
func afterwards(g *game.Game, w words.Words) string {
	if g.Vote != nil {
		return w.Say("vote.again")
	}
	again := ""
	if !hasRematch(g) {
		again = w.Say("news.again")
	}
	challenger, other, match := g.MatchScore()
	if !match || g.Leg == 1 && !secondFollows(g) {
		return again
	}
	vars := words.Vars{
		"First": Person(w, g.Challenger), "Second": opponentText(g, w), "Score": PointsText(challenger), "Other": PointsText(other),
	}
	if g.Leg == 1 {
		return w.Say("match.half", vars)
	}
	return w.Sentences(w.Say("match.over", vars), again)
}

// PointsText writes points with halves: "1½".
func PointsText(points float64) string {
	whole := strconv.Itoa(int(points))
	if points == float64(int(points)) {
		return whole
	}
	return strings.TrimPrefix(whole, "0") + "½"
}
