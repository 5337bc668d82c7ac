package bot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// crowd gives the table something of each kind that a button can be about.
func (tb *table) crowd() {
	tb.t.Helper()
	tb.rights = "32" // Manage Server, to make a tournament
	for _, c := range []struct {
		who     user
		name    string
		options []any
	}{
		{anna, "challenge", []any{"color", "red", "strength", 3}}, // 1: against the bot
		{anna, "challenge", []any{"opponent", bao}},               // 2: played
		{bao, "challenge", []any{"opponent", anna}},               // 3: offered
		{cuong, "challenge", []any{"opponent", anna}},             // 4: over
		{cuong, "vote", []any{"window", 60}},                      // 5: the channel against the bot
		{anna, "vote", []any{"window", 5, "teams", true}},         // 6: two teams
		{bao, "simul", nil},
		{anna, "manage tournament", []any{"title", "Cup", "system", "round-robin", "time", "1d"}},
		{anna, "record", []any{"text", "1. 炮二平五 马8进7"}},
	} {
		tb.command(c.who, c.name, c.options...)
	}
	_, err := tb.service.Accept(tb.t.Context(), tb.act(bao), 2)
	must(tb.t, err)
	_, err = tb.service.Accept(tb.t.Context(), tb.act(anna), 4)
	must(tb.t, err)
	_, err = tb.service.Move(tb.t.Context(), tb.act(cuong), 4, "h2e2")
	if err != nil {
		_, err = tb.service.Move(tb.t.Context(), tb.act(anna), 4, "h2e2")
	}
	must(tb.t, err)
	_, err = tb.service.Decide(tb.t.Context(), tb.act(anna), 4, game.Resign)
	must(tb.t, err)
	tb.quietly()
}

// quietly passes over all messages so far.
func (tb *table) quietly() {
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	tb.seen = len(tb.discord.messages)
}

// forge draws a custom id that looks like one of ours: of any act, about something that there may be, with an argument
// of any handler or none.
func forge(t *rapid.T, tb *table) string {
	square := rapid.StringMatching(`[a-j][0-9]`)
	arg := rapid.OneOf(
		rapid.StringMatching(`[A-Za-z0-9-]{0,32}`),
		square,
		rapid.Custom(func(t *rapid.T) string { return square.Draw(t, "from") + square.Draw(t, "to") }),
		rapid.SampledFrom([]string{
			"red", "black", "ask", "agree", "resign", "close", "all", "new", "keep", "11", "join", "leave",
			"here-0", "here-99999999999999999999", "here--9223372036854775808", "00012", "keep",
			"h00n0", "h03n0", "e21y0", "e21y9223372036854775807", "h99n0", "x00x0",
			"or-0-b", "zb-0-b", "nr-9-b", "or-zik0zj-b", "or-0-3w5e11264sgsf", "fr-0-0-0",
			"0", "10", "-10", "9223372036854775807", "99999999999999999999",
			"h0-h1-", "--", "b2b7--", "a0-a1a2a3-i9", "h-0-", "take", "shut", "o-b-a-xrs-", "s-c-3-xce-2d", "o-c-3-xcq-2d",
		}),
	).Draw(t, "arg")
	act := rapid.SampledFrom(slices.Sorted(maps.Keys(tb.bot.router.presses))).Draw(t, "act")
	number := rapid.OneOf(rapid.Int64Range(0, 8), rapid.Int64Min(0)).Draw(t, "number")
	part := rapid.Uint32().Draw(t, "part")
	if g, err := tb.service.Game(tb.t.Context(), game.ID(number)); err == nil && rapid.Bool().Draw(t, "board of today") {
		part = uint32(g.BoardKey())
	}
	kind := rapid.SampledFrom([]string{"n", "g", "p", "r", "m", "s", "t", "c", "z", "l", "o"}).Draw(t, "kind")
	id := fmt.Sprintf("1%s.%s.%s.%s.%s", act, kind, strconv.FormatInt(number, 36), strconv.FormatUint(uint64(part), 36), arg)
	if rapid.IntRange(0, 9).Draw(t, "spoilt") == 0 {
		id = rapid.OneOf(rapid.String(), rapid.Just(id+"."), rapid.Just("2"+id[1:]), rapid.Just(strings.Replace(id, ".", "..", 1))).Draw(t, "id")
	}
	return id
}

