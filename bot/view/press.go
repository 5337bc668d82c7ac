package view

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/tournament"
)

// Press says what a button or a menu is for. It travels to Discord and back as the component's custom id.
//
// A press carries its topic, and for a game the board for which it was made: a button under an old board can be told
// from one under the board of today, whatever has happened to the bot, or been taken back in the game, in between.
type Press struct {
	Act   PressAct
	Topic Topic
	// Arg is what else the act needs: the square "h2" of a piece, the move "h2e2". Letters, digits and '-' only.
	Arg string
}

// PressAct is what a press does: a word of lowercase letters and '-', at most 16. The words are part of the custom ids
// of messages that stay in channels for years: a meaning may be added or retired, never changed.
type PressAct string

// The acts. "Menu" means that the request carries the value chosen.
const (
	PressPiece       PressAct = "piece"        // menu: the square of the piece to move
	PressTarget      PressAct = "target"       // menu: the square to move to; Arg is the square of the piece
	PressPlay        PressAct = "play"         // play the move Arg
	PressLive        PressAct = "live"         // give the link to the page of a game
	PressFlip        PressAct = "flip"         // turn the board; Arg is the side that comes to the bottom: "red" or "black"
	PressBoard       PressAct = "board"        // show the game as it is now
	PressResign      PressAct = "resign"       // ask whether to resign
	PressResignYes   PressAct = "resign-yes"   // resign; Arg is the side that was asked, "red" or "black", or empty
	PressDraw        PressAct = "draw"         // offer a draw
	PressDrawYes     PressAct = "draw-yes"     // agree to a draw
	PressDrawNo      PressAct = "draw-no"      // refuse a draw
	PressTakeback    PressAct = "takeback"     // ask to take a move back
	PressTakebackYes PressAct = "takeback-yes" // allow it
	PressTakebackNo  PressAct = "takeback-no"  // refuse it
	PressAccept      PressAct = "accept"       // accept a challenge
	PressDecline     PressAct = "decline"      // decline a challenge
	PressCancel      PressAct = "cancel"       // take one's own challenge back
	PressClose       PressAct = "close"        // close a question without doing anything; Arg is the side that was asked, or empty
	PressPage        PressAct = "page"         // turn the pages of a record; Arg says how, see Page
	PressRecords     PressAct = "records"      // a page of one's records; Arg is the number of records before it
	PressVote        PressAct = "vote"         // vote for the move Arg, for "resign", or "close" the turn
	PressSide        PressAct = "side"         // join the side Arg: "red" or "black"
	PressSimul       PressAct = "simul"        // take a board of a display (Arg "take") or close it ("shut")
	PressRanking     PressAct = "ranking"      // a page of a leaderboard; Arg says of which, see rankingArg
	PressResume      PressAct = "resume"       // play on a game lost on time: Arg is "ask" or "agree"
	PressTournament  PressAct = "tournament"   // sign up, withdraw, start or call off; Arg is one of ArgJoin and so on
	PressUnplan      PressAct = "unplan"       // drop a planned line: Arg is its key, or "all"
	PressPlan        PressAct = "plan"         // write a planned line: Arg is the key to replace, "new" or "show"; or a menu of keys
	PressGames       PressAct = "games"        // a page of a list of games; Arg says which
	PressRematch     PressAct = "rematch"      // ask for the game once more
	PressErase       PressAct = "erase"        // delete everything about oneself; Arg is who was asked
	PressWhy         PressAct = "why"          // show on the board what forbids a move; Arg is the evidence
	PressQuick       PressAct = "quick"        // play a first game against the bot at once
	PressFriend      PressAct = "friend"       // challenge somebody from a menu; Arg is one of FriendAsk and so on
	PressExport      PressAct = "export"       // give a game as a file
	PressSetting     PressAct = "setting"      // change a setting; Arg says which, see SettingsGroup
	PressHelp        PressAct = "help"         // menu: a topic of help
	PressImport      PressAct = "import"       // the form in which a record is pasted
	PressLesson      PressAct = "lesson"       // go on in a lesson; Arg says how, see ParseLesson
	PressReview      PressAct = "review"       // turn the pages of a review; Arg says how, see ReviewPage
	PressGIF         PressAct = "gif"          // give a game as an animation
	PressPuzzle      PressAct = "puzzle"       // go on with a puzzle; Arg says how, see ParsePuzzle
	PressHint        PressAct = "hint"         // ask for a hint, or for more of it
	PressMistake     PressAct = "mistake"      // try a mistake of one's own again; Arg says how, see ParseMistake
	PressDrill       PressAct = "drill"        // menu: the name of an ending to be played
	PressExplore     PressAct = "explore"      // a position of the openings; Arg says how it is reached, see ParseOpeningPath
	PressAnalysis    PressAct = "analysis"     // look at another position of a game; Arg says which, see AnalysisPage
	PressStreak      PressAct = "streak"       // go on with a streak; Arg as for PressPuzzle, or one of ContestGo and so on
	PressRace        PressAct = "race"         // solve the puzzle of a round of a race; Arg as for PressStreak
	PressPartner     PressAct = "partner"      // ask one's partner; Arg is the kind of question, or one of PartnerOpen and so on
)

