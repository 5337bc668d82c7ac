// Package fairplay refuses help with positions that the asker is playing or solving.
//
// To have a position analyzed, to look it up in the opening tables or to see a puzzle's solution takes a [Clearance],
// which only [Guard.Ask] gives:
//
//	cleared, err := guard.Ask(ctx, fairplay.Question{Person: "1", Guild: "2", About: fairplay.Analysis, Record: &rec})
//	result, err := guard.Analyze(ctx, cleared, key, &rec, limits)
//
// Services that help people are given a [Guard] and not the engine, so that none can forget to ask. What is protected
// comes from [Source]s: games, puzzles. A position that is like a protected one (likeness.go) is refused with the error
// that came with it. The package knows neither games nor puzzles, and people only by their ids.
package fairplay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/rules"
)

// Protected is a position in which somebody may not be helped.
type Protected struct {
	Position board.Position
	// Refusal is the reason that the asker gets.
	Refusal error
	// Game is the game that is at this position, 0 for a puzzle. Players are the people who play it.
	Game    int64
	Players []string
	Ply     int // how many moves had been played in the game
	// Practice means a casual game against the bot, in which nobody else takes part. Only analysis is refused then,
	// since such a game has a limited number of hints; a game against the bot from the same position is not.
	Practice bool
}

// Source provides protected positions.
type Source interface {
	// Protected lists the positions in which a person who asks in a guild ("" in direct messages) may not be helped.
	Protected(ctx context.Context, person, guild string) ([]Protected, error)
}

// About is what a question is about.
type About uint8

const (
	// Analysis is about the last position of the record, which somebody chose.
	Analysis About = iota
	// Start is about the position from which a game against the bot or with its advice is to begin.
	Start
	// Course is about all positions of the record, of a game that is over.
	Course
	// Advice is about the last position of the record, which was reached in [Question.Game].
	Advice
	// Reply is like Advice, where the advice is the move that the bot plays next.
	Reply
	// Solution is about the last position of the record, that of a puzzle. Other puzzles do not matter.
	Solution
)

// reached reports whether the positions occurred in a game. Games go through openings that many people have played, so
// positions in the opening tables do not count, neither as asked nor as protected. For chosen positions only those in
// the opening book do not count.
func (a About) reached() bool { return a == Course || a == Advice || a == Reply }

// Question is what a person asks for help with.
type Question struct {
	Person, Guild string // Guild is "" in direct messages
	About         About
	Record        *board.Record
	Game          int64 // the game in which the help is asked for, 0: none. It is not compared with itself
}

// Clearance says that a person may be helped with a position. Only a [Guard] gives one; the zero value clears nothing.
type Clearance struct {
	person   string
	position uint64 // hash of the last position of the record
}

// covers returns [ErrNotCleared] unless the clearance is for this person and a position of the record.
func (c Clearance) covers(person string, rec *board.Record) error {
	for _, p := range rec.Positions() {
		if c != (Clearance{}) && c.person == person && c.position == p.Hash() {
			return nil
		}
	}
	return fmt.Errorf("%w: %s", ErrNotCleared, person)
}

// ErrNotCleared means a defect in the program: no [Guard] was asked about the position.
var ErrNotCleared = errors.New("fairplay: help without a clearance")

// Asked records that somebody was helped with a position like one in a rated game of others.
type Asked struct {
	Person, Guild string
	Game          int64
	Ply           int       // how many moves had been played in the game the last time
	First, Last   time.Time // as saved
}

// Log keeps who was helped with positions of rated games that others play. Package store implements it.
type Log interface {
	// RatedGames lists the positions of the rated games in progress in a guild.
	RatedGames(ctx context.Context, guild string) ([]Protected, error)
	// SaveAsked keeps what was asked, until some weeks after the game ends.
	SaveAsked(ctx context.Context, a Asked) error
	// AskedIn lists what was asked about the games of a guild, the latest first.
	AskedIn(ctx context.Context, guild string, limit int) ([]Asked, error)
}

// Analyzer searches positions. *[engine.Pool] is one.
type Analyzer interface {
	AnalyzeWhole(
		ctx context.Context, key engine.Key, rec *board.Record, limits engine.Limits, progress func(engine.Info),
	) (engine.Result, error)
}

// Thinker chooses moves. *[engine.Pool] is one.
type Thinker interface {
	// Choose finds a move for the side to move at a level, in a game that is judged by the ruleset. The key says whose
	// share of the engine the search uses, so that nobody's games crowd out those of others.
	Choose(
		ctx context.Context, key engine.Key, rec *board.Record, ruleset rules.Ruleset, level engine.Level,
	) (engine.Choice, error)
}

