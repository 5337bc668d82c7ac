package view

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/tournament"
)

// Press says what a button or a menu is for. It travels to Discord and back as the component's custom id.
//
// A press carries its topic, and for a game the revision of its board: so a button under an old board is recognized,
// even after a restart of the bot or a takeback.
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
	PressBoard       PressAct = "board"        // show the game as it is now; Arg is empty or GridArg
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
	PressRanking     PressAct = "ranking"      // a page of a leaderboard; Arg says of which, see peopleview.RankingPage
	PressResume      PressAct = "resume"       // play on a game lost on time: Arg is "ask" or "agree"
	PressTournament  PressAct = "tournament"   // sign up, withdraw, start or call off; Arg is one of ArgJoin and so on
	PressUnplan      PressAct = "unplan"       // drop a planned line: Arg is its key, or "all"
	PressPlan        PressAct = "plan"         // write a planned line: Arg is the key to replace, "new" or "show"; or a menu of keys
	PressGames       PressAct = "games"        // a page of the games of a person or of one's own; Arg says where it begins
	PressRematch     PressAct = "rematch"      // ask for the game once more
	PressErase       PressAct = "erase"        // delete everything about the person who was asked; Arg is empty or EraseNothing
	PressWhy         PressAct = "why"          // show on the board what forbids a move; Arg is the evidence
	PressQuick       PressAct = "quick"        // play a first game against the bot at once
	PressFriend      PressAct = "friend"       // challenge somebody from a menu; Arg is one of FriendAsk and so on
	PressExport      PressAct = "export"       // give a game as a file
	PressSetting     PressAct = "setting"      // change a setting; Arg says which, see SettingsGroup
	PressHelp        PressAct = "help"         // menu: a topic of help
	PressImport      PressAct = "import"       // the form in which a record is pasted
	PressLesson      PressAct = "lesson"       // go on in a lesson; Arg says how, see ParseLesson
	PressReview      PressAct = "review"       // turn the pages of a review; Arg says how, see Page
	PressGIF         PressAct = "gif"          // give a game as an animation
	PressPuzzle      PressAct = "puzzle"       // go on with a puzzle; Arg says how, see ParsePuzzle
	PressHint        PressAct = "hint"         // ask for a hint, or for more of it
	PressMistake     PressAct = "mistake"      // try a mistake of one's own again; Arg says how, see ParseMistake
	PressDrill       PressAct = "drill"        // menu: the name of an ending to be played
	PressExplore     PressAct = "explore"      // a position of the openings; Arg says how it is reached, see ParseOpeningPath
	PressAnalysis    PressAct = "analysis"     // look at another position of a game; Arg says which, see Page
	PressStreak      PressAct = "streak"       // go on with a streak; Arg as for PressPuzzle, or one of ContestGo and so on
	PressRace        PressAct = "race"         // solve the puzzle of a round of a race; Arg as for PressStreak
	PressTerms       PressAct = "terms"        // the form of a challenge; Arg has what was chosen before, in order
	PressVoteTerms   PressAct = "vote-terms"   // the form of a vote; Arg as for PressTerms
	PressOpening     PressAct = "open"         // the form of a tournament
	PressSaving      PressAct = "saving"       // the form by which a game is saved; Arg as for PressTerms
	PressShare       PressAct = "share"        // show a private message to everybody there
	PressPartner     PressAct = "partner"      // ask one's partner; Arg is the kind of question, or one of PartnerOpen and so on
)

