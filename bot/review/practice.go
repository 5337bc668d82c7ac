package review

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/study"
)

// Mistake names a mistake of a person in one of their games, and says how far they have come with it.
type Mistake struct {
	Game game.ID
	Ply  int // of the move
	// Step is how often in a row it was found at the first try, up to the number of intervals: it is learned then. Due is
	// when it is asked again.
	Step int
	Due  time.Time
}

// Learned reports whether a mistake is no longer asked.
func (m *Mistake) Learned() bool { return m.Step >= len(intervals) }

// intervals are after how long a mistake is asked again, by how often it was found in a row; the last time it is
// learned. One that was not found comes again after the first.
var intervals = [...]time.Duration{24 * time.Hour, 3 * 24 * time.Hour, 7 * 24 * time.Hour, 21 * 24 * time.Hour}

// PracticeStore keeps what people have made of their mistakes. Package store implements it on a database.
type PracticeStore interface {
	// ReviewsOf reads the reviews that are done of the latest games in which p played a side alone, the latest first.
	ReviewsOf(ctx context.Context, p game.Person, limit int) ([]Played, error)

	// Mistakes lists what p has tried, and SaveMistake keeps one of them. The key is as in game.GameStore's Create.
	Mistakes(ctx context.Context, p game.Person) ([]Mistake, error)
	SaveMistake(ctx context.Context, key string, p game.Person, m Mistake) error
}

// Played is a review of a game with the side that a person played.
type Played struct {
	Game  game.ID
	Side  board.Color
	Study *study.Study
}

// Task is a mistake to be tried again.
type Task struct {
	Mistake
	Study   *study.Study
	Verdict study.Verdict
	IsDue   bool // the first answer from now on counts
	Left    int  // how many others are due
}

// Record is the game up to the mistake.
func (t *Task) Record() board.Record {
	rec := t.Study.Record()
	rec.Moves = rec.Moves[:t.Ply]
	return rec
}

// Look is what was found in the position: the score and the mate of the side that made the mistake, as in engine.Info.
func (t *Task) Look() (mate, score int) { return t.Study.Found(t.Ply) }

// Practice lets people try their own mistakes again.
type Practice struct {
	store  PracticeStore
	engine Engine
	nodes  uint64
	now    func() time.Time
}

// NewPractice joins a store, an engine that looks at so many nodes of a move, and a clock: game.Service.Now.
func NewPractice(store PracticeStore, e Engine, nodes uint64, now func() time.Time) *Practice {
	return &Practice{store, e, nodes, now}
}

const (
	// practicedGames is how many of the latest reviewed games mistakes are taken from.
	practicedGames = 20
	// rightCost is what a move may cost, as part of a point, that is as good as the best.
	rightCost = 0.02
)

// Next is the mistake that p is to try: of those that are due the one that waits longest, and before those that were
// never tried, the latest game's first. Where none is due it is nil, and due is when the next one is; zero where there
// is none at all.
func (s *Practice) Next(ctx context.Context, p game.Person) (next *Task, due time.Time, err error) {
	tasks, err := s.tasks(ctx, p)
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
	}
	return next, due, nil
}

// Find is the mistake at a ply of a game, nil where p no longer has one there.
func (s *Practice) Find(ctx context.Context, p game.Person, id game.ID, ply int) (*Task, error) {
	tasks, err := s.tasks(ctx, p)
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
	}
	return found, nil
}

// tasks are the mistakes of a person in their latest reviewed games.
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
		for _, ply := range study.Lessons(verdicts) {
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

// Answer is what came of a try.
type Answer struct {
	Right bool
	Cost  float64 // of the move that was tried, as part of a point
	// Counted says that this was the first try since the mistake was due; Mistake is how it is then.
	Counted bool
	Mistake Mistake
}

// Try judges a legal move: it is right if it costs next to nothing against the best, if it mates by force, or if the
// opening book knows it. Refusal: AlreadyDone.
func (s *Practice) Try(ctx context.Context, act game.Act, t *Task, m board.Move) (Answer, error) {
	var a Answer
	var err error
	if a.Cost, a.Right, err = s.judge(ctx, act.Actor, t, m); err != nil {
		return a, err
	}
	a.Mistake, a.Counted, err = s.count(ctx, act, t, a.Right)
	return a, err
}

// Help keeps that the actor had help, which counts as not found. Refusal: AlreadyDone.
func (s *Practice) Help(ctx context.Context, act game.Act, t *Task) (Answer, error) {
	m, counted, err := s.count(ctx, act, t, false)
	return Answer{Mistake: m, Counted: counted}, err
}

// judge says what a move costs, and whether it is right.
func (s *Practice) judge(ctx context.Context, p game.Person, t *Task, m board.Move) (cost float64, right bool, err error) {
	rec := t.Record()
	at := rec.Position()
	switch {
	case m == t.Verdict.Best:
		return 0, true, nil
	case m == t.Verdict.Played:
		return t.Verdict.Cost, false, nil
	case slices.ContainsFunc(book.Standard().Known(&at), func(known book.Move) bool { return known.Move == m }):
		return 0, true, nil
	}
	key := engine.Key{Person: string(p), Game: "practice"}
	limits := engine.Limits{Nodes: s.nodes, Moves: []board.Move{m}, Code: t.Study.Code()}
	res, err := engine.RetryCutShort(func() (engine.Result, error) {
		return s.engine.AnalyzeWhole(ctx, key, &rec, limits, nil)
	})
	if err != nil {
		return 0, false, err
	}
	cost = max(t.Verdict.Before-engine.WinChance(res.Score, res.Mate), 0)
	return cost, cost <= rightCost || res.Mate > 0, nil
}

// count keeps the first try since a mistake was due.
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
