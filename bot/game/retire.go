package game

import "time"

// Retire: a message of the game has outdated controls. They are to be removed, or the message with them. The handler
// asks posted.Boards.ToRetire whether that is still so.
type Retire struct {
	Game    ID           `json:"game"`
	Channel string       `json:"channel"`
	Message string       `json:"message"`
	Why     RetireReason `json:"why"`
}

// Kind is "retire".
func (Retire) Kind() string { return "retire" }

// RetireReason is why the controls of a message no longer work.
type RetireReason string

// The reasons. They are written into the database.
const (
	Replaced RetireReason = "replaced" // there is a newer board
	Repeated RetireReason = "repeated" // the same board was shown again, below it
	Answered RetireReason = "answered" // its question was answered or closed
	Linked   RetireReason = "linked"   // another message links to the thread that is attached to it
	Late     RetireReason = "late"     // it arrived after the news that followed it, and would appear below them
)

// ArchiveAfter is how long the thread of a finished game stays open for comments.
const ArchiveAfter = 10 * time.Minute

// Archive: the thread of the game gets its final name and is archived, if the game is still over. The handler asks
// posted.Boards.ToArchive.
type Archive struct {
	Game ID `json:"game"`
}

// Kind is "archive".
func (Archive) Kind() string { return "archive" }
