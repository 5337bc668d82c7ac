package bot

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
)

// A game that is over waits for nobody: two people who read one language are told in it, others in the language of the
// server, and in one of theirs where that has none.
func TestLanguageOfResults(t *testing.T) {
	if testing.Short() {
		t.Skip("begins many games")
	}
	mei := user{"14", "Mei", "zh-CN", false}
	for name, test := range map[string]struct {
		red, black   user
		chosen, has  string // the server's language: as its people chose it, and as it has it at Discord
		says, button string
	}{
		"two languages":                        {anna, bao, "", "", "resigns", "Rematch"},
		"two languages in a server of its own": {anna, bao, "", "zh-TW", "認輸", "再來一局"},
		"two languages, a language was chosen": {anna, bao, "vi", "zh-TW", "xin thua", "Đấu lại"},
		"two languages, neither English":       {cuong, bao, "", "", "xin thua", "Đấu lại"},
		"one language":                         {mei, bao, "", "", "认输", "再来一局"},
		"one language in another's server":     {mei, bao, "", "zh-TW", "认输", "再来一局"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			if test.has != "" {
				tb.bot.servers.saveDetails(t.Context(), guildCreate{ID: "9", Locale: test.has})
			}
			tb.setServer(func(s *guild.Settings) { s.Language = test.chosen })
			for id, resigns := range []user{test.red, test.black} { // whoever of them acts
				tb.command(test.red, "challenge", "opponent", test.black, "color", "red")
				challenge := tb.sees("")
				tb.press(test.black, challenge, view.PressAccept)
				tb.sees("")
				tb.command(resigns, "resign")
				tb.press(resigns, tb.sees(resigns.id), view.PressResignYes)
				end := tb.sees("", test.says)
				if label := end.of(view.PressRematch).Label; label != test.button {
					t.Errorf("after %s resigned the button says %q, want %q", resigns.name, label, test.button)
				}
				// It stays so when one of them turns the board, and the job that tells the channel where no answer did
				// says the same.
				tb.press(test.red, end, view.PressFlip)
				tb.press(test.black, end, view.PressFlip)
				tb.holds(end, "", test.says)
				reply, err := tb.bot.publisher.News(t.Context(), tb.game(game.ID(id+1)))
				must(t, err)
				if reply.Text != end.Content {
					t.Errorf("announced would be %q, answered was %q", reply.Text, end.Content)
				}
			}
			tb.quiet()
		})
	}
}

// The language that a server has at Discord is remembered when it shows itself, and when it changes; what was chosen
// here stays.
func TestAServersOwnLanguage(t *testing.T) {
	tb := newTable(t)
	for _, test := range []struct{ event, data, want string }{
		{"GUILD_CREATE", `{"id":"9","preferred_locale":"en-US","channels":[]}`, ""},
		{"GUILD_CREATE", `{"id":"9","preferred_locale":"vi","channels":[]}`, "vi"},
		{"GUILD_CREATE", `{"id":"9","unavailable":true}`, "vi"},
		{"GUILD_UPDATE", `{"id":"9","preferred_locale":"zh-TW"}`, "zh-TW"},
		{"GUILD_UPDATE", `{"id":"9","name":"A name"}`, "zh-TW"},
		{"GUILD_UPDATE", `{"id":"9","preferred_locale":"de"}`, "de"},
	} {
		tb.gateway(test.event, test.data)
		server, err := tb.service.Server(t.Context(), "9")
		must(t, err)
		if server.Locale != test.want || server.Cooldown != guild.Disabled {
			t.Errorf("after %s %s the server is %+v, want the locale %q", test.event, test.data, server, test.want)
		}
	}
}
