package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Request is what a person asks of the bot: a command, a press on a button, a choice in a menu, or a completion
// while they type.
type Request struct {
	// Viewer is the person who asked: it determines how replies to them are written.
	Viewer  view.Viewer
	Guild   string // empty in a direct message
	Channel string
	Parent  string // the channel that the thread Channel belongs to; empty where Channel is no thread
	// Manages reports whether the person may change the settings of the server: they have the permission Manage
	// Server.
	Manages bool
	// Command is the command's name, with both words if it has two; empty for a press.
	Command string
	// Press is what the button or menu was for, and Value what was chosen in the menu, empty for nothing.
	Press view.Press
	Value string
	// Written are the values of the fields of a modal, by their ids; nil if none was submitted.
	Written map[string]string
	// Target is the message of a command in the menu of a message, nil otherwise, and Member the id of the user of one
	// in the menu of a member, empty otherwise.
	Target *target
	Member string
	// Ephemeral means that the button is in a message that only this person sees.
	Ephemeral bool

	Interaction *Interaction
	// OpenDM returns the channel of the person's direct messages with the bot.
	OpenDM func(context.Context) (string, error)
	// home is the channel in which games begin where that is not Channel: see requireWrite.
	home    string
	options map[string]any
	Focused string // completion: the name of the option being typed
}

// Handler carries out a request. An error that is meant for the person is shown in their language; any other is a
// fault.
type Handler func(ctx context.Context, r *Request) (view.Reply, error)

// HandlerTimeout limits the work on one request. Most handlers only read and write the database and draw; hints,
// partners, /analyze and /learn also search, and an import waits for its file. All of that takes seconds. A
// minute means a fault, or an overloaded engine.
const HandlerTimeout = time.Minute

// buttonsFor returns the buttons for an act in the pressed message, for a message that keeps them.
func (r *Request) buttonsFor(act view.PressAct) []discordgo.MessageComponent {
	if r.Interaction.Message == nil {
		return nil
	}
	var buttons []discordgo.MessageComponent
	for _, button := range view.ButtonsOf(r.Interaction.Message.Components...) {
		if press, err := view.ParsePress(button.CustomID); err == nil && press.Act == act {
			buttons = append(buttons, button)
		}
	}
	return view.Rows(buttons...)
}

// viewerOf returns the viewer of a reply: the person who asked if it is private, else everybody there.
func (r *Request) viewerOf(private bool) view.Viewer {
	if private {
		return r.Viewer
	}
	return r.Viewer.ForAll()
}

// Decode reads an interaction. The Viewer is set later, since that needs the person's settings. A press that is not one
// of ours is decoded as the zero Press.
func Decode(i *Interaction) (*Request, error) {
	r := newRequest(i)
	switch {
	case i.ID == "" || i.Token == "":
		return nil, errors.New("bot: an interaction without id or token")
	case r.Viewer.Person == "":
		return nil, fmt.Errorf("bot: interaction %s: no user", i.ID)
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		r.readCommand(data)
	case discordgo.MessageComponentInteractionData:
		r.Press, _ = view.ParsePress(data.CustomID)
		if len(data.Values) == 1 {
			r.Value = data.Values[0]
		}
	case discordgo.ModalSubmitInteractionData:
		r.Press, _ = view.ParsePress(data.CustomID)
		r.Written = i.form
	default:
		return nil, fmt.Errorf("bot: interaction %s of the unexpected type %v", i.ID, i.Type)
	}
	return r, nil
}

// newRequest returns a request that asks for nothing yet.
func newRequest(i *Interaction) *Request {
	r := &Request{
		Interaction: i, Guild: i.GuildID, Channel: i.ChannelID, Ephemeral: i.OnEphemeral(), options: make(map[string]any),
	}
	r.Viewer.Person = i.Person()
	if i.where != nil && i.where.inThread() {
		r.Parent = i.where.Parent
	}
	if i.Member != nil {
		r.Manages = i.Member.Permissions&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0
	}
	return r
}

