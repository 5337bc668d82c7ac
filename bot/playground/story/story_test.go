package story_test

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/story"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"parrot": parrot})
}

// TestStories tests the language itself with a parrot bot.
func TestStories(t *testing.T) {
	setup := story.Setup(story.Options{Program: []string{"parrot"}})
	files := os.DirFS("testdata/files") // that no archive can hold
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: func(env *testscript.Env) error { return errors.Join(os.CopyFS(env.WorkDir, files), setup(env)) },
		Cmds:  story.Commands(),
	})
}

// parrot is a bot that repeats what it gets, in all the ways in which a bot can answer. It is a program like the real
// one: it runs until it gets a signal, and it can be killed.
func parrot() {
	flags := flag.NewFlagSet("parrot", flag.ExitOnError)
	_ = flags.String("addr", "", "")
	data := flags.String("data", "", "")
	mute := flags.Bool("mute", false, "never answer")
	if err := flags.Parse(os.Args[2:]); err != nil {
		complain(err)
	}
	srv, err := playground.New(playground.Options{Dir: filepath.Join(*data, "playground"), IdentifyEvery: -1,
		Rates: &ratelimit.Rates{}})
	if err != nil {
		complain(err)
	}
	if err := srv.Start(nil); err != nil {
		complain(err)
	}
	d, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		complain(err)
	}
	d.Client = &http.Client{Transport: srv.Transport()}
	d.Identify.Intents = discordgo.IntentGuilds
	if !*mute {
		d.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
			if err := repeat(s, i.Interaction); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}
	if err := d.Open(); err != nil {
		complain(err)
	}
	_, err = d.ApplicationCommandBulkOverwrite(string(playground.ApplicationID), string(playground.GuildID),
		[]*discordgo.ApplicationCommand{{
			Name: "say", Description: "Say it", NameLocalizations: &map[discordgo.Locale]string{discordgo.ChineseCN: "说"},
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "what", Description: "The words", Required: true,
					Autocomplete: true},
				{Type: discordgo.ApplicationCommandOptionString, Name: "how", Description: "The way",
					Choices: []*discordgo.ApplicationCommandOptionChoice{
						{Name: "aloud", Value: "aloud"}, {Name: "whispering", Value: "whispering"}, {Name: "slowly",
							Value: "slowly"}, {Name: "by form", Value: "form"},
						{Name: "by letter", Value: "letter"}, {Name: "in a thread", Value: "thread"}}},
			},
		}, nestCommand(), greetCommand()})
	if err != nil {
		complain(err)
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	fmt.Println("the page is at", srv.URL())
	<-stop
	if err := d.Close(); err != nil {
		complain(err)
	}
	if err := srv.Close(); err != nil {
		complain(err)
	}
}

func complain(err error) {
	fmt.Fprintln(os.Stderr, "parrot:", err)
	os.Exit(1)
}

// perch posts a message with a button and a menu.
func perch() []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{CustomID: "louder", Label: "Louder",
			Style: discordgo.PrimaryButton}}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "tongue", Placeholder: "Tongue",
			Options: []discordgo.SelectMenuOption{{Label: "Parrot", Value: "squawk"}, {Label: "Cat", Value: "meow"}}}}},
	}
}

func repeat(s *discordgo.Session, i *discordgo.Interaction) error {
	answer := func(kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData) error {
		return s.InteractionRespond(i, &discordgo.InteractionResponse{Type: kind, Data: data})
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		typed := i.ApplicationCommandData().Options[0].StringValue()
		return answer(discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: typed + "!", Value: typed + "!"}}})
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		said := strings.ToUpper(i.Message.Content)
		switch data.CustomID {
		case "tongue":
			said = data.Values[0]
		case "people":
			said = "you chose <@" + data.Values[0] + ">"
		case "roles":
			said = "you chose <@&" + data.Values[0] + ">"
		case "channels":
			said = "you chose <#" + data.Values[0] + ">"
		}
		return answer(discordgo.InteractionResponseUpdateMessage, &discordgo.InteractionResponseData{Content: said,
			Components: perch()})
	case discordgo.InteractionModalSubmit:
		field := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput)
		return answer(discordgo.InteractionResponseChannelMessageWithSource,
			&discordgo.InteractionResponseData{Content: "in writing: " + field.Value})
	}
	options := i.ApplicationCommandData().Options
	if i.ApplicationCommandData().Name == "nest" {
		return nest(s, i)
	}
	if i.ApplicationCommandData().Name == "greet" {
		return greet(s, i)
	}
	what, how := options[0].StringValue(), ""
	if len(options) > 1 {
		how = options[1].StringValue()
	}
	switch how {
	case "whispering":
		return answer(discordgo.InteractionResponseChannelMessageWithSource, &discordgo.InteractionResponseData{
			Content: "psst, " + what, Flags: discordgo.MessageFlagsEphemeral})
	case "slowly":
		if err := answer(discordgo.InteractionResponseDeferredChannelMessageWithSource, nil); err != nil {
			return err
		}
		_, err := s.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &what, Files: []*discordgo.File{
			{Name: "parrot.txt", ContentType: "text/plain", Reader: strings.NewReader("a picture of " + what)}}})
		return err
	case "letter":
		return answer(discordgo.InteractionResponseChannelMessageWithSource,
			&discordgo.InteractionResponseData{Content: letter(s, i, what)})
	case "thread":
		if err := answer(discordgo.InteractionResponseChannelMessageWithSource,
			&discordgo.InteractionResponseData{Content: "in a thread"}); err != nil {
			return err
		}
		return openThread(s, i, what)
	case "form":
		return answer(discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{CustomID: "form",
			Title: "Say it", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "words",
					Label: "Words", Style: discordgo.TextInputShort}}}}})
	}
	return answer(discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: what, Components: perch()})
}

