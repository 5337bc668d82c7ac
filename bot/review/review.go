// Package review analyzes finished games with the engine: who may request a review, how the work proceeds, and its
// result.
//
//	r, err := service.Ask(ctx, act, review.Subject{Game: g.ID}, &record, g.Ruleset())
//	if !r.Study.Done() { … } // it is in progress: done, total := r.Study.Progress()
//
// The job [Job] works on a review step by step and saves it every few seconds, so that another process can continue. It
// uses the engine through a pool in which moves of games have priority: a position whose search was interrupted for
// them is searched again. Results are stored, so that requesting a review again costs nothing.
//
// People who wait for a review are its [Watcher]s. The package sends them no messages and contains no texts for users.
package review

import (
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/engine/board"
	"xiangqibot/engine/study"
)

// Subject is the game to be reviewed: one that was played with the bot, or an imported record. Exactly one field is
// set.
type Subject struct {
	Game   game.ID   `json:"game,omitempty"`
	Record record.ID `json:"record,omitempty"`
}

// Review is a review, in progress or finished.
type Review struct {
	Subject
	// Asker is who requested it first, empty if all their data was deleted; Guild is where.
	Asker game.Person
	Guild string
	// Asked is when; it distinguishes the review from an earlier one of the same game with fewer moves.
	Asked time.Time
	Study *study.Study
}

// matches reports whether the review is of a game with exactly these moves: a game lost on time may be continued.
func (r *Review) matches(rec *board.Record) bool {
	reviewed := r.Study.Record()
	return slices.Equal(reviewed.Moves, rec.Moves)
}

// Watcher is a person who waits for a review, with the message that shows its progress to them alone.
type Watcher struct {
	Person game.Person
	Guild  string // where they read the message; empty in direct messages
	Locale string // of their client, as Discord names it
	Black  bool   // Black is at the bottom of their pictures

	// The message answered this interaction, through which it can be edited for game.TokenLifetime from At on.
	Interaction string
	Token       game.Secret
	Message     string // which of its messages, see discord.Sent.MessageID
	At          time.Time
}

// Job continues a review.
type Job struct {
	Subject
}

// Kind is "review".
func (Job) Kind() string { return "review" }

// Refusal codes.
const (
	NotOver     game.Code = "review-not-over" // only finished games are reviewed
	NoMoves     game.Code = "review-empty"    // the game has no moves
	GameInPlay  game.Code = "review-playing"  // the game to be reviewed contains a position like that of Game, which the person is playing
	InProgress  game.Code = "review-under-way"
	ServerLimit game.Code = "review-crowded"  // the server already has Limit reviews in progress
	DailyLimit  game.Code = "review-enough"   // the person has requested Limit reviews within a day
	TooLong     game.Code = "review-too-long" // the game has more than Limit moves
)
