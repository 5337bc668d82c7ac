package handlers

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/gamefile/paste"
	"xiangqibot/engine/rules"
)

// reviews is /review: the review of a finished game.
type reviews struct{ replays }

func newReviewCommand(h *Host) *Command {
	c := reviews{replays{h}}
	return &Command{
		Name: "review", Private: true,
		Options:  []commandOption{gameOption(), recordOption()},
		Run:      c.show,
		Complete: c.complete,
		Presses:  map[view.PressAct]Handler{view.PressReview: c.turn},
	}
}

// show shows the review of a game, and begins it if there is none.
func (c reviews) show(ctx context.Context, r *Request) (view.Reply, error) {
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	rv, err := c.Reviewed(ctx, r.Act(), rp, true)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Shareable(recordview.Review(c.View, rv, rv.First(r.Viewer), r.Viewer), rv.Study.Done(), r.Viewer), nil
}

// turn turns the pages of a review: in the same message for its owner, who may have shared it, and in an ephemeral copy
// for anybody else. It also begins a review, by the button below a finished game.
func (c reviews) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, rp, err := c.pressed(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	rv, err := c.Reviewed(ctx, r.Act(), rp, true)
	if err != nil {
		return view.Reply{}, err
	}
	if p.Turn == view.TurnExport && rv.Study.Done() {
		return c.export(rv, r)
	}
	if p.Turn == view.TurnMoments && rv.Study.Done() {
		return view.Shareable(recordview.Moments(c.View, rv, p.Black, r.Viewer), true, r.Viewer), nil
	}
	open, own := p.Turn == view.TurnOpen, p.Owner == r.Viewer.Person
	alone := open || r.Ephemeral || !own || !rv.Study.Done()
	if open || !own {
		p.Black = rv.First(r.Viewer).Black
	}
	p.Owner = r.Viewer.Person
	reply := recordview.Review(c.View, rv, p, r.viewerOf(alone))
	if alone {
		reply = view.Shareable(reply, rv.Study.Done(), r.Viewer)
	}
	reply.Private = true
	reply.Pressed = view.ReplacedIf(!open && (r.Ephemeral || !alone))
	return reply, nil
}

// export sends the game as a file with the comments of the review.
func (c reviews) export(rv *recordview.Reviewed, r *Request) (view.Reply, error) {
	sheet := rv.Annotated(r.Viewer.Words)
	recordview.NameOpening(&sheet, r.Viewer.Words)
	data, err := codec.Write(&sheet, gamefile.PGN, r.Viewer.Style)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Shareable(rv.ReviewFile(data, r.Viewer), true, r.Viewer), nil
}

// analyses is /analyze: the engine's analysis of a position, or of a moment of a finished game, and what people play in
// openings.
type analyses struct{ replays }

// newAnalyzePositionCommand is in the menu of a message: what /analyze does with the position that is written there.
func newAnalyzePositionCommand(h *Host) *Command {
	analyses := analyses{replays{h}}
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		var texts []string
		if r.Target != nil {
			texts, _ = r.Target.contents()
		}
		return analyses.position(ctx, r, strings.Join(texts, "\n"))
	}
	return &Command{Name: "Analyze position", Menu: discordgo.MessageApplicationCommand, Private: true, userInstall: true, Run: run}
}

