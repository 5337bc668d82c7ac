package game

// Act tells who does something, and where. Every act of a person carries one.
type Act struct {
	// Claim is the id of the interaction by which the person acts. It is saved in the transaction of the act,
	// so that a second delivery of it is refused with AlreadyDone. Empty: not claimed.
	Claim string

	Actor   Person
	Name    string // the actor's display name; may be empty. Name and Locale are remembered in Player
	Locale  string // the language of his client, as Discord names it; may be empty
	Guild   string // empty in a direct message
	Channel string // channel or thread
}
