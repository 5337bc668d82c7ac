package member

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// PrivacyStore finds and erases what is kept of people. Package store implements it on a database.
type PrivacyStore interface {
	// Kept reads all that is kept of a person.
	Kept(ctx context.Context, p game.Person) (Kept, error)

	// Erase takes a person out of everything that is kept, in one transaction. First it passes leave each of their open
	// games, the oldest first, and saves them as game.GameStore's Update does, with the jobs that they enqueue; then
	// game.Deleted takes their place in all games, and all else about them goes, with the jobs about nobody but them. An
	// error of leave saves nothing. The key is as in game.GameStore's Create.
	Erase(ctx context.Context, key string, p game.Person, leave func(*game.Game) error) error
}

// Kept is all that a store keeps of a person.
type Kept struct {
	// Rows are the rows about them as the database has them, by the name of their table: columns by name. Times are Unix
	// milliseconds.
	Rows map[string][]map[string]any
	// Games are all in which they have a part, the oldest first.
	Games []*game.Game
}

// Privacy gives people their data, and erases it.
type Privacy struct {
	store PrivacyStore
	now   func() time.Time
}

// NewPrivacy joins a store and a clock: game.Service.Now.
func NewPrivacy(store PrivacyStore, now func() time.Time) *Privacy { return &Privacy{store, now} }

// Export writes a file of JSON with everything that is kept of the actor: rows of the database as they are, and their
// games as PGN. What others keep to themselves is not in it: their plans, what they were told by hints and partners,
// and whom they have blocked.
func (s *Privacy) Export(ctx context.Context, act game.Act) ([]byte, error) {
	kept, err := s.store.Kept(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	file := keptFile{Person: act.Actor, Made: s.now(), Times: "milliseconds since 1970-01-01 UTC, 0: never", Rows: kept.Rows, Games: []keptGame{}}
	for _, g := range kept.Games {
		kept, err := keptFor(g, act.Actor)
		if err != nil {
			return nil, fmt.Errorf("export what is kept of %s: game %d: %w", act.Actor, g.ID, err)
		}
		file.Games = append(file.Games, kept)
	}
	return json.MarshalIndent(file, "", "  ")
}

// Erase erases everything that is kept of the actor. Games that are open end first, as by their own act: they take
// their challenges back, decline those to them, resign what they play and leave the teams of vote games; the others are
// told. Their games stay, under the name of game.Deleted. What they do later starts from nothing. Nothing happens to
// somebody of whom nothing is kept.
//
// Refusal: AlreadyDone.
func (s *Privacy) Erase(ctx context.Context, act game.Act) error {
	at := s.now()
	return s.store.Erase(ctx, act.Key, act.Actor, func(g *game.Game) error { return g.Leave(act.Actor, at) })
}

// keptFile is the file that a person gets.
type keptFile struct {
	Person game.Person                 `json:"person"`
	Made   time.Time                   `json:"made"`
	Times  string                      `json:"times-in-rows"`
	Rows   map[string][]map[string]any `json:"rows"`
	Games  []keptGame                  `json:"games"`
}

// keptGame is a game in it.
type keptGame struct {
	Game       game.ID         `json:"game"`
	Server     string          `json:"server,omitempty"`
	Channel    string          `json:"channel"`
	State      string          `json:"state"`
	Challenger bool            `json:"challenger,omitempty"` // they made the challenge
	Side       string          `json:"side,omitempty"`       // red or black; empty where they have none
	Rated      bool            `json:"rated,omitempty"`
	Conditions game.Conditions `json:"conditions,omitzero"`
	Created    time.Time       `json:"created"`
	Updated    time.Time       `json:"updated"`
	Votes      *game.Member    `json:"votes,omitempty"` // in a vote game
	Vote       string          `json:"vote,omitempty"`  // in the turn that is open
	Plans      []game.Line     `json:"plans,omitempty"`
	Hints      []game.Hint     `json:"hints,omitempty"`     // what they were told, in a game against the bot
	Questions  []game.Question `json:"questions,omitempty"` // what they asked a partner
	// Direct is the newest board in their direct messages, of a game whose channel is gone.
	Direct *game.DirectBoard `json:"direct-message,omitempty"`
	PGN    string            `json:"pgn,omitempty"`
}

// keptFor is what is kept of a game, as p may know it.
func keptFor(g *game.Game, p game.Person) (keptGame, error) {
	kept := keptGame{
		Game: g.ID, Server: g.Guild, Channel: g.Channel, State: g.State.String(), Challenger: g.Challenger == p, Rated: g.Rated,
		Conditions: g.Conditions, Created: g.Created, Updated: g.Updated,
	}
	if c, plays := g.SeatOf(p); plays {
		kept.Side = c.String()
		if g.Vote != nil && g.Vote.Has(c, p) {
			kept.Votes = g.Vote.Member(c, p)
			if i := g.Vote.Turn.Choice(p); i >= 0 {
				kept.Vote = g.Vote.Turn.Proposals[i].Move.String()
			}
		} else {
			kept.Plans = g.Plans[c]
		}
		kept.Hints = slices.DeleteFunc(slices.Clone(g.Hints), func(h game.Hint) bool { return h.By != c })
		kept.Questions = slices.DeleteFunc(slices.Clone(g.Questions), func(q game.Question) bool { return q.By != c })
	}
	if sent, is := g.Board.Direct[p]; is {
		kept.Direct = &sent
	}
	if g.State != game.Active && g.State != game.Finished {
		return kept, nil
	}
	sheet := game.Sheet(g)
	pgn, err := gamefile.Write(&sheet, gamefile.PGN, notation.ICCS)
	kept.PGN = string(pgn)
	return kept, err
}
