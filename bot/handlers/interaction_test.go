package handlers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// interactionIn returns /play in a place, by the installations that allow it.
func interactionIn(t *testing.T, place, owners string) *Interaction {
	t.Helper()
	i := new(Interaction)
	text := fmt.Sprintf(`{"id":"1","token":"t","type":2,"channel_id":"5","data":{"name":"play"},%s,%s}`, place, owners)
	if err := json.Unmarshal([]byte(text), i); err != nil {
		t.Fatal(err)
	}
	return i
}

const (
	inGuild = `"context":0,"guild_id":"9","channel":{"type":11,"parent_id":"4"},"app_permissions":"0",` +
		`"member":{"user":{"id":"3","username":"bob"},"roles":["8"],"permissions":"32"}`
	inPrivate = `"context":2,"channel":{"type":3},"user":{"id":"3","username":"bob"}`
	inDM      = `"context":1,"channel":{"type":1},"user":{"id":"3","username":"bob"}`
	ofPerson  = `"authorizing_integration_owners":{"1":"3"}`
)

// Where the bot is not, a person acts as in their direct messages with it.
func TestUserInstallIsReadAsDirectMessages(t *testing.T) {
	for name, test := range map[string]struct {
		place, owners string
		want          bool
	}{
		"a server with the bot":                     {inGuild, `"authorizing_integration_owners":{"0":"9"}`, false},
		"a server with the bot, which they have":    {inGuild, `"authorizing_integration_owners":{"0":"9","1":"3"}`, false},
		"a server, and Discord names no owners":     {inGuild, `"version":1`, false},
		"a server without the bot":                  {inGuild, ofPerson, true},
		"direct messages with the bot":              {inDM, `"authorizing_integration_owners":{"0":"0","1":"3"}`, false},
		"direct messages, where nobody else has it": {inDM, ofPerson, false},
		"a group": {inPrivate, ofPerson, true},
	} {
		i := interactionIn(t, test.place, test.owners)
		r, err := Decode(i)
		if err != nil || i.UserInstall != test.want || i.Person() != "3" || r.Channel != "5" {
			t.Errorf("%s: user install %v of %q in %q, %v; want %v", name, i.UserInstall, i.Person(), r.Channel, err, test.want)
		}
		if !test.want {
			if (r.Guild == "9") != (test.place == inGuild) {
				t.Errorf("%s: the server is %q", name, r.Guild)
			}
			continue
		}
		toWrite, _ := i.lacks()
		if r.Guild != "" || r.Parent != "" || r.Act().Roles != nil || r.Manages || toWrite != 0 || i.threadSupport() != game.ThreadSupportDirect {
			t.Errorf("%s: acts in the server %q with the roles %v, manages %v, lacks %v, threads %v",
				name, r.Guild, r.Act().Roles, r.Manages, toWrite, i.threadSupport())
		}
	}
}

// A game that is asked for where the bot is not begins in the direct messages of whoever has the bot.
func TestGamesOfUserInstallsBeginInDirectMessages(t *testing.T) {
	unreachable := errors.New("no")
	for name, test := range map[string]struct {
		owner   string
		opening error
		begins  bool
	}{
		"theirs":                           {owner: "3", begins: true},
		"direct messages cannot be opened": {owner: "3", opening: unreachable},
		"a button that another shared":     {owner: "7"},
	} {
		r, err := Decode(interactionIn(t, inPrivate, `"authorizing_integration_owners":{"1":"`+test.owner+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.OpenDM = func(context.Context) (string, error) { return "6", test.opening }
		began := ""
		_, err = requireWrite(func(_ context.Context, r *Request) (view.Reply, error) {
			began = r.Act().Channel
			return view.Reply{}, nil
		})(t.Context(), r)
		refused := errors.As(err, new(*view.Problem)) || test.opening != nil && errors.Is(err, test.opening)
		if test.begins != (began == "6") || test.begins != (err == nil) || !test.begins && !refused {
			t.Errorf("%s: the game begins in %q, %v", name, began, err)
		}
	}
}

// In a thread another permission counts, and an administrator has them all.
func TestWhichPermissionsCount(t *testing.T) {
	threads := Interaction{where: &place{Type: discordgo.ChannelTypeGuildText}}
	threads.GuildID = "9"
	for allowed, want := range map[int64]game.ThreadSupport{
		forThread: game.ThreadSupportAllowed, discordgo.PermissionAdministrator: game.ThreadSupportAllowed,
		discordgo.PermissionCreatePublicThreads: game.ThreadSupportForbidden, 0: game.ThreadSupportForbidden,
	} {
		if threads.AppPermissions = allowed; threads.threadSupport() != want {
			t.Errorf("with %d threads are %v, want %v", allowed, threads.threadSupport(), want)
		}
	}
	const all = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | forThread |
		discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles
	for _, test := range []struct {
		kind    discordgo.ChannelType
		guild   string
		allowed int64
		lacks   int64
	}{
		{discordgo.ChannelTypeGuildText, "9", all, 0},
		{discordgo.ChannelTypeGuildText, "9", all &^ discordgo.PermissionSendMessagesInThreads, 0},
		{discordgo.ChannelTypeGuildPublicThread, "9", all &^ discordgo.PermissionSendMessages, 0},
		{discordgo.ChannelTypeGuildPublicThread, "9", all &^ discordgo.PermissionSendMessagesInThreads, discordgo.PermissionSendMessagesInThreads},
		{discordgo.ChannelTypeGuildText, "9", discordgo.PermissionAdministrator, 0},
		{discordgo.ChannelTypeGuildVoice, "9", discordgo.PermissionViewChannel,
			discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles},
		{discordgo.ChannelTypeDM, "", 0, 0},
	} {
		i := Interaction{where: &place{Type: test.kind}}
		i.GuildID, i.AppPermissions = test.guild, test.allowed
		toWrite, toShow := i.lacks()
		if got := toWrite | toShow; got != test.lacks {
			t.Errorf("with %d in a channel of type %d: lacks %d, want %d", test.allowed, test.kind, got, test.lacks)
		}
	}
}
