package view

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
)

func TestPressKeepsItsSpelling(t *testing.T) {
	// These ids are under messages in people's channels: they must always be readable.
	for id, want := range map[string]Press{
		"1m.2s.1f.h2e2":       {Act: PressPlay, Game: 100, Board: 51, Arg: "h2e2"},
		"1p.1.0.":             {Act: PressPiece, Game: 1},
		"1t.zz.a.h2":          {Act: PressTarget, Game: 1295, Board: 10, Arg: "h2"},
		"1f.1.2.black":        {Act: PressFlip, Game: 1, Board: 2, Arg: "black"},
		"1R.1y2p0ij32e8e7.0.": {Act: PressResignYes, Game: 1<<63 - 1},
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

func TestParsePressIsStrict(t *testing.T) {
	for _, id := range []string{
		"", "1", "1m", "1m.1.1", "2m.1.1.", "1!.1.1.", "1mm.1.1.", "m.1.1.", "1m.-1.1.", "1m.1.-1.", "1m.01.1.", "1m.+1.1.", "1m.1.1.h2 e2",
		"1m.1.1.h2.e2", "1m.A.1.", "1m.1..", "1m..1.", "1m.1.zzzzzzz.", "1m.1y2p0ij32e8e8.0.", "1m.1.1.é", "g:42:resign",
		"1m.1.1." + strings.Repeat("a", 33), "1m.1.1." + strings.Repeat("a", 200),
	} {
		if p, err := ParsePress(id); !errors.Is(err, ErrForeignPress) {
			t.Errorf("ParsePress(%q) = %+v, %v; want ErrForeignPress", id, p, err)
		}
	}
}

func TestPressRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Press{
			Act:   PressAct(rapid.SampledFrom([]byte(PressActs)).Draw(t, "act")),
			Game:  game.ID(rapid.Int64Min(0).Draw(t, "game")),
			Board: game.BoardKey(rapid.Uint32().Draw(t, "board")),
			Arg:   rapid.StringMatching(`[A-Za-z0-9-]{0,32}`).Draw(t, "arg"),
		}
		id := p.ID()
		if len(id) > customIDLimit {
			t.Fatalf("%q has %d characters", id, len(id))
		}
		if got, err := ParsePress(id); err != nil || got != p {
			t.Fatalf("ParsePress(%q) = %+v, %v; want %+v", id, got, err, p)
		}
	})
}

func FuzzCustomID(f *testing.F) {
	for _, id := range []string{"1m.2s.1f.h2e2", "1p.1.0.", "1f.1.2.black", "1R.1y2p0ij32e8e7.0.", "1m.01.1.", "x"} {
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
