package game

import "time"

// Retire: a message of the game has controls that no longer work. They are to be taken off, or the message with them.
// Whoever does the work asks Boards.ToRetire whether that is still so.
type Retire struct {
	Game    ID           `json:"game"`
	Channel string       `json:"channel"`
	Message string       `json:"message"`
	Why     RetireReason `json:"why"`
}

// Kind is "retire".
func (Retire) Kind() string { return "retire" }

// Retired says why the controls of a message no longer work.
type RetireReason string

// The reasons. They are written into the database.
const (
	Replaced RetireReason = "replaced" // a newer board was shown
	Repeated RetireReason = "repeated" // the same board was shown again, below it
	Answered RetireReason = "answered" // what it asks is answered, or no longer asked
	Linked   RetireReason = "linked"   // another message leads to the thread that hangs on it
	Late     RetireReason = "late"     // it came after the news that followed it, and would be below them
)

// ArchiveAfter is how long the thread of a game that is over stays open for what people have to say.
const ArchiveAfter = 10 * time.Minute

// Archive: the thread of the game gets its last name and is archived, if the game is still over. Whoever does the work
// asks Boards.ToArchive.
type Archive struct {
	Game ID `json:"game"`
}

// Kind is "archive".
func (Archive) Kind() string { return "archive" }
