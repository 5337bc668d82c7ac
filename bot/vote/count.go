package vote

import (
	"time"

	"xiangqibot/engine/board"
)

const (
	// fullWindowTurns is how many first turns of a side stay open for their whole window, to see who takes part.
	fullWindowTurns = 2
	// awaitedTurns is how many turns after a member's last vote the side still waits for that member.
	awaitedTurns = 2
	// minWindowDivisor sets the earliest time at which a turn may close: Window/minWindowDivisor after it opened.
	minWindowDivisor = 4
)

// Winner returns the choice that the votes of c's turn make so far: the move with the most votes, or in a tie the one
// that was proposed first. Resigning takes more than half of the votes cast, and at least as many votes as the quorum,
// or as the side has members where it has fewer. Winner returns false if the votes decide nothing.
func (v *Vote[P]) Winner(c board.Color) (Proposal[P], bool) {
	var best Proposal[P]
	for _, p := range v.Turn.Proposals {
		switch {
		case p.Resigns() && len(p.Voters) >= v.resignThreshold(c, v.Turn.VotesCast()):
			return p, true
		case !p.Resigns() && len(p.Voters) > len(best.Voters):
			best = p
		}
	}
	return best, len(best.Voters) > 0
}

// resignThreshold returns how many of the votes cast it takes to resign for c.
func (v *Vote[P]) resignThreshold(c board.Color, cast int) int {
	return max(cast/2+1, min(v.Quorum, len(v.Members[c])))
}

// EarlyChoice returns the choice with which c's turn may close before the end of its window, and from when on. ok is
// false while votes that are still awaited could change the choice, in the first turns of a side, and below the quorum.
func (v *Vote[P]) EarlyChoice(c board.Color) (choice Proposal[P], from time.Time, ok bool) {
	if v.Turns[c] < fullWindowTurns {
		return Proposal[P]{}, time.Time{}, false
	}
	choice, ok = v.decidedChoice(c)
	return choice, v.Turn.Closes.Add(v.Window/minWindowDivisor - v.Window), ok
}

// decidedChoice returns the choice, and true if the quorum is met and the votes awaited of c cannot change it.
func (v *Vote[P]) decidedChoice(c board.Color) (Proposal[P], bool) {
	cast := v.Turn.VotesCast()
	left := v.countAwaited(c)
	winner, ok := v.Winner(c)
	if !ok || cast < v.Quorum {
		return Proposal[P]{}, false
	}
	inAll := v.resignThreshold(c, cast+left)
	if winner.Resigns() {
		return winner, len(winner.Voters) >= inAll
	}
	if left > len(winner.Voters) { // a move that is not proposed yet may overtake
		return Proposal[P]{}, false
	}
	overtakes := false // a proposal made before the winner only has to draw level
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

// countAwaited counts the members of c who have not voted in this turn and are likely to: they voted or joined in one
// of its last turns.
func (v *Vote[P]) countAwaited(c board.Color) (n int) {
	for _, m := range v.Members[c] {
		if m.Last >= v.Turns[c]-awaitedTurns && v.Turn.Choice(m.Person) < 0 {
			n++
		}
	}
	return n
}

// NextCount returns when the votes of c's turn are to be counted if nobody votes any more: when the turn may close
// early with the votes so far, or else at the end of its window; zero: there is nothing to count.
func (v *Vote[P]) NextCount(c board.Color) time.Time {
	if v.Turn.Closes.IsZero() || v.Turn.StandIn {
		return time.Time{}
	}
	if _, from, ok := v.EarlyChoice(c); ok {
		return from
	}
	return v.Turn.Closes
}

// Outcome is the result of counting a turn's votes.
type Outcome uint8

// The outcomes.
const (
	StillOpen   Outcome = iota // the turn stays open
	Chosen                     // the choice is made
	Renewed                    // nothing was chosen and the program was not running: the turn is open for another window
	Extended                   // nothing is chosen: the turn is open for another window, once
	EngineMoves                // nothing is chosen after that: the engine moves for the side
	Forfeit                    // nobody has voted even then: the side loses
)

// Count closes c's turn if its window is over or if it may close early. If nobody has voted for a move, the turn is
// extended once; after that the engine plays for the side, or the side loses, as the terms say. Where the side would
// lose, votes to resign make it resign, even if they were too few before. A turn without a choice whose window ended
// while the program was not running begins again and counts as no extension.
func (v *Vote[P]) Count(c board.Color, at time.Time) (Outcome, Proposal[P]) {
	turn := &v.Turn
	if at.Before(turn.Closes) {
		if choice, from, ok := v.EarlyChoice(c); ok && !at.Before(from) {
			return Chosen, choice
		}
		return StillOpen, Proposal[P]{}
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
		outcome = Extended
	case v.StandIn:
		turn.StandIn = true
		return EngineMoves, Proposal[P]{}
	case len(turn.Proposals) > 0:
		return Chosen, turn.Proposals[0]
	default:
		return Forfeit, Proposal[P]{}
	}
	turn.Closes = at.Add(v.Window)
	return outcome, Proposal[P]{}
}
