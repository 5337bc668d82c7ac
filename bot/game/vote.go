package game

import (
	"cmp"
	"slices"
	"time"

	"xiangqibot/bot/vote"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// VoteSpec describes a vote game: a team against the bot, against one person, or against another team.
type VoteSpec struct {
	vote.Terms
	Teams        bool         // two teams; then only Role of the following is used
	Opponent     Person       // a person, who must accept; empty for the bot
	OpponentName string       // their display name, if known
	Level        engine.Level // the bot's strength
	ColorChoice  ColorChoice  // the color of the team
	Role         string       // the role that members need on a side without one in Roles; empty: everybody may join
}

// VoteOpen reports whether the side to move is a team whose turn is open.
func VoteOpen(g *Game) bool {
	return g.Vote != nil && g.State == Active && g.Seats[g.Turn()].Team && !g.Vote.Turn.StandIn
}

// OfferVote turns a blank game into the vote game that act and spec describe. Against the bot, and between teams, it
// starts at once; a person has to accept first. The person who starts a game of one team is its first member; two
// teams begin empty.
func OfferVote(g *Game, act Act, spec VoteSpec, terms Terms, at time.Time) error {
	if spec.Quorum == 0 {
		spec.Quorum = vote.DefaultQuorum
	}
	switch {
	case act.Guild == "":
		return g.Refuse(OnlyInServer)
	case !spec.Valid():
		return g.Refuse(BadVoteTerms)
	}
	v := &Vote{Terms: spec.Terms}
	terms.Place = InChannel // where everybody sees the game
	if spec.Teams {
		for c := range v.Roles {
			v.Roles[c] = cmp.Or(v.Roles[c], spec.Role)
		}
		initialize(g, act, terms, at)
		g.Opponent, g.ColorChoice, g.Vote = Seat{Team: true}, WantRed, v
		start(g, terms.Coin, at, at.Add(AnswerTimeout))
		return nil
	}
	v.Roles = [2]string{spec.Role, spec.Role}
	if spec.Role != "" && !slices.Contains(act.Roles, spec.Role) {
		return &Refusal{Code: WrongRole, Game: g.ID, Role: spec.Role}
	}
	g.Vote = v // before the game starts, which OfferChallenge may do
	challenge := ChallengeSpec{
		Opponent: spec.Opponent, OpponentName: spec.OpponentName, Level: spec.Level, ColorChoice: spec.ColorChoice,
	}
	if err := OfferChallenge(g, act, challenge, terms, at); err != nil {
		g.Vote = nil
		return err
	}
	return nil
}

// JoinTeam makes by a member of a side for the rest of the game. Roles are those of by in the server.
func JoinTeam(g *Game, by Person, roles []string, side board.Color, at time.Time) error {
	if err := mayJoin(g, by, roles, side); err != nil {
		return err
	}
	if g.Vote.Has(side, by) {
		return g.Refuse(AlreadyJoined)
	}
	g.Vote.Join(side, by)
	showVotes(g, at)
	return nil
}

// mayJoin checks that by is, or may become, a member of the side.
func mayJoin(g *Game, by Person, roles []string, side board.Color) error {
	switch {
	case g.Vote == nil:
		return g.Refuse(NotAVote)
	case g.State == Offered:
		return g.Refuse(NotStarted)
	case g.State != Active:
		return g.Refuse(GameOver)
	case by == "" || g.Seats[side.Opponent()].Person == by || g.Vote.Has(side.Opponent(), by):
		return g.Refuse(OtherSide)
	case !g.Seats[side].Team:
		return g.Refuse(NotATeam)
	case g.Vote.Has(side, by):
		return nil
	}
	if role := g.Vote.Roles[side]; role != "" && !slices.Contains(roles, role) {
		return &Refusal{Code: WrongRole, Game: g.ID, Role: role}
	}
	return nil
}

// CastVote votes for m, or with [board.NoMove] for resigning, and replaces an earlier vote in this turn. A person of
// neither side joins the side to move. Roles are those of by in the server.
//
// If the turn may already close early and its result is certain, it closes at once, and [Game.Last] is the result.
//
// An illegal move is refused with the error of [notation.Explain].
func CastVote(g *Game, by Person, roles []string, m board.Move, at time.Time) error {
	if err := MayVote(g, by, roles, at); err != nil {
		return err
	}
	c := g.Turn()
	if m == board.NoMove {
		if captain := g.Vote.CaptainOf(c); captain != "" {
			return g.Refuse(NotCaptain)
		}
	} else if pos := g.Position(); !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	if turn := &g.Vote.Turn; turn.Choice(by) >= 0 && turn.Proposals[turn.Choice(by)].Move == m {
		return g.Refuse(SameVote)
	}
	g.Vote.Cast(c, by, m)
	if choice, from, ok := g.Vote.EarlyChoice(c); ok && !at.Before(from) {
		return playVoted(g, choice, at, at.Add(AnswerTimeout))
	}
	showVotes(g, at)
	return nil
}

// MayVote checks that by may vote now.
func MayVote(g *Game, by Person, roles []string, at time.Time) error {
	if g.Vote != nil && g.State == Active {
		side, plays := g.SeatOf(by)
		if !g.Seats[g.Turn()].Team || plays && side != g.Turn() {
			return g.Refuse(NotYourTurn)
		}
	}
	if err := mayJoin(g, by, roles, g.Turn()); err != nil {
		return err
	}
	if g.Vote.Turn.StandIn || !at.Before(g.Vote.Turn.Closes) {
		return g.Refuse(VoteClosed)
	}
	return nil
}

// CloseTurn lets the captain end a turn before its time. The leading move is played.
func CloseTurn(g *Game, by Person, at time.Time) error {
	if g.Vote == nil {
		return g.Refuse(NotAVote)
	}
	c, err := mayDecide(g, by, NoCaptain, at)
	switch {
	case err != nil:
		return err
	case c != g.Turn():
		return g.Refuse(NotYourTurn)
	case g.Vote.Turn.StandIn:
		return g.Refuse(VoteClosed)
	}
	choice, ok := g.Vote.Winner(c)
	if !ok {
		return g.Refuse(NoVotes)
	}
	return playVoted(g, choice, at, at.Add(AnswerTimeout))
}

// CountTurn closes the turn if its window is over, or if it may close early and its result is certain. The leading move
// is played; for a turn without votes for a move see [vote.Vote.Count]. As long as the turn stays open CountTurn
// returns a *[NotYet].
func CountTurn(g *Game, at time.Time) error {
	if g.Vote == nil || g.State != Active || g.Vote.Turn.Closes.IsZero() || g.Vote.Turn.StandIn {
		return nil
	}
	c := g.Turn()
	outcome, choice := g.Vote.Count(c, at)
	switch outcome {
	case vote.StillOpen:
		return &NotYet{After: g.Vote.NextCount(c).Sub(at)}
	case vote.Chosen:
		return playVoted(g, choice, at, at)
	case vote.Renewed:
		note(g, Event{Kind: VoteMissed, By: c}, at, at)
	case vote.Extended:
		note(g, Event{Kind: VoteExtended, By: c}, at, at)
	case vote.EngineMoves:
		askEngine(g, at)
	case vote.Forfeit:
		finish(g, Event{Kind: Ended, By: c}, lossOf(c), ByAbsence, at, at)
	}
	return nil
}

// playVoted plays what the side to move has chosen, and records who voted for it.
func playVoted(g *Game, choice Proposal, at, due time.Time) error {
	c := g.Turn()
	g.Vote.Decide(c, choice)
	if choice.Resigns() {
		finish(g, Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, due)
		return nil
	}
	if err := push(g, choice.Move, at); err != nil {
		return err
	}
	judge(g, Event{Kind: Moved, By: c, Move: choice.Move}, at, due)
	return nil
}

// votesDelay is the delay that collects successive votes into one picture.
const votesDelay = 2 * time.Second

// showVotes enqueues a job that shows the votes.
func showVotes(g *Game, at time.Time) {
	turn := &g.Vote.Turn
	if turn.Closes.IsZero() || turn.Stale {
		return
	}
	turn.Stale = true
	g.Outbox.Enqueue(ShowVotes{Game: g.ID, Ply: turn.Ply}, at.Add(votesDelay))
}
