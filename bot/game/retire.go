package game

import (
	"context"
	"errors"
	"time"
)

// Retire: a message of the game has controls that no longer work. They are to be taken off, or the message with them.
// Whoever does the work asks Service.Retirable whether that is still so.
type Retire struct {
	Game    ID      `json:"game"`
	Channel string  `json:"channel"`
	Message string  `json:"message"`
	Why     Retired `json:"why"`
}

// Kind is "retire".
func (Retire) Kind() string { return "retire" }

// Retired says why the controls of a message no longer work.
type Retired string

// The reasons. They are written into the database.
const (
	Replaced Retired = "replaced" // a newer board was shown
	Answered Retired = "answered" // the challenge that it asks about is answered
	Late     Retired = "late"     // it came after the news that followed it, and would stand below them
)

// retire enqueues the retirement of a message, if there is one.
func (g *Game) retire(message Posted, why Retired, at time.Time) {
	if message.Message != "" && message.Channel != "" {
		g.Enqueue(Retire{Game: g.ID, Channel: message.Channel, Message: message.Message, Why: why}, at)
	}
}

// Retirable reads the game of a Retire job. It is nil where the message shows what holds now: it has become the board,
// or tells that the game has begun.
func (s *Service) Retirable(ctx context.Context, job Retire) (*Game, error) {
	g, err := s.store.Game(ctx, job.Game)
	if errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil, nil
	}
	message := Posted{job.Channel, job.Message}
	if err != nil || message == (Posted{g.Channel, g.Message}) || message == g.House.Asked || message.Message == g.House.Message {
		return nil, err
	}
	return g, nil
}
