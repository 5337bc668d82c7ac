package game

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// CastVote gives by's vote to m, or with board.NoMove to resigning; a vote that he has given before in this turn moves over. Whoever is
// of neither side joins the one to move. Roles are those that he has in the server.
//
// When nobody who has yet to vote could change the result any more, and the quorum is there, the turn closes at once: Game.Last is then
// what came of it.
//
// A move that the rules of movement forbid is refused with the error of notation.Explain.
func (g *Game) CastVote(by Person, roles []string, m board.Move, at time.Time) error {
	if err := g.mayVote(by, roles, at); err != nil {
		return err
	}
	c, turn := g.Turn(), &g.Vote.Turn
	if m == board.NoMove {
		if captain := g.Vote.CaptainOf(c); captain != "" {
			return g.refuse(NotCaptain)
		}
	} else if pos := g.Position(); !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	if i := turn.Choice(by); i >= 0 && turn.Proposals[i].Move == m {
		return g.refuse(SameVote)
	}
	if !g.Vote.Has(c, by) {
		g.join(by, c)
	}
	turn.give(by, m)
	if choice, certain := g.Vote.foregone(c); certain {
		return g.playVoted(choice, at, at.Add(AnswerTime))
	}
	g.tellVotes(at)
	return nil
}

// mayVote checks that by may vote now.
func (g *Game) mayVote(by Person, roles []string, at time.Time) error {
	if g.Vote != nil && g.State == Active {
		side, plays := g.SeatOf(by)
		if !g.Seats[g.Turn()].Team || plays && side != g.Turn() {
			return g.refuse(NotYourTurn)
		}
	}
	if err := g.mayJoin(by, roles, g.Turn()); err != nil {
		return err
	}
	if g.Vote.Turn.StandIn || !at.Before(g.Vote.Turn.Closes) {
		return g.refuse(VoteClosed)
	}
	return nil
}

// give moves p's vote to m. A proposal that nobody supports any more is gone.
func (t *VoteTurn) give(p Person, m board.Move) {
	if i := t.Choice(p); i >= 0 {
		voters := slices.DeleteFunc(slices.Clone(t.Proposals[i].Voters), func(q Person) bool { return q == p })
		t.Proposals[i].Voters = voters
		if len(voters) == 0 {
			t.Proposals = slices.Delete(t.Proposals, i, i+1)
		}
	}
	if i := slices.IndexFunc(t.Proposals, func(q Proposal) bool { return q.Move == m }); i >= 0 {
		t.Proposals[i].Voters = append(t.Proposals[i].Voters, p)
		return
	}
	t.Proposals = append(t.Proposals, Proposal{Move: m, Voters: []Person{p}})
}