// letter sends a direct message to the person who asks for it, and reports the result.
func letter(s *discordgo.Session, i *discordgo.Interaction, what string) string {
	dm, err := s.UserChannelCreate(i.Member.User.ID)
	if err == nil {
		_, err = s.ChannelMessageSend(dm.ID, "a letter: "+what)
	}
	if err != nil {
		return refusedBy(err)
	}
	return "the letter is sent"
}

// openThread posts a message in a new thread. The thread is created on the answer, as that of a game is.
func openThread(s *discordgo.Session, i *discordgo.Interaction, what string) error {
	m, err := s.InteractionResponse(i)
	if err != nil {
		return err
	}
	thread, err := s.MessageThreadStartComplex(i.ChannelID, m.ID,
		&discordgo.ThreadStart{Name: what, AutoArchiveDuration: 1440})
	if err != nil {
		_, err = s.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: refusedBy(err)})
		return err
	}
	_, err = s.ChannelMessageSendComplex(thread.ID, &discordgo.MessageSend{Content: "first in " + what,
		Components: perch()})
	return err
}

// refusedBy returns Discord's error code.
func refusedBy(err error) string {
	if no, ok := errors.AsType[*discordgo.RESTError](err); ok && no.Message != nil {
		return fmt.Sprintf("refused: %d", no.Message.Code)
	}
	return err.Error()
}

// greetCommand is about people and roles, in options and in menus.
func greetCommand() *discordgo.ApplicationCommand {
	return &discordgo.ApplicationCommand{Name: "greet", Description: "Greet",
		Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionUser, Name: "one", Description: "A person"},
			{Type: discordgo.ApplicationCommandOptionRole, Name: "role", Description: "All of a role"},
			{Type: discordgo.ApplicationCommandOptionMentionable, Name: "whom", Description: "Either"}}}
}

// greet mentions the given people and roles and reports what Discord sent about them.
func greet(s *discordgo.Session, i *discordgo.Interaction) error {
	given := i.ApplicationCommandData()
	data := &discordgo.InteractionResponseData{Content: "hail"}
	for _, o := range given.Options {
		id := o.Value.(string)
		if given.Resolved.Roles[id] != nil {
			data.Content += " <@&" + id + "> the role"
		}
		if given.Resolved.Users[id] != nil {
			data.Content += " <@" + id + ">"
			if given.Resolved.Members[id] == nil {
				data.Content += " who is no member"
			} else {
				data.Content += fmt.Sprintf(" with %d roles", len(given.Resolved.Members[id].Roles))
			}
		}
	}
	data.Components = []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{MenuType: discordgo.UserSelectMenu, CustomID: "people", Placeholder: "People"}}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{MenuType: discordgo.RoleSelectMenu, CustomID: "roles", Placeholder: "Roles"}}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{MenuType: discordgo.ChannelSelectMenu, CustomID: "channels", Placeholder: "Channels"}}},
	}
	return s.InteractionRespond(i,
		&discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: data})
}

// nestCommand has subcommands, one of them with files.
func nestCommand() *discordgo.ApplicationCommand {
	file, sub, group := discordgo.ApplicationCommandOptionAttachment, discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup
	return &discordgo.ApplicationCommand{Name: "nest", Description: "The nest",
		Options: []*discordgo.ApplicationCommandOption{
			{Type: sub, Name: "keep", Description: "Bring something",
				NameLocalizations: map[discordgo.Locale]string{discordgo.ChineseCN: "收"}, Options: []*discordgo.ApplicationCommandOption{
					{Type: file, Name: "thing", Description: "What", Required: true,
						NameLocalizations: map[discordgo.Locale]string{discordgo.ChineseCN: "东西"}},
					{Type: file, Name: "twig", Description: "What else"}}},
			{Type: group, Name: "watch", Description: "The watch", Options: []*discordgo.ApplicationCommandOption{
				{Type: sub, Name: "over", Description: "Who keeps watch"}}}}}
}

// nest posts the given files again under other names, or says whether the person may manage the server.
func nest(s *discordgo.Session, i *discordgo.Interaction) error {
	data := &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral}
	given := i.ApplicationCommandData()
	if given.Options[0].Name == "watch" {
		data.Content = "you keep watch"
		if i.Member.Permissions&discordgo.PermissionManageGuild == 0 {
			data.Content = "you may not keep watch"
		}
	} else {
		data.Flags = 0
		for _, o := range given.Options[0].Options {
			file := given.Resolved.Attachments[o.Value.(string)]
			res, err := s.Client.Get(file.URL)
			if err != nil {
				return err
			}
			defer res.Body.Close()
			data.Content += fmt.Sprintf("%s of %d bytes\n", file.Filename, file.Size)
			data.Files = append(data.Files, &discordgo.File{Name: "kept-" + file.Filename, ContentType: file.ContentType,
				Reader: res.Body})
		}
	}
	return s.InteractionRespond(i,
		&discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: data})
}
