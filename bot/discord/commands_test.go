package discord

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/playground"
)

// definitions are commands with all that a definition can have.
func definitions() []*discordgo.ApplicationCommand {
	in := func(vi string) map[discordgo.Locale]string {
		return map[discordgo.Locale]string{discordgo.Vietnamese: vi}
	}
	names, descriptions, least := in("trợ-giúp"), in("Cách chơi"), 1.0
	commands := []*discordgo.ApplicationCommand{
		{
			Type: discordgo.ChatApplicationCommand, Name: "play", Description: "Make a move", NameLocalizations: &names, DescriptionLocalizations: &descriptions,
			Options: []*discordgo.ApplicationCommandOption{
				{
					Type: discordgo.ApplicationCommandOptionString, Name: "move", Description: "Which one", Required: true, Autocomplete: true,
					NameLocalizations: in("nước"), DescriptionLocalizations: in("Nước nào"),
				},
				{
					Type: discordgo.ApplicationCommandOptionInteger, Name: "strength", Description: "From 1", MinValue: &least,
					Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "one", NameLocalizations: in("một"), Value: 1}},
				},
			},
		},
		{
			Type: discordgo.ChatApplicationCommand, Name: "settings", Description: "What you like", NameLocalizations: &names, DescriptionLocalizations: &descriptions,
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "me", Description: "Your own"},
			},
		},
		{Type: discordgo.ChatApplicationCommand, Name: "help", Description: "How to play", NameLocalizations: &names, DescriptionLocalizations: &descriptions},
	}
	for _, c := range commands {
		c.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
		c.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	}
	return commands
}

// registered are the commands as Discord gives them back: in another order, with ids and defaults filled in.
func registered(t *testing.T, commands []*discordgo.ApplicationCommand) (list []*discordgo.ApplicationCommand) {
	t.Helper()
	text, err := json.Marshal(commands)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list)
	for _, c := range list {
		c.ID, c.ApplicationID, c.Version, c.NSFW = "1", "2", "3", new(bool)
		c.DMPermission = new(true) //nolint:staticcheck // Discord still sends it
		if c.Options == nil {
			c.Options = []*discordgo.ApplicationCommandOption{}
		}
	}
	return list
}

func TestSameCommands(t *testing.T) {
	vietnamese := func(c *discordgo.ApplicationCommand) map[discordgo.Locale]string { return *c.NameLocalizations }
	for name, test := range map[string]struct {
		change func(play *discordgo.ApplicationCommand) // a command with options
		same   bool
	}{
		"nothing":               {func(*discordgo.ApplicationCommand) {}, true},
		"a description":         {func(c *discordgo.ApplicationCommand) { c.Description = "other" }, false},
		"a translation":         {func(c *discordgo.ApplicationCommand) { vietnamese(c)[discordgo.Vietnamese] = "khác" }, false},
		"a translation gone":    {func(c *discordgo.ApplicationCommand) { delete(vietnamese(c), discordgo.Vietnamese) }, false},
		"a command's name":      {func(c *discordgo.ApplicationCommand) { c.Name = "other" }, false},
		"an option is optional": {func(c *discordgo.ApplicationCommand) { c.Options[0].Required = false }, false},
		"an option is gone":     {func(c *discordgo.ApplicationCommand) { c.Options = c.Options[1:] }, false},
		"contexts, turned":      {func(c *discordgo.ApplicationCommand) { slices.Reverse(*c.Contexts) }, true},
		"a context":             {func(c *discordgo.ApplicationCommand) { *c.Contexts = append(*c.Contexts, 2) }, false},
		"contexts gone":         {func(c *discordgo.ApplicationCommand) { c.Contexts = nil }, false},
		"an installation":       {func(c *discordgo.ApplicationCommand) { *c.IntegrationTypes = append(*c.IntegrationTypes, 1) }, false},
		"for managers alone":    {func(c *discordgo.ApplicationCommand) { c.DefaultMemberPermissions = new(int64(32)) }, false},
		"for adults alone":      {func(c *discordgo.ApplicationCommand) { c.NSFW = new(true) }, false},
	} {
		list := registered(t, definitions())
		test.change(list[len(list)-1])
		same, err := sameCommands(definitions(), list)
		if err != nil || same != test.same {
			t.Errorf("%s changed: sameCommands = %v, %v", name, same, err)
		}
	}
	if same, err := sameCommands(definitions(), nil); err != nil || same {
		t.Errorf("with nothing registered: sameCommands = %v, %v", same, err)
	}
}

