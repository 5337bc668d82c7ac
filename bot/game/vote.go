package game

import (
	"cmp"
	"slices"
	"time"

	"xiangqibot/bot/vote"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
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

// Open reports whether the side to move is a team whose turn is open.
func (g Ballot) Open() bool {
	return g.Vote != nil && g.State == Active && g.Seats[g.Turn()].Team && !g.Vote.Turn.StandIn
}

// OfferVote turns a blank game into the vote game that act and spec describe. Against the bot, and between teams, it
// starts at once; a person has to accept first. The person who starts a game of one team is its first member; two
// teams begin empty.
func (g Blank) OfferVote(act Act, spec VoteSpec, terms Terms, at time.Time) error {
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
	terms.Place = InChannel // where everybody sees it
	if spec.Teams {
		for c := range v.Roles {
			v.Roles[c] = cmp.Or(v.Roles[c], spec.Role)
		}
		g.initialize(act, terms, at)
		g.Opponent, g.ColorChoice, g.Vote = Seat{Team: true}, WantRed, v
		g.Challenge().start(terms.Coin, at)
		return nil
	}
	v.Roles = [2]string{spec.Role, spec.Role}
	if spec.Role != "" && !slices.Contains(act.Roles, spec.Role) {
		return &Refusal{Code: WrongRole, Game: g.ID, Role: spec.Role}
	}
	g.Vote = v // Offer may start the game, which must know its teams by then
	if err := g.Offer(act, ChallengeSpec{Opponent: spec.Opponent, OpponentName: spec.OpponentName, Level: spec.Level, ColorChoice: spec.ColorChoice}, terms, at); err != nil {
		g.Vote = nil
		return err
	}
	return nil
}

// Join makes by a member of a side for the rest of the game. Roles are those of by in the server.
func (g Ballot) Join(by Person, roles []string, side board.Color, at time.Time) error {
	if err := g.mayJoin(by, roles, side); err != nil {
		return err
	}
	if g.Vote.Has(side, by) {
		return g.Refuse(AlreadyJoined)
	}
	g.Vote.Join(side, by)
	g.tell(at)
	return nil
}

// mayJoin checks that by is, or may become, a member of the side.
func (g Ballot) mayJoin(by Person, roles []string, side board.Color) error {
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
