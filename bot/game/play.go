package game

import (
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// Play plays m for the person whose turn it is, judges the game by its rules, and ends it if they say so.
//
// An illegal move is refused with the error of [notation.Explain]. A draw offer to this side and any request to take
// back lapse with the move.
func (g *Game) Play(by Person, m board.Move, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if c != g.Turn() {
		return g.Refuse(NotYourTurn)
	}
	if g.Seats[c].Team {
		return g.Refuse(PutToVote)
	}
	pos := g.Position()
	if !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	if err := PartneringOf(g).mayMove(m); err != nil {
		return err
	}
	if g.Handicap.forbids(m, &pos, g.Ply(), g.ExtraMove()) {
		return g.Refuse(BeginsAtHome)
	}
	if g.ExtraMove() {
		return g.playExtra(m, at)
	}
	if err := g.push(m, at); err != nil {
		return err
	}
	g.judge(Event{Kind: Moved, By: c, Move: m}, at, at.Add(AnswerTimeout))
	g.Bot().ask(at)
	return nil
}

// Resign ends the game as a loss. Ask for confirmation before calling it: it cannot be undone.
func Resign(g *Game, by Person, at time.Time) error {
	c, err := g.mayDecide(by, VoteToResign, at)
	if err != nil {
		return err
	}
	g.finish(Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, at.Add(AnswerTimeout))
	return nil
}

// mayDecide checks that by may decide for the whole side, and returns its color. In a team only the captain may;
// uncaptained is the refusal code for a team without one.
func (g *Game) mayDecide(by Person, uncaptained Code, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	if err != nil || !g.Seats[c].Team {
		return c, err
	}
	captain := g.Vote.CaptainOf(c)
	if captain == "" {
		return c, g.Refuse(uncaptained)
	}
	if captain != by {
		return c, g.Refuse(NotCaptain)
	}
	return c, nil
}

// mayPlay checks that the game is in progress, that by plays in it and that no flag has fallen, and returns that
// player's color.
func (g *Game) mayPlay(by Person, at time.Time) (board.Color, error) {
	if !g.Involves(by) {
		return board.Red, g.Refuse(NotYourGame)
	}
	switch g.State {
	case Active:
	case Offered:
		return board.Red, g.Refuse(NotStarted)
	default:
		return board.Red, g.Refuse(GameOver)
	}
	c, ok := g.SeatOf(by)
	if !ok {
		return board.Red, g.Refuse(NotYourGame)
	}
	if g.Timing().FlagDown(at) {
		return board.Red, g.Refuse(FlagFell)
	}
	return c, nil
}

// push adds m to the record, stops the mover's clock and drops the offers that lapse with a move.
func (g *Game) push(m board.Move, at time.Time) error {
	mover := g.Turn()
	g.Timing().stop(at)
	if err := g.Record.Play(m); err != nil {
		return err
	}
	g.Clock.Add(mover, g.Time)
	g.Plans.follow(m)
	g.Ballot().closeTurn()
	g.MovedAt = append(g.MovedAt, at)
	g.lapseOffers(mover)
	return nil
}

// judge records a move that was just played, and plays the planned replies to it at once. If the rules end the game,
// it is finished; otherwise the clock of the side to move starts.
func (g *Game) judge(ev Event, at, due time.Time) {
	for {
		if v := rules.Judge(&g.Record, g.Ruleset()); v.Outcome != rules.Ongoing {
			g.Rule = v.Reason
			ev.Kind = Ended
			g.finish(ev, v.Outcome, ByRules, at, due)
			return
		}
		m, planned := g.Plans[g.Turn()].Next()
		if g.DrawOffer.To(g.Turn()) {
			planned = false // the offer must be answered first
		}
		next := Event{Kind: Moved, By: g.Turn(), Move: m, Planned: ev.Planned + 1}
		if !planned || g.push(m, at) != nil { // it was legal when it was planned, in the same position
			break
		}
		ev = next
	}
	g.Timing().run(at)
	g.Ballot().openTurn(at)
	g.note(ev, at, due)
}

// finish ends the game.
func (g *Game) finish(ev Event, outcome rules.Outcome, end End, at, due time.Time) {
	g.Timing().stop(at)
	g.State = Finished
	g.Outcome, g.End = outcome, end
	g.clearOffers()
	if end != ByTime { // such a game may be resumed
		g.Plans = Plans{}
	}
	g.Ballot().closeTurn()
	if g.Leg == 1 && !g.CalledOff() {
		g.Enqueue(NextGame{g.ID}, at)
	}
	if g.AtEnd != nil {
		g.Enqueue(g.AtEnd, at)
	}
	if g.Simul != 0 {
		g.Enqueue(UpdateDisplay{g.Simul}, at)
	}
	enqueueResult(g, at)
	g.note(ev, at, due)
}

// countedPlies is how many moves make a game count that did not end on the board: each side has moved.
const countedPlies = 2

// RatedPlies is how many moves a rated game needs to change ratings if it did not end on the board: five of each side.
// A game that is given up earlier was hardly played.
const RatedPlies = 10

// TooShort reports whether a finished game is too short to change ratings.
func TooShort(g *Game) bool { return g.Counts() && g.End != ByRules && g.Ply() < RatedPlies }

// Counts reports whether the game counts for the records of its players: it was won or drawn, and either both sides
// have moved or it ended on the board, as can happen on the first move from a position.
func (g *Game) Counts() bool {
	return g.State == Finished && g.Outcome != rules.Ongoing && (g.Ply() >= countedPlies || g.End == ByRules)
}

// Practice reports whether a person tries out a position against the bot, in a game that is not rated: an ending to be
// won, or a position from a record. Its result is shown to nobody else.
func Practice(g *Game) bool {
	_, bot := g.BotSeat()
	return bot && !g.Rated && g.Vote == nil && g.Handicap == Even && g.Record.Start != board.StartPosition()
}

// ShowsResult reports whether the result of a game is posted in the channel for results. That of a game that was called
// off, or of [Practice], is not.
func ShowsResult(g *Game) bool { return g.Counts() && !Practice(g) }

// enqueueResult enqueues the job that shows the result of a game in its server.
func enqueueResult(g *Game, at time.Time) {
	if g.Guild != "" {
		g.Enqueue(ShowResult{g.ID}, at)
	}
}

// ExtraMove reports whether the move that is due now is the extra first one: with [TwoMoves] Red begins with two in a
// row. Neither may cross the river, and the extra one may not give check, because Black could not answer it.
//
// The record begins after the extra move: it becomes part of Record.Start, and cannot be taken back.
func (g *Game) ExtraMove() bool {
	return g.Handicap == TwoMoves && g.State == Active && g.Ply() == 0 && g.Record.Start == board.StartPosition()
}

// playExtra plays the extra move and makes it part of the start position. Black's plans were for another position,
// and are dropped.
func (g *Game) playExtra(m board.Move, at time.Time) error {
	p := g.Position()
	p.Make(m)
	setup := p.Setup()
	setup.SideToMove, setup.CaptureClock, setup.MoveNumber = board.Red, 0, 1
	start, err := board.NewPosition(setup)
	if err != nil {
		return err
	}
	g.Timing().stop(at)
	g.Record.Start = start
	g.Clock.Add(board.Red, g.Time)
	g.Plans = Plans{}
	g.lapseOffers(board.Red)
	g.Timing().run(at)
	g.note(Event{Kind: Moved, By: board.Red, Move: m}, at, at.Add(AnswerTimeout))
	return nil
}

// LastPosition returns the position before the latest move, the extra one included. Before any move it is the
// current position.
func (g *Game) LastPosition() board.Position {
	if n := g.Ply(); n > 0 {
		return g.Record.UpTo(n - 1).Position()
	}
	if g.Handicap == TwoMoves {
		return board.StartPosition()
	}
	return g.Record.Start
}
