package view

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
)

// What Discord takes at most in the controls of a message.
const (
	rowButtons  = 5
	buttonLabel = 80
	optionText  = 100
	menuOptions = 25
	menuHint    = 150
)

// Button returns a button with a press.
func Button(label string, style discordgo.ButtonStyle, press Press) discordgo.MessageComponent {
	return discordgo.Button{Label: discord.Cut(label, buttonLabel), Style: style, CustomID: press.ID()}
}

// TurnButton turns to another page of a list or a record. One that leads nowhere is shown and cannot be pressed: the
// others then keep their places under the finger.
func TurnButton(label string, press Press, possible bool) discordgo.Button {
	return discordgo.Button{
		Label: discord.Cut(label, buttonLabel), Style: discordgo.SecondaryButton, CustomID: press.ID(), Disabled: !possible,
	}
}

// Rows arranges controls: buttons, five to a row, and whole rows such as a [Menu].
func Rows(controls ...discordgo.MessageComponent) (rows []discordgo.MessageComponent) {
	isRow := func(c discordgo.MessageComponent) bool { return c.Type() == discordgo.ActionsRowComponent }
	for len(controls) > 0 {
		if isRow(controls[0]) {
			rows, controls = append(rows, controls[0]), controls[1:]
			continue
		}
		buttons := controls[:min(len(controls), rowButtons)]
		if i := slices.IndexFunc(buttons, isRow); i > 0 {
			buttons = buttons[:i]
		}
		rows, controls = append(rows, discordgo.ActionsRow{Components: buttons}), controls[len(buttons):]
	}
	return rows
}

// Menu is a row with a list to choose one thing from.
func Menu(hint string, press Press, options []discordgo.SelectMenuOption) discordgo.MessageComponent {
	return MenuRow(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: press.ID(), Placeholder: hint, Options: options,
	})
}

// MenuRow is a row with a menu of any kind, cut to what Discord allows.
func MenuRow(m discordgo.SelectMenu) discordgo.MessageComponent {
	m.Placeholder, m.Options = discord.Cut(m.Placeholder, menuHint), m.Options[:min(len(m.Options), menuOptions)]
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{m}}
}

// MenuOption is an entry of a menu, cut to what Discord allows.
func MenuOption(label, value, description string) discordgo.SelectMenuOption {
	return discordgo.SelectMenuOption{
		Label: discord.Cut(label, optionText), Value: value, Description: discord.Cut(description, optionText),
	}
}

// MenuChoice is an entry of a menu that shows what is chosen.
func MenuChoice(label, value string, chosen bool) discordgo.SelectMenuOption {
	o := MenuOption(label, value, "")
	o.Default = chosen
	return o
}

// ButtonsOf lists the buttons in rows, as messages are made or as Discord sends them.
func ButtonsOf(rows ...discordgo.MessageComponent) (buttons []discordgo.Button) {
	var components []discordgo.MessageComponent
	for _, row := range rows {
		switch row := row.(type) {
		case discordgo.ActionsRow:
			components = append(components, row.Components...)
		case *discordgo.ActionsRow:
			components = append(components, row.Components...)
		}
	}
	for _, c := range components {
		switch button := c.(type) {
		case discordgo.Button:
			buttons = append(buttons, button)
		case *discordgo.Button:
			buttons = append(buttons, *button)
		}
	}
	return buttons
}

// pageSize is how many entries one page of a list has: two rows of buttons to open them.
const pageSize = 10

// A ListPage is a part of a list: the entries from first up to, but not including, end.
type ListPage struct {
	First, End, total int
}

// PageAt is the page that holds the entry after first others; where the list is shorter, its last page.
func PageAt(first, total int) ListPage {
	first = min(max(first, 0), max(total-1, 0))
	first -= first % pageSize
	return ListPage{first, min(first+pageSize, total), total}
}

// Pager is the row of buttons that turns to the pages around this one. press makes the press for the page that begins
// after so many entries.
func (p ListPage) Pager(press func(first int) Press, w words.Words) []discordgo.MessageComponent {
	return Pager(p.First > 0, p.End < p.total, press(max(p.First-pageSize, 0)), press(p.First+pageSize), w)
}

// Pager is the row of buttons below every list that has pages; a list with one page has none.
func Pager(before, after bool, previous, next Press, w words.Words) []discordgo.MessageComponent {
	if !before && !after {
		return nil
	}
	return Rows(
		TurnButton(w.Say("list.previous"), previous, before), TurnButton(w.Say("list.next"), next, after),
	)
}

// LiveButton leads to the page of what a press is about, where there are pages.
func LiveButton(of Press, r Viewer) []discordgo.MessageComponent {
	if !r.Page {
		return nil
	}
	of.Act = PressLive
	return []discordgo.MessageComponent{Button(r.Say("live.button"), discordgo.PrimaryButton, of)}
}
