package endgame

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"xiangqibot/engine/board"
)

// solver solves a set of attackers and guards against every defense at once, by retrograde analysis. It handles all
// points of the first attacker with a few operations on words.
//
// It proceeds in rounds, one for each move of the strong side. A position in which the strong side could take the king
// counts as won in round 0, so that no move of the weak side needs a test for legality, and a position without a move
// is lost. The endings after the loss of an attacker are solved in step.
type solver struct {
	space *space
	main  *results
	all   []*results // main and what is left of it
	// wonNow and lostNow report for each cell whether a position of it was decided in this round.
	wonNow, lostNow []bool
}

// results are the results for an attack. The row of a position is at its cell × len(ys) + its row.
type results struct {
	*attack
	// won holds where the strong side to move wins, lost where the weak side to move loses, fresh what of it was found
	// last. A cell's rows of fresh are only right where lostNow says so.
	won, lost, fresh []board.Bitboard
	// withoutX and withoutY are the results after the loss of an attacker.
	withoutX, withoutY *results
	// moves holds a byte for each row and point of x: the round in which it was won, 0 for never. It is nil if not
	// requested.
	moves []uint8
}

func newResults(s *space, x, y board.Kind) *results {
	k := &results{attack: newAttack(x, y)}
	n := s.cells * len(k.ys)
	k.won, k.lost, k.fresh = make([]board.Bitboard, n), make([]board.Bitboard, n), make([]board.Bitboard, n)
	return k
}

func newSolver(m Material) *solver {
	sp := newSpace(m)
	s := &solver{space: sp, wonNow: make([]bool, sp.cells), lostNow: make([]bool, sp.cells)}
	x, y := m.attack()
	s.main = newResults(sp, x, y)
	s.all = []*results{s.main}
	if y != board.NoKind {
		s.main.withoutY = newResults(sp, x, board.NoKind)
		s.main.withoutX = s.main.withoutY
		s.all = append(s.all, s.main.withoutY)
		if x != y {
			s.main.withoutX = newResults(sp, y, board.NoKind)
			s.all = append(s.all, s.main.withoutX)
		}
	}
	return s
}

// solveOptions are the options of a solver.
type solveOptions struct {
	ctx      context.Context
	workers  int    // processors, at least one
	yield    func() // called now and then by each worker; may be nil
	mainOnly bool   // the results after the loss of an attacker are known already
}

// run solves all positions.
func (s *solver) run(o solveOptions) error {
	if err := s.each(o, s.initWon); err != nil {
		return err
	}
	for round := 0; ; round++ {
		if round > 0 {
			if err := s.each(o, func(v *workState, number int) { s.win(v, number, round) }); err != nil {
				return err
			}
		}
		if err := s.each(o, s.lose); err != nil {
			return err
		}
		if !slices.Contains(s.lostNow, true) {
			return nil
		}
		if round == math.MaxUint8 {
			return errors.New("endgame: a win takes more moves than a table can hold")
		}
	}
}

// each calls work with the numbers of all cells, in parallel.
func (s *solver) each(o solveOptions, work func(v *workState, number int)) error {
	return o.share(s.space.cells, 512, func() func(int) {
		var v workState
		return func(number int) { work(&v, number) }
	})
}

// share divides the numbers below n among the workers, atOnce at a time. Each worker calls begin once, for its own
// state.
func (o solveOptions) share(n, atOnce int, begin func() (work func(number int))) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(o.workers, 1) {
		group.Go(func() {
			work := begin()
			for o.ctx.Err() == nil {
				from := int(next.Add(int64(atOnce))) - atOnce
				if from >= n {
					return
				}
				for number := from; number < min(from+atOnce, n); number++ {
					work(number)
				}
				if o.yield != nil {
					o.yield()
				}
			}
		})
	}
	group.Wait()
	return o.ctx.Err()
}

// workState is the cell that a worker is processing.
type workState struct {
	cell
	occupied board.Bitboard // by kings and guards
	moves    []cellMove
	captures []cellCapture
}

