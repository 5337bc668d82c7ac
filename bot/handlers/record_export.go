package handlers

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/study"
)

// exportOptions are the options of /record by which a game is exported.
func exportOptions() []commandOption {
	return []commandOption{
		{Name: "format", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(
			gamefile.PGN.String(), gamefile.DhtmlXQ.String(), gamefile.MoveList.String(), gamefile.FEN.String(), keyPictures, animated)},
		{Name: "notation", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(
			notation.Chinese.String(), notation.ChineseTraditional.String(), notation.WXF.String(), notation.ICCS.String(), notation.Vietnamese.String())},
		{Name: "public", Kind: discordgo.ApplicationCommandOptionBoolean},
	}
}

// export sends a game as a file, as an ephemeral message unless the person wants it public and the game is over: that
// Of a running game would soon be outdated.
func (c records) export(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	private := !r.Flag("public") || !rp.Public || !rp.Over
	viewer := r.viewerOf(private)
	if r.Text("format") == keyPictures {
		reply, err := c.pictures(ctx, rp, r, viewer)
		reply.Private = private
		return reply, err
	}
	format := gamefile.PGN
	if name := r.Text("format"); name != "" {
		if format, err = gamefile.ParseFormat(name); err != nil {
			return view.Reply{}, err
		}
	}
	style := exportStyle(r.Viewer.Style, format)
	if name := r.Text("notation"); name != "" {
		if style, err = notation.ParseStyle(name); err != nil {
			return view.Reply{}, err
		}
	}
	if rp.Sheet.Opening == "" {
		record := rp.Sheet.Record()
		rp.Sheet.Opening = view.OpeningOf(viewer.Words, &record)
	}
	data, err := codec.Write(&rp.Sheet, format, style)
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Export(rp, format, data, viewer)
	reply.Private = private
	return reply, nil
}

// keyPictures and animated are the choices of pictures and of an animation instead of a file.
const (
	keyPictures = "pictures"
	animated    = "gif"
)

// pictures sends the key positions of a game, including those of its review if there is one.
func (c records) pictures(ctx context.Context, rp *view.Replay, r *Request, viewer view.Viewer) (view.Reply, error) {
	var reviewed *study.Study
	if rec := rp.Sheet.Record(); rp.Over && len(rec.Moves) > 0 {
		var err error
		if reviewed, err = c.reviews.Marks(ctx, r.Act(), review.Subject{Game: rp.Game, Record: rp.Record}, &rec); err != nil {
			return view.Reply{}, err
		}
	}
	return c.view.KeyPositions(rp, reviewed, viewer), nil
}

// exportPressed sends the game of a button as a file, in an ephemeral message.
func (c records) exportPressed(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.replay(ctx, r, r.Press.Game(), 0)
	if err != nil {
		return view.Reply{}, err
	}
	data, err := codec.Write(&rp.Sheet, gamefile.PGN, exportStyle(r.Viewer.Style, gamefile.PGN))
	if err != nil {
		return view.Reply{}, err
	}
	return view.Export(rp, gamefile.PGN, data, r.Viewer), nil
}

// exportStyle is the notation of the viewer where files are written in it, otherwise the nearest: programs read
// Chinese, WXF and ICCS. A list of moves is for people, and may be in Vietnamese.
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

// gifNotOver refuses an animation of a running game.
const gifNotOver game.Code = "gif-not-over"

// gifs shows finished games as animations.
type gifs struct {
	records records
	reviews *review.Service
	view    *view.View
}

// show shows the animation of a game, publicly if a record would be, see replay.
func (c gifs) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.records.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	from, _ := r.Number("from")
	to, _ := r.Number("to")
	reply, err := c.animation(ctx, r, rp, view.RoundRange{From: int(from), To: int(to)}, r.viewerOf(!rp.Public))
	reply.Private = !rp.Public
	return reply, err
}

// pressed shows the animation of a button's game as an ephemeral message.
func (c gifs) pressed(ctx context.Context, r *Request) (view.Reply, error) {
	id, record := r.Press.Replay()
	rp, err := c.records.replay(ctx, r, id, record)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.animation(ctx, r, rp, view.RoundRange{}, r.Viewer)
	reply.Private = true
	return reply, err
}

// animation makes an animation, with the mistakes found by the review of the game, if there is one.
func (c gifs) animation(
	ctx context.Context, r *Request, rp *view.Replay, part view.RoundRange, viewer view.Viewer,
) (view.Reply, error) {
	if !rp.Over {
		return view.Reply{}, &game.Refusal{Code: gifNotOver, Game: rp.Game}
	}
	rec := rp.Sheet.Record()
	reviewed, err := c.reviews.Marks(ctx, r.Act(), review.Subject{Game: rp.Game, Record: rp.Record}, &rec)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.GIF(rp, reviewed, part, viewer)
}
