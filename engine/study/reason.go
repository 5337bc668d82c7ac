package study

import (
	"fmt"
	"math"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// ReasonKind is the kind of a reason.
type ReasonKind uint8

// The reasons why a move is a mistake, the most important first.
const (
	NoReason         ReasonKind = iota
	AllowsMate                  // the other side mates by force
	MissesMate                  // the side had a mate
	Forfeits                    // the side repeats checks or attacks, for which it loses by the rules
	AllowsRepetition            // the other side draws by repeated checks
	MissesRepetition            // the side could have drawn by repeated checks
	LosesMaterial               // the other side wins material
	MissesMaterial              // the side could have won material
	KeepsLess                   // no other reason: the better move just keeps more chances
)

var reasonNames = [...]string{
	"none", "allows-mate", "misses-mate", "forfeits", "allows-repetition", "misses-repetition", "loses", "misses",
	"keeps-less",
}

// String returns the name of the kind, such as "allows-mate", "loses" or "keeps-less".
func (k ReasonKind) String() string { return reasonNames[min(int(k), len(reasonNames)-1)] }

// Reason says why a move is a mistake, as data: other packages put it into words. It is a difference between the line
// after the move and the line of the best move.
type Reason struct {
	Kind ReasonKind
	// Moves is the number of moves to the mate, 0 where there is none.
	Moves int
	// Names are the names of the mate, none if the line does not reach it.
	Names []pattern.Name
	// Motif is how the material is won, NoMotif if it is just taken. Piece is the piece that is won, and For the piece
	// that it costs in an exchange on its point, NoPiece if it costs none. Gain is the difference in material, in pawns
	// as in [pattern.Shot].
	Motif      pattern.Motif
	Piece, For board.Piece
	Gain       int

	fall pattern.Fall // of the piece
}

// String describes the reason in a few words, such as "loses rook for horse" or "allows-mate in 3 (mahoupao)".
func (r Reason) String() string {
	text := r.Kind.String()
	if r.Piece != board.NoPiece {
		text += " " + r.Piece.Kind().String()
	}
	if r.For != board.NoPiece {
		text += " for " + r.For.Kind().String()
	}
	if r.Moves > 0 {
		text += fmt.Sprint(" in ", r.Moves)
	}
	for _, n := range r.Names {
		text += fmt.Sprintf(" (%v)", n)
	}
	if r.Motif != pattern.NoMotif {
		text += fmt.Sprintf(" (%v)", r.Motif)
	}
	return text
}

const (
	// horizon is the number of plies after which the two lines are compared; where they do not differ then, they are
	// compared as far as they are known.
	horizon = 8
	// minorWorth is the worth of an advisor or elephant, in pawns, and majorWorth that of a horse or cannon.
	minorWorth, majorWorth = 2, 4
	// soonPlies is the last ply at which a piece may fall that falls in the other line too.
	soonPlies = 5
	// share is the part of its worth, one in so many, by which the lines have to differ for good, and paidShare the part
	// by which its line has to win by itself: a rook for two other pieces is an exchange, whatever the other line wins.
	share, paidShare = 5, 4
	// pawnScore is what each pawn of a gain has to cost, in centipawns; givenPawn the same where the lines do not differ
	// for good.
	pawnScore, givenPawn = 45, 120
	// maxMate is the number of moves of the longest mate that is a reason. Tables of endings know longer ones, but
	// then what falls on the way is the point.
	maxMate = 20
	// seenMate is the number of moves of the longest mate that a person sees before a piece that is given away.
	seenMate = 5
	// drawn is how far the chance of a draw is from a half at most.
	drawn = 0.02
)

// reason returns why a move of a side is a mistake or a blunder. Of a mistake, only a mate or a piece that falls is surely
// the point.
func (s *Study) reason(ply int, by board.Color, blunder bool) Reason {
	before, after := &s.Evals[ply], &s.Evals[ply+1]
	near := s.compare(ply, horizon)
	switch {
	case s.forfeits(ply+1, by):
		return Reason{Kind: Forfeits}
	case after.Mate > 0 && after.Mate <= maxMate:
		return near.easier(Reason{Kind: AllowsMate, Moves: after.Mate, Names: pattern.Names(s.game(ply+1, after.Line))})
	case before.Mate > 0 && before.Mate <= maxMate && !s.forfeits(ply, by.Opponent()):
		return near.easier(Reason{Kind: MissesMate, Moves: before.Mate, Names: pattern.Names(s.game(ply, before.Line))})
	}
	far := s.compare(ply, maxLine+1)
	given := near.given()
	switch allowed, missed := s.drawnByRepetition(ply+1), s.drawnByRepetition(ply); {
	case missed && given.Gain >= majorWorth:
		return given
	case blunder && allowed && !missed && before.Chance > 0.5:
		return Reason{Kind: AllowsRepetition}
	case blunder && missed && !allowed:
		return Reason{Kind: MissesRepetition}
	}
	won := lastingOf(s, near, far)
	switch {
	case won.Kind == LosesMaterial, won.Kind == MissesMaterial && blunder:
		return won
	case given.Kind != NoReason && before.Score+after.Score >= givenPawn*given.Gain:
		return given
	}
	return Reason{Kind: KeepsLess}
}

// forfeits reports whether the line of a position ends with perpetual check or chase by a side, which loses. To a
// search that is like a mate.
func (s *Study) forfeits(i int, by board.Color) bool {
	verdict := rules.Judge(s.game(i, s.Evals[i].Line), s.Rules)
	loser, lost := verdict.Outcome.Loser()
	return lost && loser == by && (verdict.Reason == rules.PerpetualCheck || verdict.Reason == rules.PerpetualChase)
}

// drawnByRepetition reports whether the line of a position is worth a draw and ends in one by repetition, or soon would by
// repeated checks or attacks, if what it repeats goes on: a search does not follow a repetition until the rules end the
// game. Without checks or attacks both sides could as well play on.
func (s *Study) drawnByRepetition(i int) bool {
	line := s.Evals[i].Line
	if math.Abs(s.Evals[i].Chance-0.5) > drawn {
		return false
	}
	end := s.game(i, line)
	verdict := rules.Judge(end, s.Rules)
	if verdict.Outcome == rules.Draw && verdict.Reason == rules.Repetition {
		return true
	}
	var history rules.PositionHistory
	history.Reset(end)
	cycle := history.RepetitionDistance(1)
	if cycle == 0 || cycle > len(line) || len(line)-cycle >= horizon || verdict.Outcome != rules.Ongoing {
		return false
	}
	again := line[len(line)-cycle:]
	end.Moves = append(end.Moves, slices.Repeat(again, max(s.Rules.Repetitions-1, 0))...)
	verdict = rules.Judge(end, s.Rules)
	forces := func(m rules.CycleMove) bool { return m.Kind >= rules.Exchanging }
	return verdict.Outcome == rules.Draw && verdict.Reason == rules.Repetition &&
		slices.ContainsFunc(verdict.CycleMoves, forces)
}

// comparison is a position with what comes of the best line and of the move that was played.
type comparison struct {
	ply          int
	me           board.Color
	best, played pattern.Outcome
}

// compare compares the two lines of a move after so many plies.
func (s *Study) compare(ply, plies int) *comparison {
	p := s.game(ply, nil).Position()
	return &comparison{
		ply: ply, me: p.SideToMove(),
		best:   pattern.OutcomeOf(&p, s.Evals[ply].Line, plies),
		played: pattern.OutcomeOf(&p, append([]board.Move{s.Rec.Moves[ply]}, s.Evals[ply+1].Line...), plies),
	}
}

// material returns the larger of the material that the move loses and that it misses, [NoReason] if there is none. What
// falls in both lines counts for neither.
func (s *Study) material(c *comparison) Reason {
	if c.gain() <= 0 {
		return Reason{}
	}
	kind, ply := LosesMaterial, c.ply+1
	if pattern.Balance(without(&c.best, &c.played), c.me) > -pattern.Balance(without(&c.played, &c.best), c.me) {
		kind, ply = MissesMaterial, c.ply
	}
	r := c.named(kind, func(pattern.Fall) bool { return true })
	if r.Kind != NoReason {
		r.Motif = s.motif(ply, r.fall.Ply-(ply-c.ply), s.Evals[ply].Line)
	}
	return r
}

// lastingOf returns the rook, horse or cannon that explains what a move costs, [NoReason] if there is none: what falls
// by the first comparison of its lines, if it costs enough by the search, is not paid for in its own line, falls soon, if
// the lines go on to differ by a part of its worth, and more is not won back by the end. A piece that falls late is not
// the point if it falls in the other line too.
func lastingOf(s *Study, near, far *comparison) Reason {
	r := near.net(s.material(near))
	if given := near.given(); r.Kind == MissesMaterial && given.Gain > r.fall.Worth && 2*near.gain() >= given.Gain {
		r = given
	}
	worth, lost := r.fall.Worth, s.Evals[near.ply].Score+s.Evals[near.ply+1].Score
	won, other := near.best.Balance, &far.played
	if r.Kind == LosesMaterial {
		won, other = -near.played.Balance, &far.best
	}
	if worth < majorWorth || r.fall.Ply > horizon || lost < pawnScore*r.Gain || paidShare*won < worth || far.gain() < 0 {
		return Reason{}
	}
	if r.fall.Ply > soonPlies && other.Falls(r.fall.From) {
		return Reason{}
	}
	for plies := horizon; plies < horizon+max(r.fall.Ply, 1); plies++ {
		if share*s.compare(near.ply, plies).gain() < worth {
			return Reason{}
		}
	}
	return r
}

// net returns a reason of material if more pieces of the worth that it names fall than in the other line. Else what it
// names is made up for by another piece of its worth, and net returns a reason that names a lesser one, [NoReason] if
// there is none.
func (c *comparison) net(r Reason) Reason {
	if r.Kind == NoReason || c.excess(r.fall) {
		return r
	}
	for _, kind := range [...]ReasonKind{r.Kind, LosesMaterial, MissesMaterial} {
		if lesser := c.named(kind, c.excess); lesser.Kind != NoReason {
			return lesser
		}
	}
	return Reason{}
}

// named returns a reason of a kind that names the most valuable piece that may be named, [NoReason] if it is paid for.
func (c *comparison) named(kind ReasonKind, may func(pattern.Fall) bool) Reason {
	falls, loser := without(&c.played, &c.best), c.me
	if kind == MissesMaterial {
		falls, loser = without(&c.best, &c.played), c.me.Opponent()
	}
	falls = slices.DeleteFunc(pattern.Unpaid(falls), func(f pattern.Fall) bool { return f.Piece.Color() == loser && !may(f) })
	won, ok := mostValuable(falls, loser)
	paid, costs := mostValuable(falls, loser.Opponent())
	if !ok || costs && paid.Worth >= won.Worth {
		return Reason{}
	}
	r := Reason{Kind: kind, Gain: c.gain(), Piece: won.Piece, fall: won}
	if costs && paid.Worth >= minorWorth && paid.At == won.At {
		r.For = paid.Piece
	}
	return r
}

// gain is the material by which the best line is better than the other, in pawns.
func (c *comparison) gain() int { return c.best.Balance - c.played.Balance }

// excess reports whether the side that moved loses more pieces of the worth of one, less those that it wins, by its move
// than by the best line.
func (c *comparison) excess(f pattern.Fall) bool {
	return count(&c.best, c.me, f.Worth) > count(&c.played, c.me, f.Worth)
}

// count is how many pieces of a worth a side wins in a line more than it loses.
func count(o *pattern.Outcome, side board.Color, worth int) (n int) {
	for _, f := range o.All {
		switch {
		case f.Worth != worth:
		case f.Piece.Color() == side:
			n--
		default:
			n++
		}
	}
	return n
}

// easier returns the reason for a mate, or what is easier to see than a long mate: a rook, horse or cannon that the
// move gives away, and the best line does not.
func (c *comparison) easier(mate Reason) Reason {
	if given := c.given(); mate.Moves > seenMate && min(given.Gain, c.gain()) >= majorWorth {
		return given
	}
	return mate
}

// given returns the piece that the reply takes, with what was taken by the move and is taken back at once; [NoReason] if
// it costs less than an advisor. It may fall in the best line too, but for more.
func (c *comparison) given() Reason {
	all := c.played.All
	i := slices.IndexFunc(all, func(f pattern.Fall) bool { return f.Ply == 1 })
	if i < 0 || all[i].Worth < majorWorth {
		return Reason{}
	}
	r := Reason{Kind: LosesMaterial, Piece: all[i].Piece, Gain: all[i].Worth, fall: all[i]}
	for _, f := range all[:min(i+2, len(all))] {
		if f.Ply == 1 || f.Ply > 2 {
			continue
		}
		r.Gain -= f.Worth
		if f.Worth >= minorWorth {
			r.For = f.Piece
		}
	}
	if r.Gain < minorWorth {
		return Reason{}
	}
	return r
}

// without returns the pieces that fell in one line and not in the other.
func without(o, other *pattern.Outcome) []pattern.Fall {
	return slices.DeleteFunc(slices.Clone(o.Fallen), func(f pattern.Fall) bool { return other.Takes(f.From) })
}

// mostValuable returns the most valuable of the pieces of a side that fell.
func mostValuable(falls []pattern.Fall, c board.Color) (most pattern.Fall, ok bool) {
	for _, f := range falls {
		if f.Piece.Color() == c && f.Worth > most.Worth {
			most, ok = f, true
		}
	}
	return most, ok
}

// motif returns the motif by which a line wins a piece that falls at so many plies of it, NoMotif if the piece is just
// taken, or falls too late to be the point of the first move.
func (s *Study) motif(ply, falls int, line []board.Move) pattern.Motif {
	if falls != 2 {
		return pattern.NoMotif
	}
	for _, m := range s.shot(ply, line).Motifs {
		if m.WinsMaterial() {
			return m
		}
	}
	return pattern.NoMotif
}
