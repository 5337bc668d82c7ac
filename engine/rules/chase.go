package rules

import "xiangqibot/engine/board"

// This file defines a chase. The rules are those of the Asian and World federations, which docs/rules.md explains
// article by article; numbers in brackets are those of the rulebook.

// cycleWalk replays a cycle and tracks the identity of pieces. A piece is identified by the point on which it was at
// the start of the cycle: nothing is captured on the way.
type cycleWalk struct {
	pos    board.Position
	origin [board.Squares]board.Square // the identity of the piece on each occupied point
	// checks reports whether some move of the cycle gives check.
	checks bool
}

// maxThreats is more than the number of captures that a side can have.
const maxThreats = 64

// walkBack takes back the last moves, which led to p without a capture, and returns a walk at their start.
func walkBack(p *board.Position, moves []step) (w cycleWalk) {
	w.pos = *p
	for i := len(moves) - 1; i >= 0; i-- {
		w.pos.Unmake(moves[i].move, board.Undo{})
		w.checks = w.checks || moves[i].check
	}
	for i := range w.origin {
		w.origin[i] = board.Square(i)
	}
	return w
}

// play makes the next move of the walk.
func (w *cycleWalk) play(m board.Move) {
	w.pos.Make(m)
	w.origin[m.To()] = w.origin[m.From()]
}

// enemyPieces returns the pieces of each side's opponent, indexed by color. It must be called before the first move.
func (w *cycleWalk) enemyPieces() [2]board.Bitboard {
	return [2]board.Bitboard{w.pos.ByColor(board.Black), w.pos.ByColor(board.Red)}
}

// pinnedRooks returns those of the given rooks that a horse of by pins to their king: without the rook, the horse would
// give check.
func (w *cycleWalk) pinnedRooks(by board.Color, rooks board.Bitboard) (pinned board.Bitboard) {
	if rooks.Empty() {
		return pinned
	}
	p := &w.pos
	them := by.Opponent()
	for s := range p.Pieces(them, board.Rook).All() {
		without := p.Occupied().AndNot(board.SquareBit(s))
		if rooks.Has(w.origin[s]) && !board.HorsesAttacking(p.King(them), without).And(p.Pieces(by, board.Horse)).Empty() {
			pinned = pinned.Or(board.SquareBit(w.origin[s]))
		}
	}
	return pinned
}

// chasingKinds are the kinds that can chase. An attack by a king or a pawn is never a chase (28, D67-70); an attack by
// another piece uncovered by their move is (D71-75).
var chasingKinds = [...]board.Kind{board.Rook, board.Horse, board.Cannon, board.Advisor, board.Elephant}

// threatRule says which attacks count. Its methods are about existing attacks by the side to move.
type threatRule uint8

const (
	// threatens counts every new threat to win material.
	threatens threatRule = iota
	// threatensAnew excludes attacks that became threats only because the move removed a protector.
	threatensAnew
	// offers counts offers to exchange.
	offers
)

// counts reports whether the attack of a on v counts after a move.
func (r threatRule) counts(p *board.Position, a, v board.Square) bool {
	if !legal(p, a, v) {
		return false
	}
	if r == offers {
		return mutual(p, a, v)
	}
	return wins(p, a, v)
}

// state says whether the threat existed before the move, in p. A check or a pin makes the capture illegal for a moment,
// but the attack still exists.
func (r threatRule) state(p *board.Position, a, v board.Square) threatState {
	switch {
	case r == threatens && !wins(p, a, v), r == offers && !mutual(p, a, v):
		return absent
	case legal(p, a, v), p.InCheck():
		return present
	default:
		return pinned
	}
}

// threatState is the state of a threat before the move after which it counts.
type threatState uint8

const (
	absent  threatState = iota // the move created it
	pinned                     // it existed, but the attacker was pinned: the move only unpinned it
	present                    // it existed, or only a check made it illegal: it is not new
)

