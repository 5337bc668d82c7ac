package study

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
)

// threatKind says whose threat is searched for, after which move.
type threatKind int

// A threat is what a side would win if the other passed. Those of the side that made the mistake are looked for after
// the best move and after the one that was played, those of the other side after its replies to them.
const (
	ownAfterBest threatKind = iota
	ownAfterPlayed
	otherAfterBest
	otherAfterPlayed
	threatKinds
)

// mateThreat is what a threat of mate counts, more than any material.
const mateThreat = 100

// threatWorth is how much a threat has to win, in pawns: a horse or cannon for a pawn.
const threatWorth = majorWorth - 1

// threatScore is how much a threat has to gain by the search, in centipawns: passing always loses a little. The threat
// that is named has to gain namedScore; if it gains clearScore and captures at once, it may win a pawn less.
const (
	threatScore = 200
	namedScore  = 250
	clearScore  = 300
)

// scoreFor returns the score of the line in which a threat is made if nobody passes, for the side that threatens.
func (s *Study) scoreFor(ply int, k threatKind) int {
	switch k {
	case ownAfterBest:
		return s.evals[ply].Score
	case ownAfterPlayed:
		return -s.evals[ply+1].Score
	case otherAfterBest:
		return -s.evals[ply].Score
	default:
		return s.evals[ply+1].Score
	}
}

// threatLine returns the line in which a threat is made, and the number of its plies before the pass.
func (s *Study) threatLine(ply int, k threatKind) (line []board.Move, plies int) {
	line, plies = s.evals[ply].Line, 1
	if k == ownAfterPlayed || k == otherAfterPlayed {
		line = append([]board.Move{s.rec.Moves[ply]}, s.evals[ply+1].Line...)
	}
	if k == otherAfterBest || k == otherAfterPlayed {
		plies = 2
	}
	return line, plies
}

// threatPosition returns the position in which a threat of the move at a ply is searched for: the other side has
// passed. There is none where that side is in check, after a capture, which it could take back, or where the line ends
// before.
func (s *Study) threatPosition(ply int, k threatKind) (board.Position, bool) {
	line, plies := s.threatLine(ply, k)
	if len(line) < plies {
		return board.Position{}, false
	}
	rec := board.Record{Start: s.rec.Start, Moves: slices.Concat(s.rec.Moves[:ply], line[:plies])}
	p := rec.Position()
	if p.InCheck() || p.CaptureClock() == 0 {
		return board.Position{}, false
	}
	p.MakeNull()
	return p, p.HasLegalMove()
}

// wantThreats lists the threats to be searched for: those of the key mistakes for which no better
// reason was found.
func (s *Study) wantThreats() {
	verdicts := s.Verdicts()
	for _, ply := range KeyMistakes(verdicts) {
		if r := &verdicts[ply].Reason; r.Kind != NoReason && r.Kind < AllowsThreat {
			continue
		}
		for k := range threatKinds {
			if _, ok := s.threatPosition(ply, k); ok {
				s.threatsLeft = append(s.threatsLeft, threatKey(ply, k))
			}
		}
	}
}

// threatKey is the key of a threat in Study.threats.
func threatKey(ply int, k threatKind) int { return ply*int(threatKinds) + int(k) }

// searchThreat searches for the next threat.
func (s *Study) searchThreat(ctx context.Context, search Search) error {
	key := s.threatsLeft[0]
	p, _ := s.threatPosition(key/int(threatKinds), threatKind(key%int(threatKinds)))
	res, err := search(ctx, &board.Record{Start: p}, engine.Limits{Nodes: s.nodes(), Ruleset: s.ruleset})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	s.threats = maps.Clone(s.threats)
	if s.threats == nil {
		s.threats = map[int]Evaluation{}
	}
	found := Evaluation{Score: res.Score, Mate: res.Mate, Depth: res.Depth, Chance: engine.WinChance(res.Score, res.Mate), Pass: 1}
	if res.Depth > 0 {
		found.Line = slices.Clone(res.PV[:min(len(res.PV), maxLine)])
	}
	s.threats[key] = found
	s.threatsLeft, s.done = s.threatsLeft[1:], s.done+1
	return nil
}

