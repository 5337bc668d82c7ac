package handlers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
	// forManagers means that Discord offers the command only to members with the permission Manage Server, unless the
	// server gives it to others: the handlers check the permission as well.
	forManagers bool
	// written means that Discord does not offer the command: people write a word to the bot, or press its buttons.
	written bool
	// Menu is the kind of a command that Discord offers in the menu of a message or of a member, below Apps; 0 for a
	// slash command. It acts on that message or member, see Request.Target and Request.Member, and has neither options
	// nor a description. Its name is written as people read it, "Import game", and its phrases are under
	// command.import-game.
	Menu     discordgo.ApplicationCommandType
	Options  []commandOption
	subs     []*Command
	Run      Handler
	Complete func(ctx context.Context, r *Request) ([]discord.Choice, error)
	// Presses are the buttons and menus in the command's messages, and what they do.
	Presses map[view.PressAct]Handler
	// form are the options that are asked for in a form, and submits its act; see withForm.
	form    func(*Request) []commandOption
	submits view.PressAct
}

// Key returns the prefix of the command's texts in the phrase files.
func (c *Command) Key() string {
	if c.Menu != 0 {
		return "command." + strings.ReplaceAll(strings.ToLower(c.Name), " ", "-")
	}
	return "command." + strings.ReplaceAll(c.Name, " ", ".")
}

// Runnable lists what a person can run: the command itself, or its subcommands.
func (c *Command) Runnable() []*Command {
	if c.subs == nil {
		return []*Command{c}
	}
	return c.subs
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
	n, _ := r.number(o.Name)
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
	_, names := p.Localized(view.Phrase(key + ".name"))
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
	if c.forManagers {
		d.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	}
	if c.Menu != 0 {
		d.Type = c.Menu
		return d
	}
	description, descriptions := p.Localized(view.Phrase(key + ".desc"))
	d.Description, d.DescriptionLocalizations = description, &descriptions
	for _, sub := range c.subs {
		d.Options = append(d.Options, sub.subcommand(p))
	}
	d.Options = append(d.Options, c.optionsIn(p)...)
	return d
}

