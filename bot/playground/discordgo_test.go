package playground_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// picture is a small PNG.
func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// realSession is a discordgo client that is redirected to the playground.
func realSession(t *testing.T, s *playground.Server) *discordgo.Session {
	t.Helper()
	d, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		t.Fatal(err)
	}
	d.Client = &http.Client{Transport: s.Transport(), Timeout: patience}
	d.LogLevel = discordgo.LogError
	return d
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestDiscordgoREST calls all routes with a real library: the playground accepts its requests, and it can decode the
// responses.
func TestDiscordgoREST(t *testing.T) {
	s := startServer(t, playground.Options{Rates: &ratelimit.Rates{}})
	d := realSession(t, s)
	xiangqi, app, guild := string(playground.XiangqiID), string(playground.ApplicationID), string(playground.GuildID)

	me := must(d.User("@me"))(t)
	if me.ID != app || !me.Bot {
		t.Errorf("@me is %+v", me)
	}
	if got := must(d.GatewayBot())(t); got.Shards != 1 || got.SessionStartLimit.MaxConcurrency != 1 {
		t.Errorf("gateway/bot returns %+v", got)
	}
	if g := must(d.Guild(guild))(t); g.OwnerID != string(playground.AliceID) || len(g.Roles) != 3 {
		t.Errorf("the guild is %+v", g)
	}
	if list := must(d.GuildChannels(guild))(t); len(list) != 2 || list[0].Name != "xiangqi" {
		t.Errorf("the channels are %+v", list)
	}
	if m := must(d.GuildMember(guild, string(playground.BobID)))(t); m.User.GlobalName != "Bob" {
		t.Errorf("the member is %+v", m.User)
	}
	if a := must(d.Application("@me"))(t); a.ID != app {
		t.Errorf("the application is %+v", a)
	}

	permission := int64(0)
	commands := must(d.ApplicationCommandBulkOverwrite(app, guild, []*discordgo.ApplicationCommand{
		{Name: "move", Description: "Play a move", DefaultMemberPermissions: &permission,
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "move", Description: "The move", Required: true,
					Autocomplete: true}}},
		{Name: "level", Description: "Set it", NameLocalizations: &map[discordgo.Locale]string{discordgo.ChineseCN: "强度"},
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "to", Description: "1 to 10", MaxValue: 10,
					Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "one", Value: 1}}}}},
	}))(t)
	if len(commands) != 2 || commands[0].ID == "" || commands[0].Options[0].Name != "move" {
		t.Fatalf("registered %+v", commands)
	}
	again := must(d.ApplicationCommandCreate(app, guild, &discordgo.ApplicationCommand{Name: "move",
		Description: "Play it"}))(t)
	if again.ID != commands[0].ID || again.Version == commands[0].Version {
		t.Errorf("a command of the same name became %+v", again)
	}
	if err := d.ApplicationCommandDelete(app, guild, commands[1].ID); err != nil {
		t.Error(err)
	}
	if list := must(d.ApplicationCommands(app, guild))(t); len(list) != 1 || list[0].Description != "Play it" {
		t.Errorf("after that there are %+v", list)
	}

	file := picture(t, 30, 40)
	emoji := must(d.ApplicationEmojiCreate(app, &discordgo.EmojiParams{Name: "red_rook", Image: dataURI(file)}))(t)
	if list := must(d.ApplicationEmojis(app))(t); len(list) != 1 || list[0].ID != emoji.ID || list[0].Name != "red_rook" {
		t.Errorf("the emojis are %+v", list)
	}
	if got := fetchBy(t, d.Client, "https://cdn.discordapp.com/emojis/"+emoji.ID+".png", 200); !bytes.Equal(got, file) {
		t.Errorf("the emoji's picture has %d bytes, want %d", len(got), len(file))
	}
	m := must(d.ChannelMessageSendComplex(xiangqi, &discordgo.MessageSend{
		Content: "<@" + string(playground.BobID) + "> is to move, <@" + string(playground.CarolID) + "> looks on",
		Embeds: []*discordgo.MessageEmbed{{Title: "Board",
			Image: &discordgo.MessageEmbedImage{URL: "attachment://board.png"}}},
		Files: []*discordgo.File{{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(file)}},
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{CustomID: "resign", Label: "Resign", Style: discordgo.DangerButton}}}},
		AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{string(playground.BobID)}},
	}))(t)
	if len(m.Attachments) != 1 || m.Attachments[0].Width != 30 || m.Attachments[0].Height != 40 ||
		m.Embeds[0].Image.URL != m.Attachments[0].URL {
		t.Errorf("the message has %+v, its embed %+v", m.Attachments, m.Embeds[0].Image)
	}
	if len(m.Mentions) != 1 || m.Mentions[0].ID != string(playground.BobID) {
		t.Errorf("mentioned are %+v", m.Mentions)
	}
	if got := fetchBy(t, d.Client, m.Attachments[0].URL, 200); !bytes.Equal(got, file) {
		t.Errorf("the file came back as %d bytes", len(got))
	}

	text := "changed"
	edited := must(d.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: m.ID, Channel: xiangqi, Content: &text,
		Files: []*discordgo.File{{Name: "board.png",
			Reader: bytes.NewReader(file)}}, Attachments: &[]*discordgo.MessageAttachment{}}))(t)
	if edited.Content != text || len(edited.Attachments) != 1 || edited.Attachments[0].ID == m.Attachments[0].ID ||
		edited.EditedTimestamp == nil || len(edited.Components) != 1 {
		t.Errorf("edited to %+v", edited)
	}
	fetchBy(t, d.Client, m.Attachments[0].URL, 404)
	if err := d.MessageReactionAdd(xiangqi, m.ID, "👍"); !isCode(err, 50013) {
		t.Errorf("a reaction without the permission: %v", err)
	}
	if list := must(d.ChannelMessages(xiangqi, 10, "", "", ""))(t); len(list) != 1 || list[0].ID != m.ID {
		t.Errorf("the channel holds %+v", list)
	}

	thread := must(d.MessageThreadStart(xiangqi, m.ID, "Game 1", 1440))(t)
	if thread.ID != m.ID || thread.Type != discordgo.ChannelTypeGuildPublicThread || thread.ParentID != xiangqi {
		t.Errorf("the thread is %+v", thread)
	}
	if _, err := d.MessageThreadStart(xiangqi, m.ID, "Game 1", 1440); !isCode(err, 160004) {
		t.Errorf("a second thread on the message: %v", err)
	}
	yes := true
	must(d.ChannelMessageSend(thread.ID, "in the thread"))(t)
	if c := must(d.ChannelEditComplex(thread.ID,
		&discordgo.ChannelEdit{Archived: &yes}))(t); !c.ThreadMetadata.Archived || c.MessageCount != 1 || c.MemberCount != 1 {
		t.Errorf("the thread is now %+v", c)
	}
	if _, err := d.ChannelEditComplex(thread.ID, &discordgo.ChannelEdit{Locked: &yes}); !isCode(err, 50013) {
		t.Errorf("locking without MANAGE_THREADS: %v", err)
	}

	dm := must(d.UserChannelCreate(string(playground.BobID)))(t)
	if dm.Type != discordgo.ChannelTypeDM || dm.Recipients[0].ID != string(playground.BobID) {
		t.Errorf("the DM channel is %+v", dm)
	}
	must(d.ChannelMessageSend(dm.ID, "hello"))(t)
	if err := d.ChannelMessageDelete(xiangqi, m.ID); err != nil {
		t.Error(err)
	}
	if _, err := d.ChannelMessage(xiangqi, m.ID); !isCode(err, 10008) {
		t.Errorf("a deleted message: %v", err)
	}
	if _, err := d.ChannelMessageSend("1", "x"); !isCode(err, 10003) {
		t.Errorf("a channel that is not there: %v", err)
	}
}

