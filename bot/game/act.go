package game

import "xiangqibot/engine/notation"

// Act tells who does something, and where. Every act of a person carries one.
type Act struct {
	// Claim is the id of the interaction by which the person acts. It is saved in the transaction of the act,
	// so that a second delivery of it is refused with AlreadyDone. A refused act keeps its claim as well: the person was told no,
	// and a later delivery must not act after all. Empty: not claimed.
	Claim string

	Actor   Person
	Name    string   // the actor's display name; may be empty. Name and Locale are remembered in Player
	Locale  string   // the language of his client, as Discord names it; may be empty
	Guild   string   // empty in a direct message
	Channel string   // channel or thread
	Ground  Ground   // what Channel is good for
	Message string   // the message in Channel by whose button or menu he acts, where everybody can see it; empty: none
	Parent  string   // the channel to which the thread belongs; empty outside threads
	Roles   []string // ids of the roles that the actor has in the server
	Manages bool     // the actor may manage the server

	// Style is how the actor writes moves: texts that could mean two things are read as someone means them who writes so. The zero
	// Style reads like notation.Parse.
	Style notation.Style

	// Board is for an act that belongs to one board, as a menu below it does: while the game goes on it is refused with Outdated
	// unless this is Game.BoardKey. 0: it belongs to none.
	Board BoardKey
}

// BoardKey tells the boards of one game apart: after each move, and after moves that took the place of others that were taken back.
// It is never 0. Two boards of a game have the same key by chance once in 2³¹.
type BoardKey uint32
