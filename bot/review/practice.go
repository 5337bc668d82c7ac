package review

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/study"
)

// Mistake identifies a mistake of a person in one of their games, with their progress in spaced repetition.
type Mistake struct {
	Game game.ID
	Ply  int // of the move
	// Step is how many times in a row it was solved at the first attempt; at the number of intervals it is learned. Due
	// is when it is asked again.
	Step int
	Due  time.Time
}

// Learned reports whether a mistake is learned and no longer asked.
func (m *Mistake) Learned() bool { return m.Step >= len(intervals) }

// intervals are the delays until a mistake is asked again, by how many times in a row it was solved; after the last it
// is learned. A mistake that was not solved is asked again after the first delay.
var intervals = [...]time.Duration{24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour, 21 * 24 * time.Hour}

// PracticeStore stores people's progress with their mistakes. Package store implements it on a database.
type PracticeStore interface {
	// ReviewsOf reads the finished reviews of the latest games in which p played a side alone, latest first.
	ReviewsOf(ctx context.Context, p game.Person, limit int) ([]ReviewedGame, error)

	// Mistakes lists the mistakes that p has tried, and SaveMistake saves one. The key is as in game.GameStore's
	// Create.
	Mistakes(ctx context.Context, p game.Person) ([]Mistake, error)
	SaveMistake(ctx context.Context, key string, p game.Person, m Mistake) error
}

// ReviewedGame is the review of a game with the side that a person played.
type ReviewedGame struct {
	Game  game.ID
	Side  board.Color
	Study *study.Study
}

// Task is a mistake to be tried again.
type Task struct {
	Mistake
	Study   *study.Study
	Verdict study.Verdict
	IsDue   bool // the next answer counts
	Left    int  // how many others are due
}

// Record returns the game up to the mistake.
func (t *Task) Record() board.Record {
	rec := t.Study.Record()
	rec.Moves = rec.Moves[:t.Ply]
	return rec
}

// Evaluation returns the score and the mate distance in the position for the side that made the mistake, as in
// [engine.Info].
func (t *Task) Evaluation() (mate, score int) {
	return t.Study.Evals[t.Ply].Mate, t.Study.Evals[t.Ply].Score
}

// Practice lets people try their own mistakes again.
type Practice struct {
	store PracticeStore
	fair  *fairplay.Guard
	nodes uint64
	now   func() time.Time
}

// NewPractice returns the service for a store. The engine of the guard searches each attempt with the given number of
// nodes. The clock is [game.Service.Now].
func NewPractice(store PracticeStore, fair *fairplay.Guard, nodes uint64, now func() time.Time) *Practice {
	return &Practice{store, fair, nodes, now}
}

// allow asks the guard whether the actor may see a mistake.
func (s *Practice) allow(ctx context.Context, act game.Act, t *Task) (fairplay.Clearance, error) {
	rec := t.Record()
	return s.fair.Ask(ctx, act.Question(fairplay.Advice, &rec, t.Game))
}

const (
	// practicedGames is the number of latest reviewed games from which mistakes are taken.
	practicedGames = 20
	// maxRightCost is the maximum cost, as a fraction of a point, of a move that counts as correct.
	maxRightCost = 0.02
)

// Next returns the mistake that the actor is to try next: the one that has been due longest, or else one that was never
// tried, of the latest game first. If none is due it returns nil and the time when the next one is; zero if there is
// none at all.
func (s *Practice) Next(ctx context.Context, act game.Act) (next *Task, due time.Time, err error) {
	tasks, err := s.tasks(ctx, act.Actor)
	if err != nil {
		return nil, due, err
	}
	waiting := 0
	for i := range tasks {
		t := &tasks[i]
		switch {
		case t.IsDue:
			waiting++
			if next == nil || !t.Due.IsZero() && (next.Due.IsZero() || t.Due.Before(next.Due)) {
				next = t
			}
		case !t.Learned() && (due.IsZero() || t.Due.Before(due)):
			due = t.Due
		}
	}
	if next != nil {
		next.Left = waiting - 1
		if _, err := s.allow(ctx, act, next); err != nil {
			return nil, time.Time{}, err
		}
	}
	return next, due, nil
}