// newThreats appends the new threats against the victims, given by identity, of the side that has just made m in the
// position before, to which the other side's move reply led. The move gave no check.
func (w *cycleWalk) newThreats(
	threats []Threat, before *board.Position, reply, m board.Move, chases ChaseRule, rule threatRule, victims board.Bitboard,
) []Threat {
	us := before.SideToMove()
	them := us.Opponent()
	now := w.pos
	now.MakeNull() // as if we moved again
	targets := now.ByColor(them).AndNot(board.SquareBit(now.King(them))).AndNot(uncrossed(&now, them))
	for _, k := range chasingKinds {
		for a := range now.Pieces(us, k).All() {
			for v := range attacks(&now, a).And(targets).All() {
				if !victims.Has(w.origin[v]) || !rule.counts(&now, a, v) {
					continue
				}
				origin := a
				if a == m.To() {
					origin = m.From()
				}
				was := stateBefore(before, origin, v, chases, rule)
				if was == present || was == pinned && w.checks || chases == ChasesByPair && ignored(before, reply, v, rule) {
					continue
				}
				threats = append(threats, Threat{
					Attacker: a, Victim: v, AttackerPiece: now.At(a), VictimPiece: now.At(v),
					attacker: w.origin[a], victim: w.origin[v], created: was == absent,
				})
			}
		}
	}
	return threats
}

// stateBefore returns the state of the threat before the move, when its attacker was on a. A present threat is not new
// (D106). If chases are judged by victim, any attacker that could legally take v counts.
func stateBefore(before *board.Position, a, v board.Square, chases ChaseRule, rule threatRule) threatState {
	if chases == ChasesByPair {
		if !attacks(before, a).Has(v) {
			return absent
		}
		return rule.state(before, a, v)
	}
	for a := range before.AttackersTo(v, before.SideToMove(), before.Occupied()).All() {
		if k := before.At(a).Kind(); k != board.King && k != board.Pawn && rule.counts(before, a, v) {
			return present
		}
	}
	return absent
}

// ignored reports whether the victim on v was threatened before its owner's move reply, which led to p, and all of
// these threats are still there: the owner did not try to resolve them, so whatever else attacks the victim is nothing
// new (D106).
func ignored(p *board.Position, reply board.Move, v board.Square, rule threatRule) bool {
	earlier := *p
	earlier.Unmake(reply, board.Undo{})
	by := p.SideToMove()
	earlier.MakeNull() // as if the attacker moved again
	victim := v        // its point before the reply
	if v == reply.To() {
		victim = reply.From()
	}
	some := false
	for _, k := range chasingKinds {
		for a := range earlier.Pieces(by, k).All() {
			if !attacks(&earlier, a).Has(victim) || !rule.counts(&earlier, a, victim) {
				continue
			}
			if !attacks(p, a).Has(v) || !rule.counts(p, a, v) {
				return false
			}
			some = true
		}
	}
	return some
}

// uncrossed returns the pawns that have not crossed the river. They may be chased perpetually.
func uncrossed(p *board.Position, c board.Color) board.Bitboard {
	return p.Pieces(c, board.Pawn).And(board.HomeHalf(c))
}

// attacks returns the points on which the piece on s could capture.
func attacks(p *board.Position, s board.Square) board.Bitboard {
	return board.Attacks(p.At(s), s, p.Occupied())
}

// legal reports whether a may legally take v: a pinned attacker threatens nothing (D63).
func legal(p *board.Position, a, v board.Square) bool { return p.LeavesKingSafe(board.NewMove(a, v)) }

// wins reports whether taking v with a, if legal, wins material and is not an exchange.
func wins(p *board.Position, a, v board.Square) bool {
	switch attacker, victim := p.At(a).Kind(), p.At(v).Kind(); attacker {
	case board.Horse, board.Cannon:
		if victim == board.Rook { // worth it, protected or not (15, D18-25, D61, D62)
			return true
		}
	case board.Advisor, board.Elephant:
		if victim == board.Rook || victim == board.Horse || victim == board.Cannon {
			return true
		}
	}
	return !mutual(p, a, v) && !protected(p, board.NewMove(a, v))
}

// mutual reports whether v is a piece of the same kind that could legally take its attacker, so that the attack offers
// an exchange (兑). It could not if it is pinned, or if it is a horse with a blocked leg (D53, D55).
func mutual(p *board.Position, a, v board.Square) bool {
	k := p.At(a).Kind()
	if p.At(v).Kind() != k || !attacks(p, v).Has(a) {
		return false
	}
	passed := *p
	passed.MakeNull()
	return passed.LeavesKingSafe(board.NewMove(v, a))
}

// protected reports whether the capture can be answered by a legal recapture. A protector that is pinned, that needs
// the capturing piece's old point as its screen, or a king that would face the other king, is a false root (假根) and
// protects nothing (D83-85).
func protected(p *board.Position, capture board.Move) bool {
	after := *p
	after.Make(capture)
	v := capture.To()
	roots := after.AttackersTo(v, after.SideToMove(), after.Occupied())
	return roots.Any(func(root board.Square) bool { return after.LeavesKingSafe(board.NewMove(root, v)) })
}
