package study

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
)

// threatKind says whose threat is searched for, after which move.
type threatKind int

// A threat is a mate that a side would have if the other passed. Those of the side that made the mistake are looked for
// after the best move and after the one that was played, those of the other side after its replies to them.
const (
	ownAfterBest threatKind = iota
	ownAfterPlayed
	otherAfterBest
	otherAfterPlayed
	threatKinds
)

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
	p := s.game(ply, line[:plies]).Position()
	if p.InCheck() || p.CaptureClock() == 0 {
		return board.Position{}, false
	}
	p.MakeNull()
	return p, p.HasLegalMove()
}

// wantThreats lists the threats to be searched for: those of the key mistakes for which no better reason was found.
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
	found, err := s.search(ctx, search, &board.Record{Start: p})
	if err != nil {
		return err
	}
	s.threats = maps.Clone(s.threats)
	if s.threats == nil {
		s.threats = map[int]Evaluation{}
	}
	s.threats[key] = found
	s.threatsLeft, s.done = s.threatsLeft[1:], s.done+1
	return nil
}

// threat returns the threat of mate that the move allows or misses, [NoReason] if there is none or the other line has
// one too.
func (s *Study) threat(ply int) Reason {
	allowed, missed := s.mateThreat(ply, otherAfterPlayed), s.mateThreat(ply, ownAfterBest)
	p := s.game(ply+1, nil).Position()
	switch {
	case allowed > 0 && s.mateThreat(ply, otherAfterBest) == 0 && !s.answered(ply, otherAfterPlayed):
		return Reason{Kind: AllowsThreat, Moves: allowed}
	case p.InCheck(): // the move checks: that is more than a threat
	case missed > 0 && s.mateThreat(ply, ownAfterPlayed) == 0 && !s.answered(ply, ownAfterBest):
		return Reason{Kind: MissesThreat, Moves: missed}
	}
	return Reason{}
}

// mateThreat returns the number of moves to the mate that is threatened, 0 if there is no near one.
func (s *Study) mateThreat(ply int, k threatKind) int {
	if mate := s.threats[threatKey(ply, k)].Mate; mate <= mateNear {
		return max(mate, 0)
	}
	return 0
}

// answered reports whether the line goes on, instead of the pass, with the capture of the piece that threatens, or with
// a capture by the piece that the threat takes, and its side wins material by that, or loses none if the move allowed
// the threat: to force an exchange is the point of a missed one.
func (s *Study) answered(ply int, k threatKind) bool {
	line, plies := s.threatLine(ply, k)
	p, ok := s.threatPosition(ply, k)
	threat := s.threats[threatKey(ply, k)].Line
	if !ok || len(line) == plies || len(threat) == 0 {
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
