package view

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
)

// Press says what a button or a menu is for. It travels to Discord and back as the component's custom id.
//
// A press carries the game and the board for which it was made: a button under an old board can be told from one under
// the board of today, whatever has happened to the bot, or been taken back in the game, in between.
type Press struct {
	Act PressAct
	// Game is the game meant, 0 when the press is about none.
	Game game.ID
	// Board names the board under which the button was shown, 0 when the press belongs to none.
	Board game.BoardKey
	// Arg is what else the act needs: the square "h2" of a piece, the move "h2e2". Letters, digits and '-' only.
	Arg string
}

// PressAct is what a press does. The letters are part of the custom ids of messages that stay in channels for years:
// a meaning may be added or retired, never changed.
type PressAct byte

// The acts. "Menu" means that the request carries the value chosen.
const (
	PressPiece       PressAct = 'p' // menu: the square of the piece to move
	PressTarget      PressAct = 't' // menu: the square to move to; Arg is the square of the piece
	PressPlay        PressAct = 'm' // play the move Arg
	PressFlip        PressAct = 'f' // turn the board; Arg is the side that comes to the bottom: "red" or "black"
	PressBoard       PressAct = 'b' // show the game as it is now
	PressResign      PressAct = 'r' // ask whether to resign
	PressResignYes   PressAct = 'R' // resign; Arg is the side that was asked, "red" or "black", or empty
	PressDraw        PressAct = 'd' // offer a draw
	PressDrawYes     PressAct = 'D' // agree to a draw
	PressDrawNo      PressAct = 'n' // refuse a draw
	PressTakeback    PressAct = 'u' // ask to take a move back
	PressTakebackYes PressAct = 'U' // allow it
	PressTakebackNo  PressAct = 'v' // refuse it
	PressAccept      PressAct = 'a' // accept a challenge
	PressDecline     PressAct = 'x' // decline a challenge
	PressCancel      PressAct = 'c' // take one's own challenge back
	PressClose       PressAct = 'o' // close a question without doing anything; Arg is the side that was asked, or empty
	PressPage        PressAct = 'g' // turn the pages of a record; Arg says how, see Page
	PressRecords     PressAct = 'l' // a page of one's records; Arg is the number of records before it
	PressVote        PressAct = 'V' // vote for the move Arg, for "resign", or "close" the turn
	PressSide        PressAct = 'W' // join the side Arg: "red" or "black"
	PressSimul       PressAct = 'S' // take a board of a display (Arg "take") or close it ("shut"); Game is its number
	PressRanking     PressAct = 's' // a page of a leaderboard; Arg says of which, see rankingArg
	PressResume      PressAct = 'q' // play on a game lost on time: Arg is "ask" or "agree"
	PressTournament  PressAct = 'T' // sign up or withdraw; Arg is "join" or "leave" and the tournament: "join-12"
	PressUnplan      PressAct = 'k' // drop a planned line: Arg is its key, or "all"
	PressPlan        PressAct = 'K' // write a planned line: Arg is the key to replace, or "new"; or a menu of keys
	PressGames       PressAct = 'i' // a page of a list of games; Arg says which, see gamesPage
	PressRematch     PressAct = 'h' // ask for the game once more
	PressErase       PressAct = 'E' // delete everything about oneself; Arg is who was asked
	PressWhy         PressAct = 'w' // show on the board what forbids a move; Arg is the evidence
	PressQuick       PressAct = 'P' // play a first game against the bot at once
	PressFriend      PressAct = 'F' // challenge somebody from a menu; Arg is one of FriendAsk and so on
	PressExport      PressAct = 'X' // give a game as a file
	PressSetting     PressAct = 'G' // change a setting; Arg says whose and which, see SettingsOfMe
	PressHelp        PressAct = 'H' // menu: a topic of help
	PressImport      PressAct = 'I' // the form in which a record is pasted
	PressLesson      PressAct = 'L' // go on in a lesson; Arg says how, see ParseLesson
	PressReview      PressAct = 'y' // turn the pages of a review; Arg says how, see ReviewPage
	PressGIF         PressAct = 'j' // give a game as an animation; Arg is "g", or the number of a record
	PressPuzzle      PressAct = 'Z' // go on with a puzzle; Arg says how, see ParsePuzzle
	PressHint        PressAct = 'B' // ask for more of a hint
	PressMistake     PressAct = 'M' // try a mistake of one's own again; Arg says how, see ParseMistake
	PressDrill       PressAct = 'N' // menu: the name of an ending to be played
	PressExplore     PressAct = 'e' // a position of the openings; Arg says how it is reached, see ParseOpeningPath
	PressAnalysis    PressAct = 'A' // look at another position of a game; Arg says which, see AnalysisPage
	PressStreak      PressAct = 'J' // go on with a streak; Arg as for PressPuzzle, or one of ContestGo and so on
	PressRace        PressAct = 'Q' // solve the puzzle of a race, Game, and its round, Board; Arg as for PressStreak
	PressPartner     PressAct = 'C' // ask one's partner; Arg is the kind of question, or one of PartnerOpen and so on
)

