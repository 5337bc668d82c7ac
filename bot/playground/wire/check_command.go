package wire

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// commandName is Discord's pattern for names of slash commands and options, which have to be lowercase, too.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]*$`)

// CheckCommands checks a bulk registration: each command, and their numbers.
func CheckCommands(list []Command) error {
	var p formErrors
	f := p.root()
	f.limits(reflect.ValueOf(list))
	count := map[int]int{}
	seen := map[string]bool{}
	for i := range list {
		list[i].check(f.index(i))
		count[list[i].Type]++
		key := strconv.Itoa(list[i].Type) + list[i].Name
		if seen[key] {
			f.index(i).key("name").add("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		seen[key] = true
	}
	if err := p.err(); err != nil {
		return err
	}
	for kind, most := range map[int]int{ChatInput: 100, UserMenu: 15, MessageMenu: 15} {
		if count[kind] > most {
			return NewError(400, 30032, fmt.Sprintf("Maximum number of application commands reached (%d)", most))
		}
	}
	return nil
}

// check checks what the limits of single fields do not cover.
func (c *Command) check(f field) {
	if c.Type == 0 {
		c.Type = ChatInput
	}
	switch c.Type {
	case ChatInput:
		checkNames(f, c.Name, c.NameLocalized)
		if c.Description == "" {
			f.key("description").required()
		}
	case UserMenu, MessageMenu:
		if c.Description != "" || len(c.Options) > 0 {
			f.key("description").add("APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
				"Context menu commands cannot have a description or options")
		}
	default:
		f.key("type").add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
	}
	checkLocales(f.key("name_localizations"), c.NameLocalized)
	checkLocales(f.key("description_localizations"), c.DescriptionLocal)
	checkOptions(f.key("options"), c.Options)
	n := longest(c.Name, c.NameLocalized) + longest(c.Description, c.DescriptionLocal) + optionsSize(c.Options)
	if n > 8000 {
		f.add("APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000): %d", n)
	}
}

// checkNames checks the names of a slash command or an option.
func checkNames(f field, name string, byLocale map[string]string) {
	check := func(f field, name string) {
		if strings.ToLower(name) != name || !commandName.MatchString(name) {
			f.add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
	}
	check(f.key("name"), name)
	for locale, name := range byLocale {
		check(f.key("name_localizations").key(locale), name)
	}
}

func checkLocales(f field, byLocale map[string]string) {
	for locale := range byLocale {
		if !slices.Contains(Locales(), locale) {
			f.key(locale).add("BASE_TYPE_CHOICES", "Value must be one of %v.", Locales())
		}
	}
}

// checkOptions checks the options of a command or a subcommand.
func checkOptions(f field, options []Option) {
	names := map[string]bool{}
	optional, nested := false, 0
	for i, o := range options {
		at := f.index(i)
		checkNames(at, o.Name, o.NameLocalized)
		checkLocales(at.key("name_localizations"), o.NameLocalized)
		checkLocales(at.key("description_localizations"), o.DescriptionLocal)
		if names[o.Name] {
			at.key("name").add("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
		}
		names[o.Name] = true
		if o.Type == OptionSubcommand {
			nested++
			checkOptions(at.key("options"), o.Options)
			continue
		}
		if o.Required && optional {
			at.add("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		text, number := o.Type == OptionString, o.Type == OptionInteger
		if !text && !number && len(o.Choices) > 0 || o.Autocomplete && (len(o.Choices) > 0 || !text && !number) {
			at.key("autocomplete").add("APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED",
				"Choices and autocomplete are for strings and numbers, and exclude each other")
		}
		checkChoices(at.key("choices"), o.Choices, o.Type)
	}
	if nested > 0 && nested < len(options) {
		f.add("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option types are mutually exclusive to all other types")
	}
}

// checkChoices checks the choices of an option of the given type.
func checkChoices(f field, choices []Choice, optionType int) {
	for i, c := range choices {
		at := f.index(i).key("value")
		text, isText := c.Value.(string)
		_, isNumber := c.Value.(float64)
		checkLocales(f.index(i).key("name_localizations"), c.NameLocalized)
		switch {
		case optionType == OptionString && !isText:
			at.add("STRING_TYPE_CONVERT", "Could not interpret %v as string.", c.Value)
		case optionType == OptionInteger && !isNumber:
			at.add("NUMBER_TYPE_COERCE", "Value %v is not a number.", c.Value)
		default:
			at.within(reflect.ValueOf(text), 0, 100)
		}
	}
}

// A ChoicesForm is the answer to an autocomplete interaction.
type ChoicesForm struct {
	Choices []Choice `json:"choices" limit:"0-25"`
}

// Check returns the error with which Discord would refuse the choices for an option of the given type, or nil.
func (c *ChoicesForm) Check(optionType int) error {
	var p formErrors
	f := p.root()
	f.limits(reflect.ValueOf(c))
	checkChoices(f.key("choices"), c.Choices, optionType)
	return p.err()
}

// optionsSize returns the total length of names, descriptions and values, counting the longest localization of each.
func optionsSize(options []Option) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalized) + longest(o.Description, o.DescriptionLocal) + optionsSize(o.Options)
		for _, c := range o.Choices {
			value, _ := c.Value.(string)
			n += longest(c.Name, c.NameLocalized) + utf8.RuneCountInString(value)
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
