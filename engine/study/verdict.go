package study

import (
	"cmp"
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// bestCost is the cost up to which a move is graded as best.
const bestCost = 0.005

const (
	// decidedChance: with a chance above it, or below 1 minus it, a game is decided, and only blunders count.
	decidedChance = 0.97
	// winning is the score, in centipawns, from which missing a mate is not a mistake, nor is allowing one for the
	// losing side.
	winning = 700
	// A win is missed if the chance drops from at least wonBefore to at most wonAfter. A missed mate counts if it was
	// in at most mateNear moves and the move is at least an inaccuracy.
	wonBefore, wonAfter = 0.85, 0.65
	mateNear            = 5
	// A brilliant move has a chance of at most brilliantBefore before it and at least brilliantAfter after it. There
	// are at most maxBrilliant in a game.
	brilliantBefore, brilliantAfter = 0.90, 0.50
	maxBrilliant                    = 2
)

// Verdict is the assessment of a move.
type Verdict struct {
	// Ply is the index of the move in the game.
	Ply    int
	By     board.Color
	Played board.Move
	// Best is the best move and Line the principal variation that begins with it; Refutation is the principal variation
	// after the move that was played. Best is NoMove if nothing was found.
	Best             board.Move
	Line, Refutation []board.Move
	Grade            engine.Grade
	// Book reports a move in the opening book that cost less than an inaccuracy.
	Book bool
	// Brilliant reports a sacrifice that was the best move, in a game not won already.
	Brilliant bool
	// MissedWin and MissedMate (漏杀) report that the game was won before, or that there was a mate in a few moves.
	MissedWin, MissedMate bool
	// Before and After are the chances of the side that moved, and Cost is its loss.
	Before, After, Cost float64
	Phase               board.Phase
	// Reason says why a mistake or blunder is one.
	Reason Reason
}

// Verdicts returns the assessments of the moves so far: a move not yet searched is [engine.Ungraded].
func (s *Study) Verdicts() []Verdict {
	known := book.Standard()
	verdicts := make([]Verdict, len(s.Rec.Moves))
	phase := board.Opening
	brilliant := 0
	for ply, p := range s.Rec.Positions() {
		if ply == len(s.Rec.Moves) {
			break
		}
		v := &verdicts[ply]
		v.Ply, v.By, v.Played = ply, p.SideToMove(), s.Rec.Moves[ply]
		moves := known.AllMoves(p)
		phase = phaseOf(p, len(moves) > 0, phase)
		v.Phase = phase
		before, after := &s.Evals[ply], &s.Evals[ply+1]
		v.Line, v.Refutation = before.Line, after.Line
		if len(v.Line) > 0 {
			v.Best = v.Line[0]
		}
		if before.Pass == 0 || after.Pass == 0 {
			continue
		}
		v.Before, v.After, v.Cost = before.Chance, 1-after.Chance, s.cost(ply)
		v.Grade = grade(v, before, after, len(p.LegalMoves(nil)), s.Plan.Second > 0)
		v.Book = v.Cost < engine.InaccuracyCost && slices.ContainsFunc(moves, func(m book.Move) bool { return m.Move == v.Played })
		v.MissedMate = before.Mate > 0 && before.Mate <= mateNear && after.Mate >= 0 && v.Cost >= engine.InaccuracyCost &&
			!s.forfeits(ply, v.By.Opponent())
		v.MissedWin = v.Before >= wonBefore && v.After <= wonAfter
		if v.Grade >= engine.Mistake {
			v.Reason = s.reason(ply, v.By, v.Grade == engine.Blunder)
		}
		if brilliant < maxBrilliant && before.Pass >= 2 && after.Pass >= 2 && v.Grade == engine.Best &&
			v.After >= brilliantAfter && s.sacrifices(ply) {
			v.Brilliant = true
			brilliant++
		}
	}
	return verdicts
}

// grade grades a move. twice reports whether mistakes need the second pass.
func grade(v *Verdict, before, after *Evaluation, legal int, twice bool) engine.Grade {
	switch {
	case legal == 1:
		return engine.Forced
	case v.Cost <= bestCost:
		return engine.Best
	}
	g := engine.GradeOf(v.Cost)
	if before.Mate == 0 && (v.Before > decidedChance || v.Before < 1-decidedChance) && v.Cost < engine.BlunderCost {
		return min(g, engine.Good)
	}
	missedMate := before.Mate > 0 && after.Mate >= 0 && -after.Score >= winning
	allowedMate := after.Mate > 0 && before.Mate == 0 && before.Score <= -winning
	switch {
	case missedMate || allowedMate:
		return min(g, engine.Good) // decided anyway
	case twice && (before.Pass < 2 || after.Pass < 2):
		return min(g, engine.Inaccuracy)
	}
	return g
}

// sacrifices reports whether a move is the engine's choice and sacrifices a piece.
func (s *Study) sacrifices(ply int) bool {
	e := &s.Evals[ply]
	return len(e.Line) > 0 && e.Line[0] == s.Rec.Moves[ply] && e.Chance <= brilliantBefore &&
		slices.Contains(s.shot(ply, e.Line).Motifs, pattern.Qizi)
}

// phaseOf returns the phase of a position, given the previous phase: the moves of the book are opening too, and a game
// never returns to an earlier phase.
func phaseOf(p *board.Position, inBook bool, last board.Phase) board.Phase {
	phase := p.Phase()
	if inBook && phase == board.Middlegame {
		phase = board.Opening
	}
	return max(phase, last)
}

// Tally sums up the moves of one side, or those of one phase.
type Tally struct {
	// Moves is the number of graded moves, Grades the number of each grade.
	Moves  int
	Grades map[engine.Grade]int
	// Book, MissedWins, MissedMates and Brilliant count such moves.
	Book, MissedWins, MissedMates, Brilliant int
	// Cost is the average cost of a move, in points, without forced moves and book moves.
	Cost float64
	// Free is the number of moves that count for Cost.
	Free int
}

// TallyOf sums up the verdicts for which count is true.
func TallyOf(verdicts []Verdict, count func(*Verdict) bool) Tally {
	t := Tally{Grades: map[engine.Grade]int{}}
	for i := range verdicts {
		v := &verdicts[i]
		if v.Grade == engine.Ungraded || !count(v) {
			continue
		}
		t.Moves++
		t.Grades[v.Grade]++
		if v.Book {
			t.Book++
		}
		if v.MissedWin {
			t.MissedWins++
		}
		if v.MissedMate {
			t.MissedMates++
		}
		if v.Brilliant {
			t.Brilliant++
		}
		if v.free() {
			t.Free++
			t.Cost += v.Cost
		}
	}
	if t.Free > 0 {
		t.Cost /= float64(t.Free)
	}
	return t
}

// free reports whether the move was neither forced nor from the book.
func (v *Verdict) free() bool { return v.Grade > engine.Forced && !v.Book }

// TurningPoint returns the index of the move that turned the game. In a decisive game it is a move of the loser: the
// last one that gave the advantage away, or, if that cost less than a mistake, the first mistake after it. Otherwise it
// is the costliest move that gave the other side the advantage. ok is false if there is none, as when the side with the
// advantage lost on time.
func TurningPoint(verdicts []Verdict, outcome rules.Outcome) (ply int, ok bool) {
	if loser, lost := outcome.Loser(); lost {
		return lastTurn(verdicts, loser)
	}
	most := 0.0
	for i := range verdicts {
		v := &verdicts[i]
		if v.Before > 0.5 && v.After < 0.5 && v.Cost > most {
			ply, ok, most = i, true, v.Cost
		}
	}
	return ply, ok
}

// lastTurn is [TurningPoint] for a decisive game.
func lastTurn(verdicts []Verdict, loser board.Color) (ply int, ok bool) {
	for i := len(verdicts) - 1; i >= 0; i-- {
		v := &verdicts[i]
		if v.By != loser && v.After >= 0.5 {
			continue
		}
		if v.By != loser || v.After > 0.5 {
			break // they had the advantage, and no later move gave it away
		}
		if v.Cost >= engine.MistakeCost {
			ply, ok = i, true
		}
		if v.Before > 0.5 {
			if !ok {
				ply = i
			}
			return ply, true
		}
	}
	return 0, false
}

// maxKeyMistakes is the number of key mistakes per side.
const maxKeyMistakes = 7

// KeyMistakes returns the indices of the costliest mistakes of each side, in the order of the game.
func KeyMistakes(verdicts []Verdict) []int {
	var mistakes []int
	for _, c := range [...]board.Color{board.Red, board.Black} {
		var own []int
		for i := range verdicts {
			if v := &verdicts[i]; v.By == c && v.Grade >= engine.Mistake {
				own = append(own, i)
			}
		}
		slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(verdicts[b].Cost, verdicts[a].Cost) })
		mistakes = append(mistakes, own[:min(len(own), maxKeyMistakes)]...)
	}
	slices.Sort(mistakes)
	return mistakes
}
