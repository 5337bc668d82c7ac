package game

import "xiangqibot/engine/notation"

// Act tells who does something, and where. Every act of a person carries one.
type Act struct {
	// Key is the idempotency key: the ID of the interaction by which the person acts. It is saved in the transaction
	// of the act, so that a second delivery is refused with AlreadyDone. A refused act keeps its key as well: the
	// person was told no, and a later delivery must not act after all. Empty: the act may be repeated.
	Key string

	Token         Secret // by which the interaction is answered; empty: it cannot be answered later
	Actor         Person
	Name          string        // the actor's display name; may be empty. Name and Locale are remembered in Player
	Locale        string        // the language of the actor's client, as Discord names it; may be empty
	Guild         string        // empty in a direct message
	Channel       string        // channel or thread
	ThreadSupport ThreadSupport // what Channel is good for
	Message       string        // the message in Channel whose button or menu was used, where everybody can see it; empty: none
	Parent        string        // the channel to which the thread belongs; empty outside threads
	Roles         []string      // ids of the roles that the actor has in the server
	Manages       bool          // the actor may manage the server

	// Writer is how the actor writes moves: a text that could mean two things is read as they mean it.
	Writer notation.Dialect

	// Board is for an act that belongs to one board, as a menu below it does: while the game goes on it is refused with
	// Outdated unless this is Game.BoardKey. 0: it belongs to none.
	Board BoardKey
}
