package game

import (
	"cmp"
	"time"
)

// Place says where a game is played that began in a channel of a server.
type Place string

// The places.
const (
	DefaultPlace Place = ""        // Options.Place
	InThread     Place = "thread"  // in a thread of its own, if the bot may open one
	InChannel    Place = "channel" // where it began
)

// ThreadSupport says whether a game can get a thread of its own in a channel.
type ThreadSupport string

// The kinds of thread support. They are written into the database.
const (
	ThreadSupportUnknown   ThreadSupport = ""       // not checked: the game stays in the channel without an explanation
	ThreadSupportAllowed   ThreadSupport = "open"   // a thread may be opened
	ThreadSupportForbidden ThreadSupport = "barred" // the bot may not open a thread, or not write in one
	ThreadSupportNested    ThreadSupport = "thread" // the channel is itself a thread
	ThreadSupportDirect    ThreadSupport = "direct" // direct messages have no threads
	ThreadSupportOther     ThreadSupport = "other"  // a channel of another kind, such as a voice channel
)

// BoardPolicy says what happens to the previous board of a game when there is a new one.
type BoardPolicy string

// The policies.
const (
	BoardPerRound BoardPolicy = ""        // a board per round: the older one becomes a line of text, see Game.InPlace
	ReplaceBoard  BoardPolicy = "replace" // it is deleted: there is one board, always at the bottom
	EditBoard     BoardPolicy = "edit"    // it is edited: there is one board, which stays where it is
	KeepBoard     BoardPolicy = "keep"    // it stays, without its controls
)

// Board is the state of a game's board message: what the channel has been shown of the game, and what is still to be
// explained about the place where the game is played. The methods of posted.Boards change it. The zero Board is that of
// a new game that is played in the channel where it began.
//
// A game that is to have a thread is played in its channel until posted.Boards.ThreadOpened. Until then nothing counts
// as announced, so that the current state is shown in the thread as well.
type Board struct {
	Announced int    // the channel has been shown the game up to this revision
	Message   string // id of the latest message with the board; empty before the first

	ThreadWanted bool        // a thread will be opened once the game has begun
	Starter      string      // the message that announced the start, to which the thread is attached
	Gone         bool        // the bot cannot write in the channel: people get direct messages
	Why          PlaceReason // what the next board has to explain

	// Question is the message with the buttons that answer the challenge, or the latest proposal of one side to the
	// other, until a later message shows the outcome.
	Question MessageRef

	// Direct is the newest board in each person's direct messages, for a game whose channel is gone.
	Direct map[Person]DirectBoard
}

// DirectBoard is a board in a person's direct messages, and the revision that it shows.
type DirectBoard struct {
	MessageRef
	Revision int `json:"revision"`
}

// MessageRef names a message and its channel. The zero MessageRef names none.
type MessageRef struct {
	Channel string `json:"channel"`
	Message string `json:"message"`
}

// Below reports whether m was posted after other, and so appears below it. Discord's ids increase with time.
func (m MessageRef) Below(other MessageRef) bool {
	return cmp.Or(cmp.Compare(len(m.Message), len(other.Message)), cmp.Compare(m.Message, other.Message)) > 0
}

// Above reports whether a message of the same channel appears below the board.
func (b *Board) Above(message string) bool {
	return MessageRef{Message: message}.Below(MessageRef{Message: b.Message})
}

// choosePlace decides where a new game is played: in a thread, if the server wants that and the channel
// supports it.
func (b *Board) choosePlace(place Place, support ThreadSupport) {
	switch {
	case place != InThread || support == ThreadSupportUnknown:
	case support == ThreadSupportAllowed:
		b.ThreadWanted = true
	default:
		b.Why = PlaceReason(support)
	}
}

// PlaceReason is why a game is not played where people would look for it.
type PlaceReason string

// The reasons. The first four are the values of [ThreadSupport] for which a game gets no thread. They are written into
// the database.
const (
	ReasonThreadForbidden              = PlaceReason(ThreadSupportForbidden)
	ReasonNestedThread                 = PlaceReason(ThreadSupportNested)
	ReasonDirect                       = PlaceReason(ThreadSupportDirect)
	ReasonOther                        = PlaceReason(ThreadSupportOther)
	ReasonThreadGone       PlaceReason = "thread-gone"  // its thread was deleted or closed: it returned to the channel
	ReasonChannelGone      PlaceReason = "channel-gone" // its channel was deleted
	ReasonChannelForbidden PlaceReason = "channel-shut" // the bot may no longer write in its channel
)

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
