package view

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
)

func TestPressKeepsItsSpelling(t *testing.T) {
	// These ids are under messages in people's channels.
	for id, want := range map[string]Press{
		"1play.g.2s.1f.h2e2":             {Act: PressPlay, Topic: Topic{aboutGame, 100, 51}, Arg: "h2e2"},
		"1resign-yes.g.1y2p0ij32e8e7.0.": {Act: PressResignYes, Topic: OfGame(1<<63 - 1)},
		"1page.p.c.0.nr-2-b":             {Act: PressPage, Topic: OfReplay(12, 0), Arg: "nr-2-b"},
		"1page.r.5.0.nr-2-b":             {Act: PressPage, Topic: OfReplay(0, 5), Arg: "nr-2-b"},
		"1gif.r.5.0.":                    {Act: PressGIF, Topic: OfReplay(0, 5)},
		"1simul.s.5.0.take":              {Act: PressSimul, Topic: OfSimul(5), Arg: "take"},
		"1tournament.t.c.0.join":         {Act: PressTournament, Topic: OfTournament(12), Arg: "join"},
		"1race.c.5.2.skip":               {Act: PressRace, Topic: OfRace(5, 2), Arg: "skip"},
		"1streak.z.0.0.go":               {Act: PressStreak, Topic: APuzzle, Arg: "go"},
		"1lesson.l.0.0.list":             {Act: PressLesson, Topic: ALesson, Arg: "list"},
		"1explore.o.0.0.m":               {Act: PressExplore, Topic: AnOpening, Arg: "m"},
		"1games.n.0.0.here-0":            {Act: PressGames, Arg: "here-0"},
		"1games.m.c.0.10":                {Act: PressGames, Topic: OfPerson("12"), Arg: "10"},
	} {
		got, err := ParsePress(id)
		if err != nil || got != want {
			t.Errorf("ParsePress(%q) = %+v, %v; want %+v", id, got, err, want)
		}
		if spelled := want.ID(); spelled != id {
			t.Errorf("%+v is spelled %q, want %q", want, spelled, id)
		}
	}
}

// Every press comes back as it was sent, and its number is that of nothing but its topic.
func TestPressRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]byte("\x00gprmstczlo")).Draw(t, "kind")
		p := Press{
			Act:   PressAct(rapid.StringMatching(`[a-z-]{1,16}`).Draw(t, "act")),
			Topic: Topic{topicKind(kind), rapid.Int64Min(1).Draw(t, "number"), rapid.Uint32().Draw(t, "part")},
			Arg:   rapid.StringMatching(`[A-Za-z0-9-]{0,48}`).Draw(t, "arg"),
		}
		id := p.ID()
		if len(id) > CustomIDLimit {
			t.Fatalf("%q has %d characters", id, len(id))
		}
		got, err := ParsePress(id)
		if err != nil || got != p {
			t.Fatalf("ParsePress(%q) = %+v, %v; want %+v", id, got, err, p)
		}
		past, kept := p.Replay()
		race, _ := p.Race()
		person, _ := strconv.ParseInt(string(p.Person()), 10, 64)
		for kind, n := range map[topicKind]int64{
			aboutGame: int64(p.Game()), aboutPast: int64(past), aboutRecord: int64(kept), aboutSimul: int64(p.Simul()),
			aboutTournament: int64(p.Tournament()), aboutRace: int64(race), aboutPerson: person,
		} {
			if want := p.Topic.number; (n != 0) != (kind == p.Topic.kind) || n != 0 && n != want {
				t.Fatalf("%q is about number %d of the kind %q", id, n, byte(kind))
			}
		}
		if p.Topic.kind != aboutGame && p.Board() != 0 {
			t.Fatalf("%q is for board %d", id, p.Board())
		}
	})
}

// A reply means the game of the message only where its controls leave no doubt; one to a message about anything else is
// meant for no game.
func TestGameOfAReply(t *testing.T) {
	board, other, page := Press{Act: PressBoard, Topic: OfGame(3)}.ID(), Press{Act: PressBoard, Topic: OfGame(4)}.ID(),
		Press{Act: PressPage, Topic: OfReplay(3, 0), Arg: "nr-2-b"}.ID()
	for _, test := range []struct {
		controls  []string
		game      game.ID
		elsewhere bool
	}{
		{nil, 0, false},
		{[]string{"g:42:resign", "", Press{Act: PressHelp}.ID()}, 0, false},
		{[]string{Press{Act: PressFlip, Topic: Topic{aboutGame, 3, 9}, Arg: "red"}.ID(), page, board}, 3, false},
		{[]string{board, other}, 0, false},
		{[]string{page}, 0, true},
		{[]string{Press{Act: PressReview, Topic: OfReplay(0, record.ID(3)), Arg: "or-0-0"}.ID()}, 0, true},
		{[]string{Press{Act: PressRace, Topic: OfRace(3, 2), Arg: "skip"}.ID()}, 0, true},
		{[]string{Press{Act: PressPuzzle, Topic: APuzzle, Arg: "show-abc-"}.ID()}, 0, true},
		{[]string{Press{Act: PressRecords, Arg: "10"}.ID(), board}, 3, false},
	} {
		if id, elsewhere := Meant(test.controls); id != test.game || elsewhere != test.elsewhere {
			t.Errorf("Meant(%q) = %d, %v; want %d, %v", test.controls, id, elsewhere, test.game, test.elsewhere)
		}
	}
}

func FuzzCustomID(f *testing.F) {
	for _, id := range []string{
		"1play.g.2s.1f.h2e2", "1race.c.5.2.skip", "1puzzle.z.0.0.next-", "1play.g.01.1.", "x", "", "1", "play.g.1.1.",
		"11play.g.1.1.", "1play.g.-1.1.", "1play.g.A.1.", "1play.gg.1.1.", "1play.g.1.1.h2.e2", "1play.g.1.1.é",
		"1games.\x00.0.0.", "1play.g.1.zzzzzzz.", "1play.g.1.1." + strings.Repeat("a", 49),
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		p, err := ParsePress(id)
		if err != nil {
			if !errors.Is(err, ErrForeignPress) || p != (Press{}) {
				t.Fatalf("ParsePress(%q) = %+v, %v", id, p, err)
			}
			return
		}
		if again := p.ID(); again != id {
			t.Fatalf("%q was read as %+v, which is spelled %q", id, p, again)
		}
	})
}
