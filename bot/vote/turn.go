package vote

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Turn is the open turn. It is zero while there is nothing to vote on.
type Turn[P comparable] struct {
	Ply       int           `json:"ply"`
	Closes    time.Time     `json:"closes,omitzero"`
	Extended  bool          `json:"extended,omitempty"` // nothing was chosen at the end of the first window
	Missed    bool          `json:"missed,omitempty"`   // the program was not running at the end of the window
	StandIn   bool          `json:"stand-in,omitempty"` // closed: the engine is choosing the move
	Stale     bool          `json:"stale,omitempty"`    // the channel does not show the latest votes yet
	Proposals []Proposal[P] `json:"proposals,omitempty"`
}

// Proposal is a move with at least one vote, or the proposal to resign.
type Proposal[P comparable] struct {
	Move   board.Move `json:"move"` // board.NoMove: to resign
	Voters []P        `json:"voters"`
}

// Resigns reports whether this is the proposal to resign.
func (p Proposal[P]) Resigns() bool { return p.Move == board.NoMove }

// Choice returns the index of the proposal that p has voted for in this turn, or -1 if p has not voted.
func (t *Turn[P]) Choice(p P) int {
	return slices.IndexFunc(t.Proposals, func(q Proposal[P]) bool { return slices.Contains(q.Voters, p) })
}

// VotesCast returns the number of votes in this turn.
func (t *Turn[P]) VotesCast() (n int) {
	for _, p := range t.Proposals {
		n += len(p.Voters)
	}
	return n
}

// Ranked returns the proposals by number of votes, most first; in a tie the one proposed first.
func (t *Turn[P]) Ranked() []Proposal[P] {
	ranked := slices.Clone(t.Proposals)
	slices.SortStableFunc(ranked, func(a, b Proposal[P]) int { return len(b.Voters) - len(a.Voters) })
	return ranked
}

// setVote moves p's vote to m.
func (t *Turn[P]) setVote(p P, m board.Move) {
	t.withdraw(p)
	if i := slices.IndexFunc(t.Proposals, func(q Proposal[P]) bool { return q.Move == m }); i >= 0 {
		t.Proposals[i].Voters = append(t.Proposals[i].Voters, p)
		return
	}
	t.Proposals = append(t.Proposals, Proposal[P]{Move: m, Voters: []P{p}})
}

// withdraw removes p's vote, and the proposal if it has no vote left.
func (t *Turn[P]) withdraw(p P) {
	i := t.Choice(p)
	if i < 0 {
		return
	}
	proposals := slices.Clone(t.Proposals)
	voters := slices.DeleteFunc(slices.Clone(proposals[i].Voters), func(q P) bool { return q == p })
	proposals[i].Voters = voters
	if len(voters) == 0 {
		proposals = slices.Delete(proposals, i, i+1)
	}
	t.Proposals = proposals
}