// Find returns the mistake at a ply of a game, nil if the actor no longer has one there.
func (s *Practice) Find(ctx context.Context, act game.Act, id game.ID, ply int) (*Task, error) {
	tasks, err := s.tasks(ctx, act.Actor)
	if err != nil {
		return nil, err
	}
	left := 0
	var found *Task
	for i := range tasks {
		if t := &tasks[i]; t.Game == id && t.Ply == ply {
			found = t
		} else if t.IsDue {
			left++
		}
	}
	if found != nil {
		found.Left = left
		if _, err := s.allow(ctx, act, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// tasks returns the mistakes of a person in their latest reviewed games.
func (s *Practice) tasks(ctx context.Context, p game.Person) ([]Task, error) {
	played, err := s.store.ReviewsOf(ctx, p, practicedGames)
	if err != nil {
		return nil, err
	}
	tried, err := s.store.Mistakes(ctx, p)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	now := s.now()
	for _, g := range played {
		verdicts := g.Study.Verdicts()
		for _, ply := range study.KeyMistakes(verdicts) {
			if verdicts[ply].By != g.Side || verdicts[ply].Best == board.NoMove {
				continue
			}
			t := Task{Mistake: Mistake{Game: g.Game, Ply: ply}, Study: g.Study, Verdict: verdicts[ply]}
			same := func(m Mistake) bool { return m.Game == t.Game && m.Ply == ply }
			if i := slices.IndexFunc(tried, same); i >= 0 {
				t.Mistake = tried[i]
			}
			t.IsDue = !t.Learned() && !t.Due.After(now)
			tasks = append(tasks, t)
		}
	}
	slices.SortStableFunc(tasks, func(a, b Task) int { return cmp.Compare(b.Game, a.Game) })
	return tasks, nil
}

// Answer is the outcome of an attempt.
type Answer struct {
	Right bool
	Cost  float64 // of the move that was tried, as a fraction of a point
	// Counted says that this was the first attempt since the mistake became due; Mistake is its new state.
	Counted bool
	Mistake Mistake
}

// Try judges a legal move: it is correct if it costs next to nothing compared with the best move, if it forces mate, or
// if it is in the opening book.
func (s *Practice) Try(ctx context.Context, act game.Act, t *Task, m board.Move) (Answer, error) {
	var a Answer
	var err error
	if a.Cost, a.Right, err = s.judge(ctx, act, t, m); err != nil {
		return a, err
	}
	a.Mistake, a.Counted, err = s.count(ctx, act, t, a.Right)
	return a, err
}

// Help records that the actor asked for help, which counts as a failed attempt.
func (s *Practice) Help(ctx context.Context, act game.Act, t *Task) (Answer, error) {
	m, counted, err := s.count(ctx, act, t, false)
	return Answer{Mistake: m, Counted: counted}, err
}

// judge returns the cost of a move and whether it is correct.
func (s *Practice) judge(ctx context.Context, act game.Act, t *Task, m board.Move) (cost float64, right bool, err error) {
	cleared, err := s.allow(ctx, act, t)
	if err != nil {
		return 0, false, err
	}
	rec := t.Record()
	at := rec.Position()
	switch {
	case m == t.Verdict.Best:
		return 0, true, nil
	case m == t.Verdict.Played:
		return t.Verdict.Cost, false, nil
	case slices.ContainsFunc(book.Standard().AllMoves(&at), func(known book.Move) bool { return known.Move == m }):
		return 0, true, nil
	}
	key := engine.Key{User: string(act.Actor), Flow: "practice"}
	limits := engine.Limits{Nodes: s.nodes, SearchMoves: []board.Move{m}, Ruleset: t.Study.Rules}
	res, err := s.fair.Analyze(ctx, cleared, key, &rec, limits)
	if err != nil {
		return 0, false, err
	}
	cost = max(t.Verdict.Before-engine.WinChance(res.Score, res.Mate), 0)
	return cost, cost <= maxRightCost || res.Mate > 0, nil
}

// count saves the first attempt since a mistake became due.
func (s *Practice) count(ctx context.Context, act game.Act, t *Task, right bool) (Mistake, bool, error) {
	if !t.IsDue {
		return t.Mistake, false, nil
	}
	m, now := t.Mistake, s.now()
	if m.Due = now.Add(intervals[0]); right {
		m.Due = now.Add(intervals[m.Step])
		m.Step++
	} else {
		m.Step = 0
	}
	return m, true, s.store.SaveMistake(ctx, act.Key, act.Actor, m)
}
