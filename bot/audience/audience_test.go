package audience_test

import (
	"context"
	"testing"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

// A theme that a later version of the bot no longer has gives the default one.
func TestUnknownLook(t *testing.T) {
	phrases, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	viewers := audience.New(nil, nil, phrases)
	server := guild.Settings{Theme: "night", Pieces: "initials"}
	if r := viewers.With("1", member.Settings{}, server, "en-US"); r.Theme != render.Night || r.Pieces != render.Initials {
		t.Errorf("the look that the server has chosen is %v with %v", r.Theme, r.Pieces)
	}
	gone := member.Settings{Theme: "marble", Pieces: "runes"}
	if r := viewers.With("1", gone, server, "en-US"); r.Theme != render.Wood || r.Pieces != render.Traditional {
		t.Errorf("a look that is gone is %v with %v", r.Theme, r.Pieces)
	}
}

// settings are those of people and of a server.
type settings struct {
	people map[game.Person]member.Settings
	server guild.Settings
}

func (s settings) Settings(_ context.Context, p game.Person) (member.Settings, error) {
	return s.people[p], nil
}
func (s settings) Server(context.Context, string) (guild.Settings, error) { return s.server, nil }

// Private messages are in the language that the person chose, else in that of their client. Public ones are in the one
// chosen for the server, else in the one that it has at Discord. A board for the next person is in their language
// unless one was chosen for the server.
func TestWhoseLanguage(t *testing.T) {
	phrases, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	const en, zh, vi, tw = "en-US", "zh-CN", "vi", "zh-TW"
	for _, test := range []struct {
		chosen, client      string // of the person
		server, atDiscord   string // of the server
		alone, next, common words.Language
	}{
		{"", zh, "", vi, words.Simplified, words.Simplified, words.Vietnamese},
		{tw, zh, "", vi, words.Traditional, words.Traditional, words.Vietnamese},
		{"", zh, en, vi, words.Simplified, words.English, words.English},
		{tw, zh, en, vi, words.Traditional, words.English, words.English},
		{"", zh, en, "", words.Simplified, words.English, words.English},
		{tw, zh, "", "", words.Traditional, words.Traditional, words.Traditional},
		{"", zh, "", "", words.Simplified, words.Simplified, words.Simplified},
		{"", "", vi, en, words.Vietnamese, words.Vietnamese, words.Vietnamese},
		{"", "", "", vi, words.Vietnamese, words.Vietnamese, words.Vietnamese},
		{tw, "", en, vi, words.Traditional, words.English, words.English},
	} {
		s := settings{map[game.Person]member.Settings{"1": {Locale: test.chosen}}, guild.Settings{Language: test.server, Locale: test.atDiscord}}
		viewers := audience.New(s, s, phrases)
		g := &game.Game{
			Guild: "g", State: game.Active,
			Sides: game.Sides{
				Challenger: "1", Seats: [2]game.Seat{{Person: "1"}, {Person: "1"}},
				Players: map[game.Person]game.Player{"1": {Person: "1", Locale: test.client}},
			},
		}
		of, err := viewers.Of(t.Context(), "1", "g", test.client)
		must(t, err)
		next, err := viewers.Next(t.Context(), g)
		must(t, err)
		g.Vote = &game.Vote{}
		vote, err := viewers.Next(t.Context(), g)
		must(t, err)
		for _, got := range []struct {
			what      string
			got, want words.Language
		}{
			{"what they alone read", of.Language(), test.alone},
			{"what many read", of.ForAll().Language(), test.common},
			{"the board of a vote", vote.Language(), test.common},
			{"a board for the next", next.Language(), test.next},
			{"the board after their own act", viewers.After(t.Context(), &game.Game{Guild: "g", State: game.Active, Sides: game.Sides{Challenger: "1"}}, of).Language(), test.next},
		} {
			if got.got != got.want {
				t.Errorf("%+v: %s is in %q, want %q", test, got.what, got.got, got.want)
			}
		}
	}
}

var must = gametest.Must
