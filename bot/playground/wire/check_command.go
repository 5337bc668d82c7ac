package wire

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// commandName is Discord's pattern for names of slash commands and options. That they are lowercase is checked
// separately.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// ReadCommands decodes the body of a bulk registration.
func ReadCommands(body []byte) ([]Command, error) {
	if strings.TrimSpace(string(body)) == "null" {
		var p FormErrors
		p.Root().Add("BASE_TYPE_BAD_TYPE", "An array is expected. To remove all commands send [].")
		return nil, p.Err()
	}
	var list []Command
	return list, Decode(body, &list)
}

// CheckCommands checks a bulk registration: each command, and their numbers.
func CheckCommands(list []Command) error {
	var p FormErrors
	f := p.Root()
	count := map[int]int{}
	seen := map[string]bool{}
	for i := range list {
		list[i].check(f.Index(i))
		count[list[i].Type]++
		key := strconv.Itoa(list[i].Type) + list[i].Name
		if seen[key] {
			f.Index(i).Key("name").Add("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	if err := p.Err(); err != nil {
		return err
	}
	for kind := ChatInput; kind <= MessageMenu; kind++ {
		most := 15
		if kind == ChatInput {
			most = 100
		}
		if count[kind] > most {
			return NewError(400, 30032, fmt.Sprintf("Maximum number of application commands reached (%d)", most))
		}
	}
	return nil
}

func (c *Command) check(f Field) {
	if c.Type == 0 {
		c.Type = ChatInput
	}
	if c.Type < ChatInput || c.Type > MessageMenu {
		f.Key("type").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
	}
	chat := c.Type == ChatInput
	checkName(f.Key("name"), c.Name, chat)
	checkLocales(f.Key("name_localizations"), c.NameLocalized, func(f Field, s string) { checkName(f, s, chat) })
	if chat {
		f.Key("description").length(c.Description, 1, 100)
	} else if c.Description != "" {
		f.Key("description").Add("APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
			"Context menu commands cannot have a description")
	}
	checkLocales(f.Key("description_localizations"), c.DescriptionLocal, func(f Field, s string) { f.length(s, 1, 100) })
	if !chat && len(c.Options) > 0 {
		f.Key("options").Add("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Context menu commands cannot have options")
	}
	checkOptions(f.Key("options"), c.Options, 0)
	for i, x := range c.Contexts {
		if x < 0 || x > 2 {
			f.Key("contexts").Index(i).Add("BASE_TYPE_CHOICES", "Value must be one of (0, 1, 2).")
		}
	}
	for i, x := range c.IntegrationTypes {
		if x < 0 || x > 1 {
			f.Key("integration_types").Index(i).Add("BASE_TYPE_CHOICES", "Value must be one of (0, 1).")
		}
	}
	if n := c.size(); n > 8000 {
		f.Add("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000): %d", n)
	}
}

func checkName(f Field, name string, chat bool) {
	f.length(name, 1, 32)
	if name == "" || utf8.RuneCountInString(name) > 32 || !chat {
		return
	}
	lower := !strings.ContainsFunc(name, func(r rune) bool { return unicode.ToLower(r) != r })
	if !lower || !commandName.MatchString(name) {
		f.Add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func checkLocales(f Field, byLocale map[string]string, check func(Field, string)) {
	for locale, s := range byLocale {
		if !slices.Contains(Locales(), locale) && locale != "ar" && locale != "he" {
			f.Key(locale).Add("BASE_TYPE_CHOICES", "Value must be one of %v.", Locales())
			continue
		}
		check(f.Key(locale), s)
	}
}

// checkOptions checks the options of a command, a group or a subcommand, depth levels below the command.
func checkOptions(f Field, options []Option, depth int) {
	f.count(len(options), 0, 25)
	names := map[string]bool{}
	optional, nested := false, 0
	for i := range options {
		o, at := &options[i], f.Index(i)
		checkName(at.Key("name"), o.Name, true)
		checkLocales(at.Key("name_localizations"), o.NameLocalized, func(f Field, s string) { checkName(f, s, true) })
		at.Key("description").length(o.Description, 1, 100)
		checkLocales(at.Key("description_localizations"), o.DescriptionLocal, func(f Field, s string) { f.length(s, 1, 100) })
		if names[o.Name] {
			at.Key("name").Add("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		names[o.Name] = true
		if o.Required && optional {
			at.Add("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		switch o.Type {
		case OptionSubcommand, OptionSubcommandGroup:
			nested++
			if o.Type == OptionSubcommandGroup && depth > 0 || depth > 1 {
				at.Key("type").Add("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
					"Only a command can hold groups, and only a command or a group subcommands")
			}
			checkOptions(at.Key("options"), o.Options, depth+map[int]int{OptionSubcommand: 2, OptionSubcommandGroup: 1}[o.Type])
		default:
			optional = optional || !o.Required
			if depth == 1 {
				at.Key("type").Add("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands and nothing else")
			}
			checkValueOption(at, o)
		}
	}
	if nested > 0 && nested < len(options) {
		f.Add("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
			"Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

func checkValueOption(f Field, o *Option) {
	if o.Type < OptionString || o.Type > OptionAttachment {
		f.Key("type").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).")
		return
	}
	if len(o.Options) > 0 {
		f.Key("options").Add("APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Only subcommands and groups hold options")
	}
	text, number := o.Type == OptionString, o.Type == OptionInteger || o.Type == OptionNumber
	f.Key("choices").count(len(o.Choices), 0, 25)
	if len(o.Choices) > 0 && !text && !number {
		f.Key("choices").Add("APPLICATION_COMMAND_OPTIONS_CHOICES_NOT_ALLOWED", "Choices are only for strings and numbers")
	}
	if len(o.ChannelTypes) > 0 && o.Type != OptionChannel {
		f.Key("channel_types").Add("APPLICATION_COMMAND_OPTIONS_CHANNEL_TYPES_NOT_ALLOWED",
			"channel_types are only for channels")
	}
	if o.Autocomplete && (len(o.Choices) > 0 || !text && !number) {
		f.Key("autocomplete").Add("APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED",
			"Autocomplete is for strings and numbers without choices")
	}
	for i, c := range o.Choices {
		checkChoice(f.Key("choices").Index(i), c, o.Type)
	}
	if (o.MinValue != nil || o.MaxValue != nil) && !number {
		f.Key("min_value").Add("APPLICATION_COMMAND_OPTIONS_RANGE_NOT_ALLOWED",
			"min_value and max_value are only for numbers")
	}
	if o.MinValue != nil && o.MaxValue != nil && *o.MinValue > *o.MaxValue {
		f.Key("min_value").Add("APPLICATION_COMMAND_OPTIONS_MIN_VALUE_INVALID", "min_value must not be more than max_value")
	}
	if (o.MinLength != nil || o.MaxLength != nil) && !text {
		f.Key("min_length").Add("APPLICATION_COMMAND_OPTIONS_LENGTH_NOT_ALLOWED",
			"min_length and max_length are only for strings")
	}
	within(f.Key("min_length"), o.MinLength, 0, 6000)
	within(f.Key("max_length"), o.MaxLength, 1, 6000)
}

// checkChoice checks a choice of an option of the given type.
func checkChoice(f Field, c Choice, optionType int) {
	f.Key("name").length(c.Name, 1, 100)
	checkLocales(f.Key("name_localizations"), c.NameLocalized, func(f Field, s string) { f.length(s, 1, 100) })
	s, isText := c.Value.(string)
	n, isNumber := c.Value.(json.Number)
	switch {
	case isText && (optionType == OptionString || optionType == 0):
		f.Key("value").length(s, 0, 100)
	case optionType == OptionString:
		f.Key("value").Add("STRING_TYPE_CONVERT", "Could not interpret %v as string.", c.Value)
	case !isNumber:
		f.Key("value").Add("NUMBER_TYPE_COERCE", "Value %v is not a number.", c.Value)
	case optionType == OptionInteger:
		if _, err := n.Int64(); err != nil {
			f.Key("value").Add("NUMBER_TYPE_COERCE", "Value %v is not int.", n)
		}
		fallthrough
	default:
		v, _ := n.Float64()
		within(f.Key("value"), &v, -(1 << 53), 1<<53)
	}
}

// CheckChoices checks the answer to an autocomplete interaction about an option of the given type; 0 means an unknown
// type.
func CheckChoices(choices []Choice, optionType int) error {
	var p FormErrors
	f := p.Root().Key("choices")
	f.count(len(choices), 0, 25)
	for i, c := range choices {
		checkChoice(f.Index(i), c, optionType)
	}
	return p.Err()
}

// size returns the total length of names, descriptions and values, counting the longest localization of each.
func (c *Command) size() int {
	n := longest(c.Name, c.NameLocalized) + longest(c.Description, c.DescriptionLocal)
	return n + optionsSize(c.Options)
}

func optionsSize(options []Option) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalized) + longest(o.Description, o.DescriptionLocal) + optionsSize(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalized)
			if s, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(s)
			}
		}
	}
	return n
}

func longest(s string, byLocale map[string]string) int {
	n := utf8.RuneCountInString(s)
	for _, l := range byLocale {
		n = max(n, utf8.RuneCountInString(l))
	}
	return n
}
