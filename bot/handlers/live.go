package handlers

import (
	"cmp"
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// Live does for the pages of games what commands and buttons do for channels, by the same rules.
type Live struct{ *Host }

// newLiveButton is the button below boards and records that leads to their page.
func newLiveButton(h *Host) *Command {
	return &Command{Name: "live", written: true, Presses: map[view.PressAct]Handler{view.PressLive: Live{h}.link}}
}

// link gives the person a link of their own to the page of the game or of the record.
func (l Live) link(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Press.Topic == view.APuzzle && l.Pages != nil {
		return recordview.LiveLinks(nil, r.Viewer, l.Pages.PersonalLink(r.Act(), 0, r.Press.Arg)), nil
	}
	finished, recordID := r.Press.Replay()
	id := cmp.Or(r.Game(), finished)
	rp, err := replays(l).replay(ctx, r, id, recordID)
	if err != nil {
		return view.Reply{}, err
	}
	link := ""
	switch {
	case l.Pages == nil:
	case recordID != 0:
		link = l.Pages.PersonalLink(r.Act(), recordID, "")
	default:
		link = l.Pages.Link(rp.Ours, r.Viewer, r.Act().Locale)
	}
	if link == "" { // a button of another time
		return view.Reply{}, &game.Refusal{Code: game.NoSuchGame, Game: id}
	}
	return recordview.LiveLinks(rp, r.Viewer, link), nil
}

// Opening finds what people play in a position of a game that is over, as /analyze does.
func (l Live) Opening(
	ctx context.Context, act game.Act, viewer view.Viewer, rp *recordview.Replay, ply int,
) (recordview.LiveOpening, error) {
	rec, err := recordUpTo(rp, ply)
	if err != nil {
		return recordview.LiveOpening{}, err
	}
	explored, err := l.Openings.At(ctx, act, &rec)
	if err != nil {
		return recordview.LiveOpening{}, err
	}
	return recordview.LiveOpeningOf(rec, explored, viewer), nil
}

// BestLine analyzes a position of a game that is over, as /analyze does.
func (l Live) BestLine(
	ctx context.Context, act game.Act, viewer view.Viewer, rp *recordview.Replay, ply int,
) (view.LiveAnswer, error) {
	rec, a, err := analyses{replays(l)}.at(ctx, act, rp, ply)
	if err != nil {
		return view.LiveAnswer{}, err
	}
	return recordview.LiveBestLine(l.View, &rec, a, viewer), nil
}

// Puzzle does what a press on a puzzle does, and returns what the page shows of the answer. Arg is that of
// [view.PressPuzzle], and written the move that was typed, if any.
func (l Live) Puzzle(ctx context.Context, act game.Act, viewer view.Viewer, arg, written string) (*view.Live, error) {
	viewer.Layout = view.InWords // the page draws the board itself
	r := &Request{
		Viewer: viewer, Guild: act.Guild, Channel: act.Channel, Ephemeral: true,
		Press:       view.Press{Act: view.PressPuzzle, Topic: view.APuzzle, Arg: arg},
		Interaction: &Interaction{Interaction: discordgo.Interaction{ID: act.Key, Locale: discordgo.Locale(act.Locale)}},
	}
	if written != "" {
		r.Written = map[string]string{view.MoveField: written}
	}
	var findErr error
	find := func(id string) (p *puzzle.Puzzle, known bool) {
		p, findErr = l.Solving.FindIn(ctx, r.Guild, id)
		return p, p != nil
	}
	asked, err := lessonview.ParsePuzzle(r.Press, find)
	if err := cmp.Or(findErr, err); err != nil {
		return nil, err
	}
	if asked.Do == lessonview.PuzzlePlay {
		return nil, r.Press.Foreign(errors.New("games begin in a channel"))
	}
	reply, err := puzzles{l.Host, lessonview.Puzzles{View: l.View}}.press(ctx, r)
	if err != nil {
		return nil, err
	}
	return lessonview.LivePuzzle(reply, asked, find, viewer), nil
}

// Hint reveals one more step of the hint of a game, as the button below its board does.
func (l Live) Hint(ctx context.Context, act game.Act, viewer view.Viewer, id game.ID) (view.LiveAnswer, error) {
	g, hint, err := l.Advice.Ask(ctx, act, id)
	if err != nil {
		return view.LiveAnswer{}, err
	}
	return gameview.LiveHint(l.View, g, hint, viewer), nil
}

// Plan changes the actor's conditional moves from the page of a game: it saves a line for [gameview.PlanSave], drops the
// one with that key for [view.PressUnplan], and for [view.PressPlan] shows the position after a line without saving it.
// An error of notation comes with the game in which the line could not be read.
func (l Live) Plan(
	ctx context.Context, act game.Act, viewer view.Viewer, id game.ID, do view.PressAct, text string,
) (g *game.Game, live *view.Live, err error) {
	var line game.Line
	switch do {
	case gameview.PlanSave:
		g, err = l.Planner.Plan(ctx, act, id, text)
	case view.PressUnplan:
		g, err = l.Planner.Unplan(ctx, act, id, text)
	default:
		if g, err = l.Planner.Plannable(ctx, act, id); err == nil {
			if line, err = game.ParseLine(g.Position(), text, act.Dialect); err != nil {
				g = game.Imagine(g, line)
			}
		}
	}
	if err != nil {
		return g, nil, err
	}
	return g, gameview.LivePlan(g, line, viewer), nil
}

// Rematch asks for a rematch, or agrees if the other side has asked.
func (l Live) Rematch(ctx context.Context, act game.Act, viewer view.Viewer, id game.ID) (view.LiveAnswer, error) {
	act.Name = view.PersonName(act.Seen, act.Actor, viewer.Words)
	g, err := l.Challenges.Rematch(ctx, act, id)
	if err != nil {
		return view.LiveAnswer{}, err
	}
	answer := view.LiveAnswer{Game: g}
	if g.State == game.Offered {
		answer.Notice = viewer.Say("live.offered")
	} else {
		answer.Open = l.Pages.Link(g, viewer, act.Locale)
	}
	return answer, nil
}

// Vote casts the vote of the actor for a move that was chosen on the board or typed.
func (l Live) Vote(
	ctx context.Context, act game.Act, viewer view.Viewer, id game.ID, text string,
) (view.LiveAnswer, error) {
	var g *game.Game
	m, err := board.ParseMove(text)
	if act.Board == 0 {
		g, err = l.Votes.Cast(ctx, act, id, text)
	} else if err == nil {
		g, err = l.Votes.CastExact(ctx, act, id, m)
	}
	answer := view.LiveAnswer{Game: g}
	if err == nil && game.VoteOpen(g) && g.Vote.Turn.Choice(act.Actor) >= 0 {
		answer.Notice = view.PlainText(g, gameview.Vote(g, viewer), viewer.Words)
	}
	return answer, err
}
