package game

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"xiangqibot/engine/notation"
)

// Stores are the stores of a [Service]. Package store implements them on a database.
//
// All errors about the person's request are *[Refusal]; any other error means that the database failed and nothing was
// saved.
type Stores struct {
	GameStore
	MarkStore
}

// GameStore keeps games.
type GameStore interface {
	// Create makes a new game: it passes fn a blank one that has its ID, and saves what fn leaves together with the
	// jobs it enqueues. The game is saved only if the checks of its Admissions pass. The key is as in Update, except
	// that an error of fn saves nothing.
	Create(ctx context.Context, key string, fn func(*Game) error) (*Game, error)

	// Update passes the game to fn and saves the result: the game, its moves, the names in Players and the jobs it
	// enqueues are saved together or not at all, with the changes of ratings if the game ends: Before, After and
	// Players hold those once fn has returned. If a game that had changed ratings no longer counts, or is no longer
	// rated, all later results are recalculated in the same transaction. An error of fn saves nothing and is returned
	// unchanged. Only pure code runs inside fn; two Updates of one game never overlap. After fn the checks of its
	// Admissions decide: their errors are like those of fn.
	//
	// A non-empty idempotency key is saved with the rest; if it was used before, fn is not called and the error is
	// Refusal AlreadyDone. It is saved, alone, also when fn returns an error: an interaction is answered once, even
	// with a refusal.
	Update(ctx context.Context, key string, id ID, fn func(*Game) error) (*Game, error)

	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id ID) (*Game, error)

	// Games reads the games that match the query, the newest game first.
	Games(ctx context.Context, q Query) ([]*Game, error)
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

// MarkStore keeps marks of what must be done only once.
type MarkStore interface {
	// Mark marks a key until a time, or forever if that is zero. It reports whether the key was not marked; marking it
	// again changes nothing.
	Mark(ctx context.Context, key string, until time.Time) (first bool, err error)

	// Marked reports whether a key was marked.
	Marked(ctx context.Context, key string) (bool, error)
}

// Query selects games. Exactly one of Person, Channel, Home, Simul and Follows is given.
type Query struct {
	Person  Person  // games of this person, challenges to them or by them included
	Channel string  // games played in this channel
	Home    string  // games played in a thread of their own under this channel
	Simul   SimulID // games of this display, in whatever state
	Follows ID      // rematches of this game, and the second one of its match, in whatever state
	Open    bool    // only offered and active ones
	Played  bool    // only active and finished ones; with Open, which excludes Person: only active ones
	Own     bool    // with Person and Open: without unanswered challenges by others
	Begun   bool    // with Person: only those that they began by a challenge or against the bot in a server; no rematches
	Limit   int     // the maximum number; 0 means 100
	All     bool    // no limit: for what must not miss any. A list that people are shown has a limit
}

// Register is what can be counted inside the transaction of an act.
type Register interface {
	// Games reads games as GameStore.Games does. The one that is acted on is as it was before.
	Games(q Query) ([]*Game, error)

	// RatedGames lists when the rated games of two people ended, the latest first and at most so many.
	RatedGames(a, b Person, limit int) ([]time.Time, error)
}

// Check returns the refusal of an act that a count forbids.
type Check func(Register) error

// Admissions are the checks on which an act depends, and what no two acts may count at once.
type Admissions struct {
	keys   []string
	checks []Check
}

// Admit makes the act depend on a check of what can only be counted: whatever is bounded, other than by the game
// itself. The store calls the check in the transaction that saves the game, and saves nothing if it refuses. Until that
// transaction ends, no other one that names one of the same keys passes: a person, or anything else that has a limit.
func (a *Admissions) Admit(check Check, keys ...string) {
	a.keys, a.checks = append(a.keys, keys...), append(a.checks, check)
}

// TakeAdmissions returns and clears what was asked for since the game was read: the keys in order and once each, and
// the checks.
func (a *Admissions) TakeAdmissions() (keys []string, checks []Check) {
	keys, checks = a.keys, a.checks
	*a = Admissions{}
	slices.Sort(keys)
	return slices.Compact(keys), checks
}

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