// Engine is the engine of a [Guard].
type Engine struct {
	Analyzer Analyzer
	Thinker  Thinker
}

// Guard decides whether people may be helped, and runs the engine for that.
type Guard struct {
	engine  Engine
	log     Log
	sources []Source
}

// New returns a guard of the positions of the sources. Parts of the engine that are not used may be nil, and so may
// log.
func New(e Engine, log Log, sources ...Source) *Guard { return &Guard{e, log, sources} }

// Ask clears the positions of a question, or returns the refusal of a protected one that is like one of them. Help with
// rated games of others in the guild is given, and kept in the log.
func (g *Guard) Ask(ctx context.Context, q Question) (Clearance, error) {
	last := q.Record.Position()
	clearance := Clearance{q.Person, last.Hash()}
	asked := q.positions()
	if len(asked) == 0 {
		return clearance, nil
	}
	for _, s := range g.sources {
		list, err := s.Protected(ctx, q.Person, q.Guild)
		if err != nil {
			return Clearance{}, err
		}
		for _, p := range list {
			if q.concerns(&p) && p.isAsked(asked) {
				return Clearance{}, p.Refusal
			}
		}
	}
	return clearance, g.record(ctx, q, asked)
}

// Analyze analyzes the last position of a record, which is the cleared one or follows it, for the person of the key. A
// search that was interrupted for a move of a game is repeated; see [engine.RetryPreempted].
func (g *Guard) Analyze(
	ctx context.Context, c Clearance, key engine.Key, rec *board.Record, limits engine.Limits,
) (engine.Result, error) {
	if err := c.covers(key.User, rec); err != nil {
		return engine.Result{}, err
	}
	return engine.RetryPreempted(ctx, func(ctx context.Context) (engine.Result, error) {
		return g.engine.Analyzer.AnalyzeWhole(ctx, key, rec, limits, nil)
	})
}

// Choose chooses a move at a level in the last position of a record, as Analyze does.
func (g *Guard) Choose(
	ctx context.Context, c Clearance, key engine.Key, rec *board.Record, ruleset rules.Ruleset, level engine.Level,
) (engine.Choice, error) {
	if err := c.covers(key.User, rec); err != nil {
		return engine.Choice{}, err
	}
	return g.engine.Thinker.Choose(ctx, key, rec, ruleset, level)
}

// Asked lists who was helped with rated games of others in a guild, the latest first.
func (g *Guard) Asked(ctx context.Context, guild string, limit int) ([]Asked, error) {
	return g.log.AskedIn(ctx, guild, limit)
}

// record records which rated games of others a question is about.
func (g *Guard) record(ctx context.Context, q Question, asked [][4]target) error {
	if g.log == nil || q.Guild == "" || q.About == Advice || q.About == Reply || q.About == Solution {
		return nil
	}
	games, err := g.log.RatedGames(ctx, q.Guild)
	if err != nil {
		return err
	}
	for _, p := range games {
		if slices.Contains(p.Players, q.Person) || !q.concerns(&p) || !p.isAsked(asked) {
			continue
		}
		if err := g.log.SaveAsked(ctx, Asked{Person: q.Person, Guild: q.Guild, Game: p.Game, Ply: p.Ply}); err != nil {
			return err
		}
	}
	return nil
}

// positions lists the images of the positions that a question is about, without those of the opening.
func (q Question) positions() (asked [][4]target) {
	for ply, p := range q.Record.Positions() {
		if q.About != Course && ply < len(q.Record.Moves) || isOpening(p, q.About.reached()) {
			continue
		}
		var as [4]target
		for i, image := range images(p) {
			as[i] = newTarget(&image)
		}
		asked = append(asked, as)
	}
	return asked
}

// concerns reports whether a protected position matters for this question.
func (q Question) concerns(p *Protected) bool {
	switch {
	case p.Game != 0 && p.Game == q.Game:
		return false
	case p.Practice && (q.About == Start || q.About == Reply || q.About == Advice):
		return false
	case p.Game == 0 && q.About == Solution:
		return false
	}
	return !q.About.reached() || !isOpening(&p.Position, true)
}

// isAsked reports whether one of the positions asked about is like the protected one.
func (p *Protected) isAsked(asked [][4]target) bool {
	t := newTarget(&p.Position)
	for i := range asked {
		if t.like(&asked[i]) {
			return true
		}
	}
	return false
}

// isOpening reports whether a position is in the opening book, or with tables also whether people have played it often
// enough to be in the table of openings.
func isOpening(p *board.Position, tables bool) bool {
	return len(book.Standard().AllMoves(p)) > 0 || tables && len(played.Standard().At(p)) > 0
}
