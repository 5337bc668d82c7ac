package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine/notation"
)

// order is what the page asks for: a move or another act.
type order struct {
	Key   string        `json:"key"`   // the idempotency key: new for each act, the same when it is sent again
	Move  string        `json:"move"`  // "h2e2" from the board, or what was typed
	Board game.BoardKey `json:"board"` // the board on which it was chosen; 0 for a typed move
	Act   view.PressAct `json:"act"`   // for another act
}

var keyPattern = regexp.MustCompile(`^[0-9a-zA-Z-]{8,40}$`)

// move plays a move: one that was chosen on the board is refused if that is outdated, one that was typed is read as the
// bot reads it in a channel.
func (p *Pages) move(w http.ResponseWriter, r *http.Request) {
	p.do(w, r, func(ctx context.Context, act game.Act, o order) (*game.Game, error) {
		if act.Board != 0 {
			act.Dialect = notation.Dialect{Style: notation.UCI}
		}
		return p.host.Service().Move(ctx, act, act.Seen.ID, o.Move)
	})
}

// act does what is not a move: a draw, a takeback, to resign, which the page has asked about.
func (p *Pages) act(w http.ResponseWriter, r *http.Request) {
	p.do(w, r, func(ctx context.Context, act game.Act, o order) (*game.Game, error) {
		s := p.host.Service()
		do := map[view.PressAct]func(context.Context, game.Act, game.ID) (*game.Game, error){
			view.PressDraw: s.OfferDraw, view.PressDrawYes: s.AcceptDraw, view.PressDrawNo: s.DeclineDraw,
			view.PressTakeback: s.AskTakeback, view.PressTakebackYes: s.AcceptTakeback, view.PressTakebackNo: s.DeclineTakeback,
			view.PressResign: s.Resign,
		}[o.Act]
		if do == nil {
			return nil, errUnknownAct
		}
		return do(ctx, act, act.Seen.ID)
	})
}

var errUnknownAct = errors.New("web: no such act")

// do runs an order and answers it: 200 if it is done, or was before; 409 if the board was outdated; 422 with the reason
// if it is refused; 403 to those who only watch; 429 to those who ask too much.
func (p *Pages) do(w http.ResponseWriter, r *http.Request, run func(context.Context, game.Act, order) (*game.Game, error)) {
	v, ok := p.enter(w, r)
	if !ok {
		return
	}
	var o order
	if !readJSON(w, r, &o) {
		return
	}
	if !keyPattern.MatchString(o.Key) {
		http.Error(w, fmt.Sprintf("The key %q does not fit: use 8 to 40 letters, digits and dashes.", o.Key), http.StatusBadRequest)
		return
	}
	if v.For != playing {
		p.refuse(r.Context(), w, v, nil, http.StatusForbidden, &game.Refusal{Code: game.NotYourGame, Game: v.Game})
		return
	}
	if err := p.host.Admit(v.game.Guild, v.Person); err != nil {
		w.Header().Set("Retry-After", "5")
		p.refuse(r.Context(), w, v, nil, http.StatusTooManyRequests, err)
		return
	}
	act := game.Act{
		Key: fmt.Sprintf("web %d %s %s", v.Game, v.Person, o.Key), Actor: v.Person, Guild: v.game.Guild, Channel: v.game.Channel,
		Dialect: v.viewer.Dialect(), Board: o.Board, Seen: v.game,
	}
	g, err := run(r.Context(), act, o)
	switch {
	case errors.Is(err, errUnknownAct):
		http.Error(w, fmt.Sprintf("There is no act %q.", o.Act), http.StatusBadRequest)
	case errors.Is(err, &game.Refusal{Code: game.AlreadyDone}):
		reply(w, http.StatusOK, struct{}{})
	case errors.Is(err, &game.Refusal{Code: game.Outdated}):
		p.refuse(r.Context(), w, v, g, http.StatusConflict, err)
	case err != nil:
		p.refuse(r.Context(), w, v, g, http.StatusUnprocessableEntity, err)
	default:
		p.show.soon(r.Context(), g)
		reply(w, http.StatusOK, struct{}{})
	}
}

// refuse answers with the reason of a refusal, in the words of a channel. A move is explained on the board g, where it
// was read.
func (p *Pages) refuse(ctx context.Context, w http.ResponseWriter, v visit, g *game.Game, status int, err error) {
	if errors.Is(err, &game.Refusal{Code: game.FlagFell}) {
		p.show.soon(ctx, v.game) // the game has ended with it
	}
	if g == nil {
		g = v.game
	}
	said, ok := p.host.View().LiveRefusal(g, v.viewer, err)
	if !ok {
		p.fail(w, err)
		return
	}
	reply(w, status, said)
}