// winner is what the votes of c's turn choose as they stand: the move with the most votes, of equals the one proposed first. To resign takes
// a majority of more than half, in which as many as the quorum agree, or the whole side where it is smaller.
// It is false when there is no vote that decides anything.
func (v *Vote) winner(c board.Color) (Proposal, bool) {
	var best Proposal
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
func (v *Vote) resigning(c board.Color, cast int) int {
	return max(cast/2+1, min(v.Quorum, len(v.Members[c])))
}

// foregone tells what will be chosen, if the quorum is there and the members of c who have not voted yet can change nothing about it.
func (v *Vote) foregone(c board.Color) (Proposal, bool) {
	cast := v.Turn.Cast()
	left := len(v.Members[c]) - cast
	winner, ok := v.winner(c)
	if !ok || cast < v.Quorum {
		return Proposal{}, false
	}
	inAll := v.resigning(c, cast+left)
	if winner.Resigns() {
		return winner, len(winner.Voters) >= inAll
	}
	if left > len(winner.Voters) { // a move that nobody has thought of yet may overtake
		return Proposal{}, false
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

// CloseVote lets the captain end a turn before its time: what leads is played.
func (g *Game) CloseVote(by Person, at time.Time) error {
	if g.Vote == nil {
		return g.refuse(NotAVote)
	}
	c, err := g.mayDecide(by, NoCaptain, at)
	switch {
	case err != nil:
		return err
	case c != g.Turn():
		return g.refuse(NotYourTurn)
	case g.Vote.Turn.StandIn:
		return g.refuse(VoteClosed)
	}
	choice, ok := g.Vote.winner(c)
	if !ok {
		return g.refuse(NoVotes)
	}
	return g.playVoted(choice, at, at.Add(AnswerTime))
}

// CountVotes closes the turn whose window is over. What leads is played; where nobody has voted, the turn is extended once, and after that
// the engine plays in the side's place or the side loses, as was agreed. Before the end of the window it returns a *NotYet.
//
// A count that comes late, because the bot was away, does not blame the people for a turn without votes: it begins anew.
func (g *Game) CountVotes(at time.Time) error {
	if g.Vote == nil || g.State != Active || g.Vote.Turn.Closes.IsZero() || g.Vote.Turn.StandIn {
		return nil
	}
	c, turn := g.Turn(), &g.Vote.Turn
	if left := turn.Closes.Sub(at); left > 0 {
		return &NotYet{After: left}
	}
	if choice, ok := g.Vote.winner(c); ok {
		return g.playVoted(choice, at, at)
	}
	again := func(kind EventKind) {
		turn.Closes = at.Add(g.Vote.Window)
		g.Owe(CountVotes{Game: g.ID, Ply: g.Ply()}, turn.Closes)
		g.note(Event{Kind: kind, By: c}, at, at)
	}
	switch {
	case turn.Missed:
		turn.Missed = false
		again(VoteMissed)
	case !turn.Extended:
		turn.Extended = true
		again(VoteExtended)
	case g.Vote.StandIn:
		turn.StandIn = true
		g.askBot(at)
	default:
		g.finish(Event{Kind: Ended, By: c}, lossOf(c), ByAbsence, at, at)
	}
	return nil
}

// playVoted does what the side to move has chosen, and remembers who was for it.
func (g *Game) playVoted(choice Proposal, at, due time.Time) error {
	c := g.Turn()
	for _, p := range g.Vote.Turn.Proposals {
		for _, voter := range p.Voters {
			m := &g.Vote.Members[c][g.Vote.member(c, voter)]
			m.Votes++
			if p.Move == choice.Move {
				m.Right++
			}
		}
	}
	if choice.Resigns() {
		g.finish(Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, due)
		return nil
	}
	if err := g.push(choice.Move, at); err != nil {
		return err
	}
	g.judge(Event{Kind: Moved, By: c, Move: choice.Move}, at, due)
	g.askBot(at)
	return nil
}

// openTurn begins the window of the side to move. The bot needs none.
func (g *Game) openTurn(at time.Time) {
	if g.Vote == nil || g.Seats[g.Turn()].IsBot() {
		return
	}
	g.Vote.Turn = VoteTurn{Ply: g.Ply(), Closes: at.Add(g.Vote.Window)}
	g.Owe(CountVotes{Game: g.ID, Ply: g.Ply()}, g.Vote.Turn.Closes)
}

// closeTurn ends the turn that is open, if one is.
func (g *Game) closeTurn() {
	if g.Vote == nil || g.Vote.Turn.Closes.IsZero() {
		return
	}
	g.Waive(CountVotes{Game: g.ID, Ply: g.Vote.Turn.Ply})
	g.Waive(TellVotes{Game: g.ID, Ply: g.Vote.Turn.Ply})
	g.Vote.Turn = VoteTurn{}
}

// tellPause gathers the votes that come one after the other into one picture.
const tellPause = 2 * time.Second

// tellVotes owes the channel a new picture of the votes.
func (g *Game) tellVotes(at time.Time) {
	turn := &g.Vote.Turn
	if turn.Closes.IsZero() || turn.Stale {
		return
	}
	turn.Stale = true
	g.Owe(TellVotes{Game: g.ID, Ply: turn.Ply}, at.Add(tellPause))
}