func (c *Command) subcommand(p *words.Phrases) *discordgo.ApplicationCommandOption {
	_, word, _ := strings.Cut(c.Name, " ")
	_, names := p.Localized(view.Phrase(c.Key() + ".name"))
	description, descriptions := p.Localized(view.Phrase(c.Key() + ".desc"))
	return &discordgo.ApplicationCommandOption{
		Type:                     discordgo.ApplicationCommandOptionSubCommand,
		Name:                     word,
		NameLocalizations:        names,
		Description:              description,
		DescriptionLocalizations: descriptions,
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
	_, names := p.Localized(view.Phrase(key + ".name"))
	description, descriptions := p.Localized(view.Phrase(key + ".desc"))
	d := &discordgo.ApplicationCommandOption{
		Type:                     o.Kind,
		Name:                     o.Name,
		NameLocalizations:        names,
		Description:              description,
		DescriptionLocalizations: descriptions,
		Required:                 o.Required,
		Autocomplete:             o.Complete,
		ChannelTypes:             o.channels,
	}
	if o.atLeast != 0 || o.atMost != 0 {
		d.MinValue = &o.atLeast
	}
	d.MaxValue = o.atMost
	for _, f := range o.Fixed {
		name, names := p.Localized(f.label(key))
		entry := &discordgo.ApplicationCommandOptionChoice{Name: name, NameLocalizations: names, Value: f.Key}
		if o.Kind == discordgo.ApplicationCommandOptionInteger {
			entry.Value, _ = strconv.Atoi(f.Key)
		}
		d.Choices = append(d.Choices, entry)
	}
	return d
}

// more is the option that opens the form of a command.
const more = "more"

// moreOption opens the form of a command.
func moreOption() commandOption {
	return commandOption{Name: more, Kind: discordgo.ApplicationCommandOptionBoolean}
}

// withForm adds a form to a command: its act, and its fields. The form asks for what the command can be given beside
// its options, so that the list of options that Discord shows stays short. It has five fields at most, and is opened by
// [moreOption], or by the choice of that name. What the person has chosen already travels in the argument of the form's
// press; a submitted form becomes the options of the command, so that both ways have one meaning.
func (c *Command) withForm(act view.PressAct, fields func(*Request) []commandOption) *Command {
	c.form = fields
	submit := func(ctx context.Context, r *Request) (view.Reply, error) {
		if err := c.restore(r, r.Press.Arg); err != nil {
			return view.Reply{}, r.Press.Foreign(err)
		}
		for _, o := range c.form(r) {
			if written := strings.TrimSpace(r.Written[o.Name]); written != "" {
				if err := r.fill(o, written); err != nil {
					return view.Reply{}, err
				}
			}
		}
		return c.Handle(ctx, r)
	}
	if c.Presses == nil {
		c.Presses = map[view.PressAct]Handler{}
	}
	c.Presses[act], c.submits = submit, act
	return c
}

// asksForm reports whether the answer to a request is the form of the command.
func (c *Command) asksForm(r *Request) bool {
	return c.form != nil && r.Press.Act == "" && (r.flag(more) || r.text("format") == more)
}

func (c *Command) openForm(r *Request) (view.Reply, error) {
	arg, err := c.encodeOptions(r)
	if err != nil {
		return view.Reply{}, err
	}
	var fields []discord.Field
	for _, o := range c.form(r) {
		fields = append(fields, o.field(c, r))
	}
	title := r.Viewer.Say(c.Key() + ".form")
	return view.Form(view.Press{Act: c.submits, Arg: arg}, title, r.Viewer, fields...), nil
}

func (o commandOption) field(c *Command, r *Request) discord.Field {
	w, key := r.Viewer.Words, c.Key()+"."+o.Name
	f := discord.Field{
		ID: o.Name, Label: fieldLabel(w.Say(key + ".name")), Description: w.Say(key + ".desc"), Required: o.Required,
		MaxLength: formTextLimit, Long: o.long, Text: r.text(o.Name),
	}
	switch o.Kind {
	case discordgo.ApplicationCommandOptionUser:
		f.Kind = discord.PersonField
	case discordgo.ApplicationCommandOptionRole:
		f.Kind = discord.RoleField
	case discordgo.ApplicationCommandOptionAttachment:
		f.Kind = discord.FileField
	default:
	}
	for _, choice := range o.Fixed {
		f.Kind = discord.MenuField
		f.Options = append(f.Options, discordgo.SelectMenuOption{
			Label: choice.label(key)(w), Value: choice.Key, Default: slices.Contains(o.preset, choice.Key),
		})
	}
	if o.many {
		f.Most = len(o.Fixed)
	}
	return f
}

// fieldLabel is the name of an option as the label of a field: "Red role" for red-role.
func fieldLabel(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + strings.ReplaceAll(name[size:], "-", " ")
}

// formTextLimit is the length of what can be written in a field of a form, in characters: a position and the moves
// after it, or a link to one.
const formTextLimit = 1000

// fill adds an option to a request, as it is written in a form. An error is a [view.Problem].
func (r *Request) fill(o commandOption, written string) error {
	if o.Kind != discordgo.ApplicationCommandOptionInteger {
		r.options[o.Name] = written
		return nil
	}
	n, err := strconv.Atoi(written)
	least, most := int(o.atLeast), int(o.atMost)
	if err != nil || len(o.Fixed) == 0 && (n < least || n > most) {
		return view.NewProblem("form.no-number", words.Vars{"Text": view.Quoted(written), "Least": least, "Most": most})
	}
	r.options[o.Name] = float64(n)
	return nil
}

// encodeOptions encodes the options that a form does not ask for again: one word for each option of the command,
// separated by '-'. An option without a value is an empty word, and so is a text, which may be long.
func (c *Command) encodeOptions(r *Request) (string, error) {
	fields := c.form(r)
	encoded := make([]string, len(c.Options))
	for i, o := range c.Options {
		if o.Name == more || slices.ContainsFunc(fields, func(f commandOption) bool { return f.Name == o.Name }) {
			continue
		}
		switch value := r.options[o.Name].(type) {
		case bool:
			encoded[i] = encodedFalse
			if value {
				encoded[i] = encodedTrue
			}
		case float64:
			encoded[i] = strconv.FormatInt(int64(value), 10)
		case string:
			if o.Name == timeSetting {
				control, err := r.timeControl()
				if err != nil {
					return "", err
				}
				encoded[i] = strings.ReplaceAll(control.String(), "+", "p")
			} else if o.Kind == discordgo.ApplicationCommandOptionUser || len(o.Fixed) > 0 {
				encoded[i] = value
			}
		}
	}
	return strings.Join(encoded, "-"), nil
}

// The words of encodeOptions for a boolean option.
const (
	encodedTrue  = "y"
	encodedFalse = "n"
)

// restore gives a request the options that encodeOptions has encoded.
func (c *Command) restore(r *Request, arg string) error {
	clear(r.options)
	if len(c.Options) == 0 && arg == "" {
		return nil
	}
	encoded := strings.Split(arg, "-")
	if len(encoded) != len(c.Options) {
		return fmt.Errorf("a form with %d options for the %d of /%s", len(encoded), len(c.Options), c.Name)
	}
	for i, o := range c.Options {
		switch {
		case encoded[i] == "":
		case o.Kind == discordgo.ApplicationCommandOptionBoolean:
			r.options[o.Name] = encoded[i] == encodedTrue
		case o.Name == timeSetting:
			r.options[o.Name] = strings.ReplaceAll(encoded[i], "p", "+")
		default: // a number is read from its text
			r.options[o.Name] = encoded[i]
		}
	}
	return nil
}
