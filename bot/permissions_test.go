package bot

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/view"
)

// may sets what the bot may do where people are: what it is invited with, less some permissions.
func (tb *table) may(not int64) { tb.allowed = strconv.FormatInt(invitePermissions&^not, 10) }

// Where the bot may not write no game begins, and who asked hears what is missing.
func TestNoGameBeginsWhereTheBotMayNotWrite(t *testing.T) {
	commands := map[string][]any{
		"challenge":         {"color", "red", "strength", 2},
		"vote":              {"window", 10},
		"simul":             nil,
		"manage tournament": {"title", "Cup", "system", "swiss"},
	}
	for name, options := range commands {
		for _, test := range []struct {
			lacks int64
			says  string
		}{
			{discordgo.PermissionViewChannel, `“View Channel”`},
			{discordgo.PermissionSendMessages, `“Send Messages”`},
			{discordgo.PermissionViewChannel | discordgo.PermissionSendMessages, `“View Channel” and “Send Messages”`},
		} {
			t.Run(name+", "+test.says, func(t *testing.T) {
				tb := newTable(t)
				tb.rights = strconv.FormatInt(discordgo.PermissionManageGuild, 10)
				tb.may(test.lacks)
				tb.command(anna, name, options...)
				tb.sees(anna.id, "I lack "+test.says+".")
				tb.quiet()
				if games, err := tb.config.Finder.Games(t.Context(), "11"); err != nil || len(games) > 0 {
					t.Errorf("there are %d games, %v", len(games), err)
				}
			})
		}
	}
}

// What was asked while the bot could write is not accepted where it no longer can; what can be done without it still
// can.
func TestNothingIsAcceptedWhereTheBotMayNotWrite(t *testing.T) {
	tb := newTable(t)
	tb.may(0)
	tb.command(anna, "challenge", "opponent", bao, "rated", false)
	challenge := tb.sees("", "<@12>")
	tb.may(discordgo.PermissionSendMessages)
	tb.press(bao, challenge, view.PressAccept)
	tb.sees(bao.id, "发送消息")
	if g := tb.game(1); g.State != game.Offered {
		t.Errorf("the challenge is %v", g.State)
	}
	tb.press(bao, challenge, view.PressDecline)
	if g := tb.game(1); g.State != game.Declined {
		t.Errorf("the challenge is %v", g.State)
	}
	tb.seen = len(tb.discord.messages)
}

// In a thread another permission counts, and an administrator has them all.
func TestWhichPermissionsCount(t *testing.T) {
	threads := handlers.Interaction{Where: &handlers.Place{Type: discordgo.ChannelTypeGuildText}}
	threads.GuildID = "9"
	for allowed, want := range map[int64]game.ThreadSupport{
		handlers.ForThread: game.ThreadSupportAllowed, discordgo.PermissionAdministrator: game.ThreadSupportAllowed,
		discordgo.PermissionCreatePublicThreads: game.ThreadSupportForbidden, 0: game.ThreadSupportForbidden,
	} {
		if threads.AppPermissions = allowed; threads.ThreadSupport() != want {
			t.Errorf("with %d threads are %v, want %v", allowed, threads.ThreadSupport(), want)
		}
	}
	for _, test := range []struct {
		kind    discordgo.ChannelType
		guild   string
		allowed int64
		lacks   string
	}{
		{discordgo.ChannelTypeGuildText, "9", invitePermissions, ""},
		{discordgo.ChannelTypeGuildText, "9", invitePermissions &^ discordgo.PermissionSendMessagesInThreads, ""},
		{discordgo.ChannelTypeGuildPublicThread, "9", invitePermissions &^ discordgo.PermissionSendMessages, ""},
		{discordgo.ChannelTypeGuildPublicThread, "9", invitePermissions &^ discordgo.PermissionSendMessagesInThreads, "permission.send-in-threads"},
		{discordgo.ChannelTypeGuildText, "9", discordgo.PermissionAdministrator, ""},
		{discordgo.ChannelTypeGuildVoice, "9", discordgo.PermissionViewChannel, "permission.send permission.embed permission.attach"},
		{discordgo.ChannelTypeDM, "", 0, ""},
	} {
		i := handlers.Interaction{Where: &handlers.Place{Type: test.kind}}
		i.GuildID, i.AppPermissions = test.guild, test.allowed
		toWrite, toShow := i.Lacks()
		var names []string
		for _, p := range append(toWrite, toShow...) {
			names = append(names, string(p))
		}
		if got := strings.Join(names, " "); got != test.lacks {
			t.Errorf("with %d in a channel of type %d: lacks %q, want %q", test.allowed, test.kind, got, test.lacks)
		}
	}
}

