package handlers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Command is one command: its definition for Discord, its handler, its autocompletion, and the handlers of the
// buttons in its messages.
//
// Its texts are in the phrase files under its name: command.move.name and command.move.desc, for an option
// command.move.game.name and command.move.game.desc, for an option's fixed choice command.settings.language.auto.
// The English name is the one that Discord sends, whatever the person sees.
//
// A command may be only the first word of others: then it has subs, each a command of its own with both words as its
// Name ("manage server") and with its texts below those of the first word (command.manage.server.desc), and does
// nothing itself.
type Command struct {
	Name string
	// Private means that the deferred message, if the answer takes long, is private. The answer itself may be public.
	Private bool
	// begins means that the command begins a game, or something else that continues in the channel: see requireWrite.
	begins bool
	// inServers means that the command is not offered in direct messages.
	inServers bool
	// userInstall means that people who have installed the bot for themselves are also offered the command where the
	// bot is not: in other servers, in groups and in direct messages with others.
	userInstall bool
	// ForManagers means that Discord offers the command only to members with the permission Manage Server, unless the
	// server gives it to others: the handlers check the permission as well.
	ForManagers bool
	// written means that Discord does not offer the command: people write a word to the bot, or press its buttons.
	written bool
	// Menu is the kind of a command that Discord offers in the menu of a message or of a member, below Apps; 0 for a
	// slash command. It acts on that message or member, see Request.Target and Request.Member, and has neither options
	// nor a description. Its name is written as people read it, "Import game", and its phrases are under
	// command.import-game.
	Menu     discordgo.ApplicationCommandType
	Options  []commandOption
	Subs     []*Command
	Run      Handler
	Complete func(ctx context.Context, r *Request) ([]discord.Choice, error)
	// Presses are the buttons and menus in the command's messages, and what they do.
	Presses map[view.PressAct]Handler
	// form are the options that are asked for in a form, and submits its act; see withForm.
	form    func(*Request) []commandOption
	submits view.PressAct
}

// Handler carries out a request. An error that is meant for the person is shown in their language; any other is a
// fault.
type Handler func(ctx context.Context, r *Request) (view.Reply, error)

// HandlerTimeout limits the work on one request. Most handlers only read and write the database and draw; hints,
// partners, /analyze and /learn also search, and an import waits for its file. All of that takes seconds. A
// minute means a fault, or an overloaded engine.
const HandlerTimeout = time.Minute

// Key returns the prefix of the command's texts in the phrase files.
func (c *Command) Key() string {
	if c.Menu != 0 {
		return "command." + strings.ReplaceAll(strings.ToLower(c.Name), " ", "-")
	}
	return "command." + strings.ReplaceAll(c.Name, " ", ".")
}

// Runnable lists what a person can run: the command itself, or its subcommands.
func (c *Command) Runnable() []*Command {
	if c.Subs == nil {
		return []*Command{c}
	}
	return c.Subs
}

// ErrNotOffered means that an option has a value that the command does not offer. Discord's client sends none: it
// is forged, or was offered by another version of the bot.
var ErrNotOffered = errors.New("bot: a value that the command does not offer")

// Handle runs the command after checking the values of its options.
func (c *Command) Handle(ctx context.Context, r *Request) (view.Reply, error) {
	if c.asksForm(r) {
		return c.openForm(r)
	}
	all := slices.Clone(c.Options)
	if c.form != nil {
		all = append(all, c.form(r)...)
	}
	for _, o := range all {
		if r.options[o.Name] != nil && !o.offers(r) {
			return view.Reply{}, fmt.Errorf("%w: /%s %s: %v", ErrNotOffered, c.Name, o.Name, r.options[o.Name])
		}
	}
	if c.begins {
		return requireWrite(c.Run)(ctx, r)
	}
	return c.Run(ctx, r)
}

// commandOption is one option of a command. Required ones come first.
type commandOption struct {
	Name     string
	Kind     discordgo.ApplicationCommandOptionType
	Required bool
	// Complete means that the command offers values while the person types.
	Complete bool
	// atLeast and atMost bound a number; where both are 0 any is allowed, where only atMost is 0 any that is not
	// smaller.
	atLeast, atMost float64
	// channels are the kinds of channel that a channel option takes; none takes all.
	channels []discordgo.ChannelType
	Fixed    []fixedChoice
	// many means, in a form, that several choices can be made: the value has their keys, separated by spaces. preset
	// are those that are selected at first.
	many   bool
	preset []string
	// long means, in a form, that the field has several lines.
	long bool
}

