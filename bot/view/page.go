package view

import "github.com/bwmarrin/discordgo"

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

// turns is the row of buttons that turns the pages; there is none where the list has only one. press makes the press
// for the page that begins after so many entries.
func (p page) turns(back, forward string, press func(first int) Press) []discordgo.MessageComponent {
	if p.total <= pageSize {
		return nil
	}
	turn := func(label string, to int, possible bool) discordgo.MessageComponent {
		return discordgo.Button{
			Label: label, Style: discordgo.SecondaryButton, Disabled: !possible, CustomID: press(max(to, 0)).ID(),
		}
	}
	return Rows([]discordgo.MessageComponent{
		turn(back, p.first-pageSize, p.first > 0), turn(forward, p.first+pageSize, p.end < p.total),
	})
}
