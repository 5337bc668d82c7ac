package search

import "xiangqibot/engine/board"

// path holds what the rules need to know about the positions that led to the present one: those of the game, and those of
// the line being searched. Only positions since the last capture can stand again.
type path struct {
	steps []footprint
	root  int // index of the position that is searched
}

// footprint is what is left of one position on the path.
type footprint struct {
	key     uint64
	inCheck bool // the side to move was in check: the move into the position gave it
	// reach is the number of plies since the last capture or null move: how far back the position may have stood before.
	reach int16
	// counted is the number of plies that count towards the natural limit, and checks the checks each side gave since the last capture.
	counted int16
	checks  [2]int16
}

const (
	// naturalLimit is the number of counted plies without a capture that ends the game in a draw: sixty rounds.
	naturalLimit = 120
	// countedChecks is how many checks of one side count towards the natural limit. Later ones, and the replies to them, do not.
	countedChecks = 10
	// shortestCycle is the least number of plies after which a position can stand again.
	shortestCycle = 4
)

// reset lays the path of a game and returns its last position.
func (p *path) reset(rec *board.Record) board.Position {
	pos := rec.Start
	p.steps = append(p.steps[:0], footprint{
		key:     pos.Hash(),
		inCheck: pos.InCheck(),
		counted: int16(min(pos.CaptureClock(), naturalLimit)),
	})
	for _, m := range rec.Moves {
		mover := pos.SideToMove()
		u := pos.Make(m)
		p.push(pos.Hash(), mover, u.Captured != board.NoPiece, pos.InCheck())
	}
	p.root = len(p.steps) - 1
	return pos
}

// push adds the position after a move of mover.
func (p *path) push(key uint64, mover board.Color, capture, check bool) {
	last := &p.steps[len(p.steps)-1]
	next := footprint{key: key, inCheck: check}
	if !capture {
		next.reach, next.counted, next.checks = last.reach+1, last.counted, last.checks
		if check {
			next.checks[mover]++
		}
		switch other := mover.Opponent(); {
		case check && next.checks[mover] > countedChecks:
		case last.inCheck && last.checks[other] > countedChecks:
			next.checks[other]++
		default:
			next.counted++
		}
	}
	p.steps = append(p.steps, next)
}

// pushNull adds the position after a null move. Nothing before it can stand again.
func (p *path) pushNull(key uint64) {
	last := &p.steps[len(p.steps)-1]
	p.steps = append(p.steps, footprint{key: key, counted: last.counted, checks: last.checks})
}

func (p *path) pop() { p.steps = p.steps[:len(p.steps)-1] }

// inCheck tells whether the side to move is in check.
func (p *path) inCheck() bool { return p.steps[len(p.steps)-1].inCheck }

// counted is the number of plies counted towards the natural limit.
func (p *path) counted() int { return int(p.steps[len(p.steps)-1].counted) }

// repetition tells whether the present position decides the line because it stood before, and the score for the side to
// move if so. One earlier stand inside the searched line is enough: whoever could leave the circle would have done so. Stands
// in the game itself count as the rules have it, three in all.
//
// A side all of whose moves in the circle gave check loses, unless the other did the same. Everything else is a draw.
func (p *path) repetition(ply int) (score int, ok bool) {
	last := len(p.steps) - 1
	now := &p.steps[last]
	stands := 0
	for back := shortestCycle; back <= int(now.reach); back += 2 {
		if p.steps[last-back].key != now.key {
			continue
		}
		stands++
		if back < ply || stands == 2 {
			return p.judge(back, ply), true
		}
	}
	return 0, false
}

// judge scores the circle made of the last so many plies.
func (p *path) judge(plies, ply int) int {
	last := len(p.steps) - 1
	ours, theirs := true, true // has each side given check with every move?
	for i := range plies {
		check := p.steps[last-i].inCheck
		if i%2 == 0 {
			theirs = theirs && check
		} else {
			ours = ours && check
		}
	}
	switch {
	case ours && !theirs:
		return ply - forbiddenScore
	case theirs && !ours:
		return forbiddenScore - ply
	}
	return drawScore
}
