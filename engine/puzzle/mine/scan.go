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

// Criteria and budgets of the scan for puzzles other than long mates. Points are expected scores, from 0 to 1.
const (
	scanFrom     = 3       // moves: up to that, games resemble one another
	scanTries    = 12      // positions of a game that are searched
	reviewTries  = 3       // the same of a reviewed game: others wait for the engine
	gap          = 0.30    // points by which the only move that holds leads at first
	better       = 0.18    // points by which the only move leads: most of a horse
	choiceGap    = 0.25    // points by which the right capture leads
	choiceOther  = 0.60    // points that the next best move has at most: a second good capture is no mistake
	notLost      = 0.35    // points that a move has to keep to hold a position
	lost         = 0.20    // points below which the others lose
	tolerance    = 0.05    // points by which the confirmation may miss notLost and lost
	plainGain    = 300     // centipawns that a capture wins for certain: about a horse or a cannon
	hangingPiece = 4       // pawns: a horse, a cannon or more
	threatMoves  = 2       // within which a threatened mate comes
	gained       = 0.55    // points from which a line that wins a piece leaves the solver not worse
	gainNodes    = 100_000 // of its searches
	gainMoves    = 3       // moves of the solver until a piece is won
	decided      = 700     // centipawns from which a game is as good as won
	mistaken     = 200     // centipawns that a mistake loses
	confirmNodes = 400_000 // of the search that confirms an only move
)

// test is a search of a position, and what it has to find.
type test struct {
	nodes uint64
	gap   float64 // points by which the best move leads
	slack float64 // points by which other criteria may be missed
}

// tests are made of a position until it fails one. The last decides; the others only save its time.
var tests = [...]test{{3_000, 0.12, 0.15}, {20_000, 0.15, 0.08}, {100_000, better, 0}}

// scan finds puzzles other than long mates in all positions of a game, at most one of each kind: the only mate in one;
// the only piece that can be taken for nothing; the only answer to a check; the only capture that wins; a piece won in
// two or three moves; the only move that holds. Searches of up to most positions find and a longer one confirms them; in
// puzzles for beginners what is wrong with the other moves is visible at once. In a game with scores only positions are
// searched before or after which they jump.
func (m *Miner) scan(ctx context.Context, g *Game, source puzzle.Source, most int) (found []puzzle.Puzzle) {
	var positions []board.Position
	for _, pos := range g.Positions() {
		positions = append(positions, *pos)
	}
	have, tries := map[string]bool{}, 0
	for _, at := range inOrder(g, positions) {
		pos := &positions[at]
		if at == 0 || pos.MoveNumber() <= scanFrom || tries == most || len(pos.LegalMoves(nil)) < minLegalMoves {
			continue
		}
		c := candidate{
			Puzzle: puzzle.Puzzle{Before: positions[at-1], Prior: g.Moves[at-1], Source: source}, pos: *pos,
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
			if !m.examine(ctx, &c, have) {
				continue
			}
		}
		if have[c.kind] {
			continue
		}
		goal, theme := c.Goal, c.Themes
		whole := m.finish(&c.Puzzle, append(c.Line(), c.rest...))
		if whole != nil && whole.Goal == goal {
			whole.Themes = append(theme, whole.Themes...)
			found, have[c.kind] = append(found, *whole), true
		}
	}
	return found
}

// inOrder returns the positions of a game that are worth a search: all of them at random, or those in which, by the
// scores, there is a mate in one or the move before or the next one was a mistake, the worst first.
func inOrder(g *Game, positions []board.Position) []int {
	order := rand.New(rand.NewPCG(positions[len(positions)-1].Hash(), 0)).Perm(len(positions))
	if g.Scores == nil {
		return order
	}
	jump := func(at int) int {
		if at == 0 || at >= len(g.Scores) || g.Scores[at] == NoScore || g.Scores[at-1] == NoScore {
			return 0
		}
		clamp := func(score int) int { return min(max(score, -decided), decided) }
		return clamp(g.Scores[at]) + clamp(g.Scores[at-1])
	}
	mistake := func(at int) int {
		if at < len(g.Scores) && g.Scores[at] == search.MateScore-1 {
			return 2 * decided
		}
		return max(jump(at), jump(at+1))
	}
	order = slices.DeleteFunc(order, func(at int) bool { return mistake(at) < mistaken })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mistake(b), mistake(a)) })
	return order
}

// candidate is a position that may become a puzzle.
type candidate struct {
	puzzle.Puzzle
	pos  board.Position
	kind string
	next float64      // points of the second best move, by the last search
	safe board.Move   // in check, the only answer that does not fail at once
	rest []board.Move // what follows the solution
}

// takesBack reports whether a move captures what has just captured: everybody sees that.
func (c *candidate) takesBack(m board.Move) bool {
	return m.To() == c.Prior.To() && c.Before.At(c.Prior.To()) != board.NoPiece
}

// captures reports whether a move captures.
func (c *candidate) captures(m board.Move) bool { return c.pos.At(m.To()) != board.NoPiece }

// examine searches the position of c and says what is to be found there, if anything that have does not have.
func (m *Miner) examine(ctx context.Context, c *candidate, have map[string]bool) bool {
	if c.pos.InCheck() {
		if c.safe = m.onlySafe(ctx, c); c.safe == board.NoMove {
			return false
		}
	}
	m.clear()
	rec := board.Record{Start: c.Before, Moves: []board.Move{c.Prior}}
	var lead float64
	for i := range tests {
		if lead = m.passes(ctx, c, &rec, &tests[i]); lead == 0 || have[c.kind] {
			return false
		}
	}
	switch c.kind {
	case "gain":
		return lead >= choiceGap && c.next <= choiceOther && m.tempting(c, c.Root.Correct[0].Move) || m.winsPiece(ctx, c, &rec)
	case "only":
		if !m.holdsAlone(ctx, &c.Puzzle) {
			return false
		}
		c.kind = "hold"
		if m.threatened(ctx, c) {
			c.kind, c.Themes = "threat", []string{puzzle.StopMate}
		}
	}
	return true
}

