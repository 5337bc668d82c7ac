// Package vote holds the rules by which many people play one side of a board game together.
//
// The members of a side vote on each of its moves. A member has one vote a turn and may change it as long as the turn
// is open. When the turn closes, the move with the most votes is played; in a tie, the one that was proposed first.
// Resigning is a proposal like a move, but takes a majority.
//
// A Vote is plain data with the rules of voting: who is a member, what is chosen, and when a turn may close before its
// time. P is the caller's type for a person.
//
//	v.Open(ply, now)           // a turn begins
//	v.Cast(board.Red, p, move) // a member votes, or changes their vote
//	outcome, choice := v.Count(board.Red, now)
//
// It does not know the game: its caller knows whether a move is legal, whose turn it is and what a choice does.
package vote

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Terms are what is agreed before a game in which people play a side together.
type Terms struct {
	// Window is how long a turn is open. It is the clock of a single person opposite as well.
	Window time.Duration `json:"window"`
	// Quorum is how many must have voted before a turn may close early: from the third turn of a side on, after a
	// quarter of the window, and if nobody who voted in its last turns could change the result. At the end of the
	// window any number decides.
	Quorum int `json:"quorum"`
	// Captain lets the first member of each side speak for it: the captain resigns, offers and answers draws, and may
	// close a turn that has votes. Without one, resigning is voted on like a move, and there are no draws by agreement.
	Captain bool `json:"captain,omitempty"`
	// StandIn lets the engine's weakest strength play for a side that has let a turn and its extension pass without a vote
	// for a move. Otherwise that side loses.
	StandIn bool `json:"stand-in,omitempty"`
	// Roles are the Discord roles of which a member of each side must be; empty: everybody. For a side that is no team it
	// means nothing.
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
	Members [2][]Member[P] `json:"members"` // by color, in the order in which they joined. Nobody is in both
	Turn    Turn[P]        `json:"turn"`
	Turns   [2]int         `json:"turns,omitzero"` // by color, the turns that votes have decided
}

// Member is a person who plays with others.
type Member[P comparable] struct {
	Person P   `json:"person"`
	Votes  int `json:"votes,omitempty"` // turns with a vote of this member
	Right  int `json:"right,omitempty"` // turns in which what this member voted for was played
	Last   int `json:"last,omitempty"`  // the turn, as Vote.Turns counts, in which this member voted or joined last
}

// Has reports whether p is a member of the side.
func (v *Vote[P]) Has(c board.Color, p P) bool { return v.Member(c, p) != nil }

// Voted reports whether p has voted in any turn, the present one included.
func (v *Vote[P]) Voted(p P) bool {
	for c := range v.Members {
		if m := v.Member(board.Color(c), p); m != nil {
			return m.Votes > 0 || v.Turn.Choice(p) >= 0
		}
	}
	return false
}

// Member is p as a member of the side, nil for somebody who is not one.
func (v *Vote[P]) Member(c board.Color, p P) *Member[P] {
	for i := range v.Members[c] {
		if m := &v.Members[c][i]; m.Person == p {
			return m
		}
	}
	return nil
}

// CaptainOf is the person who speaks for a side; the zero P where the game has no captains, or the side no members.
func (v *Vote[P]) CaptainOf(c board.Color) (captain P) {
	if !v.Captain || len(v.Members[c]) == 0 {
		return captain
	}
	return v.Members[c][0].Person
}

// Table lists the members of a side, first the one whose votes were played most often.
func (v *Vote[P]) Table(c board.Color) []Member[P] {
	ranked := slices.Clone(v.Members[c])
	slices.SortStableFunc(ranked, func(a, b Member[P]) int {
		if a.Right != b.Right {
			return b.Right - a.Right
		}
		return a.Votes - b.Votes
	})
	return ranked
}

// Join makes p a member of a side.
func (v *Vote[P]) Join(c board.Color, p P) {
	v.Members[c] = append(v.Members[c], Member[P]{Person: p, Last: v.Turns[c]})
}

// Leave takes a member and their vote out of a side. A captain is followed by the member who joined next.
func (v *Vote[P]) Leave(c board.Color, p P) {
	is := func(m Member[P]) bool { return m.Person == p }
	v.Members[c] = slices.DeleteFunc(slices.Clone(v.Members[c]), is)
	v.Turn.withdraw(p)
}

// Rename puts another person in the place of p, among members and votes.
func (v *Vote[P]) Rename(p, other P) {
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

// Cast gives the vote of p, a member of the side to move or somebody who becomes one by it, to m; board.NoMove is the
// vote to resign. A vote that p has given before in this turn moves over.
func (v *Vote[P]) Cast(c board.Color, p P, m board.Move) {
	if !v.Has(c, p) {
		v.Join(c, p)
	}
	v.Turn.give(p, m)
	v.Member(c, p).Last = v.Turns[c]
}

// Open begins the turn of the side to move.
func (v *Vote[P]) Open(ply int, at time.Time) {
	v.Turn = Turn[P]{Ply: ply, Closes: at.Add(v.Window)}
}

// Decide counts the turn of c as decided by a choice, and remembers whose votes were for it.
func (v *Vote[P]) Decide(c board.Color, choice Proposal[P]) {
	v.Turns[c]++
	for _, p := range v.Turn.Proposals {
		for _, voter := range p.Voters {
			m := v.Member(c, voter)
			m.Votes++
			if p.Move == choice.Move {
				m.Right++
			}
		}
	}
}
