package game

import (
	"context"
	"log/slog"
	"slices"
	"time"
)

// AnswerLife is how long Discord takes answers to an interaction.
const TokenLifetime = 15 * time.Minute

// Secret is a text that no log shows.
type Secret string

const hidden = "(secret)"

// String hides the secret.
func (Secret) String() string { return hidden }

// GoString hides the secret.
func (Secret) GoString() string { return hidden }

// LogValue hides the secret.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// Answering is what it takes to answer an interaction. It is kept beside the idempotency key of its act for AnswerLife,
// so that a process which comes after another's end can bring what that one queued to the place where the person waits
// for it.
type Answering struct {
	Interaction string // or the message by which the person acted
	Token       Secret // empty for a message, which is answered by another
	Channel     string // where the person acted
	Locale      string // the language of the person's client, as Discord names it
	At          time.Time

	Game     ID  // the game in which the person acted; 0: nothing was done, or nothing that is told as a game's revision
	Revision int // what the act led to

	// The store tells the following.

	Orphan bool // the process in which the person acted is gone
	Owed   bool // the person was told to wait and has no answer yet; where all are listed, also whoever may have been
}

// answerBy notes that the act is to be answered, and how. It is saved with what the act changes.
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

// Answerings keeps how people who were told to wait can be answered, in case this process ends before it has.
type Answerings struct {
	store AnsweringStore
	now   func() time.Time
}

// NewAnswerings returns the answerings in a store, by a clock that gives time as games keep it.
func NewAnswerings(store AnsweringStore, now func() time.Time) *Answerings {
	return &Answerings{store, now}
}

// Keep keeps that a person was told to wait, and how to answer them, unless their act has noted that already.
func (s *Answerings) Keep(ctx context.Context, a Answering) error {
	a.At = s.now()
	return s.store.KeepAnswering(ctx, a)
}

// Forget forgets that a person waits: they have their answer. Only what has changed a game is kept on.
func (s *Answerings) Forget(ctx context.Context, interaction string) error {
	return s.store.DropAnswering(ctx, interaction)
}

// Open lists the interactions about a game that can still be answered, or with game 0 all of them, the latest first.
func (s *Answerings) Open(ctx context.Context, id ID) ([]Answering, error) {
	return s.After(ctx, id, -1)
}

// After is Open for the interactions that led to revisions of the game after the given one.
func (s *Answerings) After(ctx context.Context, id ID, revision int) ([]Answering, error) {
	all, err := s.store.Answerings(ctx, id, revision)
	return slices.DeleteFunc(all, func(a Answering) bool { return s.now().Sub(a.At) >= TokenLifetime }), err
}
