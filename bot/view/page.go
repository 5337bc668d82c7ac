package view

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
)

// pageSize is how many entries one page of a list has: two rows of buttons to open them.
const pageSize = 10

// page is a part of a list: the entries from first up to, but not including, end.
type page struct {
	first, end, total int
}

// pageAt is the page that holds the entry after first others; where the list is shorter, its last page.
func pageAt(first, total int) page {
	first = min(max(first, 0), max(total-1, 0))
	first -= first % pageSize
	return page{first, min(first+pageSize, total), total}
}

// pager is the row of buttons that turns to the pages around this one. press makes the press for the page that begins
// after so many entries.
func (p page) pager(press func(first int) Press, w words.Words) []discordgo.MessageComponent {
	return pager(p.first > 0, p.end < p.total, press(max(p.first-pageSize, 0)), press(p.first+pageSize), w)
}

// pager is the row of buttons below every list that has pages; a list with one page has none.
func pager(before, after bool, previous, next Press, w words.Words) []discordgo.MessageComponent {
	if !before && !after {
		return nil
	}
	return Rows([]discordgo.MessageComponent{
		turnButton(w.Say("list.previous"), previous, before), turnButton(w.Say("list.next"), next, after),
	})
}

// turnButton turns to another page of a list or a record. One that leads nowhere is shown and cannot be pressed: the
// others then keep their places under the finger.
func turnButton(label string, press Press, possible bool) discordgo.Button {
	return discordgo.Button{
		Label: discord.Cut(label, buttonLabel), Style: discordgo.SecondaryButton, CustomID: press.ID(), Disabled: !possible,
	}
}
