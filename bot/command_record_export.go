package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// exportOptions are the options of /record export.
func exportOptions() []commandOption {
	return []commandOption{
		gameOption(),
		recordOption(),
		{name: "format", kind: discordgo.ApplicationCommandOptionString, fixed: texts(
			gamefile.PGN.String(), gamefile.DhtmlXQ.String(), gamefile.MoveList.String(), gamefile.FEN.String())},
		{name: "notation", kind: discordgo.ApplicationCommandOptionString, fixed: texts(
			notation.Chinese.String(), notation.ChineseTraditional.String(), notation.WXF.String(), notation.ICCS.String(), notation.Vietnamese.String())},
	}
}

// recordExport gives a game as a file. Everybody gets it where the game is over: those who watched want it too. While it goes on only the
// one who asked does: the channel would get a file that is out of date with the next move.
func (h *host) recordExport(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	rp, problem, err := h.named(ctx, r)
	if err != nil || problem != "" {
		return view.Private(problem), err
	}
	format := gamefile.PGN
	if name := r.Text("format"); name != "" {
		if format, err = gamefile.ParseFormat(name); err != nil {
			return view.Reply{}, err
		}
	}
	style := exportStyle(r.Reader.Style, format)
	if name := r.Text("notation"); name != "" {
		if style, err = notation.ParseStyle(name); err != nil {
			return view.Reply{}, err
		}
	}
	if rp.Sheet.Opening == "" {
		record := rp.Sheet.Record()
		rp.Sheet.Opening = view.OpeningOf(w, &record)
	}
	data, err := gamefile.Write(&rp.Sheet, format, style)
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Reply{
		Text: w.Count("record.exported", len(rp.Sheet.Moves), words.Vars{
			"Title": rp.Title(w), "Format": w.Say("command.record.export.format." + format.String()),
		}),
		Files:   []discord.File{{Name: rp.FileName(format), Type: "text/plain; charset=utf-8", Data: data}},
		Private: !rp.Public || !rp.Over,
	}
	if format == gamefile.FEN {
		// Short enough to be copied from the message.
		record := rp.Sheet.Record()
		p := record.Position()
		reply.Text = w.Say("record.exported-fen", words.Vars{"Title": rp.Title(w)}) + "\n```\n" + p.FEN() + "\n```"
	}
	return reply, nil
}

// exportStyle is the notation of the reader where files are written in it, otherwise the nearest: programs read Chinese, WXF and ICCS.
// A list of moves is for people, and may be in Vietnamese.
func exportStyle(style notation.Style, format gamefile.Format) notation.Style {
	switch style {
	case notation.ChineseByFile:
		return notation.Chinese
	case notation.ChineseTraditionalByFile:
		return notation.ChineseTraditional
	case notation.Vietnamese:
		if format != gamefile.MoveList {
			return notation.ICCS
		}
	case notation.UCI, notation.UCI10:
		return notation.ICCS
	case notation.Chinese, notation.ChineseTraditional, notation.WXF, notation.ICCS:
	}
	return style
}
