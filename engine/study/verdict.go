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

// bestCost is what a move may cost that is as good as the best.
const bestCost = 0.005

const (
	// decidedChance: with more of it, or less than the rest of one, a game is decided, and only a blunder counts.
	decidedChance = 0.97
	// winning is the score, in centipawns, with which a mate that was missed is no mistake, and one that was walked into
	// neither for the other side.
	winning = 700
	// A win is missed from chances of at least wonBefore to at most wonAfter; a mate in at most mateNear moves, if the
	// move is an inaccuracy at least.
	wonBefore, wonAfter = 0.85, 0.65
	mateNear            = 5
	// A brilliant move is made with chances of at most brilliantBefore and leaves at least brilliantAfter. There are at
	// most mostBrilliant in a game.
	brilliantBefore, brilliantAfter = 0.90, 0.50
	mostBrilliant                   = 2
)

// Verdict is what is thought of a move.
type Verdict struct {
	// Ply is the index of the move in the game.
	Ply    int
	By     board.Color
	Played board.Move
	// Best is the best move and Line how the game should have gone on with it; Punishment how it goes on after the move
	// that was played. Best is NoMove where nothing was found.
	Best             board.Move
	Line, Punishment []board.Move
	Grade            engine.Grade
	// Book is a move that the opening book knows and that cost less than an inaccuracy.
	Book bool
	// Brilliant is a sacrifice that was the best move and not needed to win.
	Brilliant bool
	// MissedWin and MissedMate are 漏杀: the game was won before, or there was a mate in a few moves.
	MissedWin, MissedMate bool
	// Before and After are the chances of the side that moved, Cost is what it threw away of them.
	Before, After, Cost float64
	Phase               Phase
	// Reason says why a mistake or blunder is one.
	Reason Reason
}

// Verdicts are what is thought of the moves, as far as the study has come: a move of which nothing is known yet is
// engine.Ungraded.
func (s *Study) Verdicts() []Verdict {
	known := book.Standard()
	verdicts := make([]Verdict, len(s.rec.Moves))
	phase := Opening
	brilliant := 0
	for ply, p := range s.rec.Positions() {
		if ply == len(s.rec.Moves) {
			break
		}
		v := &verdicts[ply]
		v.Ply, v.By, v.Played = ply, p.SideToMove(), s.rec.Moves[ply]
		moves := known.Known(p)
		phase = phaseOf(p, ply, len(moves) > 0, phase)
		v.Phase = phase
		before, after := &s.looks[ply], &s.looks[ply+1]
		v.Line, v.Punishment = before.Line, after.Line
		if len(v.Line) > 0 {
			v.Best = v.Line[0]
		}
		if before.Pass == 0 || after.Pass == 0 {
			continue
		}
		v.Before, v.After, v.Cost = before.Chance, 1-after.Chance, s.cost(ply)
		v.Grade = grade(v, before, after, p.CountLegal(), s.plan.Second > 0)
		v.Book = v.Cost < engine.InaccuracyCost && slices.ContainsFunc(moves, func(m book.Move) bool { return m.Move == v.Played })
		v.MissedMate = before.Mate > 0 && before.Mate <= mateNear && after.Mate >= 0 && v.Cost >= engine.InaccuracyCost
		v.MissedWin = v.Before >= wonBefore && v.After <= wonAfter
		if v.Grade >= engine.Mistake {
			v.Reason = s.reason(ply)
		}
		if brilliant < mostBrilliant && before.Pass == 2 && after.Pass == 2 && v.Grade == engine.Best &&
			v.After >= brilliantAfter && s.sacrifices(ply) {
			v.Brilliant = true
			brilliant++
		}
	}
	return verdicts
}

// grade says how good a move was. twice reports whether mistakes need a second look.
func grade(v *Verdict, before, after *Look, legal int, twice bool) engine.Grade {
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
	missed := before.Mate > 0 && after.Mate >= 0 && -after.Score >= winning
	walked := after.Mate > 0 && before.Mate == 0 && before.Score <= -winning
	if missed || walked || twice && (before.Pass < 2 || after.Pass < 2) {
		g = min(g, engine.Inaccuracy)
	}
	return g
}

// Phase is a part of a game.
type Phase uint8

// The phases. A game goes from one to the next and never back.
const (
	Opening Phase = iota // the moves of the book, or the first twenty
	Middle
	Ending // each side has at most three rooks, horses and cannons
)

var phaseNames = [...]string{"opening", "middle", "ending"}

// String returns "opening", "middle" or "ending".
func (p Phase) String() string { return phaseNames[min(int(p), len(phaseNames)-1)] }

const (
	openingPlies = 20
	endingPieces = 3
)

// phaseOf is the phase of the position before a ply, given the phase before.
func phaseOf(p *board.Position, ply int, inBook bool, last Phase) Phase {
	few := true
	for _, c := range [...]board.Color{board.Red, board.Black} {
		strong := p.Pieces(c, board.Rook).Or(p.Pieces(c, board.Horse)).Or(p.Pieces(c, board.Cannon))
		few = few && strong.Count() <= endingPieces
	}
	switch {
	case few || last == Ending:
		return Ending
	case last == Opening && (inBook || ply < openingPlies):
		return Opening
	}
	return Middle
}

// Tally sums up the moves of one side, or those of one phase.
type Tally struct {
	// Moves is how many were graded, Grades how many of each grade.
	Moves  int
	Grades map[engine.Grade]int
	// Book, MissedWins, MissedMates and Brilliant count such moves.
	Book, MissedWins, MissedMates, Brilliant int
	// Cost is what a move cost on average, in points; forced moves and those of the book do not count.
	Cost float64
	// Free is how many moves count for Cost.
	Free int
}