// cellMove is a move of a king or a guard: it leads into another cell.
type cellMove struct {
	to    board.Square
	eye   board.Bitboard // what must not be there
	after cellRef
	bare  bool // the kings face each other then, if nothing but guards is between them
}

// cellCapture is a guard of the weak side that could be taken.
type cellCapture struct {
	at    board.Square
	after cellRef
}

// load fills in the cell and where its pieces are; it returns false where two would share a point.
func (s *solver) load(v *workState, number int) (ok bool) {
	v.cell, v.occupied, ok = s.space.decode(number)
	return ok
}

// placements returns where x can be if y is there.
func (k *results) placements(v *workState, y board.Square) board.Bitboard {
	return k.xs.AndNot(v.occupied).AndNot(board.SquareBit(y))
}

// initWon finds the positions of a cell in which the strong side could take the king.
func (s *solver) initWon(v *workState, number int) {
	if !s.load(v, number) {
		return
	}
	s.wonNow[number] = true
	for _, k := range s.all {
		for i, y := range k.ys {
			if !v.occupied.Has(y) {
				k.won[number*len(k.ys)+i] = k.placements(v, y).And(k.attacked(&v.cell, v.occupied, y))
			}
		}
	}
}

// lose finds the positions of a cell that the weak side loses in this round: all its moves lead to won positions.
func (s *solver) lose(v *workState, number int) {
	s.lostNow[number] = false
	if !s.load(v, number) || !s.weakMoves(v) {
		return
	}
	for _, k := range s.all {
		for i, y := range k.ys {
			if v.occupied.Has(y) {
				continue
			}
			at := number*len(k.ys) + i
			found := k.placements(v, y).AndNot(k.lost[at])
			if v.facing(v.occupied.Or(board.SquareBit(y))) {
				found = found.And(board.Between(v.weakKing, v.strongKing))
			}
			for t := range v.moves {
				if found.Empty() {
					break
				}
				found = found.And(k.after(&v.moves[t], i, y))
			}
			k.fresh[at] = found
			if !found.Empty() {
				k.lost[at] = k.lost[at].Or(found)
				s.lostNow[number] = true
			}
		}
	}
}

// weakMoves lists the moves of the weak side, and reports whether any of them leads to a position decided in this
// round.
func (s *solver) weakMoves(v *workState) (due bool) {
	v.moves = v.moves[:0]
	add := func(n cell, to board.Square, eye board.Bitboard) {
		occupied, _ := s.space.occupied(&n)
		t := cellMove{to, eye, s.space.encode(n), n.facing(occupied)}
		due = due || s.wonNow[t.after.number]
		v.moves = append(v.moves, t)
	}
	for to := range board.KingAttacks(v.weakKing).AndNot(v.occupied).All() {
		n := v.cell
		n.weakKing = to
		add(n, to, board.Bitboard{})
	}
	for i := range s.space.weak.steps[v.weak] {
		if st := &s.space.weak.steps[v.weak][i]; st.to != v.weakKing && st.eye.And(v.occupied).Empty() {
			n := v.cell
			n.weak = st.next
			add(n, st.to, st.eye)
		}
	}
	return due || len(v.moves) == 0 // without a move it is lost at once, or never
}

// after returns where x is if a move of the weak side leads to a won position or cannot be made. y is on row i.
func (k *results) after(t *cellMove, i int, y board.Square) board.Bitboard {
	switch {
	case t.eye.Has(y):
		return board.AllSquares()
	case t.to == y:
		return k.withoutY.rowAt(k.withoutY.won, t.after, 0).Or(t.eye)
	}
	set := k.rowAt(k.won, t.after, i).Or(t.eye)
	if k.y == board.NoKind && t.bare || k.y != board.NoKind && k.withoutX.rowAt(k.withoutX.won, t.after, 0).Has(y) {
		set = set.Or(board.SquareBit(t.to)) // x is taken there
	}
	return set
}

