package view

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
)

func TestPressKeepsItsSpelling(t *testing.T) {
	// These ids are under messages in people's channels: they must always be readable.
	for id, want := range map[string]Press{
		"2play.g.2s.1f.h2e2":             {Act: PressPlay, Topic: Topic{aboutGame, 100, 51}, Arg: "h2e2"},
		"2resign-yes.g.1y2p0ij32e8e7.0.": {Act: PressResignYes, Topic: OfGame(1<<63 - 1)},
		"2page.p.c.0.nr-2-b":             {Act: PressPage, Topic: OfReplay(12, 0), Arg: "nr-2-b"},
		"2page.r.5.0.nr-2-b":             {Act: PressPage, Topic: OfReplay(0, 5), Arg: "nr-2-b"},
		"2gif.r.5.0.":                    {Act: PressGIF, Topic: OfReplay(0, 5)},
		"2simul.s.5.0.take":              {Act: PressSimul, Topic: OfSimul(5), Arg: "take"},
		"2tournament.t.c.0.join":         {Act: PressTournament, Topic: OfTournament(12), Arg: "join"},
		"2race.c.5.2.skip":               {Act: PressRace, Topic: OfRace(5, 2), Arg: "skip"},
		"2streak.z.0.0.go":               {Act: PressStreak, Topic: APuzzle, Arg: "go"},
		"2lesson.l.0.0.list":             {Act: PressLesson, Topic: ALesson, Arg: "list"},
		"2explore.o.0.0.m":               {Act: PressExplore, Topic: AnOpening, Arg: "m"},
		"2games.n.0.0.mine-0":            {Act: PressGames, Arg: "mine-0"},
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

// What the first version wrote stays under old messages: every letter that it had means the same act for good, about a
// topic of the same kind.
func TestPressesOfTheFirstVersion(t *testing.T) {
	read := map[PressAct]bool{}
	for id, want := range map[string]string{
		"1p.1.0.": "2piece.g.1.0.", "1t.zz.a.h2": "2target.g.zz.a.h2", "1m.2s.1f.h2e2": "2play.g.2s.1f.h2e2",
		"1f.1.2.black": "2flip.g.1.2.black", "1b.1.0.": "2board.g.1.0.", "1r.1.3.": "2resign.g.1.3.",
		"1R.1y2p0ij32e8e7.0.red": "2resign-yes.g.1y2p0ij32e8e7.0.red", "1d.1.3.": "2draw.g.1.3.",
		"1D.1.3.": "2draw-yes.g.1.3.", "1n.1.3.": "2draw-no.g.1.3.", "1u.1.3.": "2takeback.g.1.3.",
		"1U.1.3.": "2takeback-yes.g.1.3.", "1v.1.3.": "2takeback-no.g.1.3.", "1a.1.0.": "2accept.g.1.0.",
		"1x.1.0.": "2decline.g.1.0.", "1c.1.0.": "2cancel.g.1.0.", "1o.1.0.red": "2close.g.1.0.red",
		"1V.1.3.h2e2": "2vote.g.1.3.h2e2", "1W.1.3.red": "2side.g.1.3.red", "1q.1.3.ask": "2resume.g.1.3.ask",
		"1k.1.3.all": "2unplan.g.1.3.all", "1K.1.3.new": "2plan.g.1.3.new", "1h.1.0.": "2rematch.g.1.0.",
		"1w.1.3.o-b": "2why.g.1.3.o-b", "1X.1.0.": "2export.g.1.0.", "1B.1.3.": "2hint.g.1.3.", "1C.1.3.open": "2partner.g.1.3.open",
		"1g.c.0.nr-2-b": "2page.p.c.0.nr-2-b", "1g.0.0.zb-1i-b-5": "2page.r.5.0.zb-1i-b",
		"1y.c.0.or-0-0": "2review.p.c.0.or-0-0", "1y.0.0.or-0-0-5": "2review.r.5.0.or-0-0",
		"1A.c.0.or-0-0": "2analysis.p.c.0.or-0-0", "1A.0.0.or-0-0-1y2p0ij32e8e7": "2analysis.r.1y2p0ij32e8e7.0.or-0-0",
		"1j.c.0.g": "2gif.p.c.0.", "1j.0.0.g": "2gif.r.g.0.", "1j.0.0.z": "2gif.r.z.0.",
		"1M.3.0.show-14": "2mistake.p.3.0.show-14", "1M.0.0.next": "2mistake.n.0.0.next",
		"1S.zik0zj.0.take": "2simul.s.zik0zj.0.take", "1T.0.0.join-12": "2tournament.t.c.0.join", "1Q.5.2.skip": "2race.c.5.2.skip",
		"1Q.0.3.go":    "2race.c.0.3.go",
		"1Z.0.0.next-": "2puzzle.z.0.0.next-", "1J.0.0.go": "2streak.z.0.0.go", "1L.0.0.list": "2lesson.l.0.0.list", "1e.0.0.m": "2explore.o.0.0.m",
		"1l.0.0.10": "2records.n.0.0.10", "1s.0.0.h00n0": "2ranking.n.0.0.h00n0", "1i.0.0.mine-0": "2games.n.0.0.mine-0",
		"1E.0.0.11": "2erase.n.0.0.11", "1P.0.0.": "2quick.n.0.0.", "1F.0.0.ask": "2friend.n.0.0.ask", "1G.0.0.me-zone": "2setting.n.0.0.me-zone",
		"1H.0.0.": "2help.n.0.0.", "1I.0.0.": "2import.n.0.0.", "1N.0.0.": "2drill.n.0.0.",
	} {
		p, err := ParsePress(id)
		if err != nil || p.ID() != want {
			t.Errorf("ParsePress(%q) = %+v, %v; want %q", id, p, err, want)
			continue
		}
		read[p.Act] = true
	}
	for letter, act := range firstVersion {
		if !read[act] {
			t.Errorf("no custom id with the letter %q is read as %q", letter, act)
		}
	}
}

func TestParsePressIsStrict(t *testing.T) {
	for _, id := range []string{
		"", "1", "1m", "1m.1.1", "2m.1.1.", "1!.1.1.", "1mm.1.1.", "m.1.1.", "1m.-1.1.", "1m.1.-1.", "1m.01.1.", "1m.+1.1.", "1m.1.1.h2 e2",
		"1m.1.1.h2.e2", "1m.A.1.", "1m.1..", "1m..1.", "1m.1.zzzzzzz.", "1m.1y2p0ij32e8e8.0.", "1m.1.1.é", "g:42:resign",
		"1m.1.1." + strings.Repeat("a", 49), "1m.1.1." + strings.Repeat("a", 200),
		"1T.0.0.join-", "1T.0.0.join-0", "1T.0.0.join--1", "1T.0.0.join-01", "1T.3.0.join-1", "1T.0.1.join-1",
		"1g.0.0.nr-2-b-0", "1g.0.0.nr-2-b-01", "1g.0.1.nr-2-b-5", "1g.3.1.nr-2-b", "1j.0.0.", "1j.0.0.0", "1j.0.0.05",
		"1m.0.0.h2e2", "1S.0.0.take", "1Z.1.0.next-", "1l.1.0.10", "1M.1.2.show-14", "1play.1.1.",
		"2play", "2play.g.1.1", "play.g.1.1.", "22play.g.1.1.", "2.g.1.1.", "2play.g.01.1.", "2play.g.-1.1.", "2play.g.1.+1.", "2play..1.1.",
		"2play.gg.1.1.", "2play.g.0.1.", "2play.g.1.1.h2.e2", "2play.x.1.1.", "2none.g.1.1.", "2games.n.1.0.", "2games.n.0.1.", "2page.p.1.1.x",
		"2puzzle.z.1.0.x", "2page.g.1.0.x", "2race.g.1.0.x", "2play.c.1.0.h2e2", "2play.g.1.zzzzzzz.", "2play.g.1y2p0ij32e8e8.0.",
	} {
		if p, err := ParsePress(id); !errors.Is(err, ErrForeignPress) {
			t.Errorf("ParsePress(%q) = %+v, %v; want ErrForeignPress", id, p, err)
		}
	}
}

// anyTopic draws a topic that a press of the act may have.
func anyTopic(t *rapid.T, act PressAct) Topic {
	number, part := rapid.Int64Min(1).Draw(t, "number"), rapid.Uint32().Draw(t, "part")
	switch kind := rapid.SampledFrom([]byte(pressTopics[act])).Draw(t, "kind"); kind {
	case 'n':
		return Topic{}
	case 'z', 'l', 'o':
		return Topic{kind: topicKind(kind)}
	case 'g', 'c':
		return Topic{topicKind(kind), number, part}
	default:
		return Topic{kind: topicKind(kind), number: number}
	}
}

// Every press comes back as it was sent, and its number is that of nothing but its topic.
func TestPressRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		act := rapid.SampledFrom(PressActs()).Draw(t, "act")
		p := Press{Act: act, Topic: anyTopic(t, act), Arg: rapid.StringMatching(`[A-Za-z0-9-]{0,48}`).Draw(t, "arg")}
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
		for kind, n := range map[topicKind]int64{
			aboutGame: int64(p.Game()), aboutPast: int64(past), aboutRecord: int64(kept), aboutSimul: int64(p.Simul()),
			aboutTournament: int64(p.Tournament()), aboutRace: int64(race),
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

// An act has a word, and the kinds of topics that it can be about.
func TestEveryActHasATopic(t *testing.T) {
	for act, kinds := range pressTopics {
		if act == "" || len(act) > 16 || strings.Trim(string(act), "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("the act %q is no word", act)
		}
		if kinds == "" || strings.Trim(kinds, topicKinds) != "" {
			t.Errorf("%q has topics of the kinds %q", act, kinds)
		}
	}
}

// A reply means the game of the message only where its controls leave no doubt; one to a message about anything else is
// meant for no game.
func TestMeant(t *testing.T) {
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
		{[]string{"1Q.3.2.skip"}, 0, true},
		{[]string{"1Z.0.0.show-abc-"}, 0, true},
		{[]string{"1S.3.0.take"}, 0, true},
		{[]string{"1T.0.0.join-3"}, 0, true},
		{[]string{"1l.0.0.10", "1b.3.0."}, 3, false},
	} {
		if id, elsewhere := Meant(test.controls); id != test.game || elsewhere != test.elsewhere {
			t.Errorf("Meant(%q) = %d, %v; want %d, %v", test.controls, id, elsewhere, test.game, test.elsewhere)
		}
	}
}

func FuzzCustomID(f *testing.F) {
	for _, id := range []string{
		"1m.2s.1f.h2e2", "1p.1.0.", "1f.1.2.black", "1R.1y2p0ij32e8e7.0.", "1m.01.1.", "x", "1j.0.0.z", "1T.0.0.join-12", "1g.0.0.zb-1i-b-5",
		"2play.g.2s.1f.h2e2", "2race.c.5.2.skip", "2puzzle.z.0.0.next-",
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
		again := p.ID()
		if strings.HasPrefix(id, pressVersion) && again != id {
			t.Fatalf("%q was read as %+v, which is spelled %q", id, p, again)
		}
		if same, err := ParsePress(again); err != nil || same != p {
			t.Fatalf("%q was read as %+v, and its new spelling as %+v, %v", id, p, same, err)
		}
	})
}
