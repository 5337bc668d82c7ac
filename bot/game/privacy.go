package game

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// Deleted stands in games for people who were erased. Nobody can be it: Discord's ids are numbers.
const Deleted Person = "deleted"

// Kept is all that a store keeps of a person.
type Kept struct {
	// Rows are the rows about him as the database has them, by the name of their table: columns by name. Times are Unix milliseconds.
	Rows map[string][]map[string]any
	// Games are all in which he has a part, the oldest first.
	Games []*Game
}

// PrivacyExport writes a file of JSON with everything that is kept of the actor: rows of the database as they are, and his games as PGN.
// What others keep to themselves is not in it: their plans, and whom they have blocked.
func (s *Service) PrivacyExport(ctx context.Context, act Act) ([]byte, error) {
	kept, err := s.store.Kept(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	file := keptFile{Person: act.Actor, Made: s.now(), Times: "milliseconds since 1970-01-01 UTC, 0: never", Rows: kept.Rows, Games: []keptGame{}}
	for _, g := range kept.Games {
		game, err := g.keptFor(act.Actor)
		if err != nil {
			return nil, fmt.Errorf("export what is kept of %s: game %d: %w", act.Actor, g.ID, err)
		}
		file.Games = append(file.Games, game)
	}
	return json.MarshalIndent(file, "", "  ")
}

// keptFile is the file that a person gets.
type keptFile struct {
	Person Person                      `json:"person"`
	Made   time.Time                   `json:"made"`
	Times  string                      `json:"times-in-rows"`
	Rows   map[string][]map[string]any `json:"rows"`
	Games  []keptGame                  `json:"games"`
}

// keptGame is a game in it.
type keptGame struct {
	Game       ID         `json:"game"`
	Server     string     `json:"server,omitempty"`
	Channel    string     `json:"channel"`
	State      string     `json:"state"`
	Challenger bool       `json:"challenger,omitempty"` // he began it
	Side       string     `json:"side,omitempty"`       // red or black; empty where he has none
	Rated      bool       `json:"rated,omitempty"`
	Conditions Conditions `json:"conditions,omitzero"`
	Created    time.Time  `json:"created"`
	Updated    time.Time  `json:"updated"`
	Votes      *Member    `json:"votes,omitempty"` // in a vote game
	Vote       string     `json:"vote,omitempty"`  // in the turn that is open
	Plans      []Line     `json:"plans,omitempty"`
	PGN        string     `json:"pgn,omitempty"`
}

// keptFor is what is kept of the game, as p may know it.
func (g *Game) keptFor(p Person) (keptGame, error) {
	kept := keptGame{
		Game: g.ID, Server: g.Guild, Channel: g.Channel, State: g.State.String(), Challenger: g.Challenger == p, Rated: g.Rated,
		Conditions: g.Conditions, Created: g.Created, Updated: g.Updated,
	}
	if c, plays := g.SeatOf(p); plays {
		kept.Side = c.String()
		if g.Vote != nil && g.Vote.Has(c, p) {
			kept.Votes = &g.Vote.Members[c][g.Vote.member(c, p)]
			if i := g.Vote.Turn.Choice(p); i >= 0 {
				kept.Vote = g.Vote.Turn.Proposals[i].Move.String()
			}
		} else {
			kept.Plans = g.Plans[c]
		}
	}
	if g.State != Active && g.State != Finished {
		return kept, nil
	}
	sheet := Sheet(g)
	pgn, err := gamefile.Write(&sheet, gamefile.PGN, notation.ICCS)
	kept.PGN = string(pgn)
	return kept, err
}

// PrivacyDelete erases everything that is kept of the actor. Games that are open end first, as by his own act: he takes his challenges back,
// declines those to him, resigns what he plays and leaves the teams of vote games; the others are told. His games stay, under the name of
// Deleted. What he does later begins anew. Nothing happens to somebody of whom nothing is kept.
//
// Refusal: AlreadyDone.
func (s *Service) PrivacyDelete(ctx context.Context, act Act) error {
	at := s.now()
	return s.store.Erase(ctx, act.Claim, act.Actor, func(g *Game) error { return g.Leave(act.Actor, at) })
}

// Leave takes p out of an open game: a challenge is withdrawn or declined, a game is resigned, and in a vote game the side goes on without
// him and his vote. Others are told at once. It does nothing where the game has ended, also where a flag was down.
func (g *Game) Leave(p Person, at time.Time) error {
	var err error
	c, plays := g.SeatOf(p)
	switch {
	case g.State == Offered && p == g.Challenger:
		err = g.Cancel(p, at)
	case g.State == Offered && p == g.Opponent.Person:
		err = g.Decline(p, at)
	case g.State != Active || !plays:
		return nil
	case g.Seats[c].Team:
		g.leaveTeam(p, c, at)
		return nil
	case g.FallFlag(at):
	default:
		err = g.Resign(p, at)
	}
	if err != nil {
		return err
	}
	g.Waive(NextGame{g.ID}) // nobody is there to play it
	g.tellAnew(at)
	return nil
}

// leaveTeam takes a member and his vote out of a side. A captain is followed by who joined next.
func (g *Game) leaveTeam(p Person, c board.Color, at time.Time) {
	v := g.Vote
	v.Members[c] = slices.DeleteFunc(slices.Clone(v.Members[c]), func(m Member) bool { return m.Person == p })
	if i := v.Turn.Choice(p); i >= 0 {
		proposals := slices.Clone(v.Turn.Proposals)
		voters := slices.DeleteFunc(slices.Clone(proposals[i].Voters), func(q Person) bool { return q == p })
		proposals[i].Voters = voters
		if len(voters) == 0 {
			proposals = slices.Delete(proposals, i, i+1)
		}
		v.Turn.Proposals = proposals
	}
	g.tellVotes(at)
}

// Forget puts Deleted in the place of p, who plays no further round; before the start it is as if he had never signed up.
func (t *Tournament) Forget(p Person) {
	if t.Organiser == p {
		t.Organiser = Deleted
	}
	i := t.Index(p)
	switch {
	case i < 0:
	case t.Stage == SigningUp:
		t.Players = slices.Delete(t.Players, i, i+1)
	default:
		t.Players[i] = Entrant{Person: Deleted, Out: true}
	}
}

// Forget puts Deleted in the place of p, wherever the game tells of him.
func (g *Game) Forget(p Person) {
	forget := func(q *Person) {
		if *q == p {
			*q = Deleted
		}
	}
	forget(&g.Challenger)
	forget(&g.Opponent.Person)
	for c := range g.Seats {
		if g.Seats[c].Person == p {
			g.Plans[c] = nil
		}
		forget(&g.Seats[c].Person)
	}
	delete(g.Players, p)
	delete(g.Habits, p)
	if g.Vote == nil {
		return
	}
	for _, members := range g.Vote.Members {
		for i := range members {
			forget(&members[i].Person)
		}
	}
	for _, proposal := range g.Vote.Turn.Proposals {
		for i := range proposal.Voters {
			forget(&proposal.Voters[i])
		}
	}
}