const (
	// PressActs are the letters of all acts.
	PressActs    = "ptmfbrRdDnuUvaxcogwlVWskKhqiSTEPFLHGXyjIZBAMeNCJQ"
	pressVersion = "1"
	pressMaxArg  = 32
	// customIDLimit is Discord's; with the limits on the fields it cannot be reached.
	customIDLimit = 100
)

// ErrForeignPress means that a custom id was not made by Press.ID, or by a version of the bot that we no longer
// understand.
var ErrForeignPress = errors.New("view: unknown custom id")

// Foreign is the error of a handler for a press whose argument or values it cannot parse, with the reason. Our own
// buttons never cause it: the press is forged, or comes from another version of the bot, and is answered like an
// unknown button.
func (p Press) Foreign(why error) error {
	return fmt.Errorf("%w: %q with the argument %q: %w", ErrForeignPress, byte(p.Act), p.Arg, why)
}

// ID encodes the press as a custom id, such as "1m.2s.1f.h2e2". It panics for a press that ParsePress would refuse,
// since a negative game, an unknown act or an invalid Arg is a bug.
func (p Press) ID() string {
	if err := p.check(); err != nil {
		panic(err)
	}
	var id strings.Builder
	id.WriteString(pressVersion)
	id.WriteByte(byte(p.Act))
	id.WriteByte('.')
	id.WriteString(strconv.FormatInt(int64(p.Game), 36))
	id.WriteByte('.')
	id.WriteString(strconv.FormatUint(uint64(p.Board), 36))
	id.WriteByte('.')
	id.WriteString(p.Arg)
	return id.String()
}

// ParsePress parses a custom id. It accepts exactly what ID writes: every press has one encoding.
func ParsePress(id string) (Press, error) {
	head, rest, _ := strings.Cut(id, ".")
	gameText, rest, _ := strings.Cut(rest, ".")
	boardText, arg, ok := strings.Cut(rest, ".")
	if !ok || len(id) > customIDLimit || len(head) != len(pressVersion)+1 || !strings.HasPrefix(head, pressVersion) {
		return Press{}, fmt.Errorf("%w: %q", ErrForeignPress, id)
	}
	gameID, err := strconv.ParseInt(gameText, 36, 64)
	if err != nil {
		return Press{}, fmt.Errorf("%w: %q", ErrForeignPress, id)
	}
	onBoard, err := strconv.ParseUint(boardText, 36, 32)
	if err != nil {
		return Press{}, fmt.Errorf("%w: %q", ErrForeignPress, id)
	}
	p := Press{Act: PressAct(head[len(pressVersion)]), Game: game.ID(gameID), Board: game.BoardKey(onBoard), Arg: arg}
	if p.check() != nil || p.ID() != id {
		return Press{}, fmt.Errorf("%w: %q", ErrForeignPress, id)
	}
	return p, nil
}

func (p Press) check() error {
	if strings.IndexByte(PressActs, byte(p.Act)) < 0 {
		return fmt.Errorf("view: press with unknown act %q", byte(p.Act))
	}
	if p.Game < 0 {
		return fmt.Errorf("view: press %q for game %d: numbers must not be negative", byte(p.Act), p.Game)
	}
	if len(p.Arg) > pressMaxArg {
		return fmt.Errorf("view: press %q with an argument of %d bytes, %d are allowed", byte(p.Act), len(p.Arg), pressMaxArg)
	}
	for _, c := range []byte(p.Arg) {
		if plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'; !plain {
			return fmt.Errorf("view: press %q with the argument %q: only letters, digits and '-' are allowed", byte(p.Act), p.Arg)
		}
	}
	return nil
}
