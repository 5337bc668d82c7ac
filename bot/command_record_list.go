package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

const (
	// recordsShown is how many records one page of a list spells out: two rows of buttons to open them.
	recordsShown = 10
	// recordLineText is how many characters of a text out of a record one line of a list shows.
	recordLineText = 36
)

// recordList shows the person the records that he imported here.
func (h *host) recordList(ctx context.Context, r *Request) (view.Reply, error) {
	return h.records(ctx, r, 0)
}

// pressRecords shows another page of that list.
func (h *host) pressRecords(ctx context.Context, r *Request) (view.Reply, error) {
	first, err := strconv.Atoi(r.Press.Arg)
	if err != nil {
		return view.Reply{}, fmt.Errorf("%w: records from %q on", view.ErrForeignPress, r.Press.Arg)
	}
	reply, err := h.records(ctx, r, first)
	reply.InPlace = r.Ephemeral
	return reply, err
}

// records is the page of the list that begins with a record, counted from 0. Where some are gone since, it is the last page.
func (h *host) records(ctx context.Context, r *Request, first int) (view.Reply, error) {
	records, err := h.service.Records(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	w := r.Reader.Words
	if len(records) == 0 {
		return view.Private(w.Say("record.list-none")), nil
	}
	first = min(max(first, 0), len(records)-1)
	first -= first % recordsShown
	end := min(first+recordsShown, len(records))
	lines := []string{w.Count("record.list", len(records))}
	var buttons []discordgo.MessageComponent
	for i := range records[first:end] {
		record := &records[first+i]
		lines = append(lines, "- "+view.Plain(recordLine(record, w)))
		open := view.Page{Record: record.ID, Turn: view.TurnOpen, Black: r.Reader.Bottom == view.BottomBlack, Owner: r.Reader.Person}
		buttons = append(buttons, view.Button(recordNumber(record), discordgo.SecondaryButton, open.Press()))
	}
	reply := view.Private(strings.Join(lines, "\n"))
	reply.Rows = view.Rows(buttons)
	if len(records) > recordsShown {
		turn := func(label string, first int, possible bool) discordgo.MessageComponent {
			b := discordgo.Button{Label: w.Say(label), Style: discordgo.SecondaryButton, Disabled: !possible}
			b.CustomID = view.Press{Act: view.PressRecords, Arg: strconv.Itoa(max(first, 0))}.ID()
			return b
		}
		reply.Rows = append(reply.Rows, view.Rows([]discordgo.MessageComponent{
			turn("record.newer", first-recordsShown, first > 0), turn("record.older", first+recordsShown, end < len(records)),
		})...)
	}
	return reply, nil
}

// recordNumber is how lists name a record.
func recordNumber(r *game.SavedRecord) string { return "#" + strconv.FormatInt(int64(r.ID), 10) }

// recordLine is one record in one line, without markdown: its number and what its file says of it.
func recordLine(r *game.SavedRecord, w words.Words) string {
	parts := []string{recordNumber(r)}
	add := func(text string) {
		if text != "" {
			parts = append(parts, discord.Cut(text, recordLineText))
		}
	}
	c := r.Caption
	add(c.Event)
	if c.Red != "" || c.Black != "" {
		name := func(name string) string {
			if name == "" {
				return w.Say("record.unnamed")
			}
			return discord.Cut(name, recordLineText/2)
		}
		parts = append(parts, name(c.Red)+" – "+name(c.Black))
	}
	add(c.Date)
	add(view.ResultText(w, c.Result))
	if c.Plies > 0 {
		add(w.Count("record.plies", c.Plies))
	}
	return strings.Join(parts, " · ")
}

// completeRecord offers the records that the person imported here and that have what he typed in their line, the newest first; for any
// other option than the record it offers his games.
func (h *host) completeRecord(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.focused != "record" {
		return h.completePlayed(ctx, r)
	}
	records, err := h.service.Records(ctx, r.Act())
	if err != nil {
		return nil, err
	}
	typed := r.Text("record")
	if n, ok := r.Number("record"); ok && typed == "" {
		typed = strconv.FormatInt(n, 10)
	}
	var choices []discord.Choice
	for i := range records {
		if line := discord.Cut(recordLine(&records[i], r.Reader.Words), discord.ChoiceNameLimit); contains(line, typed) {
			offered := discord.Choice{Name: line, Value: int64(records[i].ID)}
			if n, ok := r.Number("record"); ok && game.RecordID(n) == records[i].ID {
				choices = slices.Insert(choices, 0, offered) // named already: not to be looked for among those that have the digits elsewhere
				continue
			}
			choices = append(choices, offered)
		}
	}
	return choices, nil
}