// threat returns the larger of the threat that the move allows and that it misses, [NoReason] if there is none.
func (s *Study) threat(ply int) Reason {
	var gains [threatKinds]int
	var reasons [threatKinds]Reason
	for k := range threatKinds {
		e, searched := s.threats[threatKey(ply, k)]
		if !searched {
			continue
		}
		p, ok := s.threatPosition(ply, k)
		if !ok {
			continue
		}
		named := k == ownAfterBest || k == otherAfterPlayed
		if named && s.answered(ply, k, p, e.Line) {
			continue
		}
		if e.Mate > 0 && e.Mate <= mateNear {
			gains[k], reasons[k] = mateThreat, Reason{Moves: e.Mate}
			continue
		}
		o := pattern.OutcomeOf(&p, e.Line, horizon)
		won, ok := threatened(&o, p.SideToMove().Opponent())
		near := won.Ply <= 2 && !named || checks(p, e.Line[:min(won.Ply, len(e.Line))])
		gain := o.Balance
		score := e.Score - s.scoreFor(ply, k)
		if named && score < namedScore {
			continue
		}
		if named && won.Ply == 0 && score >= clearScore {
			gain++
		}
		if ok && near && won.Worth >= majorWorth && gain >= threatWorth && score >= threatScore {
			gains[k], reasons[k] = gain, Reason{Piece: won.Piece, Gain: gain, fall: won}
		}
	}
	more := func(a, b threatKind) int {
		one, two := s.threats[threatKey(ply, a)].Line, s.threats[threatKey(ply, b)].Line
		if reasons[a].Piece != board.NoPiece && len(one) > 0 && len(two) > 0 && one[0] == two[0] {
			return 0 // both lines make the threat, whatever it gains
		}
		return gains[a] - gains[b]
	}
	missed, allowed := more(ownAfterBest, ownAfterPlayed), more(otherAfterPlayed, otherAfterBest)
	after := board.Record{Start: s.rec.Start, Moves: s.rec.Moves[:ply+1]}
	p := after.Position()
	if p.InCheck() {
		missed = 0 // the move checks: that is more than a threat
	}
	if line := s.evals[ply+1].Line; len(line) > 0 && reasons[ownAfterBest].Piece != board.NoPiece {
		if p.Make(line[0]); p.InCheck() || p.CaptureClock() == 0 {
			missed = 0 // the check, or what the reply captures, is the point
		}
	}
	switch {
	case allowed >= threatWorth && allowed >= missed:
		r := reasons[otherAfterPlayed]
		r.Kind = AllowsThreat
		return r
	case missed >= threatWorth:
		r := reasons[ownAfterBest]
		r.Kind = MissesThreat
		return r
	}
	return Reason{}
}

// answered reports whether the line goes on, instead of the pass, with the capture of the piece that threatens, or with
// a capture by the piece that is threatened, and its side wins material by that, or loses none if the move allowed the
// threat: to force an exchange is the point of a missed one.
func (s *Study) answered(ply int, k threatKind, p board.Position, threat []board.Move) bool {
	line, plies := s.threatLine(ply, k)
	if len(line) == plies || len(threat) == 0 {
		return false
	}
	p.MakeNull()
	o := pattern.OutcomeOf(&p, line[plies:], 1)
	if len(o.All) == 0 || o.All[0].Ply > 0 {
		return false
	}
	from, to := line[plies].From(), line[plies].To()
	takes := to == threat[0].From() || from == threat[0].To()
	return takes && (o.Balance > 0 || o.Balance == 0 && k == otherAfterPlayed)
}

// checks reports whether a side checks with all its moves of a line.
func checks(p board.Position, line []board.Move) bool {
	for i, m := range line {
		if p.Make(m); i%2 == 0 && !p.InCheck() {
			return false
		}
	}
	return true
}

// threatened returns the piece of a side that a threat is made to: the one that is captured at once, else the most
// valuable. A piece that is captured elsewhere was not threatened: it was given for something else.
func threatened(o *pattern.Outcome, c board.Color) (pattern.Fall, bool) {
	if len(o.Fallen) > 0 && o.Fallen[0].Ply == 0 && o.Fallen[0].Worth >= majorWorth {
		return o.Fallen[0], true
	}
	won, ok := mostValuable(pattern.Unpaid(o.Fallen), c)
	return won, ok && won.At == won.From
}

// checkThreats returns an error for threats that a study cannot have.
func (s *Study) checkThreats() error {
	for _, key := range slices.Concat(s.threatsLeft, slices.Collect(maps.Keys(s.threats))) {
		ply := key / int(threatKinds)
		if key < 0 || ply >= len(s.rec.Moves) {
			return fmt.Errorf("study: a threat at ply %d of %d", ply, len(s.rec.Moves))
		}
		p, ok := s.threatPosition(ply, threatKind(key%int(threatKinds)))
		line := board.Record{Start: p}
		if !ok || line.Play(s.threats[key].Line...) != nil {
			return fmt.Errorf("study: no such threat at ply %d", ply)
		}
	}
	return nil
}