// Whatever a custom id says, and whatever was chosen or written: the person is answered in words, and the bot has no
// fault. An id that our buttons never have is called unknown.
func TestForgedControlsAreNoFaults(t *testing.T) {
	tb := newTable(t)
	tb.crowd()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		who := rapid.SampledFrom([]user{anna, bao, cuong}).Draw(t, "who")
		id := forge(t, tb)
		data := map[string]any{"custom_id": id, "component_type": 2}
		kind := 3
		values := rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[a-i][0-9]`), rapid.String()), 0, 2).Draw(t, "values")
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 1:
			data["component_type"], data["values"] = 3, values
		case 2:
			kind = 5
			fields := []any{}
			for _, value := range values {
				fields = append(fields, map[string]any{"type": 18, "component": map[string]any{"type": 4, "custom_id": gameview.PlanField, "value": value}})
			}
			data["components"] = fields
		}
		n++
		raw, err := json.Marshal(map[string]any{
			"id": fmt.Sprint(900000 + n), "token": "t", "application_id": botID, "type": kind, "version": 1,
			"guild_id": rapid.SampledFrom([]string{tb.guild, ""}).Draw(t, "guild"), "channel_id": tb.channel,
			"member": map[string]any{"user": map[string]any{"id": who.id, "username": who.name}, "permissions": "0"},
			"locale": who.locale, "data": data,
			"message": map[string]any{"id": "1", "channel_id": tb.channel, "flags": rapid.SampledFrom([]int{0, 64}).Draw(t, "flags")},
		})
		must(t, err)
		var i handlers.Interaction
		must(t, json.Unmarshal(raw, &i))
		q, err := handlers.Decode(&i)
		must(t, err)
		name, _, handle := tb.bot.router.find(q)
		reply, outcome := tb.bot.router.work(tb.t.Context(), q, name, handle)
		if outcome == failed {
			t.Fatalf("%s pressed %q with %q: %s", who.name, id, values, reply.Text)
		}
		for _, part := range append([]view.Reply{reply}, reply.FollowUps...) {
			part.Message()
		}
	})
	if n := tb.counted("xiangqi_panics_total"); n != 0 {
		t.Errorf("%v panics", n)
	}
}

// What our buttons never say is answered as an unknown button, in the language that the person chose, and not as a
// fault of ours.
func TestForgedArgumentsAreUnknown(t *testing.T) {
	tb := newTable(t)
	tb.crowd()
	_, err := tb.config.Members.ChangeSettings(t.Context(), game.Act{Actor: game.Person(anna.id)}, func(s *member.Settings) error { s.Locale = "vi"; return nil })
	must(t, err)
	const unknown = "Tôi không biết lệnh hay nút này"
	tb.command(anna, "chess")
	tb.sees(anna.id, unknown)
	ids := []string{"g:42:resign", "1m.1.0.h2e2", "2resign.g.1.0."}
	for _, press := range []view.Press{
		{Act: view.PressTarget, Topic: view.OnBoard(tb.game(1)), Arg: "z9"},
		{Act: view.PressPlay, Topic: view.OnBoard(tb.game(1)), Arg: "h2"},
		{Act: view.PressPiece, Topic: view.OnBoard(tb.game(1))},
		{Act: view.PressFlip, Topic: view.OnBoard(tb.game(1)), Arg: "white"},
		{Act: view.PressVote, Topic: view.OnBoard(tb.game(5)), Arg: "pass"},
		{Act: view.PressSide, Topic: view.OnBoard(tb.game(6)), Arg: "white"},
		{Act: view.PressWhy, Topic: view.OnBoard(tb.game(1)), Arg: "h2"},
		{Act: view.PressResume, Topic: view.OnBoard(tb.game(4)), Arg: "beg"},
		{Act: view.PressSimul, Topic: view.OfSimul(7), Arg: "o-c-3-xce-2d"},
		{Act: view.PressTournament, Topic: view.OfTournament(1), Arg: "kick"},
		{Act: view.PressRanking, Arg: "h99n0"},
		{Act: view.PressRanking, Arg: "h00n9223372036854775807"},
		{Act: view.PressGames, Arg: "everyone-0"},
		{Act: view.PressRecords, Arg: "a"},
		{Act: view.PressPage, Topic: view.OfReplay(4, 0), Arg: "or"},
		{Act: view.PressUnplan, Topic: view.OfGame(2)},
	} {
		ids = append(ids, press.ID())
	}
	for _, id := range ids {
		tb.pressID(anna, tb.pressable(), id)
		tb.sees(anna.id, unknown)
	}
	tb.pressID(anna, tb.pressable(), view.Press{Act: view.PressResign, Topic: view.OfGame(99)}.ID())
	tb.sees(anna.id, "99")
	if n := tb.counted("xiangqi_requests_total", "failed"); n != 0 {
		t.Errorf("%v presses failed", n)
	}
	tb.quiet()
}

// A fault is reported in the language that the person chose, and in that of their Discord only if they chose none.
func TestLanguageOfFaults(t *testing.T) {
	tb := newTable(t)
	tb.slowly(time.Duration(0), false, view.Reply{}, fmt.Errorf("the disk is full"))
	tb.command(anna, "slow")
	tb.sees(anna.id, "Something went wrong")
	_, err := tb.config.Members.ChangeSettings(t.Context(), game.Act{Actor: game.Person(anna.id)}, func(s *member.Settings) error { s.Locale = "vi"; return nil })
	must(t, err)
	tb.command(anna, "slow")
	tb.sees(anna.id, "mã lỗi")
	tb.bot.router.commands["slow"].Run = nil // which panics
	tb.command(anna, "slow")
	tb.sees(anna.id, "mã lỗi")
	tb.quiet()
}

// Discord lets nobody choose what an option does not offer. A request with something else is refused, and that is no fault
// of ours either.
func TestForgedChoicesAreNoFaults(t *testing.T) {
	tb := newTable(t)
	tb.crowd()
	tb.rights = "32"
	for _, c := range tb.bot.registration.commands {
		for _, one := range c.Runnable() {
			for _, o := range one.Options {
				values := []any{"forged", "-1", ""}
				if o.Kind == discordgo.ApplicationCommandOptionInteger {
					values = []any{-1 << 53, 99, 1 << 53}
				}
				if testing.Short() {
					values = values[:1]
				}
				for _, value := range values {
					options := []any{o.Name, value}
					for _, other := range one.Options {
						if other.Required && other.Name != o.Name && len(other.Fixed) > 0 {
							options = append(options, other.Name, cmp.Or(other.Fixed[0].Key, "x"))
						}
					}
					tb.command(anna, one.Name, options...)
					if n := tb.counted("xiangqi_requests_total", one.Name, "failed"); n != 0 {
						t.Errorf("/%s with %v failed", one.Name, options)
					}
				}
			}
		}
	}
}
