package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
)

// MaxBoards is the maximum number of boards of a display.
const MaxBoards = 40

// Simul is a simultaneous display as announced: one person plays many, each on a board of their own. The games refer
// to the display by its ID.
type Simul struct {
	ID          game.SimulID       `json:"-"`
	Host        game.Person        `json:"-"`
	HostName    string             `json:"host-name,omitempty"` // the host's display name, if known
	Locale      string             `json:"locale,omitempty"`    // locale of the announcement, in Discord's form
	Boards      int                `json:"boards"`              // maximum number of boards
	ColorChoice game.ColorChoice   `json:"wish"`                // the host's color on every board
	Rated       bool               `json:"rated,omitempty"`
	Time        clocks.TimeControl `json:"time,omitzero"`
	Closed      bool               `json:"shut,omitempty"` // no further boards are given out
	Shown       game.MessageRef    `json:"shown,omitzero"` // the message in which boards are taken, once known
}

// SimulStore keeps displays. Package store implements it on a database.
type SimulStore interface {
	// CreateSimul saves a new display under its ID. The key is as in GameStore.Create.
	CreateSimul(ctx context.Context, key string, s Simul) error

	// UpdateSimul passes the display to fn, saves what fn leaves and returns it. Refusal NoSuchSimul if there is
	// none. The key is as in GameStore.Update; an empty one is not saved.
	UpdateSimul(ctx context.Context, key string, id game.SimulID, fn func(*Simul) error) (Simul, error)

	// Simul reads one display; Refusal NoSuchSimul if there is none.
	Simul(ctx context.Context, id game.SimulID) (Simul, error)
}

// Simuls runs simultaneous displays.
type Simuls struct {
	store      SimulStore
	games      *game.Service
	challenges *Challenges
}

// NewSimuls returns the displays in a store. Their games begin as challenges do.
func NewSimuls(store SimulStore, games *game.Service, challenges *Challenges) *Simuls {
	return &Simuls{store, games, challenges}
}

// Start announces a display by the actor. A rated one without a time control gets that of rated challenges.
func (s *Simuls) Start(ctx context.Context, act game.Act, simul Simul) (Simul, error) {
	switch {
	case act.Guild == "":
		return Simul{}, &game.Refusal{Code: game.OnlyInServer}
	case simul.ID <= 0 || simul.Boards < 1 || simul.Boards > MaxBoards:
		return Simul{}, &game.Refusal{Code: game.BadSimul, Limit: MaxBoards}
	}
	server, err := s.challenges.servers.Server(ctx, act.Guild)
	if err != nil {
		return Simul{}, err
	}
	if err := checkChallenge(server, act, game.ChallengeSpec{Rated: simul.Rated}); err != nil { // or nobody could take a board
		return Simul{}, err
	}
	if simul.Rated && simul.Time == (clocks.TimeControl{}) {
		simul.Time = s.challenges.servers.TimeIn(server)
	}
	simul.Host, simul.HostName, simul.Closed = act.Actor, act.Name, false
	return simul, s.store.CreateSimul(ctx, act.Key, simul)
}

// Close closes a display of the actor to further players.
func (s *Simuls) Close(ctx context.Context, act game.Act, id game.SimulID) (Simul, error) {
	return s.store.UpdateSimul(ctx, act.Key, id, func(simul *Simul) error {
		if act.Actor != simul.Host {
			return &game.Refusal{Code: game.NotYourSimul}
		}
		simul.Closed = true
		return nil
	})
}

