package mine

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/search"
)

// Criteria and budgets of [Miner.Scan].
const (
	scanFrom     = 10      // plies: before that, games resemble one another
	scanTries    = 12      // positions of a game that are searched
	glanceNodes  = 3_000   // of the first search
	glanceGap    = 0.12    // points by which its best move leads
	confirmNodes = 100_000 // of the search that decides
	better       = 0.18    // points by which the only move leads then: most of a horse
	choiceGap    = 0.25    // points by which the right capture leads
	notLost      = 0.35    // points that a move has to keep to hold a position
	lost         = 0.20    // points below which the others lose
	plainGain    = 300     // centipawns that a capture wins for certain: about a horse or a cannon
	hangingPiece = 4       // pawns: a horse, a cannon or more
	threatMoves  = 2       // within which a threatened mate comes
	windfall     = 3       // moves of the solver until a piece is won
)

// gains is what a line that wins a piece has to be: the solver is not worse at its end.
var gains = bar{won: 0.55, gap: better, nodes: confirmNodes}

// Scan finds puzzles other than long mates in all positions of a game, at most one of each kind: the only mate in one;
// the only piece that can be taken for nothing; the only answer to a check; the only capture that wins; a piece won in
// two or three moves; the only move that holds. A search finds and another confirms them; in puzzles for beginners what
// is wrong with the other moves is visible at once. The error is that of a search, or of ctx.
func (m *Miner) Scan(ctx context.Context, g *Game, source puzzle.Source) (found []puzzle.Puzzle, err error) {
	m.failed = nil
	var positions []board.Position
	for _, pos := range g.Positions() {
		positions = append(positions, *pos)
	}
	have, tries := map[string]bool{}, 0
	for _, at := range inOrder(g, positions) {
		if at < scanFrom || tries == scanTries || positions[at].CountLegal() < minLegalMoves {
			continue
		}
		c := candidate{
			Puzzle: puzzle.Puzzle{Before: positions[at-1], Prior: g.Moves[at-1], Source: source}, pos: positions[at],
		}
		m.proof.reset(ctx, 1, quickProofPositions)
		mates := m.proof.fastest(&c.pos, 1)
		switch {
		case len(mates) == 1:
			c.Goal, c.kind = puzzle.Mate, "mate"
			c.Root = puzzle.Node{Correct: []puzzle.Branch{{Move: mates[0]}}}
		case len(mates) > 1:
			continue
		default:
			tries++
			if !m.scan(ctx, &c) {
				continue
			}
		}
		if have[c.kind] {
			continue
		}
		goal, theme := c.Goal, c.Themes
		whole, refusal := m.finish(&c.Puzzle, append(c.Line(), c.rest...))
		if refusal == Admitted && whole.Goal == goal {
			whole.Themes = append(theme, whole.Themes...)
			found, have[c.kind] = append(found, *whole), true
		}
	}
	return found, cmp.Or(m.failed, ctx.Err())
}

// inOrder orders the positions of a game: at random, but those first in which the scores say that the move before was a
// mistake.
func inOrder(g *Game, positions []board.Position) []int {
	order := rand.New(rand.NewPCG(positions[len(positions)-1].Hash(), 0)).Perm(len(positions))
	if g.Scores == nil {
		return order
	}
	jump := func(at int) int {
		if at == 0 || at >= len(g.Scores) || g.Scores[at] == NoScore || g.Scores[at-1] == NoScore {
			return 0
		}
		clamp := func(score int) int { return min(max(score, -jumpTo), jumpTo) }
		return max(clamp(g.Scores[at])+clamp(g.Scores[at-1]), jumpFrom/2) // less than that is noise
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(jump(b), jump(a)) })
	return order
}

// candidate is a position that may become a puzzle.
type candidate struct {
	puzzle.Puzzle
	pos  board.Position
	kind string
	rest []board.Move // what follows the solution
}

// takesBack reports whether a move captures what has just captured: everybody sees that.
func (c *candidate) takesBack(m board.Move) bool {
	return m.To() == c.Prior.To() && c.Before.At(c.Prior.To()) != board.NoPiece
}

// captures reports whether a move captures.
func (c *candidate) captures(m board.Move) bool { return c.pos.At(m.To()) != board.NoPiece }