// holdsAlone reports whether a longer search confirms that the answer holds and the other moves lose.
func (m *Miner) holdsAlone(ctx context.Context, p *puzzle.Puzzle) bool {
	m.clear()
	rec := board.Record{Start: p.Before, Moves: []board.Move{p.Prior}}
	best, second, ok := m.bestTwo(ctx, &rec, confirmNodes)
	return ok && best.PV[0] == p.Root.Correct[0].Move && best.chance-second.chance >= better &&
		best.chance >= notLost-tolerance && second.chance <= lost+tolerance
}

// passes makes a test of the position of c, the last of rec, and sets what kind of puzzle it may become. It returns by
// how much the best move leads, 0 if the position fails.
func (m *Miner) passes(ctx context.Context, c *candidate, rec *board.Record, t *test) (lead float64) {
	best, second, ok := m.bestTwo(ctx, rec, t.nodes)
	chance, next := best.chance, second.chance
	if lead, c.next = chance-next, next; !ok || lead < t.gap {
		return 0
	}
	move, rest := best.PV[0], best.PV[1:]
	c.Root, c.rest = puzzle.Node{Correct: []puzzle.Branch{{Move: move}}}, rest
	holds := chance >= notLost-t.slack && lead >= gap-t.slack
	switch {
	case best.Mate > 0:
		return 0
	case c.pos.InCheck():
		c.Goal, c.kind, ok = puzzle.Hold, "check", holds && move == c.safe
	case c.takesBack(move):
		return 0
	case c.isPlain(move):
		c.Goal, c.kind, ok = puzzle.Gain, "take", chance >= notLost-t.slack
	case chance >= gained-t.slack && c.gain(best.PV) >= minGain:
		c.Goal, c.kind = puzzle.Gain, "gain"
	default:
		c.Goal, c.kind, ok = puzzle.Hold, "only", holds && next <= lost+t.slack && !c.captures(move)
	}
	if !ok {
		return 0
	}
	return lead
}

// gain returns what the solver wins in a line, in pawns.
func (c *candidate) gain(line []board.Move) int {
	rec := board.Record{Start: c.Before, Moves: append([]board.Move{c.Prior}, line...)}
	return pattern.ShotAt(&rec, 1).Gain
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
	root, rest := m.gainNode(ctx, rec, gainMoves)
	if root == nil || root.Correct[0].Move != c.Root.Correct[0].Move {
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
			if b.Next != nil {
				c.rest = slices.Concat([]board.Move{b.Reply}, b.Next.Line(), c.rest)
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

// gainNode returns the node of the last position of rec and its successors, for as long as there is an only move; nil
// if there is none. It also returns the principal variation after the last move of the puzzle.
func (m *Miner) gainNode(ctx context.Context, rec *board.Record, moves int) (node *puzzle.Node, rest []board.Move) {
	best, second, ok := m.bestTwo(ctx, rec, gainNodes)
	if !ok || best.chance < gained || best.chance-second.chance < better {
		return nil, nil
	}
	move, rest := best.PV[0], best.PV[1:]
	node = &puzzle.Node{Correct: []puzzle.Branch{{Move: move}}}
	after := rec.Clone()
	after.Moves = append(after.Moves, move)
	pos := after.Position()
	if moves == 1 || !pos.HasLegalMove() {
		return node, rest
	}
	answer := m.searchOnce(ctx, &after, engine.Limits{Nodes: gainNodes / 2})
	if answer.Best == board.NoMove || engine.WinChance(answer.Score, answer.Mate) > 1-gained {
		return nil, nil // the longer look does not confirm it
	}
	rest = answer.PV
	after.Moves = append(after.Moves, answer.Best)
	pos = after.Position()
	if len(pos.LegalMoves(nil)) < 2 || repeats(&after) {
		return node, rest
	}
	if next, further := m.gainNode(ctx, &after, moves-1); next != nil {
		node.Correct[0].Reply, node.Correct[0].Next = answer.Best, next
		rest = further
	}
	return node, rest
}

// threatened reports whether the opponent would mate within threatMoves if the solver passed.
func (m *Miner) threatened(ctx context.Context, c *candidate) bool {
	pos := c.pos
	pos.MakeNull()
	m.proof.reset(ctx, threatMoves, proofPositions/100)
	return m.proof.shortest(&pos, threatMoves) > 0
}

// onlySafe returns the only move that neither lets the opponent mate in one nor take a piece for nothing; NoMove if
// there is none or several.
func (m *Miner) onlySafe(ctx context.Context, c *candidate) (only board.Move) {
	for _, move := range c.pos.LegalMoves(nil) {
		after := c.pos
		after.Make(move)
		m.proof.reset(ctx, 1, quickProofPositions)
		fails := m.proof.shortest(&after, 1) > 0 ||
			slices.ContainsFunc(after.LegalMoves(nil), func(reply board.Move) bool {
				return after.At(reply.To()) != board.NoPiece && search.SEEAtLeast(&after, reply, plainGain)
			})
		switch {
		case fails:
		case only != board.NoMove:
			return board.NoMove
		default:
			only = move
		}
	}
	return only
}
