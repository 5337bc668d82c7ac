package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/tournament"
)

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
	aboutNothing    topicKind = 0
	aboutGame       topicKind = 'g' // a game that is played, offered or over; the press acts in it or shows its board
	aboutPast       topicKind = 'p' // a game that is looked back on
	aboutRecord     topicKind = 'r' // the same of a record
	aboutSimul      topicKind = 's'
	aboutTournament topicKind = 't'
	aboutRace       topicKind = 'c'
	aboutPuzzle     topicKind = 'z' // Arg says which
	aboutLesson     topicKind = 'l' // Arg says which
	aboutOpening    topicKind = 'o' // Arg says which
)

// topicKinds are the letters of all kinds; 'n' stands for aboutNothing.
const topicKinds = "ngprstczlo"

// letter returns the kind's letter in custom ids.
func (k topicKind) letter() string {
	if k == aboutNothing {
		return "n"
	}
	return string(rune(k))
}

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

// check returns an error for a topic that no constructor makes.
func (s Topic) check() error {
	numbered := strings.ContainsRune("gprst", rune(s.kind))
	parted := s.kind == aboutGame || s.kind == aboutRace
	switch {
	case s.number < 0, numbered && s.number == 0, !numbered && s.kind != aboutRace && s.number != 0:
		return fmt.Errorf("the number %d is none of a topic of the kind %q", s.number, byte(s.kind))
	case !parted && s.part != 0:
		return fmt.Errorf("a topic of the kind %q has no parts", byte(s.kind))
	}
	return nil
}

// String writes a topic as it stands in a custom id: "g.2s.1f".
func (s Topic) String() string {
	return s.kind.letter() + "." + strconv.FormatInt(s.number, 36) + "." + strconv.FormatUint(uint64(s.part), 36)
}

// parseTopic parses the kind, the number and the part that String writes.
func parseTopic(kind, number, part string) (Topic, error) {
	n, err := parseNumber(number, 36, 64)
	if err != nil {
		return Topic{}, err
	}
	of, err := parseNumber(part, 36, 32)
	if err != nil || len(kind) != 1 || !strings.Contains(topicKinds, kind) {
		return Topic{}, ErrForeignPress
	}
	s := Topic{kind: topicKind(kind[0]), number: n, part: uint32(of)}
	if kind == "n" {
		s.kind = aboutNothing
	}
	return s, nil
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
// act in a game act in the same one. Where none does, elsewhere reports whether they are about anything else, like a
// puzzle or a race: a move that is written in reply was then meant for no game. Where neither is the case, the message
// says nothing about what was meant.
func Meant(controls []string) (id game.ID, elsewhere bool) {
	var games []game.ID
	for _, text := range controls {
		press, err := ParsePress(text)
		switch in := press.Game(); {
		case err != nil || press.Topic.kind == aboutNothing:
		case in == 0:
			elsewhere = true
		case !slices.Contains(games, in):
			games = append(games, in)
		}
	}
	switch len(games) {
	case 0:
		return 0, elsewhere
	case 1:
		return games[0], false
	}
	return 0, false
}
