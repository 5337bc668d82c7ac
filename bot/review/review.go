// Package review keeps what the engine thinks of games that are over: who may ask for it, how the work goes on, and
// what came of it.
//
//	r, err := service.Ask(ctx, act, review.Subject{Game: g.ID}, &record, g.Code())
//	if !r.Study.Done() { … } // it is under way: done, total := r.Study.Progress()
//
// A review is worked on by the job [Job], step by step, and written down every few seconds, so that another process can
// go on with it. The engine is asked through a pool in which moves of games go first: a position whose search had to
// make room for them is searched again. What was found is kept, so that asking again costs nothing.
//
// People who wait for a review are its [Watcher]s. The package sends them no messages and knows no words.
package review

import (
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/study"
)

// Subject is the game that is reviewed: one that was played here, or an imported record. Exactly one field is set.
type Subject struct {
	Game   game.ID   `json:"game,omitempty"`
	Record record.ID `json:"record,omitempty"`
}

// Review is a review under way or done.
type Review struct {
	Subject
	// Asker is who asked for it first, empty where everything about them was deleted; Guild is where.
	Asker game.Person
	Guild string
	// Asked is when; it tells the review from an earlier one of the same game, which had fewer moves then.
	Asked time.Time
	Study *study.Study
}

// of reports whether the review is of a game with these moves: a game that was lost on time may go on.
func (r *Review) of(rec *board.Record) bool {
	reviewed := r.Study.Record()
	return slices.Equal(reviewed.Moves, rec.Moves)
}

// Watcher is a person who waits for a review, and the message that shows them how it goes on.
type Watcher struct {
	Person game.Person
	Guild  string // where they read the message; empty in direct messages
	Locale string // of their client, as Discord names it
	Black  bool   // Black is at the bottom of their pictures

	// The message answered this interaction: by it, it can be changed for game.AnswerLife from At on.
	Interaction string
	Token       game.Secret
	Message     string // which of its messages, as discord.Sent names it
	At          time.Time

	// Channel and Posted are the message where everybody sees it: the bot can change that one for as long as it likes.
	// Posted is empty for a message that only the person sees.
	Channel, Posted string
}

// WatchLife is how long after At a message that everybody sees is still changed.
const WatchLife = 24 * time.Hour

// Life is how long after At the message can be changed.
func (w *Watcher) Life() time.Duration {
	if w.Posted != "" {
		return WatchLife
	}
	return game.AnswerLife
}

// Job goes on with a review.
type Job struct {
	Subject
}

// Kind is "review".
func (Job) Kind() string { return "review" }

// The codes of refusals.
const (
	NotOver  game.Code = "review-not-over" // only games that are over are reviewed
	Empty    game.Code = "review-empty"    // the game has no move
	Playing  game.Code = "review-playing"  // the person plays Game, whose position is in the game to be reviewed
	UnderWay game.Code = "review-under-way"
	Crowded  game.Code = "review-crowded"  // the server has Limit reviews under way already
	Enough   game.Code = "review-enough"   // the person has asked for Limit reviews in a day
	TooLong  game.Code = "review-too-long" // the game has more than Limit moves
)

// Spoils returns the first of the games whose position a review of rec would judge, nil if there is none: nobody may
// ask the engine about a game that they play. Positions that the opening book knows are no secret.
func Spoils(rec *board.Record, games []*game.Game) *game.Game {
	known := book.Standard()
	running := make(map[uint64]*game.Game)
	for _, g := range slices.Backward(games) {
		if g.State != game.Active {
			continue
		}
		if p := g.Position(); len(known.Known(&p)) == 0 {
			running[p.Hash()] = g
		}
	}
	if len(running) == 0 {
		return nil
	}
	for _, p := range rec.Positions() {
		if g := running[p.Hash()]; g != nil {
			return g
		}
	}
	return nil
}