// TakeBoard gives the actor a board of the display: a game against its host, which begins at once. Simultaneous
// requests for the last board are serialized, so that only one gets it.
// A refusal with [game.BoardTaken] has the actor's own game in the display.
func (s *Simuls) TakeBoard(ctx context.Context, act game.Act, id game.SimulID) (*game.Game, Simul, error) {
	simul, err := s.store.Simul(ctx, id)
	if err != nil {
		return nil, Simul{}, err
	}
	if act.Actor == simul.Host {
		return nil, simul, &game.Refusal{Code: game.OwnSimul}
	}
	server, err := s.challenges.servers.Server(ctx, act.Guild)
	if err == nil {
		err = checkChallenge(server, act, game.ChallengeSpec{Rated: simul.Rated})
	}
	if err == nil {
		err = s.challenges.checkBlocked(ctx, act, simul.Host)
	}
	if err != nil {
		return nil, simul, err
	}
	terms, at := s.challenges.terms(server), s.games.Now()
	g, err := s.games.Store.Create(ctx, act.Key, func(g *game.Game) error {
		g.Admissions.Admit(simul.mayTakeBoard(act.Actor), string(act.Actor), string(simul.Host), fmt.Sprintf("simul %d", id))
		g.Admissions.Admit(s.challenges.mayJoin(g, act.Actor, server, at))
		return takeBoard(g, act, simul, terms, at)
	})
	if err == nil && act.Message != "" && simul.Shown.Message != act.Message {
		simul, err = s.store.UpdateSimul(ctx, "", id, func(simul *Simul) error {
			simul.Shown = game.MessageRef{Channel: act.Channel, Message: act.Message}
			return nil
		})
	}
	return g, simul, err
}

// mayTakeBoard checks that a person has no board of the display yet, and that one is left.
func (s *Simul) mayTakeBoard(p game.Person) game.Check {
	return func(r game.Register) error {
		taken, err := r.Games(game.Query{Simul: s.ID})
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(taken, func(g *game.Game) bool { return g.Involves(p) }); i >= 0 {
			return &game.Refusal{Code: game.BoardTaken, Game: taken[i].ID}
		}
		if s.Closed {
			return &game.Refusal{Code: game.SimulClosed}
		}
		if len(taken) >= s.Boards {
			return &game.Refusal{Code: game.SimulFull, Limit: s.Boards}
		}
		return nil
	}
}

// takeBoard turns a blank game into the actor's game in a display.
func takeBoard(g *game.Game, act game.Act, simul Simul, terms game.Terms, at time.Time) error {
	host := act
	host.Actor, host.Name, host.Locale = simul.Host, simul.HostName, ""
	spec := game.ChallengeSpec{
		Opponent: act.Actor, OpponentName: act.Name, ColorChoice: simul.ColorChoice, Rated: simul.Rated, Conditions: game.Conditions{Time: simul.Time},
	}
	g.Simul = simul.ID
	if err := game.OfferChallenge(g, host, spec, terms, at); err != nil {
		return err
	}
	if err := game.AcceptChallenge(g, act.Actor, terms.Coin, at); err != nil {
		return err
	}
	g.RememberPlayer(act.Actor, act.Name, act.Locale)
	return nil
}

// Display returns a display with its games, the first board first.
func (s *Simuls) Display(ctx context.Context, id game.SimulID) (Simul, []*game.Game, error) {
	simul, err := s.store.Simul(ctx, id)
	if err != nil {
		return Simul{}, nil, err
	}
	games, err := s.Games(ctx, id)
	return simul, games, err
}

// Games lists the games of a display, the first board first.
func (s *Simuls) Games(ctx context.Context, id game.SimulID) ([]*game.Game, error) {
	games, err := s.games.Store.Games(ctx, game.Query{Simul: id})
	slices.Reverse(games)
	return games, err
}

// Find lists the boards of the display that the actor means: one in which they have a running game. A display that
// they host takes precedence, then the newest. The boards where the host is to move come first.
func (s *Simuls) Find(ctx context.Context, act game.Act) ([]*game.Game, error) {
	open, err := s.games.Store.Games(ctx, game.Query{Person: act.Actor, Open: true, All: true})
	if err != nil {
		return nil, err
	}
	inDisplays := slices.DeleteFunc(open, func(g *game.Game) bool { return g.Simul == 0 })
	// A display's host is the challenger of all its games.
	game.Prefer(inDisplays, func(g *game.Game) bool { return g.Challenger == act.Actor })
	if len(inDisplays) == 0 {
		return nil, &game.Refusal{Code: game.NoSimul}
	}
	boards, err := s.Games(ctx, inDisplays[0].Simul)
	game.Prefer(boards, func(g *game.Game) bool { return g.WaitsFor(g.Challenger) })
	return boards, err
}