// pressTopics are the kinds of topics that a press of each act may have, as letters of topicKinds.
var pressTopics = map[PressAct]string{
	PressPiece: "g", PressTarget: "g", PressPlay: "g", PressFlip: "g", PressLive: "g", PressBoard: "g", PressResign: "g",
	PressResignYes: "g", PressDraw: "g", PressDrawYes: "g", PressDrawNo: "g", PressTakeback: "g",
	PressTakebackYes: "g", PressTakebackNo: "g", PressAccept: "g", PressDecline: "g", PressCancel: "g",
	PressClose: "g", PressVote: "g", PressSide: "g", PressResume: "g", PressUnplan: "g", PressPlan: "g",
	PressRematch: "g", PressWhy: "g", PressExport: "g", PressHint: "g", PressPartner: "g",
	PressPage: ofReplays, PressReview: ofReplays, PressGIF: ofReplays, PressAnalysis: ofReplays,
	PressMistake: "pn",
	PressRecords: "n", PressRanking: "n", PressGames: "n", PressErase: "n", PressQuick: "n", PressFriend: "n",
	PressSetting: "n", PressHelp: "n", PressImport: "n", PressDrill: "n",
	PressSimul:      "s",
	PressTournament: "t",
	PressRace:       "c",
	PressPuzzle:     "z", PressStreak: "z",
	PressLesson:  "l",
	PressExplore: "o",
}

// ofReplays are the kinds of topics of acts that look back on a game or on a record.
const ofReplays = "pr"

// PressActs returns all acts, in the order of their words.
func PressActs() []PressAct { return slices.Sorted(maps.Keys(pressTopics)) }

const (
	pressVersion = "2"
	pressMaxArg  = 48
	// customIDLimit is Discord's; with the limits on the fields it cannot be reached.
	customIDLimit = 100
)

// ErrForeignPress means that a custom id was not made by [Press.ID], or by a version of the bot that we no longer
// understand.
var ErrForeignPress = errors.New("view: unknown custom id")

// Foreign is the error of a handler for a press whose argument or values it cannot parse, with the reason. Our own
// buttons never cause it: the press is forged, or comes from another version of the bot, and is answered like an
// unknown button.
func (p Press) Foreign(why error) error {
	return fmt.Errorf("%w: %q with the argument %q: %w", ErrForeignPress, p.Act, p.Arg, why)
}

// ID encodes the press as a custom id, such as "2play.g.2s.1f.h2e2". It panics for a press that [ParsePress] would
// refuse, since an unknown act, a topic that it cannot have or an invalid Arg is a bug.
func (p Press) ID() string {
	if err := p.check(); err != nil {
		panic(err)
	}
	return p.spelled()
}

func (p Press) spelled() string {
	return pressVersion + string(p.Act) + "." + p.Topic.String() + "." + p.Arg
}

// ParsePress parses a custom id. It accepts exactly what ID writes, and what the bot wrote before that: such ids are in
// old messages for good.
func ParsePress(id string) (Press, error) {
	foreign := fmt.Errorf("%w: %q", ErrForeignPress, id)
	fields := strings.Split(id, ".")
	var p Press
	var err error
	switch {
	case len(id) > customIDLimit:
		return Press{}, foreign
	case len(fields) == 4:
		p, err = parseFirstVersion(fields[0], fields[1], fields[2], fields[3])
	case len(fields) == 5:
		p.Act, p.Arg = PressAct(strings.TrimPrefix(fields[0], pressVersion)), fields[4]
		p.Topic, err = parseTopic(fields[1], fields[2], fields[3])
		if fields[0] != pressVersion+string(p.Act) {
			err = ErrForeignPress
		}
	default:
		err = ErrForeignPress
	}
	if err != nil || p.check() != nil {
		return Press{}, foreign
	}
	return p, nil
}

