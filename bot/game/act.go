package game

import "xiangqibot/engine/notation"

// Act says who acts, and where. Every act of a person carries one.
type Act struct {
	// Key is the idempotency key: the ID of the interaction by which the person acts. It is saved in the transaction
	// of the act, so that a second delivery is refused with AlreadyDone. A refused act keeps its key as well: the
	// person was told no, and a later delivery must not act after all. Empty: the act may be repeated.
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
