package game

import "cmp"

// Ground says what a channel is good for when a game is to get a thread of its own there.
type ThreadSupport string

// The grounds. They are written into the database.
const (
	ThreadSupportUnknown   ThreadSupport = ""       // nobody has asked: the game stays, and nothing is said of it
	ThreadSupportAllowed   ThreadSupport = "open"   // a thread may be opened
	ThreadSupportForbidden ThreadSupport = "barred" // the bot may not open one, or not write in it
	ThreadSupportNested    ThreadSupport = "thread" // the channel is a thread itself
	ThreadSupportDirect    ThreadSupport = "direct" // direct messages have no threads
	ThreadSupportOther     ThreadSupport = "other"  // a channel of another kind, such as that of a voice channel
)

// Board is the life of a game's board message: what the channel has been shown of the game, and what it still has to be
// told about the place where the game is played. The methods of Boards change it. The zero Board is that of a new game
// that is played in the channel where it began.
//
// A game that is to have a thread is played in its channel until Boards.ThreadOpened. Until then nothing counts as
// announced, so that the thread gets to see how the game is.
type Board struct {
	Announced int    // the channel has been shown the game up to this revision
	Message   string // id of the message that shows the board last; empty before the first

	ThreadWanted bool        // once the game has begun, a thread is to be opened: there is none yet
	Starter      string      // the message that announced the beginning: the thread belongs to it
	Gone         bool        // the channel cannot be written in: people get direct messages
	Why          PlaceReason // what the next board has to explain

	// Asked is the message with the buttons that answer the challenge, or the latest proposal of one side to the other,
	// until a later one tells what became of it.
	Question MessageRef

	// Direct is the newest board in the direct messages of each person, of a game whose channel is gone.
	Direct map[Person]DirectBoard
}

// DirectBoard is a board in somebody's direct messages, and the revision that it shows.
type DirectBoard struct {
	MessageRef
	Revision int `json:"revision"`
}

// Posted is a message and its channel. The zero Posted is none.
type MessageRef struct {
	Channel string `json:"channel"`
	Message string `json:"message"`
}

// below reports whether p was posted after other, and is read below it. Discord's ids are numbers that grow with time.
func (p MessageRef) below(other MessageRef) bool {
	return cmp.Or(cmp.Compare(len(p.Message), len(other.Message)), cmp.Compare(p.Message, other.Message)) > 0
}

// Above reports whether a message of the same channel is read below the board.
func (b *Board) Above(message string) bool {
	return MessageRef{Message: message}.below(MessageRef{Message: b.Message})
}

// Why is a reason why a game is not played where people would look for it.
type PlaceReason string

// The reasons. The first four are the grounds on which a game gets no thread. They are written into the database.
const (
	ReasonThreadForbidden              = PlaceReason(ThreadSupportForbidden)
	ReasonNestedThread                 = PlaceReason(ThreadSupportNested)
	ReasonDirect                       = PlaceReason(ThreadSupportDirect)
	ReasonOther                        = PlaceReason(ThreadSupportOther)
	ReasonThreadGone       PlaceReason = "thread-gone"  // its thread was deleted or closed: it went back to the channel
	ReasonChannelGone      PlaceReason = "channel-gone" // its channel was deleted
	ReasonChannelForbidden PlaceReason = "channel-shut" // the bot may no longer write in its channel
)

// choosePlace decides where a new game is to be played: in a thread, if that is the custom of the place and its ground
// allows it.
func (b *Board) choosePlace(place Place, ground ThreadSupport) {
	switch {
	case place != InThread || ground == ThreadSupportUnknown:
	case ground == ThreadSupportAllowed:
		b.ThreadWanted = true
	default:
		b.Why = PlaceReason(ground)
	}
}
