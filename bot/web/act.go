package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine/notation"
)

// An actRequest is the body of a request to act: a move or another act.
type actRequest struct {
	Key   string        `json:"key"`   // the idempotency key: new for each act, the same when it is sent again
	Move  string        `json:"move"`  // "h2e2" from the board, or what was typed
	Board game.BoardKey `json:"board"` // the board on which it was chosen; 0 for a typed move
	Act   view.PressAct `json:"act"`   // for another act
	Ply   int           `json:"ply"`   // how many moves the page shows
}

var keyPattern = regexp.MustCompile(`^[0-9a-zA-Z-]{8,40}$`)

// move plays a move: one that was chosen on the board is refused if that is outdated, one that was typed is read as the
// bot reads it in a channel.
func (p *Pages) move(w http.ResponseWriter, r *http.Request) {
	p.do(w, r, func(ctx context.Context, v visit, act game.Act, in actRequest) (any, error) {
		if v.game == nil {
			return nil, errUnknownAct
		}
		if act.Board != 0 {
			act.Dialect = notation.Dialect{Style: notation.UCI}
		}
		if v.game.Vote != nil && v.game.Seats[v.game.Turn()].Team {
			return p.live.Vote(ctx, act, v.viewer, v.Game, in.Move)
		}
		return p.live.Games.Move(ctx, act, v.Game, in.Move)
	})
}

// act does everything but moves: draws, takebacks, resigning (which the page confirms first), reviews, puzzles.
func (p *Pages) act(w http.ResponseWriter, r *http.Request) {
	p.do(w, r, func(ctx context.Context, v visit, act game.Act, in actRequest) (any, error) {
		switch {
		case v.Puzzle != "":
			live, err := p.live.Puzzle(ctx, act, v.viewer, string(in.Act), in.Move)
			return p.snapshot(live, nil), err
		case in.Act == view.PressReview:
			_, err := p.reviewed(ctx, v, act, true)
			return struct{}{}, err
		case in.Act == view.PressAnalysis:
			rp, err := p.replayOf(ctx, v, act)
			if err != nil {
				return nil, err
			}
			return p.live.BestLine(ctx, act, v.viewer, rp, in.Ply)
		case v.game == nil:
			return nil, errUnknownAct
		case in.Act == view.PressPlan, in.Act == gameview.PlanSave, in.Act == view.PressUnplan:
			act.Dialect = notation.Dialect{Style: notation.UCI}
			g, live, err := p.live.Plan(ctx, act, v.viewer, v.Game, in.Act, in.Move)
			if err != nil {
				return g, err
			}
			return p.snapshot(live, nil), nil
		case in.Act == view.PressHint:
			return p.live.Hint(ctx, act, v.viewer, v.Game)
		case in.Act == view.PressRematch:
			return p.live.Rematch(ctx, act, v.viewer, v.Game)
		}
		decision := map[view.PressAct]game.Decision{
			view.PressDraw: game.OfferDraw, view.PressDrawYes: game.AcceptDraw, view.PressDrawNo: game.DeclineDraw,
			view.PressTakeback: game.AskTakeback, view.PressTakebackYes: game.AcceptTakeback,
			view.PressTakebackNo: game.DeclineTakeback, view.PressResign: game.Resign,
		}[in.Act]
		if decision == nil {
			return nil, errUnknownAct
		}
		return p.live.Games.Decide(ctx, act, v.Game, decision)
	})
}

// review answers with the review of a record or a finished game, if there is one and the person may read it now.
func (p *Pages) review(w http.ResponseWriter, r *http.Request) {
	v, ok := p.enter(w, r)
	if !ok {
		return
	}
	rv, err := p.reviewed(r.Context(), v, v.act(), false)
	switch {
	case err != nil:
		p.refuseReading(w, r, v, err)
	case rv == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		reply(w, http.StatusOK, recordview.LiveReviewOf(rv, v.viewer))
	}
}

