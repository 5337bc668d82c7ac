package notation

import "fmt"

// Reason is a rule that forbids a move.
//
// The order matters: the later the reason, the nearer the move was to being legal. If a text could mean several pieces
// and none has a legal move, the error is about the piece that came nearest.
type Reason uint8

// The reasons, each with what [IllegalError.Squares] holds for it.
const (
	NoReason Reason = iota

	// What is named does not exist.

	EmptySquare       // no piece is on the first point: that point
	NotYourPiece      // the piece belongs to the opponent: its point
	NoSuchPiece       // the mover no longer has such a piece
	NotInTandem       // front, rear or a count was named, but no file has that many: where the pieces are
	NoSuchPieceOnFile // the file named holds no such piece: where the pieces are
	OffBoard          // the number of steps leads off the board: where the piece is
	SameSquare        // the move ends where it starts: that point

	// The piece never moves like this.

	WrongPieceMove          // no move of that kind of piece has this shape: where it is
	PawnBackward            // pawns never go back: where it is
	PawnSidewaysBeforeRiver // pawns go sideways only beyond the river: where it is
	OutsidePalace           // king and advisor stay in the palace: the point outside
	ElephantCrossesRiver    // elephants stay on their bank: the point beyond

	// Something is in the way.

	OwnPieceOnTarget   // the mover's own piece is there: that point
	BlockedLeg         // 蹩马腿, the horse's leg is taken: the leg
	BlockedEye         // 塞象眼, the elephant's eye is taken: the eye
	PathBlocked        // pieces between: their points
	NoScreen           // the cannon captures over a screen and has none: the piece it wants
	TooManyScreens     // the cannon captures over exactly one piece: all that are between
	CannonNeedsCapture // the cannon jumps only to capture: the screen it would jump

	// The king would be lost.

	KingsFace     // the kings would face each other on an open file: own king, then the other
	KingIntoCheck // the king would step into an attack: the attackers
	StaysInCheck  // the king is in check and would stay so: the attackers after the move
	ExposesKing   // the move lets an attack on the own king through: the attackers after the move
)

var reasonTexts = [...]string{
	NoReason:                "no reason",
	EmptySquare:             "no piece there",
	NotYourPiece:            "the piece is the opponent's",
	NoSuchPiece:             "no such piece on the board",
	NotInTandem:             "no file holds so many of that piece",
	NoSuchPieceOnFile:       "no such piece on that file",
	OffBoard:                "off the board",
	SameSquare:              "the piece would stay where it is",
	WrongPieceMove:          "the piece does not move like that",
	PawnBackward:            "pawns do not go back",
	PawnSidewaysBeforeRiver: "pawns go sideways only after crossing the river",
	OutsidePalace:           "outside the palace",
	ElephantCrossesRiver:    "elephants do not cross the river",
	OwnPieceOnTarget:        "own piece on the target",
	BlockedLeg:              "the horse's leg is blocked",
	BlockedEye:              "the elephant's eye is blocked",
	PathBlocked:             "pieces in the way",
	NoScreen:                "the cannon has no screen to capture over",
	TooManyScreens:          "more than one piece between the cannon and its target",
	CannonNeedsCapture:      "the cannon jumps only to capture",
	KingsFace:               "the kings would face each other",
	KingIntoCheck:           "the king would step into check",
	StaysInCheck:            "the king would still be in check",
	ExposesKing:             "the own king would be left in check",
}

// String returns a few English words for developers.
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}
