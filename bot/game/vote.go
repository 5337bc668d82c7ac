package game

import (
	"slices"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// The limits of a vote game.
const (
	MinWindow     = time.Minute
	MaxWindow     = 7 * day
	DefaultQuorum = 3
	MaxQuorum     = 100

	// standIn is the strength that plays for a side of which nobody votes.
	standIn = engine.LevelMin
)

// VoteTerms are what is agreed before a game in which people play a side together.
type VoteTerms struct {
	// Window is how long a turn is open. It is the clock of the one person opposite as well.
	Window time.Duration `json:"window"`
	// Quorum is how many must have voted before a turn may close early. At the end of the window any number decides.
	Quorum int `json:"quorum"`
	// Captain lets the first member of each side speak for it: he resigns, offers and answers draws, and may close a turn that has votes.
	// Without one, resigning is voted on like a move, and there are no draws by agreement.
	Captain bool `json:"captain,omitempty"`
	// StandIn lets the engine's weakest strength play for a side that has let a turn and its extension pass. Otherwise that side loses.
	StandIn bool `json:"stand-in,omitempty"`
	// Roles are the Discord roles of which a member of each side must be; empty: everybody. For a side that is no team it means nothing.
	Roles [2]string `json:"roles,omitzero"`
}

// VoteSpec is a vote game as it is asked for: a team against the bot, against one person, or against another team.
type VoteSpec struct {
	VoteTerms
	Teams        bool         // two teams; what follows is not used then
	Opponent     Person       // a person, who must accept; empty for the bot
	OpponentName string       // his display name, if known
	Level        engine.Level // the bot's strength
	Wish         Wish         // the colour of the team
	Role         string       // the role of which its members must be; empty: everybody
}

// Vote is the part of a game in which people play a side together.
//
// The members of a team vote on each of its moves. A member has one vote a turn and may change it as long as the turn is open. When the
// turn closes, the move with the most votes is played; of several, the one that was proposed first.
type Vote struct {
	VoteTerms
	Members [2][]Member `json:"members"` // by colour, in the order in which they joined. Nobody is in both
	Turn    VoteTurn    `json:"turn"`
}

// Member is a person who plays with others.
type Member struct {
	Person Person `json:"person"`
	Votes  int    `json:"votes,omitempty"` // turns that he voted in
	Right  int    `json:"right,omitempty"` // turns in which what he voted for was played
}

// VoteTurn is the turn that is open. It is zero while the bot is to move, and when the game is not being played.
type VoteTurn struct {
	Ply       int        `json:"ply"`
	Closes    time.Time  `json:"closes,omitzero"`
	Extended  bool       `json:"extended,omitempty"` // nobody had voted at the end of the first window
	Missed    bool       `json:"missed,omitempty"`   // the bot was away at the end of the window
	StandIn   bool       `json:"stand-in,omitempty"` // it is closed: the engine is thinking about the move
	Stale     bool       `json:"stale,omitempty"`    // a TellVotes is owed
	Proposals []Proposal `json:"proposals,omitempty"`
}

// Proposal is a move for which somebody votes, or the proposal to resign.
type Proposal struct {
	Move   board.Move `json:"move"` // board.NoMove: to resign
	Voters []Person   `json:"voters"`
}

// Resigns tells whether this is the proposal to resign.
func (p Proposal) Resigns() bool { return p.Move == board.NoMove }

// Has tells whether p is a member of the side.
func (v *Vote) Has(c board.Color, p Person) bool { return v.member(c, p) >= 0 }

// member is the index of p among the members of a side, -1 if he is none.
func (v *Vote) member(c board.Color, p Person) int {
	return slices.IndexFunc(v.Members[c], func(m Member) bool { return m.Person == p })
}

// CaptainOf is who speaks for a side; nobody where the game has no captains, or the side no members.
func (v *Vote) CaptainOf(c board.Color) Person {
	if !v.Captain || len(v.Members[c]) == 0 {
		return ""
	}
	return v.Members[c][0].Person
}

// Choice is the index of the proposal for which p votes in this turn, -1 if he has not voted.
func (t *VoteTurn) Choice(p Person) int {
	return slices.IndexFunc(t.Proposals, func(q Proposal) bool { return slices.Contains(q.Voters, p) })
}

// Cast counts the votes of this turn.
func (t *VoteTurn) Cast() (n int) {
	for _, p := range t.Proposals {
		n += len(p.Voters)
	}
	return n
}

// Leading lists the proposals as they stand: the one with the most votes first, of equals the one proposed first.
func (t *VoteTurn) Leading() []Proposal {
	ranked := slices.Clone(t.Proposals)
	slices.SortStableFunc(ranked, func(a, b Proposal) int { return len(b.Voters) - len(a.Voters) })
	return ranked
}

// Table lists the members of a side, first the one whose votes were played most often.
func (v *Vote) Table(c board.Color) []Member {
	ranked := slices.Clone(v.Members[c])
	slices.SortStableFunc(ranked, func(a, b Member) int {
		if a.Right != b.Right {
			return b.Right - a.Right
		}
		return a.Votes - b.Votes
	})
	return ranked
}

// Voting tells whether the side to move is a team whose turn is open.
func (g *Game) Voting() bool {
	return g.Vote != nil && g.State == Active && g.Seats[g.Turn()].Team && !g.Vote.Turn.StandIn
}

// OfferVote turns a blank game into the vote game that act asks for. Against the bot, and between teams, it starts at once; a person is
// asked first. The one who starts a game of one team is its first member; two teams begin empty.
func (g *Game) OfferVote(act Act, spec VoteSpec, terms Terms, at time.Time) error {
	if spec.Quorum == 0 {
		spec.Quorum = DefaultQuorum
	}
	switch {
	case act.Guild == "":
		return g.refuse(OnlyInServer)
	case spec.Window < MinWindow || spec.Window > MaxWindow || spec.Quorum < 1 || spec.Quorum > MaxQuorum:
		return g.refuse(BadVoteTerms)
	}
	vote := &Vote{VoteTerms: spec.VoteTerms}
	terms.Place = InChannel // where everybody sees it
	if spec.Teams {
		g.setOut(act, terms, at)
		g.Opponent, g.Wish, g.Vote = Seat{Team: true}, WantRed, vote
		g.start(terms.Coin, at)
		return nil
	}
	vote.Roles = [2]string{spec.Role, spec.Role}
	if spec.Role != "" && !slices.Contains(act.Roles, spec.Role) {
		return g.wrongRole(spec.Role)
	}
	g.Vote = vote // Offer may start the game, which must know its teams by then
	if err := g.Offer(act, ChallengeSpec{Opponent: spec.Opponent, OpponentName: spec.OpponentName, Level: spec.Level, Wish: spec.Wish}, terms, at); err != nil {
		g.Vote = nil
		return err
	}
	return nil
}

// teamUp gives the challenger's seat to the channel. The one who asked for a game of one team is its first member.
func (g *Game) teamUp(c board.Color) {
	if g.Vote == nil {
		return
	}
	g.Seats[c] = Seat{Team: true}
	if !g.Seats[c.Opponent()].Team {
		g.Vote.Members[c] = []Member{{Person: g.Challenger}}
	}
}

// JoinVote makes by a member of a side, for the rest of the game. Roles are those that he has in the server.
func (g *Game) JoinVote(by Person, roles []string, side board.Color, at time.Time) error {
	if err := g.mayJoin(by, roles, side); err != nil {
		return err
	}
	if g.Vote.Has(side, by) {
		return g.refuse(AlreadyJoined)
	}
	g.join(by, side)
	g.tellVotes(at)
	return nil
}

// mayJoin checks that by is, or may become, a member of the side.
func (g *Game) mayJoin(by Person, roles []string, side board.Color) error {
	switch {
	case g.Vote == nil:
		return g.refuse(NotAVote)
	case g.State == Offered:
		return g.refuse(NotStarted)
	case g.State != Active:
		return g.refuse(GameOver)
	case by == "" || g.Seats[side.Opponent()].Person == by || g.Vote.Has(side.Opponent(), by):
		return g.refuse(OtherSide)
	case !g.Seats[side].Team:
		return g.refuse(NotATeam)
	case g.Vote.Has(side, by):
		return nil
	}
	if role := g.Vote.Roles[side]; role != "" && !slices.Contains(roles, role) {
		return g.wrongRole(role)
	}
	return nil
}

func (g *Game) wrongRole(role string) error {
	return &Refusal{Code: WrongRole, Game: g.ID, Role: role}
}

func (g *Game) join(by Person, side board.Color) {
	g.Vote.Members[side] = append(g.Vote.Members[side], Member{Person: by})
}

// mayDecide checks that by may do what concerns his whole side, and tells its colour. Of a team only the captain may; uncaptained is
// the code with which a team without one refuses.
func (g *Game) mayDecide(by Person, uncaptained Code, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	if err != nil || !g.Seats[c].Team {
		return c, err
	}
	captain := g.Vote.CaptainOf(c)
	if captain == "" {
		return c, g.refuse(uncaptained)
	}
	if captain != by {
		return c, g.refuse(NotCaptain)
	}
	return c, nil
}
