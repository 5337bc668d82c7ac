package vote

import (
	"time"

	"xiangqibot/engine/board"
)

const (
	// wholeTurns is how many turns of a side, from its first on, are open for their whole window: who takes part shows
	// only then.
	wholeTurns = 2
	// awaitedTurns is for how many turns after the last one in which a member voted a turn waits for this member's vote.
	awaitedTurns = 2
	// leastShare is the share of the window before which no turn closes: one part of so many.
	leastShare = 4
)

// Winner is what the votes of c's turn choose so far: the move with the most votes, of equals the one proposed first.
// To resign takes a majority of more than half, in which as many as the quorum agree, or the whole side where it is
// smaller. It is false when no vote decides anything.
func (v *Vote[P]) Winner(c board.Color) (Proposal[P], bool) {
	var best Proposal[P]
	for _, p := range v.Turn.Proposals {
		switch {
		case p.Resigns() && len(p.Voters) >= v.resigning(c, v.Turn.Cast()):
			return p, true
		case !p.Resigns() && len(p.Voters) > len(best.Voters):
			best = p
		}
	}
	return best, len(best.Voters) > 0
}

// resigning is how many votes of so many it takes to resign for c.
func (v *Vote[P]) resigning(c board.Color, cast int) int {
	return max(cast/2+1, min(v.Quorum, len(v.Members[c])))
}

// Early is the choice with which c's turn may close before its time, and from when on: ok is false as long as votes
// that are still expected could change it, in the first turns of a side, and below the quorum.
func (v *Vote[P]) Early(c board.Color) (choice Proposal[P], from time.Time, ok bool) {
	if v.Turns[c] < wholeTurns {
		return Proposal[P]{}, time.Time{}, false
	}
	choice, ok = v.certain(c)
	return choice, v.Turn.Closes.Add(v.Window/leastShare - v.Window), ok
}

// certain is what will be chosen, if the quorum is met and the votes of c that are awaited cannot change it.
func (v *Vote[P]) certain(c board.Color) (Proposal[P], bool) {
	cast := v.Turn.Cast()
	left := v.awaited(c)
	winner, ok := v.Winner(c)
	if !ok || cast < v.Quorum {
		return Proposal[P]{}, false
	}
	inAll := v.resigning(c, cast+left)
	if winner.Resigns() {
		return winner, len(winner.Voters) >= inAll
	}
	if left > len(winner.Voters) { // a move that nobody has thought of yet may overtake
		return Proposal[P]{}, false
	}
	overtakes := false // a proposal made before the winner's needs one vote less
	before := true
	for _, p := range v.Turn.Proposals {
		reach := len(p.Voters) + left
		switch {
		case p.Move == winner.Move:
			before = false
		case p.Resigns():
			overtakes = overtakes || reach >= inAll
		default:
			overtakes = overtakes || reach > len(winner.Voters) || before && reach == len(winner.Voters)
		}
	}
	return winner, !overtakes && left < inAll
}

// awaited counts the members of c who have not voted in this turn and are likely to: they voted in its last turns, or
// joined since.
func (v *Vote[P]) awaited(c board.Color) (n int) {
	for _, m := range v.Members[c] {
		if m.Last >= v.Turns[c]-awaitedTurns && v.Turn.Choice(m.Person) < 0 {
			n++
		}
	}
	return n
}

// Outcome is what becomes of a turn when it is counted.
type Outcome uint8

// The outcomes.
const (
	Wait    Outcome = iota // the turn stays open
	Chosen                 // the choice is made
	Renewed                // nothing was chosen while the program was not running: the turn is open for as long again
	Extend                 // nothing is chosen: the turn is open for as long again, once
	Engine                 // nothing is chosen after that: the engine plays in the side's place
	Forfeit                // nobody has voted even then: the side loses
)

// Count closes c's turn if its window is over, or if it may close early. Where nobody has voted for a move, the turn is
// extended once; after that the engine plays in the side's place or the side loses, as was agreed. Votes to resign that
// were too few decide then, if the side loses anyway: those who gave them were not absent. Nobody is blamed for a turn
// without a choice that ended while the program was not running: it begins again.
func (v *Vote[P]) Count(c board.Color, at time.Time) (Outcome, Proposal[P]) {
	turn := &v.Turn
	if at.Before(turn.Closes) {
		if choice, from, ok := v.Early(c); ok && !at.Before(from) {
			return Chosen, choice
		}
		return Wait, Proposal[P]{}
	}
	if choice, ok := v.Winner(c); ok {
		return Chosen, choice
	}
	var outcome Outcome
	switch {
	case turn.Missed:
		turn.Missed = false
		outcome = Renewed
	case !turn.Extended:
		turn.Extended = true
		outcome = Extend
	case v.StandIn:
		turn.StandIn = true
		return Engine, Proposal[P]{}
	case len(turn.Proposals) > 0:
		return Chosen, turn.Proposals[0]
	default:
		return Forfeit, Proposal[P]{}
	}
	turn.Closes = at.Add(v.Window)
	return outcome, Proposal[P]{}
}
