package game

import (
	"fmt"

	"xiangqibot/engine/rules"
)

// Contradictions plays a game that was saved again, from its start, judges it, and says what cannot be true at
// the same time, in sentences for whoever runs the bot. A sound game has none.
//
// A game that ended under rules which the program has judged differently since is told, too: Verdict lets what was
// saved have the last word.
func (g *Game) Contradictions() (found []string) {
	fault := func(format string, values ...any) {
		found = append(found, fmt.Sprintf("game %d", g.ID)+fmt.Sprintf(format, values...))
	}
	if len(g.MovedAt) != g.Ply() {
		fault(" has %d moves and the times of %d", g.Ply(), len(g.MovedAt))
	}
	p := g.Record.Start
	for i, m := range g.Record.Moves {
		if !p.IsLegal(m) {
			fault(": move %d, %s, is not legal in %s", i+1, m, p.FEN())
			return found // the rest builds on the moves
		}
		p.Make(m)
	}
	if g.Board.Announced > g.Revision {
		fault(": its channel was shown revision %d, and it has only %d", g.Board.Announced, g.Revision)
	}
	v := rules.Judge(&g.Record, g.Code())
	switch {
	case g.State == Active && v.Outcome != rules.Ongoing:
		fault(" goes on, and by its rules it is over: %s, %s", v.Outcome, v.Reason)
	case g.State == Finished && g.End == ByRules && v.Outcome != g.Outcome:
		fault(" ended as %s (%s), and by its rules it is %s (%s)", g.Outcome, g.Rule, v.Outcome, v.Reason)
	case (g.State == Finished) != (g.End != NotEnded):
		fault(" is %s, and its end is %s", g.State, g.End)
	}
	return found
}

// Waits lists the jobs without which the game would stop: the bot's move, the fall of a flag, the lapse of a
// challenge.
func (g *Game) Waits() (jobs []Job) {
	switch g.State {
	case Active:
		if bot, has := g.BotSeat(); has && bot == g.Turn() {
			jobs = append(jobs, Think{g.ID, g.Ply()})
		}
		if !g.Clock.Flag.IsZero() {
			jobs = append(jobs, Flag{g.ID, g.Ply()})
		}
	case Offered:
		if !g.Expires.IsZero() {
			jobs = append(jobs, Lapse{g.ID})
		}
	case Finished, Declined, Cancelled, Lapsed:
	}
	return jobs
}
