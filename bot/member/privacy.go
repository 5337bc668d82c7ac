package member

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
)

// PrivacyStore reads and erases all data about a person. Package store implements it on a database.
type PrivacyStore interface {
	// PersonalData reads all stored data about a person.
	PersonalData(ctx context.Context, p game.Person) (PersonalData, error)

	// Erase removes a person from the database in one transaction. First it passes each of their open games to leave,
	// the oldest first, and saves these as game.GameStore's Update does, with the jobs that they enqueue. Then it
	// replaces the person with game.Deleted in all games and deletes everything else about them, including the jobs
	// that concern only them. If leave fails, nothing is saved. The key is as in game.GameStore's Create.
	Erase(ctx context.Context, key string, p game.Person, leave func(*game.Game) error) error
}

// PersonalData is all stored data about a person.
type PersonalData struct {
	// Rows are the database rows about them by table name, each with its columns by name. Times are Unix milliseconds.
	Rows map[string][]map[string]any
	// Games are all games in which they take part, the oldest first.
	Games []*game.Game
}

// Privacy exports and erases people's data.
type Privacy struct {
	store PrivacyStore
	now   func() time.Time
}

// NewPrivacy returns the service for a store. The clock is [game.Service.Now].
func NewPrivacy(store PrivacyStore, now func() time.Time) *Privacy { return &Privacy{store, now} }

// Export returns a JSON file with all stored data about the actor: the database rows unchanged, and their games as PGN.
// It omits what is private to others: their plans, the hints and answers of partners that they got, and whom they have
// blocked.
func (s *Privacy) Export(ctx context.Context, act game.Act) ([]byte, error) {
	data, err := s.store.PersonalData(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	file := exportFile{
		Person: act.Actor, Made: s.now(), Times: "milliseconds since 1970-01-01 UTC, 0: never",
		Rows: data.Rows, Games: []exportGame{},
	}
	for _, g := range data.Games {
		exported, err := exportGameFor(g, act.Actor)
		if err != nil {
			return nil, fmt.Errorf("export the data of %s: game %d: %w", act.Actor, g.ID, err)
		}
		file.Games = append(file.Games, exported)
	}
	return json.MarshalIndent(file, "", "  ")
}

// Erase erases all stored data about the actor. Open games are ended first, as if by their own act: they cancel their
// challenges, decline those to them, resign their games and leave the teams of vote games; the others are
// notified. Their games stay, under the name of [game.Deleted]. Afterwards they are like a new person. If there is no
// data, nothing happens.
func (s *Privacy) Erase(ctx context.Context, act game.Act) error {
	at := s.now()
	return s.store.Erase(ctx, act.Key, act.Actor, func(g *game.Game) error { return game.Leave(g, act.Actor, at) })
}

// exportFile is the exported file.
type exportFile struct {
	Person game.Person                 `json:"person"`
	Made   time.Time                   `json:"made"`
	Times  string                      `json:"times-in-rows"`
	Rows   map[string][]map[string]any `json:"rows"`
	Games  []exportGame                `json:"games"`
}

// exportGame is a game in an exportFile.
type exportGame struct {
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
	Vote       string          `json:"vote,omitempty"`  // in the current turn
	Plans      []game.Line     `json:"plans,omitempty"`
	Hints      []game.Hint     `json:"hints,omitempty"`     // that they got, in a game against the bot
	Questions  []game.Question `json:"questions,omitempty"` // what they asked a partner
	// Direct is the newest board in their direct messages, of a game whose channel is gone.
	Direct *game.DirectBoard `json:"direct-message,omitempty"`
	PGN    string            `json:"pgn,omitempty"`
}

// exportGameFor returns the data of a game that p may see.
func exportGameFor(g *game.Game, p game.Person) (exportGame, error) {
	exported := exportGame{
		Game: g.ID, Server: g.Guild, Channel: g.Channel, State: g.State.String(), Challenger: g.Challenger == p, Rated: g.Rated,
		Conditions: g.Conditions, Created: g.Created, Updated: g.Updated,
	}
	if c, plays := g.SeatOf(p); plays {
		exported.Side = c.String()
		if g.Vote != nil && g.Vote.Has(c, p) {
			exported.Votes = g.Vote.Member(c, p)
			if i := g.Vote.Turn.Choice(p); i >= 0 {
				exported.Vote = g.Vote.Turn.Proposals[i].Move.String()
			}
		} else {
			exported.Plans = g.Plans[c]
		}
		exported.Hints = slices.DeleteFunc(slices.Clone(g.Hints), func(h game.Hint) bool { return h.By != c })
		exported.Questions = slices.DeleteFunc(slices.Clone(g.Questions), func(q game.Question) bool { return q.By != c })
	}
	if sent, is := g.Board.Direct[p]; is {
		exported.Direct = &sent
	}
	if g.State != game.Active && g.State != game.Finished {
		return exported, nil
	}
	sheet := record.Export(g)
	pgn, err := codec.Write(&sheet, gamefile.PGN, notation.ICCS)
	exported.PGN = string(pgn)
	return exported, err
}