func newAnalyzeCommand(h *Host) *Command {
	c, openings := analyses{replays{h}}, explorers{h}
	return &Command{
		Name: "analyze", Private: true, userInstall: true,
		Options: []commandOption{
			gameOption(), recordOption(),
			{Name: "round", Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{Name: "fen", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "opening", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			if r.text("opening") != "" {
				return openings.explore(ctx, r)
			}
			return c.analyze(ctx, r)
		},
		Complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.Focused == "opening" {
				return []discord.Choice{{Name: r.Viewer.Say("explore.from-start"), Value: openingStart}}, nil
			}
			return c.complete(ctx, r)
		},
		Presses: map[view.PressAct]Handler{view.PressAnalysis: c.turn, view.PressExplore: inPlace(openings.press)},
	}
}

// analyze analyzes the given position, or a moment of a game: its end, or the beginning of a round.
func (c analyses) analyze(ctx context.Context, r *Request) (view.Reply, error) {
	if text := r.text("fen"); text != "" {
		return c.position(ctx, r, text)
	}
	rp, err := c.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	page := rp.Last(r.Viewer)
	if round, given := r.number("round"); given {
		first := 0 // the side that moves second may have made the first move
		if rp.Sheet.Start.SideToMove() == board.Black {
			first = 1
		}
		page.Number = max(2*(int(round)-1)-first, 0)
	}
	return c.show(ctx, r, rp, page)
}

// position analyzes the position that is written in a text.
func (c analyses) position(ctx context.Context, r *Request, text string) (view.Reply, error) {
	rec, err := paste.ReadPosition(text)
	if err != nil {
		return view.Reply{}, recordview.ProblemPosition(err)
	}
	a, err := c.Analyst.Analyze(ctx, r.Act(), &rec, rules.Asian())
	if err != nil {
		return view.Reply{}, err
	}
	return recordview.AnalysisOf(c.View, rec.Position(), a, r.Viewer), nil
}

// turn goes a move back or forward, editing the message for the person whose it is.
func (c analyses) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, rp, err := c.pressed(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if p.Turn == view.TurnPlay {
		return c.playFrom(ctx, r, rp, p)
	}
	own := p.Owner == r.Viewer.Person && p.Turn != view.TurnOpen
	p = p.Turned(len(rp.Sheet.Moves))
	p.Owner = r.Viewer.Person
	reply, err := c.show(ctx, r, rp, p)
	reply.Pressed = view.ReplacedIf(own && r.Ephemeral)
	return reply, err
}

// playFrom begins a casual game against the bot from a position of a finished game, with the side to move for the
// person.
func (c analyses) playFrom(ctx context.Context, r *Request, rp *recordview.Replay, p view.Page) (view.Reply, error) {
	rec, err := recordUpTo(rp, p.Number)
	if err != nil {
		return view.Reply{}, err
	}
	return challenges{boards{c.Host}}.beginFrom(ctx, r, rec.Position(), allowedLevel)
}

// show analyzes a position of a finished game.
func (c analyses) show(ctx context.Context, r *Request, rp *recordview.Replay, p view.Page) (view.Reply, error) {
	rec, a, err := c.at(ctx, r.Act(), rp, p.Number)
	if err != nil {
		return view.Reply{}, err
	}
	p.Number = len(rec.Moves)
	return recordview.Analysis(c.View, rp, p, a, r.Viewer), nil
}

// at analyzes a finished game after so many moves, or at its end.
func (c analyses) at(
	ctx context.Context, act game.Act, rp *recordview.Replay, ply int,
) (board.Record, review.Analysis, error) {
	rec, err := recordUpTo(rp, ply)
	if err != nil {
		return rec, review.Analysis{}, err
	}
	a, err := c.Analyst.Analyze(ctx, act, &rec, rp.Ruleset())
	return rec, a, err
}

// explorers shows the moves that people have played in openings, and their results.
type explorers struct{ *Host }

// openingStart is what people write for the start position.
const openingStart = "start"

// explore shows the moves from the start position, or after the given moves.
func (c explorers) explore(ctx context.Context, r *Request) (view.Reply, error) {
	e := recordview.NewOpeningPath()
	moves := r.text("opening")
	if strings.EqualFold(strings.TrimSpace(moves), openingStart) {
		moves = ""
	}
	line, readErr := game.ParseLine(e.Record.Position(), moves, r.Viewer.Dialect())
	for _, m := range line {
		if !e.Go(m) {
			if err := c.look(ctx, r, &e); err != nil {
				return view.Reply{}, err
			}
			return recordview.ExploreStopped(c.View, e, m, r.Viewer), nil
		}
	}
	if err := c.look(ctx, r, &e); err != nil {
		return view.Reply{}, err
	}
	if readErr != nil {
		return recordview.ExploreUnread(c.View, e, readErr, r.Viewer)
	}
	return recordview.Explored(c.View, e, "", r.Viewer), nil
}

// press goes a move deeper, or back, in the same message.
func (c explorers) press(ctx context.Context, r *Request) (view.Reply, error) {
	e, err := recordview.ParseOpeningPath(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	if err := c.look(ctx, r, &e); err != nil {
		return view.Reply{}, err
	}
	return recordview.Explored(c.View, e, "", r.Viewer), nil
}

// look queries what was played in a position on the server and by the person.
func (c explorers) look(ctx context.Context, r *Request, e *recordview.OpeningPath) (err error) {
	e.Explored, err = c.Openings.At(ctx, r.Act(), &e.Record)
	return err
}