// AsCommand returns the message as a command of its author, so that it has the same effect and the same refusals.
// The id of the message replaces the interaction's: the message acts once, even if it is delivered twice. locale is
// that of the author, which Discord does not send with a message. Numbers among the options are float64, as in JSON.
func (m *Message) AsCommand(name, locale string, options map[string]any) *Request {
	i := &Interaction{Written: true}
	i.ID, i.Type = m.ID, discordgo.InteractionApplicationCommand
	i.GuildID, i.ChannelID, i.Locale = m.GuildID, m.ChannelID, discordgo.Locale(locale)
	if m.Direct() || m.Member == nil {
		i.User = m.Author
	} else {
		member := *m.Member
		member.User = m.Author
		i.Member = &member
	}
	r := newRequest(i)
	r.Command, r.options = name, options
	return r
}

func (r *Request) readCommand(data discordgo.ApplicationCommandInteractionData) {
	name, given := data.Name, data.Options
	if len(given) == 1 && given[0] != nil && given[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		name, given = name+" "+given[0].Name, given[0].Options
	}
	r.Command = name
	for _, option := range given {
		if option == nil {
			continue // a null is no option
		}
		r.options[option.Name] = option.Value
		if option.Focused {
			r.Focused = option.Name
		}
	}
	r.Target = r.Interaction.resolved.Messages[data.TargetID]
	if data.CommandType == discordgo.UserApplicationCommand {
		r.Member = data.TargetID
	}
}

// Act returns the request as an act in a game. Its key keeps a second delivery of the same interaction from acting
// again.
func (r *Request) Act() game.Act {
	return game.Act{
		Key:           r.Interaction.ID,
		Token:         game.Secret(r.Interaction.Token),
		Actor:         r.Viewer.Person,
		Name:          r.Interaction.Name(),
		Guild:         r.Guild,
		Channel:       cmp.Or(r.home, r.Channel),
		ThreadSupport: r.Interaction.threadSupport(),
		Message:       r.pressed(),
		Parent:        r.Parent,
		Locale:        string(r.Interaction.Locale), // Locale.String would give a name in English
		Dialect:       r.Viewer.Dialect(),
		Roles:         r.Interaction.roles(),
		Manages:       r.Manages,
	}
}

// onBoard returns the request as an act that belongs to the board of its button or menu; a command belongs to none.
func (r *Request) onBoard() game.Act {
	act := r.Act()
	act.Board = r.Press.Board()
	return act
}

// pressed returns the id of the message whose button or menu was used, if everybody sees it.
func (r *Request) pressed() string {
	if r.Interaction.Message == nil || r.Ephemeral || r.Interaction.UserInstall {
		return ""
	}
	return r.Interaction.Message.ID
}

// text returns the value of a text option, empty if it was not given.
func (r *Request) text(option string) string {
	text, _ := r.options[option].(string)
	return text
}

// typed returns what a person has typed so far into an option, be it a text or a number.
func (r *Request) typed(option string) string {
	if n, ok := r.number(option); ok && r.text(option) == "" {
		return strconv.FormatInt(n, 10)
	}
	return r.text(option)
}

// chose reports whether the choice with a key is among those of an option that takes many.
func (r *Request) chose(option, key string) bool {
	return slices.Contains(strings.Fields(r.text(option)), key)
}

// number returns the value of an integer option; ok is false if it was not given. While a number is being typed
// Discord sends it as text: what is not a number counts as not given.
func (r *Request) number(option string) (n int64, ok bool) {
	switch value := r.options[option].(type) {
	case float64:
		return int64(value), true
	case string:
		n, err := strconv.ParseInt(value, 10, 64)
		return n, err == nil
	}
	return 0, false
}

// flag returns the value of a boolean option, false if it was not given.
func (r *Request) flag(option string) bool {
	yes, _ := r.options[option].(bool)
	return yes
}

