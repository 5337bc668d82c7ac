package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile/paste"
	"xiangqibot/engine/rules"
)

// analyses is /analyze: the engine's analysis of a position, or of a moment of a finished game, and what people play in
// openings.
type analyses struct {
	records records
	analyst *review.Analyst
	view    view.Studies
	quick   quickGames
}

func analysesOf(h *host) analyses {
	return analyses{recordsOf(h), h.Analyst, view.Studies{View: h.view}, quickGames{challengesOf(h)}}
}

func newAnalyzeCommand(h *host) *Command {
	return analysesOf(h).command(explorers{h.Openings, view.Studies{View: h.view}})
}

// newAnalyzePositionCommand is in the menu of a message: what /analyze does with the position that is written there.
func newAnalyzePositionCommand(h *host) *Command {
	analyses := analysesOf(h)
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		var texts []string
		if r.Target != nil {
			texts, _ = r.Target.said()
		}
		return analyses.position(ctx, r, strings.Join(texts, "\n"))
	}
	return &Command{name: "Analyze position", menu: discordgo.MessageApplicationCommand, private: true, run: run}
}

func (c analyses) command(openings explorers) *Command {
	return &Command{
		name: "analyze", private: true,
		options: []commandOption{
			c.records.pick.option(), recordOption(),
			{name: "round", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{name: "fen", kind: discordgo.ApplicationCommandOptionString},
			{name: "opening", kind: discordgo.ApplicationCommandOptionString, complete: true},
		},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			if r.Text("opening") != "" {
				return openings.explore(ctx, r)
			}
			return c.analyze(ctx, r)
		},
		complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.focused == "opening" {
				return []discord.Choice{{Name: view.OpeningStart(r.Viewer), Value: openingStart}}, nil
			}
			return c.records.complete(ctx, r)
		},
		presses: map[view.PressAct]handler{view.PressAnalysis: c.turn, view.PressExplore: openings.press},
	}
}

// analyze analyzes the given position, or a moment of a game: its end, or the beginning of a round.
func (c analyses) analyze(ctx context.Context, r *Request) (view.Reply, error) {
	if text := r.Text("fen"); text != "" {
		return c.position(ctx, r, text)
	}
	rp, err := c.records.target(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	page := view.AnalysisPage{Game: rp.Game, Record: rp.Record, Ply: len(rp.Sheet.Moves), Owner: r.Viewer.Person}
	if last := rp.Last(r.Viewer); last.Black {
		page.Black = true
	}
	if round, given := r.Number("round"); given {
		first := 0 // the side that moves second may have made the first move
		if rp.Sheet.Start.SideToMove() == board.Black {
			first = 1
		}
		page.Ply = max(2*(int(round)-1)-first, 0)
	}
	return c.show(ctx, r, rp, page)
}

// position analyzes the position that is written in a text.
func (c analyses) position(ctx context.Context, r *Request, text string) (view.Reply, error) {
	rec, err := paste.ReadPosition(text)
	if err != nil {
		return view.Reply{}, view.ProblemPosition(err)
	}
	a, err := c.analyst.Analyze(ctx, r.Act(), &rec, rules.Asian())
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.AnalysisOf(rec.Position(), a, r.Viewer), nil
}

// turn goes a move back or forward, editing the message for the person whose it is.
func (c analyses) turn(ctx context.Context, r *Request) (view.Reply, error) {
	p, err := view.ParseAnalysisPage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	rp, err := c.records.replay(ctx, r, p.Game, p.Record)
	if err != nil {
		return view.Reply{}, err
	}
	if p.Turn == view.AnalysisPlay {
		return requireWrite(func(ctx context.Context, r *Request) (view.Reply, error) { return c.playFrom(ctx, r, rp, p) })(ctx, r)
	}
	own := p.Owner == r.Viewer.Person && p.Turn != view.AnalysisOpen
	p = p.Turned(len(rp.Sheet.Moves))
	p.Owner = r.Viewer.Person
	reply, err := c.show(ctx, r, rp, p)
	reply.Pressed = view.ReplacedIf(own && r.Ephemeral)
	return reply, err
}

// playFrom begins a casual game against the bot from a position of a finished game, with the side to move for the person.
func (c analyses) playFrom(ctx context.Context, r *Request, rp *view.Replay, p view.AnalysisPage) (view.Reply, error) {
	if !rp.Over {
		return view.Reply{}, &game.Refusal{Code: review.GameNotOver, Game: rp.Game}
	}
	server, err := c.quick.challenges.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	rec := rp.Sheet.Record()
	rec.Moves = rec.Moves[:min(p.Ply, len(rec.Moves))]
	spec := game.ChallengeSpec{Level: levelHere(r, server), Start: rec.Position(), ColorChoice: game.WantRed}
	if spec.Start.SideToMove() == board.Black {
		spec.ColorChoice = game.WantBlack
	}
	return c.quick.begin(ctx, r, spec)
}

// show analyzes a position of a finished game.
func (c analyses) show(ctx context.Context, r *Request, rp *view.Replay, p view.AnalysisPage) (view.Reply, error) {
	if !rp.Over {
		return view.Reply{}, &game.Refusal{Code: review.GameNotOver, Game: rp.Game}
	}
	p.Ply = min(p.Ply, len(rp.Sheet.Moves))
	rec := rp.Sheet.Record()
	rec.Moves = rec.Moves[:p.Ply]
	ruleset := rules.Asian()
	if rp.Ours != nil {
		ruleset = rp.Ours.Ruleset()
	}
	a, err := c.analyst.Analyze(ctx, r.Act(), &rec, ruleset)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.Analysis(rp, p, a, r.Viewer), nil
}