// scan searches the position of c and says what is to be found there, if anything.
func (m *Miner) scan(ctx context.Context, c *candidate) bool {
	m.clear()
	rec := board.Record{Start: c.Before, Moves: []board.Move{c.Prior}}
	if _, ok := m.leads(ctx, &rec, glanceNodes, glanceGap); !ok {
		return false
	}
	res, ok := m.leads(ctx, &rec, confirmNodes, better)
	if !ok {
		return false
	}
	best, second := &res.Lines[0], &res.Lines[1]
	move, rest := best.PV[0], best.PV[1:]
	chance, next := engine.WinChance(best.Score, best.Mate), engine.WinChance(second.Score, second.Mate)
	if best.Mate > 0 || c.takesBack(move) && !c.pos.InCheck() {
		return false
	}
	c.Root, c.rest = puzzle.Node{Correct: []puzzle.Branch{{Move: move}}}, rest
	long := board.Record{Start: c.Before, Moves: append([]board.Move{c.Prior}, best.PV...)}
	gain := pattern.ShotAt(&long, 1).Gain
	switch {
	case c.pos.InCheck():
		c.Goal, c.kind = puzzle.Hold, "check"
		return chance >= notLost && chance-next >= Gap && m.plain(ctx, &c.Puzzle)
	case c.isPlain(move):
		c.Goal, c.kind = puzzle.Gain, "take"
		return chance >= notLost
	case gain >= minGain && chance >= gains.won:
		c.Goal = puzzle.Gain
		return chance-next >= choiceGap && m.tempting(c, move) || m.winsPiece(ctx, c, &rec)
	case chance >= notLost && next <= lost && chance-next >= Gap && !c.captures(move):
		c.Goal, c.kind = puzzle.Hold, "hold"
		if m.threatened(ctx, c) {
			c.kind, c.Themes = "threat", []string{puzzle.StopMate}
		}
		return true
	}
	return false
}

// leads searches the last position of rec. It reports whether one move leads by gap points.
func (m *Miner) leads(ctx context.Context, rec *board.Record, nodes uint64, gap float64) (engine.Result, bool) {
	res := m.searchOnce(ctx, rec, engine.Limits{MultiPV: 2, Nodes: nodes})
	if len(res.Lines) < 2 || len(res.Lines[0].PV) == 0 {
		return res, false
	}
	best, second := &res.Lines[0], &res.Lines[1]
	return res, engine.WinChance(best.Score, best.Mate)-engine.WinChance(second.Score, second.Mate) >= gap
}

// isPlain reports whether a move takes a piece for nothing, and no other piece can be taken so, nor this one by
// another.
func (c *candidate) isPlain(move board.Move) bool {
	if !c.captures(move) || !search.SEEAtLeast(&c.pos, move, plainGain) {
		return false
	}
	return !slices.ContainsFunc(c.pos.LegalMoves(nil), func(other board.Move) bool {
		least := plainGain
		if other.To() == move.To() {
			least = 0
		}
		return other != move && c.captures(other) && search.SEEAtLeast(&c.pos, other, least)
	})
}

// tempting reports whether the move is a capture beside another one that takes at least a horse or a cannon and is a
// mistake: the solver has to compare.
func (m *Miner) tempting(c *candidate, move board.Move) bool {
	if !c.captures(move) {
		return false
	}
	for _, other := range c.pos.LegalMoves(nil) {
		if other == move || !c.captures(other) || c.takesBack(other) {
			continue
		}
		if pattern.Worth(&c.pos, other.To()) >= hangingPiece {
			c.kind, c.Themes = "capture", []string{puzzle.ChooseCapture}
			return true
		}
	}
	return false
}

// winsPiece makes c a puzzle of two or three moves, the last of which wins a piece for good.
func (m *Miner) winsPiece(ctx context.Context, c *candidate, rec *board.Record) bool {
	root, rest, refusal := m.gainNode(ctx, rec, gains, windfall)
	if refusal != Admitted || root.Correct[0].Move != c.Root.Correct[0].Move {
		return false
	}
	c.Root, c.rest, c.kind = *root, rest, "win"
	pos, balance := c.pos, 0
	for node, moves := &c.Root, 1; node != nil; moves++ {
		b := &node.Correct[0]
		balance += pattern.Worth(&pos, b.Move.To())
		pos.Make(b.Move)
		reply := b.Reply
		if reply == board.NoMove && len(c.rest) > 0 {
			reply = c.rest[0]
		}
		if reply != board.NoMove {
			balance -= pattern.Worth(&pos, reply.To())
		}
		if balance >= minGain && moves > 1 {
			var after []board.Move
			if b.Next != nil {
				after = append([]board.Move{b.Reply}, b.Next.Line()...)
				c.rest = append(after, c.rest...)
			}
			b.Reply, b.Next = board.NoMove, nil
			return true
		}
		if b.Next == nil {
			return false
		}
		pos.Make(b.Reply)
		node = b.Next
	}
	return false
}

// threatened reports whether the opponent would mate within threatMoves if the solver passed.
func (m *Miner) threatened(ctx context.Context, c *candidate) bool {
	pos := c.pos
	pos.MakeNull()
	m.proof.reset(ctx, threatMoves, proofPositions/100)
	return m.proof.shortest(&pos, threatMoves) > 0
}

// othersFailAtOnce reports whether each move but the given one lets the opponent mate in one or take a piece for
// nothing, and the given one does not.
func (m *Miner) othersFailAtOnce(ctx context.Context, c *candidate, move board.Move) bool {
	for _, other := range c.pos.LegalMoves(nil) {
		after := c.pos
		after.Make(other)
		m.proof.reset(ctx, 1, quickProofPositions)
		fails := m.proof.shortest(&after, 1) > 0 ||
			slices.ContainsFunc(after.LegalMoves(nil), func(reply board.Move) bool {
				return after.At(reply.To()) != board.NoPiece && search.SEEAtLeast(&after, reply, plainGain)
			})
		if fails == (other == move) {
			return false
		}
	}
	return true
}