// TallyOf sums up the verdicts that count.
func TallyOf(verdicts []Verdict, count func(*Verdict) bool) Tally {
	t := Tally{Grades: map[engine.Grade]int{}}
	for i := range verdicts {
		v := &verdicts[i]
		if v.Grade == engine.Ungraded || !count(v) {
			continue
		}
		t.Moves++
		t.Grades[v.Grade]++
		for n, yes := range map[*int]bool{&t.Book: v.Book, &t.MissedWins: v.MissedWin, &t.MissedMates: v.MissedMate, &t.Brilliant: v.Brilliant} {
			if yes {
				*n++
			}
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

// free reports whether the move was a choice of the player's own.
func (v *Verdict) free() bool { return v.Grade > engine.Forced && !v.Book }

// TurningPoint is the move that turned the game, the index among the verdicts. Where somebody lost it is the loser's: the
// one by which they gave the advantage away for the last time, or the first mistake from there on, if that one cost
// little. Otherwise it is the costliest move after which the other side had the advantage. ok is false if the advantage
// never changed sides so, as where somebody loses on time who was winning.
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

// lastTurn is TurningPoint for a game that a side lost.
func lastTurn(verdicts []Verdict, loser board.Color) (ply int, ok bool) {
	for i := len(verdicts) - 1; i >= 0; i-- {
		v := &verdicts[i]
		if v.By != loser && v.After >= 0.5 {
			continue
		}
		if v.By != loser || v.After > 0.5 {
			break // they had the advantage, and nothing that they did later gave it away
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

// Why is the kind of a reason.
type Why uint8

// The reasons for which a move is a mistake, those that say most first.
const (
	NoReason   Why = iota
	AllowsMate     // the other side mates by force
	MissesMate     // the side had a mate
	Loses          // the other side wins material
	Misses         // the side could have won material
)

var whyNames = [...]string{"none", "allows-mate", "misses-mate", "loses", "misses"}

// String returns "none", "allows-mate", "misses-mate", "loses" or "misses".
func (w Why) String() string { return whyNames[min(int(w), len(whyNames)-1)] }

// Reason says why a move is a mistake, as data: words are for others. What it says is in the line that was found and is
// kept by it.
type Reason struct {
	Why Why
	// Moves is the number of moves to the mate, 0 where there is none.
	Moves int
	// Names are what the mate is called, none if the line does not go so far.
	Names []pattern.Name
	// Motif is how the material is won, NoMotif if it is just taken. Piece is the dearest piece that is and was not traded
	// for another, Gain what is won in all, in pawns as in pattern.Shot.
	Motif pattern.Motif
	Piece board.Piece
	Gain  int
}

// leastGain is the material, in pawns, whose loss is told: an advisor or elephant.
const leastGain = 2

// reason says why the move at a ply is a mistake.
func (s *Study) reason(ply int) Reason {
	before, after := &s.looks[ply], &s.looks[ply+1]
	switch {
	case after.Mate > 0:
		return Reason{Why: AllowsMate, Moves: after.Mate, Names: s.mate(ply+1, after.Line)}
	case before.Mate > 0:
		return Reason{Why: MissesMate, Moves: before.Mate, Names: s.mate(ply, before.Line)}
	}
	if r := s.lost(ply, after.Line); r.Gain >= leastGain {
		r.Why = Loses
		return r
	}
	if r := s.won(ply, before.Line); r.Gain >= leastGain {
		r.Why = Misses
		return r
	}
	return Reason{}
}

// lost says what the line that follows a move costs the side that made it: less what the move itself took.
func (s *Study) lost(ply int, line []board.Move) Reason {
	if len(line) == 0 {
		return Reason{}
	}
	r := s.won(ply+1, line)
	shot := s.shot(ply, append([]board.Move{s.rec.Moves[ply]}, line...))
	r.Gain, r.Piece = shot.Loss, shot.Victimized
	return r
}

// mate names the end of a line.
func (s *Study) mate(ply int, line []board.Move) []pattern.Name {
	rec := board.Record{Start: s.rec.Start, Moves: append(slices.Clone(s.rec.Moves[:ply]), line...)}
	return pattern.Names(&rec)
}

// won says what a line wins.
func (s *Study) won(ply int, line []board.Move) Reason {
	if len(line) == 0 {
		return Reason{}
	}
	shot := s.shot(ply, line)
	if shot.Victim == board.NoPiece {
		return Reason{}
	}
	r := Reason{Piece: shot.Victim, Gain: shot.Gain}
	if len(shot.Motifs) > 0 && shot.Motifs[0] < pattern.Qizi {
		r.Motif = shot.Motifs[0]
	}
	return r
}

// mostLessons is how many mistakes of a side are told.
const mostLessons = 7

// Lessons are the mistakes worth a page each, as indices among the verdicts in the order of the game: of each side the
// costliest.
func Lessons(verdicts []Verdict) []int {
	var lessons []int
	for _, c := range [...]board.Color{board.Red, board.Black} {
		var own []int
		for i := range verdicts {
			if v := &verdicts[i]; v.By == c && v.Grade >= engine.Mistake {
				own = append(own, i)
			}
		}
		slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(verdicts[b].Cost, verdicts[a].Cost) })
		lessons = append(lessons, own[:min(len(own), mostLessons)]...)
	}
	slices.Sort(lessons)
	return lessons
}
