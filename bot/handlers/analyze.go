package handlers

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/standing"
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

func analysesOf(h *Host) analyses {
	return analyses{recordsOf(h), h.Analyst, view.Studies{View: h.View}, quickGames{challengesOf(h)}}
}

func newAnalyzeCommand(h *Host) *Command {
	return analysesOf(h).command(explorers{h.Openings, view.Studies{View: h.View}})
}

// newAnalyzePositionCommand is in the menu of a message: what /analyze does with the position that is written there.
func newAnalyzePositionCommand(h *Host) *Command {
	analyses := analysesOf(h)
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		var texts []string
		if r.Target != nil {
			texts, _ = r.Target.said()
		}
		return analyses.position(ctx, r, strings.Join(texts, "\n"))
	}
	return &Command{Name: "Analyze position", Menu: discordgo.MessageApplicationCommand, Private: true, Run: run}
}

func (c analyses) command(openings explorers) *Command {
	return &Command{
		Name: "analyze", Private: true,
		Options: []commandOption{
			c.records.pick.option(), recordOption(),
			{Name: "round", Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{Name: "fen", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "opening", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			if r.Text("opening") != "" {
				return openings.explore(ctx, r)
			}
			return c.analyze(ctx, r)
		},
		Complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.Focused == "opening" {
				return []discord.Choice{{Name: view.OpeningStart(r.Viewer), Value: openingStart}}, nil
			}
			return c.records.complete(ctx, r)
		},
		Presses: map[view.PressAct]Handler{view.PressAnalysis: c.turn, view.PressExplore: openings.press},
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

// explorers shows the moves that people have played in openings, and their results.
type explorers struct {
	openings *standing.Explorer
	view     view.Studies
}

// openingStart is what people write for the start position.
const openingStart = "start"

// explore shows the moves from the start position, or after the given moves.
func (c explorers) explore(ctx context.Context, r *Request) (view.Reply, error) {
	e := view.NewOpeningPath()
	moves := r.Text("opening")
	if strings.EqualFold(strings.TrimSpace(moves), openingStart) {
		moves = ""
	}
	line, unread := game.ParseLine(e.Record.Position(), moves, r.Viewer.Dialect())
	for _, m := range line {
		if !e.Go(m) {
			if err := c.look(ctx, r, &e); err != nil {
				return view.Reply{}, err
			}
			return c.view.ExploreStopped(e, m, r.Viewer), nil
		}
	}
	if err := c.look(ctx, r, &e); err != nil {
		return view.Reply{}, err
	}
	if unread != nil {
		if reply, said := c.view.ExploreUnread(e, unread, r.Viewer); said {
			return reply, nil
		}
		return view.Reply{}, unread
	}
	return c.view.Explored(e, "", r.Viewer), nil
}

// press goes a move deeper, or back, in the same message.
func (c explorers) press(ctx context.Context, r *Request) (view.Reply, error) {
	e, err := view.ParseOpeningPath(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	if err := c.look(ctx, r, &e); err != nil {
		return view.Reply{}, err
	}
	reply := c.view.Explored(e, "", r.Viewer)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, nil
}

// look queries the moves of the server in a position.
func (c explorers) look(ctx context.Context, r *Request, e *view.OpeningPath) (err error) {
	e.Here, err = c.openings.At(ctx, r.Act(), &e.Record)
	return err
}
