package game

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Inconsistencies replays and judges a saved game, and describes each inconsistency in a sentence for the operator.
// A consistent game has none.
//
// It also reports a game that ended under rules that the program has judged differently since: in Verdict the saved
// result takes precedence.
func (g *Game) Inconsistencies() (found []string) {
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
			return found // the rest depends on the moves
		}
		p.Make(m)
	}
	if g.Board.Announced > g.Revision {
		fault(": its channel was shown revision %d, and it has only %d", g.Board.Announced, g.Revision)
	}
	for _, about := range PartneringOf(g).inconsistencies() {
		fault(": %s", about)
	}
	v := rules.Judge(&g.Record, g.Ruleset())
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

// inconsistencies checks the questions in a game whose moves are all legal: the partner must answer such questions,
// they must be of the side to move, the answers must be legal moves, and the budgets must suffice.
func (g Partnering) inconsistencies() (found []string) {
	fault := func(format string, values ...any) { found = append(found, fmt.Sprintf(format, values...)) }
	for i := range g.Questions {
		q := &g.Questions[i]
		if !g.Partner.answers(q.Kind) {
			fault("question %d asks a partner %q for its %q", i+1, g.Partner.Kind, q.Kind)
			continue
		}
		if len(q.Moves) == 0 {
			fault("question %d has no answer", i+1)
		}
		if q.Ply > g.Ply() {
			continue // the moves before it were taken back
		}
		rec := g.Record.Clone()
		rec.Moves = rec.Moves[:q.Ply]
		p := rec.Position()
		if p.SideToMove() != q.By {
			fault("question %d is of %s after %d moves, when it was not their turn", i+1, q.By, q.Ply)
		}
		if p.Hash() != q.Position {
			continue // the same
		}
		if q.Kind == AskVerdict && !p.IsLegal(q.About) {
			fault("question %d is about %s, which is not legal in %s", i+1, q.About, p.FEN())
		}
		for _, m := range q.Moves {
			if !p.IsLegal(m) {
				fault("question %d has the answer %s, which is not legal in %s", i+1, m, p.FEN())
				break
			}
			if q.Kind == AskMove { // the moves follow each other
				p.Make(m)
			}
		}
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		if spent := g.Questions.Spent(c); g.Partner.Kind == Consulting && spent > g.Partner.Budget {
			fault("%s spent %d on questions, and had %d", c, spent, g.Partner.Budget)
		}
	}
	return found
}

// RequiredJobs lists the jobs without which an open game would stall: the bot's move, and what happens [Game.Next]. A
// game that is over needs none.
func RequiredJobs(g *Game) (jobs []Job) {
	if !g.State.Open() {
		return nil
	}
	if bot, has := g.BotSeat(); has && bot == g.Turn() && g.State == Active {
		jobs = append(jobs, Think{g.ID, g.Ply()})
	}
	if next := g.Next(); next.Job != nil {
		jobs = append(jobs, next.Job)
	}
	return jobs
}
