package handlers

import (
	"context"
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

// This file asks in a form for what a command can be given beside its options, so that the list of options that Discord
// shows stays short. The form has five fields at most. What the person has chosen already travels in the argument of
// the form's press; a submitted form becomes the options of the command, so that both ways have one meaning.

// more is the option that opens the form of a command.
const more = "more"

// moreOption opens the form of a command.
func moreOption() commandOption {
	return commandOption{Name: more, Kind: discordgo.ApplicationCommandOptionBoolean}
}

// withForm adds the form to a command: its act, and its fields. It is opened by [moreOption], or by the choice of that
// name.
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
	return c.form != nil && r.Press.Act == "" && (r.Flag(more) || r.Text("format") == more)
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
		MaxLength: formTextLimit, Long: o.long, Text: r.Text(o.Name),
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

// chose reports whether a choice is among those of an option that takes many.
func (r *Request) chose(option, key string) bool {
	return slices.Contains(strings.Fields(r.Text(option)), key)
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
			encoded[i] = map[bool]string{true: encodedTrue, false: "n"}[value]
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

// encodedTrue is the word for the value true.
const encodedTrue = "y"

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
