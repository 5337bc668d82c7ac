package endgame

import (
	"context"
	"fmt"
	"sync"

	"xiangqibot/engine/board"
)

// Solve works an ending out and adds it to the set, with all smaller ones that it can lead to and that are missing.
// workers is how many processors may be used, at least one. progress, if not nil, is called with the material and the ply that is reached.
func (t *Tables) Solve(ctx context.Context, m Material, workers int, progress func(m Material, ply int)) error {
	if t.Table(m) != nil {
		return nil
	}
	for _, less := range m.smaller() {
		if err := t.Solve(ctx, less, workers, progress); err != nil {
			return err
		}
	}
	s := &solver{tables: t, layout: newLayout(m)}
	if err := s.lookAtAll(ctx, max(1, workers)); err != nil {
		return err
	}
	table := &Table{material: m, layout: s.layout, values: make([]uint8, len(s.plies))}
	for ply := 0; s.pending(ply); ply++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if progress != nil {
			progress(m, ply)
		}
		s.advance(ply)
	}
	for i, plies := range s.plies {
		v := Value{}
		switch {
		case plies == never:
			table.values[i] = impossible
			continue
		case plies >= 0 && plies%2 == 0:
			v = Value{Loss, int(plies)}
		case plies >= 0:
			v = Value{Win, int(plies)}
		}
		b, ok := pack(v)
		if !ok {
			return fmt.Errorf("endgame: %s has a %s of %d plies, more than a table can hold", m, v.Outcome, v.Plies)
		}
		table.values[i] = b
	}
	t.Add(table)
	return nil
}

// solver is an ending that is being worked out. A position is called by 2 × the number of its placement + the side to move.
type solver struct {
	tables *Tables
	layout *layout
	// plies is how long the game lasts from a position: odd numbers are wins, even ones losses.
	plies []int16
	// left counts the moves of a position that have not yet been shown to lose.
	left []uint8
	// won and lost hold, by ply, positions to be decided at that ply unless they are by then, and refuted
	// those of which one more move is shown to lose then.
	won, lost, refuted [][]uint32
}

const (
	open  = -1 // not decided yet, and drawn if it stays so
	never = -2 // no such position
)

// at appends to a list that is kept by ply.
func at(lists [][]uint32, ply int, position uint32) [][]uint32 {
	for len(lists) <= ply {
		lists = append(lists, nil)
	}
	lists[ply] = append(lists[ply], position)
	return lists
}

// take removes and returns the list of a ply.
func take(lists [][]uint32, ply int) []uint32 {
	if ply >= len(lists) {
		return nil
	}
	list := lists[ply]
	lists[ply] = nil
	return list
}

// pending tells whether anything is left to be done at this ply or later.
func (s *solver) pending(ply int) bool {
	return ply < max(len(s.won), len(s.lost), len(s.refuted))
}

// lookAtAll decides what each position says by itself: whether it can stand, how many moves it has, what its captures lead to.
func (s *solver) lookAtAll(ctx context.Context, workers int) error {
	s.plies, s.left = make([]int16, 2*s.layout.size), make([]uint8, 2*s.layout.size)
	parts := make([]solver, workers)
	errs := make([]error, workers)
	var group sync.WaitGroup
	for w := range workers {
		parts[w] = solver{tables: s.tables, layout: s.layout, plies: s.plies, left: s.left}
		group.Go(func() {
			errs[w] = parts[w].lookAt(ctx, s.layout.size*w/workers, s.layout.size*(w+1)/workers)
		})
	}
	group.Wait()
	for w := range parts {
		if errs[w] != nil {
			return errs[w]
		}
		s.won = merge(s.won, parts[w].won)
		s.lost = merge(s.lost, parts[w].lost)
		s.refuted = merge(s.refuted, parts[w].refuted)
	}
	return nil
}

func merge(into, from [][]uint32) [][]uint32 {
	for ply, list := range from {
		for len(into) <= ply {
			into = append(into, nil)
		}
		into[ply] = append(into[ply], list...)
	}
	return into
}

