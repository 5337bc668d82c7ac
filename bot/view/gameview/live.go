package gameview

import (
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// This file says what a web page shows of a game that is played.

// LiveOf returns what a page shows of g to a viewer at a time. Whether a player is there is not known here.
func LiveOf(g *game.Game, r view.Viewer, at time.Time) *view.Live {
	r = r.Alone()
	side, plays := g.SeatOf(r.Person)
	l := view.LiveRecord(&g.Record, r)
	l.Game, l.Revision, l.Board, l.Over, l.Flipped = g.ID, g.Revision, g.BoardKey(), g.State != game.Active, r.Flipped(g)
	l.Players["red"], l.Players["black"] = livePlayer(g, board.Red, r, at), livePlayer(g, board.Black, r, at)
	l.Acts = liveActs(g, r)
	if plays {
		l.You = side.String()
	}
	votes := g.Vote != nil && r.Person != "" && game.MayVote(g, r.Person, nil, at) == nil
	if votes {
		l.You = l.Turn
	}
	if !l.Over && (votes || plays && side == g.Turn() && !g.Seats[side].Team) {
		l.SetLegal(g.Position())
	}
	if !l.Over && !g.Clock.Since.IsZero() {
		l.Running = l.Turn
	}
	text, _ := news(g, r)
	l.Status = view.PlainText(g, text, r.Words)
	return l
}

func livePlayer(g *game.Game, c board.Color, r view.Viewer, at time.Time) view.LivePlayer {
	shown := view.LivePlayer{
		Name: SeatLabel(g, c, r.Words), Left: game.TimeLeft(g, c, at).Milliseconds(), Taken: view.TakenCodes(&g.Record, c),
	}
	if g.State != game.Active {
		shown.Left = g.Clock.Left[c].Milliseconds()
	}
	if g.Time == (clocks.TimeControl{}) || g.Seats[c].IsBot() {
		shown.Left = -1
	}
	if g.Rated {
		shown.Note = seatRating(g, c)
	}
	return shown
}

// liveStyles are the styles of acts that are not plain.
var liveStyles = map[discordgo.ButtonStyle]string{discordgo.SuccessButton: "yes", discordgo.DangerButton: "danger"}

// liveActs lists what the viewer may do in g besides moving: what the buttons below its board are for, as far as they
// are about the game itself and there is any use in them.
func liveActs(g *game.Game, r view.Viewer) []view.LiveAct {
	acts := []view.LiveAct{}
	side, plays := g.SeatOf(r.Person)
	if !plays || g.State == game.Active && g.Vote != nil {
		return acts
	}
	offer, _ := Question(g)
	useful := map[view.PressAct]bool{
		view.PressHint: true, view.PressRematch: true, view.PressResign: true, view.PressPlan: side != g.Turn(),
		view.PressDrawYes: offer.To(side), view.PressDrawNo: offer.To(side),
		view.PressTakebackYes: offer.To(side), view.PressTakebackNo: offer.To(side),
		view.PressTakeback: !g.Offers.Takeback.Pending, view.PressDraw: !g.Offers.Draw.Pending,
	}
	for _, b := range view.ButtonsOf(view.Rows(append(answers(g, r.Words), boardButtons(g, r)...)...)...) {
		press, err := view.ParsePress(b.CustomID)
		if err != nil || !useful[press.Act] || press.Arg == CoachOn || press.Arg == CoachOff {
			continue
		}
		act := view.LiveAct{Act: press.Act, Label: b.Label, Style: liveStyles[b.Style]}
		if press.Act == view.PressResign {
			act.Asks = view.PlainText(g, r.Say("confirm.resign", words.Vars{"Game": g.ID}), r.Words)
			act.Yes, act.No = r.Say("button.resign-yes"), r.Say("button.play-on")
		}
		acts = append(acts, act)
	}
	if g.State == game.Finished && g.Ply() > 0 {
		acts = append(acts, view.ReviewActs(r.Words)...)
	}
	return acts
}

// LiveHint is [Hint] for a page.
func LiveHint(v *view.View, g *game.Game, h game.Hint, r view.Viewer) view.LiveAnswer {
	r.Layout = view.InWords // pages draw their boards themselves
	answer := view.LiveAnswer{Notice: view.PlainText(g, Hint(v, g, h, r).Text, r.Words)}
	if best := h.Line[0]; h.Step == 2 {
		answer.Marks = []view.LiveMark{{Point: best.From().String(), Kind: "selected"}}
	} else if h.Step > 2 {
		answer.Better = best.String()
	}
	return answer
}

// LiveRefusal is why an act was refused, and what a page marks on its board to show it.
type LiveRefusal struct {
	Text  string          `json:"text"`
	Marks []view.LiveMark `json:"marks"`
}

// LiveRefused explains an error as [Refusal] does, for a page. It is false for errors that are not meant for
// people.
func LiveRefused(g *game.Game, r view.Viewer, err error) (LiveRefusal, bool) {
	reply, ok := Refusal(g, r, err)
	if !ok {
		return LiveRefusal{}, false
	}
	refused := LiveRefusal{view.PlainText(g, reply.Text, r.Words), []view.LiveMark{}}
	if illegal, ok := errors.AsType[*notation.IllegalError](err); ok && g != nil {
		p := g.Position()
		refused.Text = view.PlainText(g, view.Why(&p, illegal, r), r.Words)
		refused.Marks = view.EvidenceOf(illegal).Live(&p)
	}
	return refused, true
}

// LookOf returns the look of the page of a game.
func LookOf(g *game.Game, r view.Viewer) view.LiveLook {
	side, _ := g.SeatOf(r.Person)
	return view.LiveLookOf(r.Say("button.game", words.Vars{"Game": g.ID}), side, r)
}