// offers reports whether the option's value in a request is one of its fixed choices, or within its bounds.
func (o commandOption) offers(r *Request) bool {
	if len(o.Fixed) > 0 {
		chosen := []string{r.typed(o.Name)}
		if o.many {
			chosen = strings.Fields(chosen[0])
		}
		return !slices.ContainsFunc(chosen, func(key string) bool {
			return !slices.ContainsFunc(o.Fixed, func(f fixedChoice) bool { return f.Key == key })
		})
	}
	n, _ := r.Number(o.Name)
	if o.atMost != 0 && float64(n) > o.atMost {
		return false
	}
	return o.atLeast == 0 && o.atMost == 0 || float64(n) >= o.atLeast
}

// fixedChoice is one of the possible values of an option.
type fixedChoice struct {
	// Key names the choice. It is the value of the option; for a number option that is the number that it spells.
	Key string
	// Label is the text of the choice; nil is the phrase command.COMMAND.OPTION.KEY.
	Label view.Label
}

// label is the text of the choice of the option with a key such as command.COMMAND.OPTION.
func (f fixedChoice) label(option string) view.Label {
	if f.Label != nil {
		return f.Label
	}
	return view.Phrase(option + "." + f.Key)
}

// Asked lists the options that the command asks for in its form, whatever else was chosen.
func (c *Command) Asked() []commandOption {
	if c.form == nil {
		return nil
	}
	var all []commandOption
	for _, teams := range []bool{false, true} {
		r := &Request{options: map[string]any{"teams": teams}}
		for _, o := range c.form(r) {
			if !slices.ContainsFunc(all, func(known commandOption) bool { return known.Name == o.Name }) {
				all = append(all, o)
			}
		}
	}
	return all
}

func textChoices(keys ...string) []fixedChoice {
	var fixed []fixedChoice
	for _, key := range keys {
		fixed = append(fixed, fixedChoice{Key: key})
	}
	return fixed
}

// Definition returns the command as registered with Discord, in every language. userInstall reports whether people can
// install the application for themselves.
func (c *Command) Definition(p *words.Phrases, userInstall bool) *discordgo.ApplicationCommand {
	key := c.Key()
	names := p.Localizations(key + ".name")
	d := &discordgo.ApplicationCommand{
		Type:              discordgo.ChatApplicationCommand,
		Name:              c.Name,
		NameLocalizations: &names,
		Contexts:          &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes:  &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
	if c.inServers {
		d.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	}
	if c.userInstall && userInstall {
		*d.Contexts = append(*d.Contexts, discordgo.InteractionContextPrivateChannel)
		*d.IntegrationTypes = append(*d.IntegrationTypes, discordgo.ApplicationIntegrationUserInstall)
	}
	if c.ForManagers {
		d.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	}
	if c.Menu != 0 {
		d.Type = c.Menu
		return d
	}
	descriptions := p.Localizations(key + ".desc")
	d.Description, d.DescriptionLocalizations = view.Described(p, key), &descriptions
	for _, sub := range c.Subs {
		d.Options = append(d.Options, sub.subcommand(p))
	}
	d.Options = append(d.Options, c.optionsIn(p)...)
	return d
}

func (c *Command) subcommand(p *words.Phrases) *discordgo.ApplicationCommandOption {
	_, word, _ := strings.Cut(c.Name, " ")
	return &discordgo.ApplicationCommandOption{
		Type:                     discordgo.ApplicationCommandOptionSubCommand,
		Name:                     word,
		NameLocalizations:        p.Localizations(c.Key() + ".name"),
		Description:              view.Described(p, c.Key()),
		DescriptionLocalizations: p.Localizations(c.Key() + ".desc"),
		Options:                  c.optionsIn(p),
	}
}

func (c *Command) optionsIn(p *words.Phrases) []*discordgo.ApplicationCommandOption {
	var options []*discordgo.ApplicationCommandOption
	for _, o := range c.Options {
		options = append(options, o.definition(p, c.Key()+"."+o.Name))
	}
	return options
}

func (o commandOption) definition(p *words.Phrases, key string) *discordgo.ApplicationCommandOption {
	d := &discordgo.ApplicationCommandOption{
		Type:                     o.Kind,
		Name:                     o.Name,
		NameLocalizations:        p.Localizations(key + ".name"),
		Description:              view.Described(p, key),
		DescriptionLocalizations: p.Localizations(key + ".desc"),
		Required:                 o.Required,
		Autocomplete:             o.Complete,
		ChannelTypes:             o.channels,
	}
	if o.atLeast != 0 || o.atMost != 0 {
		d.MinValue = &o.atLeast
	}
	d.MaxValue = o.atMost
	for _, f := range o.Fixed {
		name, names := f.label(key).In(p)
		entry := &discordgo.ApplicationCommandOptionChoice{Name: name, NameLocalizations: names, Value: f.Key}
		if o.Kind == discordgo.ApplicationCommandOptionInteger {
			entry.Value, _ = strconv.Atoi(f.Key)
		}
		d.Choices = append(d.Choices, entry)
	}
	return d
}