// rowAt returns the row of a cell with y on row i of the present cell.
func (k *results) rowAt(sets []board.Bitboard, p cellRef, i int) board.Bitboard {
	if !p.mirror {
		return sets[p.number*len(k.ys)+i]
	}
	if k.y != board.NoKind {
		i = k.row[k.ys[i].Mirror()]
	}
	return mirrored(sets[p.number*len(k.ys)+i])
}

// win finds the positions of a cell that the strong side wins in this round: those with a move to one that was lost in
// the round before.
func (s *solver) win(v *workState, number, round int) {
	s.wonNow[number] = false
	if !s.load(v, number) {
		return
	}
	own := s.lostNow[number]
	if s.strongMoves(v); !own && len(v.moves)+len(v.captures) == 0 {
		return
	}
	for _, k := range s.all {
		for i, y := range k.ys {
			at := number*len(k.ys) + i
			open := k.placements(v, y).AndNot(k.won[at])
			if v.occupied.Has(y) || open.Empty() {
				continue
			}
			found := k.byCellMoves(v, i, y)
			if own {
				found = found.Or(k.byAttackers(v, number, i, y))
			}
			if found = found.And(open); found.Empty() {
				continue
			}
			k.won[at] = k.won[at].Or(found)
			s.wonNow[number] = true
			if k.moves != nil {
				for x := range found.All() {
					k.moves[at*board.Squares+int(x)] = uint8(round)
				}
			}
		}
	}
}

// strongMoves lists the moves of the strong king and its guards, and the guards of the weak side, that lead to
// something new.
func (s *solver) strongMoves(v *workState) {
	v.moves, v.captures = v.moves[:0], v.captures[:0]
	add := func(n cell, to board.Square, eye board.Bitboard) {
		if p := s.space.encode(n); s.lostNow[p.number] {
			v.moves = append(v.moves, cellMove{to: to, eye: eye, after: p})
		}
	}
	for to := range board.KingAttacks(v.strongKing).AndNot(v.occupied).All() {
		n := v.cell
		n.strongKing = to
		add(n, to, board.Bitboard{})
	}
	for i := range s.space.strong.steps[v.strong] {
		if st := &s.space.strong.steps[v.strong][i]; st.to != v.strongKing && st.eye.And(v.occupied).Empty() {
			n := v.cell
			n.strong = st.next
			add(n, st.to, st.eye)
		}
	}
	for _, l := range s.space.weak.captures[v.weak] {
		n := v.cell
		n.weak = l.next
		if p := s.space.encode(n); s.lostNow[p.number] {
			v.captures = append(v.captures, cellCapture{l.at, p})
		}
	}
}

// byCellMoves returns where x is if a move of king or guard wins, or a capture. y is on row i.
func (k *results) byCellMoves(v *workState, i int, y board.Square) (found board.Bitboard) {
	for t := range v.moves {
		if m := &v.moves[t]; m.to != y && !m.eye.Has(y) {
			found = found.Or(k.rowAt(k.fresh, m.after, i).AndNot(m.eye))
		}
	}
	for _, l := range v.captures {
		if k.rowAt(k.fresh, l.after, i).Has(l.at) {
			found = found.Or(threats(k.x, l.at, v.occupied.Or(board.SquareBit(y))))
		}
		if k.y != board.NoKind {
			if lost := k.rowAt(k.fresh, l.after, k.row[l.at]); !lost.Empty() {
				found = found.Or(lost.And(attackMask(k.y, y, l.at, v.occupied)))
			}
		}
	}
	return found
}

// byAttackers returns where x is if a move of an attacker to an empty point wins. y is on row i.
func (k *results) byAttackers(v *workState, number, i int, y board.Square) (found board.Bitboard) {
	rows := k.fresh[number*len(k.ys):][:len(k.ys)]
	all := v.occupied.Or(board.SquareBit(y))
	for x := range rows[i].All() {
		found = found.Or(retroAttacks(k.x, x, all))
	}
	for n := range k.steps[y] {
		st := &k.steps[y][n]
		if lost := rows[k.row[st.to]]; !lost.Empty() && st.way.And(v.occupied).Empty() {
			found = found.Or(lost.AndNot(st.way))
		}
	}
	return found
}
