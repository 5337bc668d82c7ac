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
)

// may sets what the bot may do where people are: what it is invited with, less some permissions.
func (tb *table) may(not int64) { tb.allowed = strconv.FormatInt(invitePermissions()&^not, 10) }

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
		lacks   int64
	}{
		{discordgo.ChannelTypeGuildText, "9", invitePermissions(), 0},
		{discordgo.ChannelTypeGuildText, "9", invitePermissions() &^ discordgo.PermissionSendMessagesInThreads, 0},
		{discordgo.ChannelTypeGuildPublicThread, "9", invitePermissions() &^ discordgo.PermissionSendMessages, 0},
		{discordgo.ChannelTypeGuildPublicThread, "9", invitePermissions() &^ discordgo.PermissionSendMessagesInThreads, discordgo.PermissionSendMessagesInThreads},
		{discordgo.ChannelTypeGuildText, "9", discordgo.PermissionAdministrator, 0},
		{discordgo.ChannelTypeGuildVoice, "9", discordgo.PermissionViewChannel,
			discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles},
		{discordgo.ChannelTypeDM, "", 0, 0},
	} {
		i := handlers.Interaction{Where: &handlers.Place{Type: test.kind}}
		i.GuildID, i.AppPermissions = test.guild, test.allowed
		toWrite, toShow := i.Lacks()
		if got := toWrite | toShow; got != test.lacks {
			t.Errorf("with %d in a channel of type %d: lacks %d, want %d", test.allowed, test.kind, got, test.lacks)
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
			tb.setServer(func(s *game.Server) { s.Place, s.Boards = game.InChannel, game.KeepBoard })
			tb.command(anna, "challenge", "color", "black", "strength", 2)
			tb.sees("", "begins")
			tb.sees(anna.id, "I lack "+test.says)
			tb.think(1)
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