const (
	pressVersion = "1" // of what an act, a kind of topic or an Arg means
	// CustomIDLimit is Discord's; with the limits on the fields it cannot be reached.
	CustomIDLimit = 100
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

// ID encodes the press as a custom id, such as "1play.g.2s.1f.h2e2". It panics for an Arg that [ParsePress] would refuse,
// since that is a bug.
func (p Press) ID() string {
	if err := p.check(); err != nil {
		panic(err)
	}
	return pressVersion + string(p.Act) + "." + p.Topic.String() + "." + p.Arg
}

// ParsePress parses a custom id. It accepts exactly what ID writes. An act that has no handler is unknown to the router;
// of a topic of another kind than the act is about, the number is 0.
func ParsePress(id string) (Press, error) {
	foreign := fmt.Errorf("%w: %q", ErrForeignPress, id)
	fields := strings.Split(strings.TrimPrefix(id, pressVersion), ".")
	if len(id) > CustomIDLimit || len(fields) != 5 || len(fields[1]) != 1 {
		return Press{}, foreign
	}
	topic := Topic{kind: topicKind(fields[1][0])}
	if topic.kind == aboutNothing {
		topic.kind = 0
	}
	number, badNumber := strconv.ParseInt(fields[2], 36, 64)
	part, badPart := strconv.ParseUint(fields[3], 36, 32)
	topic.number, topic.part = number, uint32(part)
	p := Press{Act: PressAct(fields[0]), Topic: topic, Arg: fields[4]}
	if badNumber != nil || badPart != nil || p.check() != nil || p.ID() != id {
		return Press{}, foreign
	}
	return p, nil
}

// pressArgs are the arguments that are allowed: their length keeps custom ids below CustomIDLimit.
var pressArgs = regexp.MustCompile(`^[A-Za-z0-9-]{0,48}$`)

func (p Press) check() error {
	if !pressArgs.MatchString(p.Arg) {
		return fmt.Errorf("view: press %q with the argument %q: want at most 48 letters, digits and '-'", p.Act, p.Arg)
	}
	return nil
}

// Topic is what a press is about: a game, a race, a puzzle. Each kind has numbers of its own, and a number comes out
// only as the kind that it was put in as: that of a race cannot be taken for that of a game. The zero value is the
// topic of what is about nothing in particular: lists, settings, help.
type Topic struct {
	kind   topicKind
	number int64
	part   uint32 // of a game its board, of a race its round
}

// topicKind is a kind of topic. The letters are part of custom ids: one may be added, never changed.
type topicKind byte

const (
	aboutNothing    topicKind = 'n' // the kind of the zero value is 0
	aboutGame       topicKind = 'g' // a game that is played, offered or over; the press acts in it or shows its board
	aboutPast       topicKind = 'p' // a game that is looked back on
	aboutRecord     topicKind = 'r' // the same of a record
	aboutPerson     topicKind = 'm'
	aboutSimul      topicKind = 's'
	aboutTournament topicKind = 't'
	aboutRace       topicKind = 'c'
	aboutPuzzle     topicKind = 'z' // Arg says which
	aboutLesson     topicKind = 'l' // Arg says which
	aboutOpening    topicKind = 'o' // Arg says which
)

// The topics that have no number.
var (
	APuzzle   = Topic{kind: aboutPuzzle}
	ALesson   = Topic{kind: aboutLesson}
	AnOpening = Topic{kind: aboutOpening}
)

// OfGame is the topic of a press that acts in a game, whatever its board is by then.
func OfGame(id game.ID) Topic { return Topic{kind: aboutGame, number: int64(id)} }

// OnBoard is the topic of a press that is made for the present board of a game.
func OnBoard(g *game.Game) Topic {
	return Topic{kind: aboutGame, number: int64(g.ID), part: uint32(g.BoardKey())}
}

// OfReplay is the topic of a press that looks back on a game or on a record; the other one is 0.
func OfReplay(id game.ID, kept record.ID) Topic {
	if kept != 0 {
		return Topic{kind: aboutRecord, number: int64(kept)}
	}
	return Topic{kind: aboutPast, number: int64(id)}
}

// OfPerson is the topic of a press about a person, whoever presses. It is empty for a person without a Discord id.
func OfPerson(id game.Person) Topic {
	n, err := strconv.ParseInt(string(id), 10, 64)
	if err != nil {
		return Topic{}
	}
	return Topic{kind: aboutPerson, number: n}
}

// OfSimul is the topic of the controls of a simultaneous display.
func OfSimul(id game.SimulID) Topic { return Topic{kind: aboutSimul, number: int64(id)} }

// OfTournament is the topic of the controls of a tournament.
func OfTournament(id tournament.ID) Topic {
	return Topic{kind: aboutTournament, number: int64(id)}
}

// OfRace is the topic of the controls of a round of a race. A race that is yet to begin has the number 0, and the
// points that win it in the place of the round.
func OfRace(id solving.RaceID, round int) Topic {
	return Topic{kind: aboutRace, number: int64(id), part: uint32(round)}
}

// of returns the number of a topic of this kind, 0 of any other.
func (s Topic) of(kind topicKind) int64 {
	if s.kind != kind {
		return 0
	}
	return s.number
}

// Game returns the game in which the press acts or whose board it shows, 0 where its topic is anything else.
func (p Press) Game() game.ID { return game.ID(p.Topic.of(aboutGame)) }

// Board returns the key of the board for which the press was made, 0 where it was made for none.
func (p Press) Board() game.BoardKey {
	if p.Topic.kind != aboutGame {
		return 0
	}
	return game.BoardKey(p.Topic.part)
}

// Replay returns the game or the record on which the press looks back; the other one is 0.
func (p Press) Replay() (game.ID, record.ID) {
	return game.ID(p.Topic.of(aboutPast)), record.ID(p.Topic.of(aboutRecord))
}

// Person returns the person whom the press is about, "" for none.
func (p Press) Person() game.Person {
	if id := p.Topic.of(aboutPerson); id != 0 {
		return game.Person(strconv.FormatInt(id, 10))
	}
	return ""
}

// Simul returns the display that the press is about, 0 for none.
func (p Press) Simul() game.SimulID { return game.SimulID(p.Topic.of(aboutSimul)) }

// Tournament returns the tournament that the press is about, 0 for none.
func (p Press) Tournament() tournament.ID { return tournament.ID(p.Topic.of(aboutTournament)) }

// Race returns the race that the press is about and its round, as [OfRace] has them.
func (p Press) Race() (id solving.RaceID, round int) {
	if p.Topic.kind != aboutRace {
		return 0, 0
	}
	return solving.RaceID(p.Topic.number), int(p.Topic.part)
}

// String writes a topic as it stands in a custom id: "g.2s.1f".
func (s Topic) String() string {
	number, part := strconv.FormatInt(s.number, 36), strconv.FormatUint(uint64(s.part), 36)
	return fmt.Sprintf("%c.%s.%s", cmp.Or(s.kind, aboutNothing), number, part)
}

// BoardOf returns the game whose public board a message with these custom ids is; 0 if it is none. Every board has a
// button to flip it, and no other message does.
func BoardOf(controls []string) game.ID {
	for _, id := range controls {
		if press, err := ParsePress(id); err == nil && press.Act == PressFlip {
			return press.Game()
		}
	}
	return 0
}

// Meant says what a reply to a message with these custom ids is about. It is the game of its controls, where all that
// act in a game act in the same one. Where none does, other reports whether they are about anything else, like a
// puzzle or a race: a move that is written in reply was then meant for no game. Where neither is the case, the message
// says nothing about what was meant.
func Meant(controls []string) (id game.ID, other bool) {
	var games []game.ID
	for _, text := range controls {
		press, err := ParsePress(text)
		switch in := press.Game(); {
		case err != nil || press.Topic.kind == 0:
		case in == 0:
			other = true
		case !slices.Contains(games, in):
			games = append(games, in)
		}
	}
	switch len(games) {
	case 0:
		return 0, other
	case 1:
		return games[0], false
	}
	return 0, false
}
