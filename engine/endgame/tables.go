package endgame

import (
	"fmt"
	"sync"

	"xiangqibot/engine/board"
)

// Outcome is what the side to move gets.
type Outcome int8

// The outcomes.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (o Outcome) String() string { return [...]string{"loss", "draw", "win"}[o+1] }

// Value is what a position is worth to the side to move.
type Value struct {
	Outcome Outcome
	// Plies is how long the winner needs against the longest defence until the loser has no move; 0 for a draw.
	Plies int
}

// Table holds one ending.
type Table struct {
	material Material
	layout   *layout
	// values holds a byte for each placement and side to move: see pack.
	values []uint8
}

// Material returns which ending it is.
func (t *Table) Material() Material { return t.material }

// A value is kept in a byte: 0 is a draw, 1 to maxMoves a win in so many moves, lossBase and more a loss in so many moves less lossBase,
// and impossible what cannot stand on a board.
const (
	lossBase   = 128
	maxMoves   = 126
	impossible = 255
)

// pack turns a value into its byte; ok is false where it is too long.
func pack(v Value) (b uint8, ok bool) {
	moves := (v.Plies + 1) / 2
	switch v.Outcome {
	case Win:
		return uint8(moves), moves <= maxMoves
	case Loss:
		return uint8(lossBase + moves), moves <= maxMoves
	default:
		return 0, true
	}
}

// unpack is the inverse of pack. A win takes an odd number of plies, a loss an even one.
func unpack(b uint8) Value {
	switch {
	case b == 0:
		return Value{}
	case b < lossBase:
		return Value{Win, 2*int(b) - 1}
	default:
		return Value{Loss, 2 * int(b-lossBase)}
	}
}

// Tables is a set of endings. The zero value is empty and ready. It may be probed by several goroutines while others are solved or added.
type Tables struct {
	mu   sync.RWMutex
	have map[Material]*Table
}

// Add puts a table into the set.
func (t *Tables) Add(table *Table) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.have == nil {
		t.have = map[Material]*Table{}
	}
	t.have[table.material] = table
}

// Table returns the table of an ending, nil if it is not in the set.
func (t *Tables) Table(m Material) *Table {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.have[m]
}

// Probe looks a position up; ok is false where its ending is not in the set. Without attackers on either side
// every position is known: it is drawn, unless the side to move has no move.
func (t *Tables) Probe(p *board.Position) (v Value, ok bool) {
	m, changed := materialOf(p)
	if m.attackers(0) == 0 {
		if !p.HasLegalMove() {
			return Value{Outcome: Loss}, true
		}
		return Value{}, true
	}
	table := t.Table(m)
	if table == nil {
		return Value{}, false
	}
	at := table.layout.place(p, changed)
	side := p.SideToMove()
	if changed {
		side = side.Opponent()
	}
	return unpack(table.values[2*table.layout.encode(&at)+int(side)]), true
}

// Best returns a move that keeps what the position is worth, the shortest to a win and the longest to a loss, and that value.
// The error tells that there is no move, or which ending is missing.
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
		if v := reply.before(); best == board.NoMove || v.better(value) {
			best, value = m, v
		}
	}
	if best == board.NoMove {
		return best, Value{Outcome: Loss}, fmt.Errorf("endgame: no move in %s", p.FEN())
	}
	return best, value, nil
}

// before is what a move is worth that leads to a position worth v to the opponent.
func (v Value) before() Value {
	if v.Outcome == Draw {
		return v
	}
	return Value{-v.Outcome, v.Plies + 1}
}

// better tells whether v is to be preferred to w.
func (v Value) better(w Value) bool {
	if v.Outcome != w.Outcome {
		return v.Outcome > w.Outcome
	}
	if v.Outcome == Win {
		return v.Plies < w.Plies
	}
	return v.Plies > w.Plies
}

// Summary counts what is in a table, from the view of the side to move.
type Summary struct {
	// Wins, Draws and Losses count positions by board.Color of the side to move; Red is the strong side.
	Wins, Draws, Losses [2]int
	// Longest is the longest way to a win, and Example a position that needs it.
	Longest int
	Example string
}

// Summary goes through the whole table.
func (t *Table) Summary() Summary {
	var s Summary
	var at placement
	for i, b := range t.values {
		if b == impossible {
			continue
		}
		side := board.Color(i % 2)
		switch v := unpack(b); v.Outcome {
		case Draw:
			s.Draws[side]++
		case Loss:
			s.Losses[side]++
		default:
			s.Wins[side]++
			if v.Plies > s.Longest {
				t.layout.decode(i/2, &at)
				setup, _ := t.layout.setup(&at, side)
				if p, err := board.NewPosition(setup); err == nil {
					s.Longest, s.Example = v.Plies, p.FEN()
				}
			}
		}
	}
	return s
}
