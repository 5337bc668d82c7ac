package endgame

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"xiangqibot/engine/board"
)

// Tables is a set of tables. The zero value is empty and ready to use. Several goroutines may probe it while tables are
// added. A set with tables from files must be closed after its last use.
type Tables struct {
	tables [families]atomic.Pointer[Table]
	cache  cache
}

// families is how many choices of attackers and guards a strong side can have.
const families = kinds * kinds * 3 * 3

// kinds is how many kinds of attackers there are, and none.
const kinds = 5

// family numbers the strong side of a material.
func (m Material) family() int {
	code := [...]int{board.NoKind: 0, board.Rook: 1, board.Horse: 2, board.Cannon: 3, board.Pawn: 4}
	x, y := m.attack()
	return ((code[x]*kinds+code[y])*3+int(m.count[0][board.Advisor]))*3 + int(m.count[0][board.Elephant])
}

// Add adds a table to the set. It replaces a table for the same strong side.
func (t *Tables) Add(table *Table) { t.tables[table.material.family()].Store(table) }

// Table returns the table that covers an ending, nil if it is not in the set.
func (t *Tables) Table(m Material) *Table {
	if n := m.attackers(0); n < 1 || n > maxAttackers || m.attackers(1) > 0 {
		return nil
	}
	table := t.tables[m.family()].Load()
	if table == nil || m.count[1][board.Advisor] > table.material.count[1][board.Advisor] ||
		m.count[1][board.Elephant] > table.material.count[1][board.Elephant] {
		return nil
	}
	return table
}

// Solve computes the table of an ending and those that it leads to, in memory, and adds them to the set. workers is the
// number of goroutines, at least one.
func (t *Tables) Solve(ctx context.Context, m Material, workers int) error {
	tables, err := solve(solveOptions{ctx: ctx, workers: workers}, m)
	for _, table := range tables {
		t.Add(table)
	}
	return err
}

// Close closes the files of the set.
func (t *Tables) Close() error {
	var errs []error
	for i := range t.tables {
		if table := t.tables[i].Swap(nil); table != nil && table.file != nil {
			errs = append(errs, table.file.handle.Close())
		}
	}
	return errors.Join(errs...)
}

// MaxPieces is the maximum number of pieces in an ending of a set. Positions with more need not be probed.
const MaxPieces = 2 + maxAttackers + 4 + 4

// Probe looks up a position; ok is false if its ending is not in the set. Positions without attackers on either side
// are always known: they are draws, unless the side to move has no move. Probe does not allocate, except for blocks
// loaded from files.
func (t *Tables) Probe(p *board.Position) (v Value, ok bool) {
	m, swapped := materialOf(p)
	if m.attackers(0) == 0 {
		return stuckOrDrawn(p), true
	}
	table := t.Table(m)
	if table == nil {
		return Value{}, false
	}
	strong := board.Red
	if swapped {
		strong = board.Black
	}
	if p.SideToMove() == strong {
		return table.probeStrong(p, strong)
	}
	return t.probeWeak(p, strong)
}

// probeStrong looks up a position with the strong side to move.
func (t *Table) probeStrong(p *board.Position, strong board.Color) (v Value, ok bool) {
	index, ok := t.index(p, strong)
	if !ok {
		return Value{}, false
	}
	switch moves, err := t.probe(index); {
	case err != nil:
		return Value{}, false // the file was damaged after it was opened
	case moves > 0:
		return Value{Win, 2*int(moves) - 1}, true
	default:
		return stuckOrDrawn(p), true
	}
}

// stuckOrDrawn returns the value of a position in which the side to move cannot win.
func stuckOrDrawn(p *board.Position) Value {
	if !p.HasLegalMove() {
		return Value{Outcome: Loss}
	}
	return Value{}
}

// probeWeak computes the value of a position with the weak side to move from its moves.
func (t *Tables) probeWeak(p *board.Position, strong board.Color) (v Value, ok bool) {
	var buffer [maxWeakMoves]board.Move
	v = Value{Outcome: Loss}
	for i, m := range p.LegalMoves(buffer[:0]) {
		next := *p
		next.Make(m)
		var reply Value
		if m, _ := materialOf(&next); m.attackers(0) == 0 {
			reply = stuckOrDrawn(&next)
		} else if table := t.Table(m); table == nil {
			return Value{}, false
		} else if reply, ok = table.probeStrong(&next, strong); !ok {
			return Value{}, false
		}
		if before := reply.Parent(); i == 0 || before.Better(v) {
			v = before
		}
	}
	return v, true
}

// maxWeakMoves is more than the number of moves of a king, two advisors and two elephants.
const maxWeakMoves = 4 + 2*4 + 2*4

// Best returns the best move, the shortest to a win or the longest to a loss, and the value of the position. It returns
// an error if there is no move, or if an ending is missing.
func (t *Tables) Best(p *board.Position) (board.Move, Value, error) {
	best, value := board.NoMove, Value{}
	for _, m := range p.LegalMoves(nil) {
		next := *p
		next.Make(m)
		reply, ok := t.Probe(&next)
		if !ok {
			missing, _ := materialOf(&next)
			return board.NoMove, Value{}, fmt.Errorf("endgame: %s is not solved", missing)
		}
		if v := reply.Parent(); best == board.NoMove || v.Better(value) {
			best, value = m, v
		}
	}
	if best == board.NoMove {
		return best, Value{Outcome: Loss}, fmt.Errorf("endgame: no move in %s", p.FEN())
	}
	return best, value, nil
}
