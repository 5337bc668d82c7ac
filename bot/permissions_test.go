package bot

import (
	"bytes"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
)

// may sets what the bot may do where people are: what it is invited with, less some permissions.
func (tb *table) may(not int64) { tb.allowed = strconv.FormatInt(invitePermissions()&^not, 10) }

// Nobody changes a server without the permission to manage it: Discord's clients do not offer these commands to others,
// and the bot refuses them.
func TestOnlyManagersManage(t *testing.T) {
	tb := newTable(t)
	before, err := tb.service.Server(t.Context(), tb.guild)
	must(t, err)
	for _, c := range tb.bot.registration.commands {
		if c.Name != "manage" {
			continue
		}
		for _, one := range c.Runnable() {
			options := []any{"setting", "rules", "value", "simple"}
			for _, o := range one.Options {
				if o.Required {
					options = append(options, o.Name, 1)
				}
			}
			tb.command(bao, one.Name, options...)
			tb.sees(bao.id, "管理服务器")
		}
	}
	if after, err := tb.service.Server(t.Context(), tb.guild); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the server is %+v, was %+v, %v", after, before, err)
	}
	tb.quiet()
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
			tb.setServer(func(s *guild.Settings) { s.Place, s.Boards = game.InChannel, game.KeepBoard })
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
