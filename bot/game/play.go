package game

import (
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

// Play plays m for the person whose turn it is, lets the game's rules judge, and ends the game if they say so.
//
// A move that the rules of movement forbid is refused with the error of notation.Explain. A draw offer that waits for
// this side, and any request to take back, lapse with the move.
func (g *Game) Play(by Person, m board.Move, at time.Time) error {
	c, err := g.mayPlay(by, at)
	if err != nil {
		return err
	}
	if c != g.Turn() {
		return g.refuse(NotYourTurn)
	}
	if g.Seats[c].Team {
		return g.refuse(PutToVote)
	}
	pos := g.Position()
	if !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	if err := g.mayBegin(&pos, m); err != nil {
		return err
	}
	if g.ExtraMove() {
		return g.playExtra(m, at)
	}
	if err := g.push(m, at); err != nil {
		return err
	}
	g.judge(Event{Kind: Moved, By: c, Move: m}, at, at.Add(AnswerTime))
	g.askBot(at)
	return nil
}

// PlayBot plays m for the bot, and settles a draw offer that waits for it: the bot accepts instead of moving if accept
// is set, otherwise its move declines. When it is not the bot's turn it only answers the offer, and m is not used. For
// a team that has not voted it plays m and answers nothing.
//
// It returns a Refusal when the bot has nothing to do here.
func (g *Game) PlayBot(m board.Move, accept bool, at time.Time) error {
	c, _, ok := g.thinks()
	if !ok {
		return g.refuse(Outdated)
	}
	if g.FlagDown(at) {
		return g.refuse(FlagFell)
	}
	offered := g.Seats[c].IsBot() && g.DrawOffer.Pending && g.DrawOffer.By != c
	if offered && accept {
		g.DrawOffer = Offer{}
		g.finish(Event{Kind: Ended, By: c}, rules.Draw, ByAgreement, at, at)
		return nil
	}
	if pos := g.Position(); c == g.Turn() && !pos.IsLegal(m) {
		return notation.Explain(&pos, m)
	}
	ev := Event{Kind: Moved, By: c, Move: m}
	if offered {
		g.declineDraw()
		ev.Kind = DrawDeclined
	}
	if c != g.Turn() {
		ev.Move = board.NoMove
		g.note(ev, at, at)
		return nil
	}
	if err := g.push(m, at); err != nil {
		return err
	}
	g.judge(ev, at, at)
	g.askBot(at) // a person's plan may have answered already, or this move was played in place of a team
	return nil
}

// Resign gives the game to the other side. Ask before calling it: it cannot be taken back.
func (g *Game) Resign(by Person, at time.Time) error {
	c, err := g.mayDecide(by, VoteToResign, at)
	if err != nil {
		return err
	}
	g.finish(Event{Kind: Ended, By: c}, lossOf(c), ByResignation, at, at.Add(AnswerTime))
	return nil
}

// lossOf is the outcome of a game that c loses.
func lossOf(c board.Color) rules.Outcome {
	if c == board.Red {
		return rules.BlackWins
	}
	return rules.RedWins
}

// mayDecide checks that by may do what concerns the whole side, and returns its color. Of a team only the captain may;
// uncaptained is the code with which a team without one refuses.
func (g *Game) mayDecide(by Person, uncaptained Code, at time.Time) (board.Color, error) {
	c, err := g.mayPlay(by, at)
	if err != nil || !g.Seats[c].Team {
		return c, err
	}
	captain := g.Vote.CaptainOf(c)
	if captain == "" {
		return c, g.refuse(uncaptained)
	}
	if captain != by {
		return c, g.refuse(NotCaptain)
	}
	return c, nil
}

// mayPlay checks that the game is being played, that by plays in it and that no flag is down, and returns that player's
// color.
func (g *Game) mayPlay(by Person, at time.Time) (board.Color, error) {
	if !g.Takes(by) {
		return board.Red, g.refuse(NotYourGame)
	}
	switch g.State {
	case Active:
	case Offered:
		return board.Red, g.refuse(NotStarted)
	default:
		return board.Red, g.refuse(GameOver)
	}
	c, ok := g.SeatOf(by)
	if !ok {
		return board.Red, g.refuse(NotYourGame)
	}
	if g.FlagDown(at) {
		return board.Red, g.refuse(FlagFell)
	}
	return c, nil
}

// push puts m on the record, stops the mover's clock and lets lapse what lapses with a move.
func (g *Game) push(m board.Move, at time.Time) error {
	mover := g.Turn()
	g.stopClock(at)
	if err := g.Record.Play(m); err != nil {
		return err
	}
	g.moved(mover)
	for c, plan := range g.Plans {
		g.Plans[c] = plan.after(m)
	}
	g.closeTurn()
	g.MovedAt = append(g.MovedAt, at)
	g.Takeback = Offer{}
	if g.DrawOffer.By != mover {
		g.DrawOffer = Offer{}
	}
	return nil
}

// judge notes a move that was just played, and the moves that were planned for this case, which are played on the spot:
// as the end of the game if the rules say so; otherwise the time of the side that is to move begins.
func (g *Game) judge(ev Event, at, due time.Time) {
	for {
		if v := rules.Judge(&g.Record, g.Code()); v.Outcome != rules.Ongoing {
			g.Rule = v.Reason
			ev.Kind = Ended
			g.finish(ev, v.Outcome, ByRules, at, due)
			return
		}
		m, planned := g.Plans[g.Turn()].next()
		if g.DrawOffer.Pending && g.DrawOffer.By != g.Turn() {
			planned = false // the offer is to be answered first
		}
		next := Event{Kind: Moved, By: g.Turn(), Move: m, Planned: ev.Planned + 1}
		if !planned || g.push(m, at) != nil { // it was legal when it was planned, in the same position
			break
		}
		ev = next
	}
	g.runClock(at)
	g.openTurn(at)
	g.note(ev, at, due)
}

// finish ends the game.
func (g *Game) finish(ev Event, outcome rules.Outcome, end End, at, due time.Time) {
	g.stopClock(at)
	g.State = Finished
	g.Outcome, g.End = outcome, end
	g.DrawOffer, g.Takeback = Offer{}, Offer{}
	if end != ByTime { // that game may be played on: Resume
		g.Plans = [2]Plan{}
	}
	g.closeTurn()
	if g.Home != "" {
		g.Enqueue(Archive{g.ID}, at.Add(ArchiveAfter))
	}
	if g.Leg == 1 && end != Aborted {
		g.Enqueue(NextGame{g.ID}, at)
	}
	if g.AtEnd != nil {
		g.Enqueue(g.AtEnd, at)
	}
	g.note(ev, at, due)
}

// standIn is the strength that plays for a side of which nobody votes.
const standIn = engine.LevelMin

// askBot enqueues a Think when the bot has something to answer.
func (g *Game) askBot(at time.Time) {
	if _, _, ok := g.thinks(); ok {
		g.Enqueue(Think{Game: g.ID, Ply: g.Ply()}, at)
	}
}

// thinks tells for which side the engine has to act now, and how strongly: for the bot's own, or in place of a team
// that has not voted.
func (g *Game) thinks() (c board.Color, level engine.Level, ok bool) {
	if g.State != Active {
		return board.Red, 0, false
	}
	if g.Vote != nil && g.Vote.Turn.StandIn {
		return g.Turn(), standIn, true
	}
	c, ok = g.BotSeat()
	return c, g.Seats[c].Level, ok && g.botOwes(c)
}

// botOwes reports whether the bot, playing c, must move or answer a draw offer.
func (g *Game) botOwes(c board.Color) bool {
	return g.Turn() == c || g.DrawOffer.Pending && g.DrawOffer.By != c
}

// countedPlies is how many moves make a game count: each side has moved.
const countedPlies = 2

// Counts reports whether the game is a result, for ratings if it is rated and for the records of its players: it was
// won or drawn, and both sides have moved.
func (g *Game) Counts() bool {
	return g.State == Finished && g.Outcome != rules.Ongoing && g.Ply() >= countedPlies
}

// Score is what the finished game is worth to c: 1 won, 0.5 drawn, 0 lost; ok is false while it is not finished, and
// where it was aborted.
func (g *Game) Score(c board.Color) (score float64, ok bool) {
	if g.State != Finished || g.End == Aborted {
		return 0, false
	}
	return g.score(c), true
}

// score is what the outcome is worth to c.
func (g *Game) score(c board.Color) float64 {
	winner, won := g.Winner()
	switch {
	case !won:
		return 0.5
	case winner == c:
		return 1
	default:
		return 0
	}
}
