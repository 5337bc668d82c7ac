package recordview

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/gamefile"
)

// recordLineText is how many characters of a text out of a record one line of a list shows.
const recordLineText = 36

// Records is the page of a list of imported records after first others. Where the page no longer exists, it is the last
// one.
func Records(all []record.Saved, first int, r view.Viewer) view.Reply {
	if len(all) == 0 {
		return view.Private(r.Say("record.list-none"), importButton(r.Words))
	}
	page := view.PageAt(first, len(all))
	lines := []string{r.Count("record.list", len(all))}
	var controls []discordgo.MessageComponent
	for i := page.First; i < page.End; i++ {
		record := &all[i]
		lines = append(lines, "- "+view.Escaped(RecordLine(record, r.Words)))
		open := view.Page{Record: record.ID, Turn: view.TurnOpen, Black: r.Bottom == view.BottomBlack, Owner: r.Person}
		controls = append(controls, view.Button(recordNumber(record), discordgo.SecondaryButton, open.Press(view.PressPage)))
	}
	controls = append(controls, page.Pager(recordsPage, r.Words)...)
	return view.Private(strings.Join(lines, "\n"), append(controls, importButton(r.Words))...)
}

// recordsPage is the press that shows the page after first records.
func recordsPage(first int) view.Press {
	return view.Press{Act: view.PressRecords, Arg: strconv.Itoa(max(0, first))}
}

// ParseRecordsPage parses the press of another page of a list of records: how many records come before it.
func ParseRecordsPage(p view.Press) (first int, err error) {
	if first, err = strconv.Atoi(p.Arg); err != nil || recordsPage(first) != p {
		return 0, p.Foreign(errors.New("no page of records"))
	}
	return first, nil
}

func importButton(w words.Words) discordgo.MessageComponent {
	return view.Button(w.Say("record.import"), discordgo.SecondaryButton, view.Press{Act: view.PressImport})
}

// recordNumber is how lists name a record.
func recordNumber(r *record.Saved) string { return "#" + strconv.FormatInt(int64(r.ID), 10) }

// RecordLine describes a record in one line without markdown: its number and what its file says about it.
func RecordLine(r *record.Saved, w words.Words) string {
	parts := []string{recordNumber(r)}
	cut := func(text string, most int) string { return view.Isolated(discord.Cut(game.Sanitize(text), most)) }
	add := func(text string) {
		if text = cut(text, recordLineText); text != "" {
			parts = append(parts, text)
		}
	}
	c := r.Caption
	add(c.Event)
	if c.Red != "" || c.Black != "" {
		name := func(name string) string {
			if name = cut(name, recordLineText/2); name == "" {
				return w.Say("record.unnamed")
			}
			return name
		}
		parts = append(parts, name(c.Red)+" – "+name(c.Black))
	}
	add(c.Date)
	add(resultText(w, c.Result))
	if c.Plies > 0 {
		add(w.Count("record.plies", c.Plies))
	}
	return strings.Join(parts, " · ")
}

// The fields of [ImportForm]: a text or a file, and which of several games in it.
const (
	ImportField  = "record"
	ImportFile   = "file"
	ImportNumber = "number"
)

// ImportForm opens a form in which a record is pasted, line ends and all, or attached.
func ImportForm(r view.Viewer) view.Reply {
	reply := view.Form(view.Press{Act: view.PressImport}, r.Say("record.form"), r,
		discord.Field{
			ID: ImportField, Label: r.Say("record.form-field"), Placeholder: r.Say("record.form-hint"),
			MaxLength: discord.ModalFieldLimit, Long: true,
		},
		discord.Field{ID: ImportFile, Label: r.Say("record.form-file"), Kind: discord.FileField},
		discord.Field{ID: ImportNumber, Label: r.Say("record.form-number"), MaxLength: view.QuotedLength},
	)
	reply.Text = r.Say("record.nothing-given")
	return reply
}

// Export gives a game as a file. A position is short enough to be copied from the message, too.
func Export(rp *Replay, format gamefile.Format, data []byte, r view.Viewer) view.Reply {
	reply := view.Reply{
		Files: []discord.File{{Name: rp.fileName() + format.Extension(), Type: "text/plain; charset=utf-8", Data: data}},
		Text: r.Count("record.exported", len(rp.Sheet.Moves), words.Vars{
			"Title": rp.title(r.Words), "Format": r.Say("command.record.format." + format.String()),
		}),
	}
	if format == gamefile.FEN {
		record := rp.Sheet.Record()
		p := record.Position()
		reply.Text = r.Say("record.exported-fen", words.Vars{"Title": rp.title(r.Words)}) + "\n```\n" + p.FEN() + "\n```"
	}
	return view.Shareable(reply, rp.Over, r)
}

// ImportText says how much of a record was read, and under which number it is saved.
func ImportText(rp *Replay, r view.Viewer) string {
	key := "record.imported"
	switch {
	case rp.Broken != nil && !isProblem(rp.Broken, gamefile.OtherMover):
		key = "record.imported-in-part"
	case len(rp.Sheet.Moves) == 0:
		key = "record.imported-position"
	}
	return r.Count(key, len(rp.Sheet.Moves), words.Vars{"Record": int64(rp.Record)})
}