// Commands are written once, and again only when they have changed.
func TestSetCommands(t *testing.T) {
	c, _ := playing(t)
	commands := definitions()
	for _, test := range []struct {
		guild   string
		changed bool
	}{{"", true}, {"", false}, {string(playground.GuildID), true}, {string(playground.GuildID), false}} {
		changed, err := SetCommands(t.Context(), c, string(playground.ApplicationID), test.guild, commands)
		if err != nil || changed != test.changed {
			t.Errorf("SetCommands in %q = %v, %v; want %v", test.guild, changed, err, test.changed)
		}
	}
	commands[0].Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	if changed, err := SetCommands(t.Context(), c, string(playground.ApplicationID), "", commands); err != nil || !changed {
		t.Errorf("taken out of direct messages, SetCommands = %v, %v", changed, err)
	}
	commands[0].Description = "Play a move"
	if changed, err := SetCommands(t.Context(), c, string(playground.ApplicationID), "", commands); err != nil || !changed {
		t.Errorf("with another description SetCommands = %v, %v", changed, err)
	}
	if _, err := SetCommands(t.Context(), c, string(playground.ApplicationID), "42", commands); !HasCode(err, CodeMissingAccess, CodeUnknownGuild) {
		t.Errorf("in a server that the bot is not in: %v", err)
	}
}

// Once the commands are registered, those that a message names are clickable, in whatever language it names them.
func TestCommandsInMessagesAreClickable(t *testing.T) {
	c, _ := playing(t)
	text := "`/trợ-giúp` `/play` `/settings me` `/trợ-giúp me` `/play move:h2e2` /play `/chess`"
	if got := *c.mentions.payload(Message{Text: text}, false).Content; got != text {
		t.Errorf("before they are registered: %q", got)
	}
	if _, err := SetCommands(t.Context(), c, string(playground.ApplicationID), "", definitions()[:2]); err != nil {
		t.Fatal(err)
	}
	linked := regexp.MustCompile(
		`^</play:(\d+)> </play:(\d+)> </settings me:(\d+)> </settings me:(\d+)> ` + "`/play move:h2e2` /play `/chess`$")
	m := c.mentions.payload(Message{Text: text, Embed: &discordgo.MessageEmbed{
		Title: "`/play`", Description: text, Fields: []*discordgo.MessageEmbedField{{Name: "`/play`", Value: text}},
	}}, false)
	embed := m.Embeds[0]
	for _, shown := range []string{*m.Content, embed.Description, embed.Fields[0].Value} {
		ids := linked.FindStringSubmatch(shown)
		if ids == nil || ids[1] != ids[2] || ids[3] != ids[4] || ids[1] == ids[3] {
			t.Errorf("once they are registered: %q", shown)
		}
	}
	if embed.Title != "`/play`" || embed.Fields[0].Name != "`/play`" { // where Discord shows no mentions
		t.Errorf("the titles are %q and %q", embed.Title, embed.Fields[0].Name)
	}
}

// An emoji is uploaded once: one whose name is taken is left as it is.
func TestUploadEmoji(t *testing.T) {
	c, _ := playing(t)
	for range 2 {
		if err := UploadEmoji(t.Context(), c, string(playground.ApplicationID), "xq_red_rook", picture); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := Emojis(t.Context(), c, string(playground.ApplicationID)); err != nil || len(ids) != 1 || ids["xq_red_rook"] == "" {
		t.Errorf("Emojis = %v, %v", ids, err)
	}
	if err := UploadEmoji(t.Context(), c, string(playground.ApplicationID), "xq-red-rook", []byte("x")); !HasCode(err, 50035) {
		t.Errorf("with a name and a picture that Discord refuses: %v", err)
	}
}