// user returns the user in an option; nil if it was not given.
func (r *Request) user(option string) *discordgo.User {
	id := r.text(option)
	if id == "" {
		return nil
	}
	if user := r.Interaction.resolved.Users[id]; user != nil {
		return user
	}
	return &discordgo.User{ID: id}
}

// chosenUser is the person chosen in a menu of people; nil if none was, or if Discord does not say who it is.
func (r *Request) chosenUser() *discordgo.User {
	return r.Interaction.resolved.Users[r.Value]
}

// hasLeft reports whether a user in an option is not in the server, according to Discord. Discord may suggest former
// members.
func (r *Request) hasLeft(u *discordgo.User) bool {
	return r.Guild != "" && r.Interaction.resolved.Members[u.ID] == nil
}

// file returns the file in an option; nil if it was not given.
func (r *Request) file(option string) *discordgo.MessageAttachment {
	return r.Interaction.resolved.Files[r.text(option)]
}

// Game returns the game of the button or menu, or else the one in the option "game"; 0 for none.
func (r *Request) Game() game.ID {
	n, _ := r.number("game")
	return cmp.Or(r.Press.Game(), game.ID(n))
}

// timeSetting is the name of each option that is a time control, and of the setting of a server that is one.
const timeSetting = "time"

// timeControl is what the person wrote in the option for the time, the zero value where they wrote nothing. An error is
// a [view.Problem].
func (r *Request) timeControl() (control clocks.TimeControl, err error) {
	text := r.text(timeSetting)
	if text == "" {
		return control, nil
	}
	if control, err = clocks.ParseTimeControl(words.NormalizeTimes(text)); err != nil {
		return control, view.ProblemTime("challenge.no-time", text, err)
	}
	return control, nil
}

// inPlace wraps a handler of a press whose answer takes the place of the pressed message, where only the person sees
// it.
func inPlace(h Handler) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		reply, err := h(ctx, r)
		reply.Pressed = view.ReplacedIf(r.Ephemeral)
		return reply, err
	}
}

// public shows everybody what a handler shows the person alone.
func public(h Handler) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		everybody := *r
		everybody.Viewer = r.Viewer.ForAll()
		reply, err := h(ctx, &everybody)
		reply.Private = false
		return reply, err
	}
}

// requireWrite wraps a handler that begins games. If the bot may not write in the channel it refuses, with the
// missing permissions: the interaction could be answered, but nothing could be posted later. If it may write there
// without pictures or embeds, the game begins, and a private message names the missing permissions. Where the bot is
// not in the channel, the game begins in the direct messages of the person who has it for themselves.
func requireWrite(begin Handler) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		toWrite, toShow := r.Interaction.lacks()
		if toWrite != 0 {
			return view.MayNotWrite(toWrite, r.Viewer), nil
		}
		if r.Interaction.UserInstall {
			if err := r.beginInDM(ctx); err != nil {
				return view.Reply{}, err
			}
		}
		reply, err := begin(ctx, r)
		if err == nil && toShow != 0 && !reply.Private && reply.Modal == nil {
			reply.FollowUps = append(reply.FollowUps, view.LimitedBoards(toShow, r.Viewer))
		}
		return reply, err
	}
}

// beginInDM lets games begin in the person's direct messages. Somebody who only pressed a button that another person
// has shared does not have the bot, and may be out of its reach.
func (r *Request) beginInDM(ctx context.Context) error {
	i := r.Interaction
	if i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall] != string(r.Viewer.Person) {
		return view.NewProblem("place.not-installed")
	}
	home, err := r.OpenDM(ctx)
	if err != nil {
		return fmt.Errorf("bot: opening direct messages: %w", err)
	}
	r.home = home
	return nil
}

// mayGiveRoles reports whether the bot has the permission Manage Roles in the server.
func (r *Request) mayGiveRoles() bool {
	return r.Interaction.AppPermissions&(discordgo.PermissionManageRoles|discordgo.PermissionAdministrator) != 0
}