// lookAt looks at the placements from one number to another.
func (s *solver) lookAt(ctx context.Context, from, to int) error {
	var where placement
	var moves []board.Move
	for number := from; number < to; number++ {
		if number%(1<<14) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.layout.decode(number, &where)
		for _, side := range []board.Color{board.Red, board.Black} {
			call := uint32(2*number + int(side))
			setup, ok := s.layout.setup(&where, side)
			if !ok {
				s.plies[call] = never
				continue
			}
			pos, err := board.NewPosition(setup)
			if err != nil {
				s.plies[call] = never // in check with the other side to move, and the like
				continue
			}
			s.plies[call] = open
			moves = pos.LegalMoves(moves[:0])
			if s.left[call] = uint8(len(moves)); len(moves) == 0 {
				s.lost = at(s.lost, 0, call)
			}
			if err := s.lookAtCaptures(call, &pos, moves); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAtCaptures notes what the captures of a position lead to.
func (s *solver) lookAtCaptures(call uint32, pos *board.Position, moves []board.Move) error {
	for _, m := range moves {
		if pos.At(m.To()) == board.NoPiece {
			continue
		}
		next := *pos
		next.Make(m)
		v, ok := s.tables.Probe(&next)
		if !ok {
			missing, _ := materialOf(&next)
			return fmt.Errorf("endgame: %s is needed and not solved", missing)
		}
		switch v.Outcome {
		case Loss:
			s.won = at(s.won, v.Plies+1, call)
		case Win:
			s.refuted = at(s.refuted, v.Plies, call)
		case Draw:
		}
	}
	return nil
}

// advance decides the positions that last so many plies, and notes what follows from them.
func (s *solver) advance(ply int) {
	for _, list := range [][]uint32{take(s.won, ply), take(s.lost, ply)} {
		for _, call := range list {
			if s.plies[call] != open {
				continue
			}
			s.plies[call] = int16(ply)
			s.takeBack(call, func(before uint32) {
				switch {
				case s.plies[before] != open:
				case ply%2 == 0:
					s.won = at(s.won, ply+1, before) // it has a move to a lost position
				default:
					s.refute(before, ply)
				}
			})
		}
	}
	for _, call := range take(s.refuted, ply) {
		s.refute(call, ply)
	}
}

// refute notes that one more move of a position leads to one that the opponent wins in so many plies.
// With the last of them the position is lost: no other move lasts longer, for they were refuted before.
func (s *solver) refute(call uint32, ply int) {
	if s.plies[call] != open {
		return
	}
	if s.left[call]--; s.left[call] == 0 {
		s.lost = at(s.lost, ply+1, call)
	}
}

// takeBack calls use with every position from which a move without a capture leads to this one.
func (s *solver) takeBack(call uint32, use func(before uint32)) {
	var where placement
	s.layout.decode(int(call/2), &where)
	mover := board.Color(call % 2).Opponent()
	var occupied board.Bitboard
	for i := range s.layout.groups {
		for _, sq := range where[i][:s.layout.groups[i].count] {
			occupied = occupied.Or(board.SquareBit(sq))
		}
	}
	for i := range s.layout.groups {
		g := &s.layout.groups[i]
		if g.piece.Color() != mover {
			continue
		}
		for k := range g.count {
			to := where[i][k]
			for b := origins(g.piece, to, occupied).AndNot(occupied).And(g.area); !b.Empty(); {
				where[i][k], b = b.Next()
				use(uint32(2*s.layout.encode(&where) + int(mover)))
			}
			where[i][k] = to
		}
	}
}

// origins returns the points from which a piece can have come to a point by a move without a capture.
// occupied is the board after the move; where the piece came from is empty there, and so was all on its way.
func origins(p board.Piece, to board.Square, occupied board.Bitboard) board.Bitboard {
	switch p.Kind() {
	case board.King:
		return board.KingAttacks(to)
	case board.Advisor:
		return board.AdvisorAttacks(to)
	case board.Elephant:
		return board.ElephantAttacks(to, occupied)
	case board.Horse:
		return board.HorsesAttacking(to, occupied)
	case board.Rook, board.Cannon:
		return board.RookAttacks(to, occupied)
	case board.Pawn:
		return board.PawnsAttacking(p.Color(), to)
	default:
		return board.Bitboard{}
	}
}