func (p Press) check() error {
	topics, known := pressTopics[p.Act]
	if !known {
		return fmt.Errorf("view: press with the unknown act %q", p.Act)
	}
	if kind := p.Topic.kind.letter(); !strings.Contains(topics, kind) {
		return fmt.Errorf("view: press %q with a topic of the kind %q, it may have %q", p.Act, kind, topics)
	}
	if err := p.Topic.check(); err != nil {
		return fmt.Errorf("view: press %q: %w", p.Act, err)
	}
	if len(p.Arg) > pressMaxArg {
		return fmt.Errorf("view: press %q with an argument of %d bytes, %d are allowed", p.Act, len(p.Arg), pressMaxArg)
	}
	for _, c := range []byte(p.Arg) {
		if plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'; !plain {
			return fmt.Errorf("view: press %q with the argument %q: only letters, digits and '-' are allowed", p.Act, p.Arg)
		}
	}
	return nil
}

// firstVersion are the letters of acts in custom ids of the first version, such as "1m.2s.1f.h2e2". No bot writes them
// any more: later acts have none.
var firstVersion = map[byte]PressAct{
	'p': PressPiece, 't': PressTarget, 'm': PressPlay, 'f': PressFlip, 'b': PressBoard, 'r': PressResign,
	'R': PressResignYes, 'd': PressDraw, 'D': PressDrawYes, 'n': PressDrawNo, 'u': PressTakeback,
	'U': PressTakebackYes, 'v': PressTakebackNo, 'a': PressAccept, 'x': PressDecline, 'c': PressCancel,
	'o': PressClose, 'g': PressPage, 'l': PressRecords, 'V': PressVote, 'W': PressSide, 'S': PressSimul,
	's': PressRanking, 'q': PressResume, 'T': PressTournament, 'k': PressUnplan, 'K': PressPlan,
	'i': PressGames, 'h': PressRematch, 'E': PressErase, 'w': PressWhy, 'P': PressQuick, 'F': PressFriend,
	'X': PressExport, 'G': PressSetting, 'H': PressHelp, 'I': PressImport, 'L': PressLesson, 'y': PressReview,
	'j': PressGIF, 'Z': PressPuzzle, 'B': PressHint, 'M': PressMistake, 'N': PressDrill, 'e': PressExplore,
	'A': PressAnalysis, 'J': PressStreak, 'Q': PressRace, 'C': PressPartner,
}

// parseFirstVersion parses a custom id of the first version. It had one number for whatever its act was about, 0 for
// nothing; those of tournaments and of records were in the argument.
func parseFirstVersion(head, number, part, arg string) (Press, error) {
	if len(head) != 2 || head[0] != '1' {
		return Press{}, ErrForeignPress
	}
	p := Press{Act: firstVersion[head[1]], Arg: arg}
	kinds := pressTopics[p.Act]
	n, err := parseNumber(number, 36, 64)
	on, badPart := parseNumber(part, 36, 32)
	if kinds == "" || err != nil || badPart != nil {
		return Press{}, ErrForeignPress
	}
	switch {
	case p.Act == PressTournament && n != 0:
		return Press{}, ErrForeignPress
	case p.Act == PressTournament:
		p.Arg, number, _ = strings.Cut(arg, "-")
		n, err = parseNumber(number, 10, 64)
		p.Topic = OfTournament(tournament.ID(n))
	case kinds == ofReplays && p.Act != PressGIF && n == 0:
		at := max(strings.LastIndexByte(arg, '-'), 0)
		p.Arg, number = arg[:at], strings.TrimPrefix(arg[at:], "-")
		n, err = parseNumber(number, 36, 64)
		p.Topic = OfReplay(0, record.ID(n))
	case p.Act == PressGIF && n == 0:
		p.Arg = ""
		n, err = parseNumber(arg, 36, 64)
		p.Topic = OfReplay(0, record.ID(n))
	case p.Act == PressGIF:
		p.Arg = strings.TrimPrefix(arg, "g")
		p.Topic = OfReplay(game.ID(n), 0)
	case n == 0 && strings.HasSuffix(kinds, "n"):
		p.Topic = Topic{}
	default:
		p.Topic = Topic{kind: topicKind(kinds[0]), number: n}
	}
	p.Topic.part = uint32(on)
	return p, err
}

// parseNumber parses a number that is not negative, in the one way in which it is written.
func parseNumber(text string, base, bits int) (int64, error) {
	n, err := strconv.ParseUint(text, base, min(bits, 63))
	if err != nil || strconv.FormatUint(n, base) != text {
		return 0, ErrForeignPress
	}
	return int64(n), nil
}
