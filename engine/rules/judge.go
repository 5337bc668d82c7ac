package rules

import (
	"slices"

	"xiangqibot/engine/board"
)

// Judge returns the verdict after the last move of the record, by the ruleset. The package comment lists what it tests,
// in order.
//
// The moves of the record must be legal.
func Judge(r *board.Record, c Ruleset) Verdict {
	var t PositionHistory
	p := t.Reset(r)
	return t.judge(&p, len(r.Moves), c)
}

// judge returns the verdict at p, the last position of the history. plies is the length of the record.
func (t *PositionHistory) judge(p *board.Position, plies int, c Ruleset) Verdict {
	v := Verdict{FirstPly: plies, LastPly: plies}
	counted := t.pliesTowardsLimit(p, c)
	toMove := p.SideToMove()
	switch {
	case !p.HasLegalMove():
		v.Outcome, v.Reason, v.Article = lostBy(toMove), Stalemate, ArtStalemate
		if t.InCheck() {
			v.Reason, v.Article = Checkmate, ArtCheckmate
		}
	case c.BareMaterial.Draws(p):
		v.Outcome, v.Reason, v.Article = Draw, BareMaterial, ArtBare
	case c.NaturalLimit > 0 && counted >= c.NaturalLimit:
		v.Outcome, v.Reason, v.Article = Draw, NaturalLimit, ArtLimit
	case c.Repetitions > 0:
		if cycle := t.RepetitionDistance(c.Repetitions - 1); cycle > 0 {
			v.FirstPly -= cycle
			v.repeated(t, p, c.Chases)
		}
	}
	return v
}

// pliesTowardsLimit returns the number of plies before p that count towards the ruleset's natural limit.
func (t *PositionHistory) pliesTowardsLimit(p *board.Position, c Ruleset) int {
	if c.TenChecks {
		return t.CountedPlies()
	}
	return p.CaptureClock()
}

// PliesToNaturalLimit returns the number of further plies without a capture after which the natural limit draws the
// game, if all of them count. limited is false if the ruleset has no limit.
func PliesToNaturalLimit(r *board.Record, c Ruleset) (plies int, limited bool) {
	if c.NaturalLimit == 0 {
		return 0, false
	}
	var t PositionHistory
	p := t.Reset(r)
	return max(0, c.NaturalLimit-t.pliesTowardsLimit(&p, c)), true
}

// repeated fills in the verdict on the cycle that led to p.
func (v *Verdict) repeated(t *PositionHistory, p *board.Position, chases ChaseRule) {
	plies := v.LastPly - v.FirstPly
	s := t.severities(p, plies, chases)
	v.CycleMoves = t.classifyMoves(p, plies, chases)
	if s[board.Red] == s[board.Black] {
		v.Outcome, v.Reason, v.Article = Draw, Repetition, ArtTolerated
		switch s[board.Red] {
		case checking:
			v.Article = ArtBothCheck
		case chasing, chasingRook:
			v.Article = ArtBothChase
		case harmless:
		}
		return
	}
	loser := board.Red
	if s[board.Black] > s[board.Red] {
		loser = board.Black
	}
	v.Outcome = lostBy(loser)
	switch {
	case s[loser] == checking:
		v.Reason, v.Article = PerpetualCheck, ArtCheck
	case s[loser.Opponent()] == harmless:
		v.Reason, v.Article = PerpetualChase, ArtChase
	default:
		v.Reason, v.Article = PerpetualChase, ArtPinnedRook
	}
}

// classifyMoves classifies each of the last moves. Chases are classified as such even if the ruleset does not judge
// them.
func (t *PositionHistory) classifyMoves(p *board.Position, plies int, chases ChaseRule) []CycleMove {
	chases = max(chases, ChasesByPair)
	stretch := t.steps[len(t.steps)-plies:]
	w := walkBack(p, stretch)
	enemies, created := w.enemyPieces(), w.newlyThreatened(stretch, chases, threatens)
	moves := make([]CycleMove, plies)
	for i := range stretch {
		before, m := w.pos, stretch[i].move
		by := before.SideToMove()
		w.play(m)
		moves[i] = CycleMove{By: by, Kind: Checking}
		if stretch[i].check {
			continue
		}
		moves[i].Kind = Idle
		threats := w.newThreats(nil, &before, moveBefore(stretch, i), m, chases, threatens, enemies[by])
		threats = slices.DeleteFunc(threats, func(t Threat) bool { return !t.created && !created[by].Has(t.victim) })
		if len(threats) > 0 {
			moves[i].Kind, moves[i].Threats = Chasing, threats
			continue
		}
		offered := w.newThreats(nil, &before, moveBefore(stretch, i), m, chases, offers, enemies[by])
		offered = slices.DeleteFunc(offered, func(t Threat) bool { return !t.created })
		if len(offered) > 0 {
			moves[i].Kind, moves[i].Threats = Exchanging, offered
		}
	}
	return moves
}
