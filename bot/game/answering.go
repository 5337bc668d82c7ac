package game

import (
	"context"
	"log/slog"
	"slices"
	"time"
)

// TokenLifetime is how long Discord accepts answers to an interaction: the lifetime of the interaction token.
const TokenLifetime = 15 * time.Minute

// Secret is a string that is never logged.
type Secret string

const hidden = "(secret)"

// String hides the secret.
func (Secret) String() string { return hidden }

// GoString hides the secret.
func (Secret) GoString() string { return hidden }

// LogValue hides the secret.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// Answering holds what is needed to answer an interaction. It is saved with the idempotency key of its act for
// [TokenLifetime]. If the process ends, another one can deliver the jobs it had queued to the place where the person
// waits for an answer.
type Answering struct {
	Interaction string // or the id of the message by which the person acted
	Token       Secret // empty for a message, which is answered with another message
	Channel     string // where the person acted
	Locale      string // locale of the person's client, in Discord's form
	At          time.Time

	Game     ID  // the game in which the person acted; 0: the act changed no game, or led to no revision
	Revision int // the revision to which the act led

	// The store sets the following.

	Orphan bool // the process in which the person acted has ended
	Owed   bool // the person was told to wait and has no answer yet. In a list of all, also set if that is uncertain
}

// answerBy records how to answer the act. It is saved with what the act changes.
func (o *Outbox) answerBy(act Act, at time.Time) {
	if act.Key != "" {
		o.answering = Answering{Interaction: act.Key, Token: act.Token, Channel: act.Channel, Locale: act.Locale, At: at}
	}
}

// TakeAnswering hands over how the latest act can be answered, if there was one, and forgets it. The store
// calls it as it saves.
func (o *Outbox) TakeAnswering() (a Answering, ok bool) {
	a, o.answering = o.answering, Answering{}
	return a, a.Interaction != ""
}

// Answerings keeps how to answer people who were told to wait, in case this process ends first.
type Answerings struct {
	store AnsweringStore
	now   func() time.Time
}

// NewAnswerings returns the answerings in a store. The clock must give times as games keep them.
func NewAnswerings(store AnsweringStore, now func() time.Time) *Answerings {
	return &Answerings{store, now}
}

// Keep saves that a person was told to wait, and how to answer them unless their act has saved that already.
func (s *Answerings) Keep(ctx context.Context, a Answering) error {
	a.At = s.now()
	return s.store.KeepAnswering(ctx, a)
}

// Forget records that a person has their answer. The entry is deleted unless the act changed a game.
func (s *Answerings) Forget(ctx context.Context, interaction string) error {
	return s.store.DropAnswering(ctx, interaction)
}

// Open lists the interactions about a game that can still be answered, the latest first. Game 0 means all games.
func (s *Answerings) Open(ctx context.Context, id ID) ([]Answering, error) {
	return s.After(ctx, id, -1)
}

// After is like Open, but lists only interactions that led to revisions after the given one.
func (s *Answerings) After(ctx context.Context, id ID, revision int) ([]Answering, error) {
	all, err := s.store.Answerings(ctx, id, revision)
	return slices.DeleteFunc(all, func(a Answering) bool { return s.now().Sub(a.At) >= TokenLifetime }), err
}

// Panel is an ephemeral message in which a person chooses their moves in a game, or that shows their pending request
// to the bot, with what is needed to edit it for [TokenLifetime].
type Panel struct {
	Game     ID
	Person   Person
	Asks     bool   // it shows a pending request
	Token    Secret // of the interaction whose response it is
	Message  string // its id among the messages of that interaction
	Locale   string // locale of the person's client, in Discord's form
	Revision int    // of the game that it shows
	At       time.Time
}

// PanelStore keeps panels, one of each kind for a game and person. Package store implements it on a database.
type PanelStore interface {
	// KeepPanel saves a panel and returns the previous one of that kind for the game and person; the zero Panel if
	// there is none that can still be edited.
	KeepPanel(ctx context.Context, p Panel) (Panel, error)

	// StalePanels lists the panels of a game that show an older revision, and records that they are to show the
	// given one. Those with Asks are deleted: their request is settled.
	StalePanels(ctx context.Context, id ID, revision int) ([]Panel, error)
}
