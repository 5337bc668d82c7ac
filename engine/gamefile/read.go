package gamefile

// The limits of what is read; see the package comment.
const (
	MaxSize    = 1 << 20 // bytes of a file
	MaxMoves   = 10_000  // moves of a game, variations included
	MaxDepth   = 32      // variations within variations
	MaxComment = 16_384  // bytes of a comment
	maxTags    = 100     // further tags are dropped
	maxTag     = 1_024   // bytes of a tag's value; the rest is dropped
)

// Read reads the first game of a file. It finds out the format and the encoding.
//
// The error is an *Error. Beside it Game holds what came before the fault: the tags, and the moves up to the one that could
// not be read. Only TooLarge and NotAGame leave nothing.
func Read(data []byte) (Game, Format, error) {
	if len(data) > MaxSize {
		return Game{}, MoveList, &Error{Problem: TooLarge}
	}
	return Game{}, MoveList, &Error{Problem: NotAGame}
}
