package bot

import (
	"testing"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// A game shows itself where it is played: in its channel, to the members of its server, and to its players everywhere.
// By its number nobody looks into another server or into somebody's direct messages.
func TestWhoSeesAGame(t *testing.T) {
	tb := newTable(t)
	tb.human()
	tb.channel, tb.guild = "77", "" // Anna's direct messages
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("")

	for _, place := range []struct{ guild, channel string }{{"", "78"}, {"10", "79"}} {
		tb.guild, tb.channel = place.guild, place.channel
		for _, id := range []game.ID{1, 2} {
			tb.command(cuong, "board", "game", int(id))
			if m := tb.sees(cuong.id); m.Picture != nil || len(m.Embeds) != 0 {
				t.Errorf("in server %q a stranger saw game %d: %q", place.guild, id, m.Content)
			}
			list := &shownMessage{Channel: place.channel, For: cuong.id, Flags: discord.FlagEphemeral}
			for _, act := range []view.Press{{Act: view.PressBoard, Topic: view.OfGame(id)}, {Act: view.PressFlip, Topic: view.OfGame(id), Arg: "black"}} {
				tb.pressID(cuong, list, act.ID())
				if m := tb.sees(cuong.id); m.Picture != nil {
					t.Errorf("in server %q a stranger saw game %d by a press of %q", place.guild, id, act.Act)
				}
			}
			tb.command(anna, "board", "game", int(id))
			if m := tb.sees(anna.id); m.Picture == nil {
				t.Errorf("in server %q Anna does not see her game %d: %q", place.guild, id, m.Content)
			}
		}
	}
	tb.guild, tb.channel = "9", "2"
	tb.command(cuong, "board", "game", 1)
	if m := tb.sees(cuong.id); m.Picture == nil {
		t.Errorf("in the game's own server a watcher does not see it: %q", m.Content)
	}
	tb.command(cuong, "board", "game", 2)
	if m := tb.sees(cuong.id); m.Picture != nil {
		t.Error("a game in direct messages is shown in a server")
	}
	tb.quiet()
}