// opening answers with what people play after the first ?ply moves of a record or a finished game.
func (p *Pages) opening(w http.ResponseWriter, r *http.Request) {
	v, ok := p.enter(w, r)
	if !ok {
		return
	}
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil {
		http.Error(w, "Say after how many moves: ?ply=12.", http.StatusBadRequest)
		return
	}
	if err := p.host.Admit(r.Context(), v.Guild, v.Person); err != nil {
		p.refuse(r.Context(), w, v, nil, http.StatusTooManyRequests, err)
		return
	}
	rp, err := p.replayOf(r.Context(), v, v.act())
	var played recordview.LiveOpening
	if err == nil {
		played, err = p.live.Opening(r.Context(), v.act(), v.viewer, rp, ply)
	}
	if err != nil {
		p.refuseReading(w, r, v, err)
		return
	}
	reply(w, http.StatusOK, played)
}

// refuseReading answers that a review or an opening may not be read, or does not exist.
func (p *Pages) refuseReading(w http.ResponseWriter, r *http.Request, v visit, err error) {
	if errors.Is(err, errUnknownAct) {
		http.NotFound(w, r)
		return
	}
	p.refuse(r.Context(), w, v, nil, http.StatusUnprocessableEntity, err)
}

// reviewed finds a review, or begins it.
func (p *Pages) reviewed(ctx context.Context, v visit, act game.Act, begin bool) (*recordview.Reviewed, error) {
	rp, err := p.replayOf(ctx, v, act)
	if err != nil {
		return nil, err
	}
	return p.live.Reviewed(ctx, act, rp, begin)
}

// replayOf returns the record or the finished game of a visit.
func (p *Pages) replayOf(ctx context.Context, v visit, act game.Act) (*recordview.Replay, error) {
	switch {
	case v.Puzzle != "":
		return nil, errUnknownAct
	case v.replay != nil:
		return v.replay, nil
	}
	return p.live.Replay(ctx, act, v.Game, 0)
}

var errUnknownAct = errors.New("web: no such act")

// do runs a request to act and answers it: 200 if it is done, or was before; 409 if the board was outdated; 422 with the
// reason if it is refused; 403 to watchers; 429 to those who act too often. A *game.Game that run returns is shown in its
// channel; anything else is the answer.
func (p *Pages) do(
	w http.ResponseWriter, r *http.Request, run func(context.Context, visit, game.Act, actRequest) (any, error),
) {
	v, ok := p.enter(w, r)
	if !ok {
		return
	}
	var in actRequest
	if !readJSON(w, r, &in) {
		return
	}
	if !keyPattern.MatchString(in.Key) {
		http.Error(w, fmt.Sprintf("The key %q does not fit: use 8 to 40 letters, digits and dashes.", in.Key), http.StatusBadRequest)
		return
	}
	if v.For != playing {
		p.refuse(r.Context(), w, v, nil, http.StatusForbidden, &game.Refusal{Code: game.NotYourGame, Game: v.Game})
		return
	}
	if err := p.host.Admit(r.Context(), v.Guild, v.Person); err != nil {
		w.Header().Set("Retry-After", "5")
		p.refuse(r.Context(), w, v, nil, http.StatusTooManyRequests, err)
		return
	}
	// The server's deadline is for reading a request; a search may take longer. An error means that there was none.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	act := v.act()
	act.Key, act.Dialect = fmt.Sprintf("web %s %s %s", v.resource(), v.Person, in.Key), v.viewer.Dialect()
	act.Board, act.Seen = in.Board, v.game
	done, err := run(r.Context(), v, act, in)
	g, _ := done.(*game.Game)
	if answer, ok := done.(view.LiveAnswer); ok {
		g = answer.Game
	} else if g != nil {
		done = struct{}{}
	}
	switch {
	case errors.Is(err, errUnknownAct), errors.Is(err, view.ErrForeignPress):
		http.Error(w, fmt.Sprintf("There is no act %q.", in.Act), http.StatusBadRequest)
	case errors.Is(err, game.AlreadyDone):
		reply(w, http.StatusOK, struct{}{})
	case errors.Is(err, game.Outdated):
		p.refuse(r.Context(), w, v, g, http.StatusConflict, err)
	case err != nil:
		p.refuse(r.Context(), w, v, g, http.StatusUnprocessableEntity, err)
	default:
		if g != nil {
			p.show.soon(r.Context(), g)
		}
		reply(w, http.StatusOK, done)
	}
}
