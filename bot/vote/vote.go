// Package vote holds the rules by which many people play one side of a board game together.
//
// The members of a side vote on each of its moves. A member has one vote a turn and may change it as long as the turn
// is open. When the turn closes, the move with the most votes is played; in a tie, the one that was proposed first.
// Resigning is a proposal like a move, but takes a majority.
//
// A [Vote] is plain data with the rules of voting: who is a member, what is chosen, and when a turn may close early. P
// is the caller's type for a person.
//
//	v.Open(ply, now)           // a turn begins
//	v.Cast(board.Red, p, move) // a member votes, or changes their vote
//	outcome, choice := v.Count(board.Red, now)
//
// The package does not know the game. The caller knows which moves are legal, whose turn it is and what a choice does.
package vote

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Terms are the terms of a game in which people play a side together, agreed before it starts.
type Terms struct {
	// Window is how long a turn is open. It is also the time per move of a single opponent.
	Window time.Duration `json:"window"`
	// Quorum is how many members must have voted before a turn may close early. That is possible from the third turn of
	// a side on, after a quarter of the window, and only if no member who voted in its last turns could still change
	// the result. At the end of the window any number of votes decides.
	Quorum int `json:"quorum"`
	// Captain makes the first member of each side its captain, who resigns, offers and answers draws, and may close a
	// turn that has votes. Without a captain, resigning is voted on like a move, and there are no draws by agreement.
	Captain bool `json:"captain,omitempty"`
	// StandIn lets the engine, at its weakest level, move for a side that has let a turn and its extension pass without
	// a vote for a move. Otherwise that side loses.
	StandIn bool `json:"stand-in,omitempty"`
	// Roles are the Discord roles that a member of each side must have; empty: everybody. It has no meaning for a side
	// that is not a team.
	Roles [2]string `json:"roles,omitzero"`
}

// The limits of the terms.
const (
	MinWindow     = time.Minute
	MaxWindow     = 7 * 24 * time.Hour
	DefaultQuorum = 3
	MaxQuorum     = 100
)

// Valid reports whether window and quorum are within the limits.
func (t Terms) Valid() bool {
	return MinWindow <= t.Window && t.Window <= MaxWindow && 1 <= t.Quorum && t.Quorum <= MaxQuorum
}

// Vote is the state of a game in which people play a side together, or both sides.
type Vote[P comparable] struct {
	Terms
	Members [2][]Member[P] `json:"members"` // by color, in the order of joining; nobody is in both
	Turn    Turn[P]        `json:"turn"`
	Turns   [2]int         `json:"turns,omitzero"` // by color, the turns that votes have decided
}

// Member is a person who plays on a side.
type Member[P comparable] struct {
	Person       P   `json:"person"`
	Votes        int `json:"votes,omitempty"` // turns with a vote of this member
	WinningVotes int `json:"right,omitempty"` // turns in which the choice that this member voted for won
	Last         int `json:"last,omitempty"`  // the turn, counted as in Vote.Turns, of the latest vote, or of joining
}

// Has reports whether p is a member of the side.
func (v *Vote[P]) Has(c board.Color, p P) bool { return v.Member(c, p) != nil }

// Voted reports whether p has voted in any turn, including the open one.
func (v *Vote[P]) Voted(p P) bool {
	for c := range v.Members {
		if m := v.Member(board.Color(c), p); m != nil {
			return m.Votes > 0 || v.Turn.Choice(p) >= 0
		}
	}
	return false
}

// Member returns p's membership of the side, or nil if p is not a member.
func (v *Vote[P]) Member(c board.Color, p P) *Member[P] {
	for i := range v.Members[c] {
		if m := &v.Members[c][i]; m.Person == p {
			return m
		}
	}
	return nil
}

// CaptainOf returns the captain of a side, or the zero P if the game has no captains or the side no members.
func (v *Vote[P]) CaptainOf(c board.Color) (captain P) {
	if !v.Captain || len(v.Members[c]) == 0 {
		return captain
	}
	return v.Members[c][0].Person
}

// Ranking returns the members of a side, the one with the most winning votes first; in a tie the one with fewer votes.
func (v *Vote[P]) Ranking(c board.Color) []Member[P] {
	ranked := slices.Clone(v.Members[c])
	slices.SortStableFunc(ranked, func(a, b Member[P]) int {
		if a.WinningVotes != b.WinningVotes {
			return b.WinningVotes - a.WinningVotes
		}
		return a.Votes - b.Votes
	})
	return ranked
}

// Join makes p a member of a side.
func (v *Vote[P]) Join(c board.Color, p P) {
	v.Members[c] = append(v.Members[c], Member[P]{Person: p, Last: v.Turns[c]})
}

// Leave removes a member and their vote from a side. The member who joined next succeeds a captain.
func (v *Vote[P]) Leave(c board.Color, p P) {
	is := func(m Member[P]) bool { return m.Person == p }
	v.Members[c] = slices.DeleteFunc(slices.Clone(v.Members[c]), is)
	v.Turn.withdraw(p)
}

// Replace puts another person in p's place, among members and voters.
func (v *Vote[P]) Replace(p, other P) {
	for _, members := range v.Members {
		for i := range members {
			if members[i].Person == p {
				members[i].Person = other
			}
		}
	}
	for _, proposal := range v.Turn.Proposals {
		for i, voter := range proposal.Voters {
			if voter == p {
				proposal.Voters[i] = other
			}
		}
	}
}

// Cast casts p's vote for m, in place of p's earlier vote in this turn; [board.NoMove] is a vote to resign. c is the
// side to move. p becomes a member of it if they are not one.
func (v *Vote[P]) Cast(c board.Color, p P, m board.Move) {
	if !v.Has(c, p) {
		v.Join(c, p)
	}
	v.Turn.setVote(p, m)
	v.Member(c, p).Last = v.Turns[c]
}

// Open begins the turn of the side to move.
func (v *Vote[P]) Open(ply int, at time.Time) {
	v.Turn = Turn[P]{Ply: ply, Closes: at.Add(v.Window)}
}

// Decide counts the turn of c as decided by choice, and updates the vote counts of the members.
func (v *Vote[P]) Decide(c board.Color, choice Proposal[P]) {
	v.Turns[c]++
	for _, p := range v.Turn.Proposals {
		for _, voter := range p.Voters {
			m := v.Member(c, voter)
			m.Votes++
			if p.Move == choice.Move {
				m.WinningVotes++
			}
		}
	}
}