// Without the permission to attach files, boards come as text; without that to embed, the card is written out. Who asks
// for a game is told.
func TestBoardsWithoutFilesAndEmbeds(t *testing.T) {
	for name, test := range map[string]struct {
		lacks int64
		says  string
	}{
		"attach": {discordgo.PermissionAttachFiles, `“Attach Files”`},
		"embed":  {discordgo.PermissionEmbedLinks, `“Embed Links”`},
		"both":   {discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles, `“Embed Links” and “Attach Files”`},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.may(test.lacks)
			tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/channels/1/messages") {
					return false
				}
				body, err := io.ReadAll(r.Body)
				must(t, err)
				r.Body = io.NopCloser(bytes.NewReader(body))
				files, embeds := bytes.Contains(body, []byte(`name="files[0]"`)), bytes.Contains(body, []byte(`"embeds":[{`))
				if test.lacks&discordgo.PermissionAttachFiles != 0 && files || test.lacks&discordgo.PermissionEmbedLinks != 0 && embeds {
					refuseCall(w, 403, discord.CodeMissingPermissions, "Missing Permissions")
					return true
				}
				return false
			})
			_, err := tb.service.ChangeServer(t.Context(), game.Act{Guild: "9"}, func(s *game.Server) error {
				s.Place, s.Boards = game.InChannel, game.KeepBoard
				return nil
			})
			must(t, err)
			tb.command(anna, "challenge", "color", "black", "strength", 2)
			tb.sees("", "begins")
			tb.sees(anna.id, "I lack "+test.says)
			must(t, tb.service.Think(t.Context(), game.Think{Game: 1, Ply: 0}))
			must(t, tb.tell(1))
			m := tb.sees("", "it is your move", "move 1")
			if test.lacks&discordgo.PermissionAttachFiles != 0 && (m.Picture != nil || !strings.Contains(m.Content, "a b c d e f g h i") && !strings.Contains(m.Content, "i h g f e d c b a") || !strings.Contains(m.Content, "```")) {
				t.Errorf("the board is %q, with a picture: %v", m.Content, m.Picture != nil)
			}
			if test.lacks&discordgo.PermissionEmbedLinks != 0 && len(m.Embeds) > 0 {
				t.Error("the message has an embed")
			}
			if len(m.controls()) == 0 {
				t.Error("the board has no controls")
			}
			if g := tb.game(1); g.Board.Message != m.ID || g.Board.Gone {
				t.Errorf("the board is message %s, %+v", g.Board.Message, g.Board)
			}
			tb.quiet()
		})
	}
}

// Rights that are taken away in mid-game move it to its people, who play on.
func TestRightsTakenAwayInMidGame(t *testing.T) {
	for _, code := range []int{discord.CodeMissingAccess, discord.CodeMissingPermissions} {
		tb := newTable(t)
		tb.human()
		tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
			switch {
			case strings.Contains(r.URL.Path, "/webhooks/"):
				refuseCall(w, 401, discord.CodeInvalidToken, "Invalid Webhook Token") // nobody acted there lately
			case strings.Contains(r.URL.Path, "/channels/1/"):
				refuseCall(w, 403, code, "no")
			default:
				return false
			}
			return true
		})
		tb.channel, tb.guild = anna.dm(), ""
		tb.command(anna, "move", "move", "h2e2")
		tb.sees(anna.id, "C2=5")
		if g := tb.game(1); !g.Board.Gone || g.Board.Why != game.ReasonChannelForbidden {
			t.Errorf("the game lives in %s, %+v", g.Channel, g.Board)
		}
		must(t, tb.tell(1))
		for _, p := range []user{anna, bao} {
			if m := tb.sees(""); m.Channel != p.dm() {
				t.Errorf("a message to %s, want it to %s", m.Channel, p.name)
			} else {
				tb.holds(m, "", map[string]string{anna.id: "can no longer write", bao.id: "不能再"}[p.id])
			}
		}
		tb.quiet()
	}
}