// TestDiscordgoGateway takes the library through HELLO, IDENTIFY, events and an interaction from end
// to end.
func TestDiscordgoGateway(t *testing.T) {
	t.Parallel()
	s := startServer(t, playground.Options{})
	d := realSession(t, s)
	d.Identify.Intents = discordgo.IntentGuilds | discordgo.IntentGuildMessages
	guilds := make(chan *discordgo.GuildCreate, 1)
	posted := make(chan *discordgo.MessageCreate, 1)
	acted := make(chan *discordgo.InteractionCreate, 1)
	d.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { guilds <- g })
	d.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		if !m.Author.Bot {
			posted <- m
		}
	})
	d.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { acted <- i })
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	g := receive(t, guilds)
	if g.Name == "" || len(g.Channels) != 2 || len(g.Members) != 4 {
		t.Errorf("the guild came as %+v", g.Guild)
	}
	must(d.ApplicationCommandBulkOverwrite(string(playground.ApplicationID), "",
		[]*discordgo.ApplicationCommand{{Name: "help", Description: "Help"}}))(t)
	bob := visit(t, s, playground.BobID)
	bob.act("say", object{"channel": playground.GeneralID, "content": "hello there"}, 200)
	if m := receive(t, posted); m.Content != "" || m.Author.ID != string(playground.BobID) || m.Member == nil {
		t.Errorf("without the content intent the bot reads %q of %+v", m.Content, m.Author)
	}
	bob.act("command", object{"channel": playground.GeneralID, "name": "help"}, 200)
	i := receive(t, acted)
	if i.ApplicationCommandData().Name != "help" || i.Locale != discordgo.EnglishUS ||
		i.Member.User.ID != string(playground.BobID) {
		t.Errorf("the interaction came as %+v", i.Interaction)
	}
	if err := d.InteractionRespond(i.Interaction,
		&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}); err != nil {
		t.Fatal(err)
	}
	if m := bob.message(func(m *wire.Message) bool { return m.Loading }); m.Flags&wire.FlagLoading == 0 {
		t.Errorf("the thinking message has flags %d", m.Flags)
	}
	text := "done"
	must(d.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &text, Files: []*discordgo.File{
		{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(picture(t, 8, 9))}}}))(t)
	if m := bob.message(func(m *wire.Message) bool { return m.Content == "done" }); m.Loading ||
		len(m.Attachments) != 1 || m.EditedTimestamp != nil {
		t.Errorf("the answer is %+v", m)
	}
	follow := must(d.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "and more",
		Flags: discordgo.MessageFlagsEphemeral}))(t)
	if follow.Flags&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("the follow-up has flags %d", follow.Flags)
	}
	if m := bob.message(func(m *wire.Message) bool { return m.Content == "and more" }); m.EphemeralFor != playground.BobID {
		t.Errorf("the follow-up is for %q", m.EphemeralFor)
	}
	if err := d.InteractionResponseDelete(i.Interaction); err != nil {
		t.Error(err)
	}
	bob.hear("message_delete", nil)
}

func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// isCode reports whether a discordgo error carries Discord's code.
func isCode(err error, code int) bool {
	r, ok := errors.AsType[*discordgo.RESTError](err)
	return ok && r.Message != nil && r.Message.Code == code
}

// fetch reads what the page can read.
func fetch(t *testing.T, url string, status int) []byte {
	t.Helper()
	return fetchBy(t, http.DefaultClient, url, status)
}

// fetch reads a file by its address on the wire.
func (b *scripted) fetch(url string, status int) []byte {
	b.t.Helper()
	return fetchBy(b.t, b.http, url, status)
}

func fetchBy(t *testing.T, client *http.Client, url string, status int) []byte {
	t.Helper()
	res, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(res.Body); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status {
		t.Fatalf("%s answers %d, not %d: %s", url, res.StatusCode, status, cmp.Diff("", buf.String()))
	}
	return buf.Bytes()
}
