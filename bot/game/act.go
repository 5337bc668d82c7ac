package game

import (
	"context"
	"log/slog"
	"time"

	"xiangqibot/engine/notation"
)

// Act says who acts, and where. Every act of a person carries one.
type Act struct {
	// Key is the idempotency key: the ID of the interaction by which the person acts. It is saved in the transaction
	// of the act, so that a second delivery is refused with AlreadyDone. A refused act keeps its key as well: the
	// person has got a refusal, and a later delivery must not act after all. Empty: the act may be repeated.
	Key string

	Token         Secret // by which the interaction is answered; empty: it cannot be answered later
	Actor         Person
	Name          string        // the actor's display name; may be empty. Name and Locale are saved in Player
	Locale        string        // locale of the actor's client, in Discord's form; may be empty
	Guild         string        // empty in a direct message
	Channel       string        // channel or thread
	ThreadSupport ThreadSupport // whether Channel can have threads
	Message       string        // the public message in Channel whose button or menu was used; empty: none
	Parent        string        // the channel of the thread; empty outside threads
	Roles         []string      // ids of the actor's roles in the server
	Manages       bool          // the actor may manage the server

	// Dialect is the notation in which the actor writes moves; it resolves text that can be read in two ways.
	Dialect notation.Dialect

	// Board is set for an act that belongs to one board, such as one of a menu below it: while the game goes on it
	// is refused with Outdated unless this is Game.BoardKey. 0: the act belongs to no board.
	Board BoardKey

	// Seen is the game in which the person acts as it was read just before, if it was. What may be checked before the
	// Act need not read it again.
	Seen *Game
}

// answerBy records how to answer the act. It is saved with what the act changes.
func (o *Outbox) answerBy(act Act, at time.Time) {
	if act.Key != "" {
		o.answering = Answering{Interaction: act.Key, Token: act.Token, Channel: act.Channel, Locale: act.Locale, At: at}
	}
}

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
	Owed   bool // the person is waiting for an answer. In a list of all, also set if that is uncertain
}

// AnsweringStore saves how to answer people who are waiting, in case this process ends first.
type AnsweringStore interface {
	// KeepAnswering saves that the person of an interaction is waiting, and how to answer it unless that is
	// saved already. What Outbox.TakeAnswering returns is saved in the transaction that saves the game, with the
	// game and its revision. All of it expires after TokenLifetime.
	KeepAnswering(ctx context.Context, a Answering) error

	// DropAnswering records that the person of an interaction no longer waits, and deletes how to answer it if it
	// has changed no game.
	DropAnswering(ctx context.Context, interaction string) error

	// Answerings lists how to answer interactions that led to revisions of a game after the given one, or with game
	// 0 all of them, the latest first.
	Answerings(ctx context.Context, id ID, after int) ([]Answering, error)
}

// Panel is an ephemeral message in which a person chooses their moves in a game, or that shows their pending request
// to the bot, with what is needed to edit it for [TokenLifetime].
type Panel struct {
	Game     ID
	Person   Person
	Asks     bool      // it shows a pending request
	Token    Secret    // of the interaction whose response it is
	Message  string    // its id among the messages of that interaction
	Locale   string    // locale of the person's client, in Discord's form
	Revision int       // of the game that it shows
	At       time.Time // when the interaction was received
}

// PanelStore keeps panels, one of each kind for a game and person. Package store implements it on a database.
type PanelStore interface {
	// KeepPanel saves a panel and returns the previous one of that kind for the game and person; the zero Panel if
	// there is none that can still be edited. It does nothing if there is one of a later interaction.
	KeepPanel(ctx context.Context, p Panel) (Panel, error)

	// StalePanels lists the panels of a game that show an older revision, and records that they are to show the
	// given one. Those with Asks are deleted: their request is settled.
	StalePanels(ctx context.Context, id ID, revision int) ([]Panel, error)
}
