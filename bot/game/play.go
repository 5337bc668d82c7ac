package game

import (
	"time"

	"xiangqibot/bot/vote"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// Play plays m for the person whose turn it is, judges the game by its rules, and ends it if they say so.
//
// An illegal move is refused with the error of [notation.Explain]. A draw offer to this side and any request to take
// back lapse with the move.
func Play(g *Game, by Person, m board.Move, at time.Time) error {
	c, err := mayMove(g, by, at)
	if err != nil {
		return err
	}
	if g.Seats[c].Team {
		return g.Refuse(PutToVote)
	}
	pos := g.Position()
	if !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	if code := g.Partner.objection(m, g.Questions, &g.Moves); code != "" {
		return g.Refuse(code)
	}
	if g.Handicap.forbids(m, &pos, g.Ply(), g.ExtraMove()) {
		return g.Refuse(BeginsAtHome)
	}
	if g.ExtraMove() {
		return playExtra(g, m, at)
	}
	if err := push(g, m, at); err != nil {
		return err
	}
	judge(g, Event{Kind: Moved, By: c, Move: m}, at, at.Add(AnswerTimeout))
	return nil
}

// Resign ends the game as a loss. Ask for confirmation before calling it: it cannot be undone.
func Resign(g *Game, by Person, at time.Time) error {
	c, err := mayDecide(g, by, VoteToResign, at)
	if err != nil {
		return err
	}
	finish(g, Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, at.Add(AnswerTimeout))
	return nil
}

// FallFlag ends the game if the flag of the side to move is down, and reports whether it did.
//
// That side loses. It is a draw if the opponent has no piece left that could mate. If that side has not made its first
// move, the game is aborted: nobody wins and no rating changes.
func FallFlag(g *Game, at time.Time) bool {
	if !FlagDown(g, at) {
		return false
	}
	late := g.Turn()
	ev := Event{Kind: Ended, By: late}
	switch {
	case !hasMoved(g, late):
		finish(g, ev, rules.Ongoing, Aborted, at, at)
	case !canAttack(g.Position(), late.Opponent()):
		finish(g, ev, rules.Draw, ByTime, at, at)
	default:
		finish(g, ev, lossOf(late), ByTime, at, at)
	}
	g.Clock.Fell = at
	return true
}

// hasMoved reports whether c has made a move, the extra first one included.
func hasMoved(g *Game, c board.Color) bool {
	_, moved := g.PliesSinceMove(c)
	return moved || g.Handicap == TwoMoves && c == board.Red && g.Record.Start != board.StartPosition()
}

// canAttack reports whether c has a piece that could ever mate: one that crosses the river.
func canAttack(p board.Position, c board.Color) bool {
	for _, kind := range []board.Kind{board.Rook, board.Horse, board.Cannon, board.Pawn} {
		if !p.Pieces(c, kind).Empty() {
			return true
		}
	}
	return false
}

// mayDecide checks that by may decide for the whole side, and returns its color. In a team only the captain may;
// uncaptained is the refusal code for a team without one.
func mayDecide(g *Game, by Person, uncaptained Code, at time.Time) (board.Color, error) {
	c, err := mayPlay(g, by, at)
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

// mayMove is like mayPlay, and checks that it is by's turn.
func mayMove(g *Game, by Person, at time.Time) (board.Color, error) {
	c, err := mayPlay(g, by, at)
	if err == nil && c != g.Turn() {
		err = g.Refuse(NotYourTurn)
	}
	return c, err
}

// mayPlay checks that the game is in progress, that by plays in it and that no flag has fallen, and returns that
// player's color.
func mayPlay(g *Game, by Person, at time.Time) (board.Color, error) {
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
	if FlagDown(g, at) {
		return board.Red, g.Refuse(FlagFell)
	}
	return c, nil
}

// push adds m to the record, stops the mover's clock and drops the offers that lapse with a move.
func push(g *Game, m board.Move, at time.Time) error {
	mover := g.Turn()
	stopClock(g, at)
	if err := g.Record.Play(m); err != nil {
		return err
	}
	g.Clock.Add(mover, g.Time)
	g.Plans.follow(m)
	closeTurn(g)
	g.MovedAt = append(g.MovedAt, at)
	g.Offers.lapse(mover)
	return nil
}

// closeTurn closes the open turn of a vote, if there is one.
func closeTurn(g *Game) {
	if g.Vote != nil {
		g.Vote.Turn = vote.Turn[Person]{}
	}
}

// judge records a move that was just played, and plays the planned replies to it at once. If the rules end the game,
// it is finished; otherwise the other side's turn begins.
func judge(g *Game, ev Event, at, due time.Time) {
	for {
		if v := rules.Judge(&g.Record, g.Ruleset()); v.Outcome != rules.Ongoing {
			g.Rule = v.Reason
			ev.Kind = Ended
			finish(g, ev, v.Outcome, ByRules, at, due)
			return
		}
		reply, ok := playPlanned(g, at)
		if !ok {
			break
		}
		reply.Planned = ev.Planned + 1
		ev = reply
	}
	beginTurn(g, ev, at, due)
}

// playPlanned plays the planned reply to the previous move, and returns its event; false if there is none, or if a draw
// offer must be answered first.
func playPlanned(g *Game, at time.Time) (Event, bool) {
	c := g.Turn()
	m, planned := g.Plans[c].Next()
	if !planned || g.Offers.Draw.To(c) || push(g, m, at) != nil { // it was legal when it was planned, in the same position
		return Event{}, false
	}
	return Event{Kind: Moved, By: c, Move: m}, true
}

// beginTurn begins the turn of the side to move after an event: its clock runs and its vote opens, or the engine is
// asked.
func beginTurn(g *Game, ev Event, at, due time.Time) {
	runClock(g, at)
	if g.Vote != nil && !g.Seats[g.Turn()].IsBot() {
		g.Vote.Open(g.Ply(), at)
	}
	note(g, ev, at, due)
	askEngine(g, at)
}

// standInLevel is the strength of the engine that moves for a team in which nobody voted.
const standInLevel = engine.LevelMin

// askEngine enqueues a [Think] job if the engine has something to do.
func askEngine(g *Game, at time.Time) {
	if _, _, ok := EngineTurn(g); ok {
		g.Outbox.Enqueue(Think{Game: g.ID, Ply: g.Ply()}, at)
	}
}

// EngineTurn returns the side for which the engine has to act now, and at which strength: its own side, or a team that
// has not voted.
func EngineTurn(g *Game) (c board.Color, level engine.Level, ok bool) {
	if g.State != Active {
		return board.Red, 0, false
	}
	if g.Vote != nil && g.Vote.Turn.StandIn {
		return g.Turn(), standInLevel, true
	}
	c, ok = g.BotSeat()
	return c, g.Seats[c].Level, ok && (g.Turn() == c || g.Offers.Draw.To(c))
}

// finish ends the game.
func finish(g *Game, ev Event, outcome rules.Outcome, end End, at, due time.Time) {
	stopClock(g, at)
	g.State = Finished
	g.Outcome, g.End = outcome, end
	g.Offers.clear()
	if end != ByTime { // such a game may be resumed
		g.Plans = Plans{}
	}
	closeTurn(g)
	if g.Leg == 1 && !g.CalledOff() {
		g.Outbox.Enqueue(NextGame{g.ID}, at)
	}
	if g.AtEnd != nil {
		g.Outbox.Enqueue(g.AtEnd, at)
	}
	if g.Simul != 0 {
		g.Outbox.Enqueue(UpdateDisplay{g.Simul}, at)
	}
	enqueueResult(g, at)
	note(g, ev, at, due)
}

// enqueueResult enqueues the job that shows the result of a game in its server.
func enqueueResult(g *Game, at time.Time) {
	if g.Guild != "" {
		g.Outbox.Enqueue(ShowResult{g.ID}, at)
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
func playExtra(g *Game, m board.Move, at time.Time) error {
	p := g.Position()
	p.Make(m)
	setup := p.Setup()
	setup.SideToMove, setup.CaptureClock, setup.MoveNumber = board.Red, 0, 1
	start, err := board.NewPosition(setup)
	if err != nil {
		return err
	}
	stopClock(g, at)
	g.Record.Start = start
	g.Clock.Add(board.Red, g.Time)
	g.Plans = Plans{}
	g.Offers.lapse(board.Red)
	beginTurn(g, Event{Kind: Moved, By: board.Red, Move: m}, at, at.Add(AnswerTimeout))
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
