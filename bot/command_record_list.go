package bot

import (
	"context"
	"slices"
	"strconv"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
)

// list shows the person the records that they have imported here.
func (c records) list(ctx context.Context, r *Request) (view.Reply, error) {
	return c.page(ctx, r, 0)
}

// turnList shows another page of that list.
func (c records) turnList(ctx context.Context, r *Request) (view.Reply, error) {
	first, err := strconv.Atoi(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	reply, err := c.page(ctx, r, first)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

// page is the page of the list after first records.
func (c records) page(ctx context.Context, r *Request, first int) (view.Reply, error) {
	all, err := c.records.List(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return view.Records(all, first, r.Viewer), nil
}

// complete offers the records that the person has imported here and whose line contains what they have typed, the
// newest first; for any other option than the record it offers their games.
func (c records) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.focused != "record" {
		return c.pick.completePlayed(ctx, r)
	}
	all, err := c.records.List(ctx, r.Act())
	if err != nil {
		return nil, err
	}
	typed := r.typed("record")
	var choices []discord.Choice
	for i := range all {
		if line := discord.Cut(view.RecordLine(&all[i], r.Viewer.Words), discord.ChoiceNameLimit); contains(line, typed) {
			choice := discord.Choice{Name: line, Value: int64(all[i].ID)}
			if n, ok := r.Number("record"); ok && record.ID(n) == all[i].ID {
				// Its whole number was typed: it comes before those that only contain the digits.
				choices = slices.Insert(choices, 0, choice)
				continue
			}
			choices = append(choices, choice)
		}
	}
	return choices, nil
}
