package match

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Match is what is to be played. Fill in what has no useful zero value, then call Run.
type Match struct {
	A, B Contestant
	// Openings are played in turn, each by a pair of games; when there are more pairs than openings, they come again.
	Openings []board.Position
	// Pairs is how many pairs are played at most.
	Pairs int
	// Concurrency is how many games are played at once; 0 means one.
	// Each needs two players, which think in turn: one processor a game is enough.
	Concurrency  int
	Budget       Budget
	Adjudication Adjudication
	// Code is the set of rules; the zero value means rules.Asian.
	Code rules.Code
	// SPRT, if set, ends the match as soon as it is decided.
	SPRT *SPRT
	// Journal, if set, keeps every game, and spares those that it has.
	Journal *Journal
	// Progress, if set, is called after every game, by one goroutine at a time.
	Progress func(Standing)
}

// Standing is the score of a match, as A sees it.
type Standing struct {
	Wins, Draws, Losses int
	// Pairs counts the pairs of which both games are finished.
	Pairs Pairs
	// Faults counts games lost by an illegal move, on time or by a crash: those of A, those of B.
	Faults [2]int
	// Endings counts how games ended.
	Endings map[Ending]int
	// Problems describes the faults, at most the first few.
	Problems []string
	// Wanted is how many games the match has at most. Replayed is how many came from the journal.
	Wanted, Replayed int
	// LLR and Decision are those of the SPRT, if there is one.
	LLR      float64
	Decision Decision

	half map[int]float64 // score of A in the first finished game of a pair
}

// Games is how many games are finished.
func (s *Standing) Games() int { return s.Wins + s.Draws + s.Losses }

// String sums up in one line: "+12 =20 -8, Elo +35 [-20, +91]". Before a pair is finished nothing is said of Elo.
func (s *Standing) String() string {
	if s.Pairs.Count() == 0 {
		return fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses)
	}
	elo, low, high := s.Pairs.Elo()
	return fmt.Sprintf("+%d =%d -%d, Elo %s [%s, %s]", s.Wins, s.Draws, s.Losses, signed(elo), signed(low), signed(high))
}

func signed(v float64) string {
	if math.IsInf(v, 0) {
		return strings.TrimSuffix(fmt.Sprintf("%+f", v), "Inf") + "∞"
	}
	return fmt.Sprintf("%+.0f", v)
}

// maxProblems bounds how many faults are described.
const maxProblems = 10

// add counts a finished game.
func (s *Standing) add(g Game) error {
	outcome, err := g.Result()
	if err != nil {
		return err
	}
	aIsRed := g.Number%2 == 0
	score := 0.5
	if loser, ok := outcome.Loser(); ok {
		score = 0
		if (loser == board.Black) == aIsRed {
			score = 1
		}
		if g.Ending.fault() {
			s.Faults[int(score)]++ // A's when A lost
			if len(s.Problems) < maxProblems {
				s.Problems = append(s.Problems, fmt.Sprintf("game %d, %s loses: %s: %s", g.Number, loser, g.Ending, g.Problem))
			}
		}
	}
	switch score {
	case 1:
		s.Wins++
	case 0:
		s.Losses++
	default:
		s.Draws++
	}
	s.Endings[g.Ending]++
	if other, ok := s.half[g.Number/2]; ok {
		s.Pairs[int(2*(score+other))]++
		delete(s.half, g.Number/2)
	} else {
		s.half[g.Number/2] = score
	}
	return nil
}

// Validate tells what is missing or contradictory.
func (m *Match) Validate() error {
	switch {
	case m.A.Start == nil || m.B.Start == nil:
		return errors.New("match: two contestants are needed")
	case m.A.Name == m.B.Name:
		return fmt.Errorf("match: both contestants are called %q: give them different names", m.A.Name)
	case len(m.Openings) == 0:
		return errors.New("match: at least one opening is needed")
	case m.Pairs <= 0:
		return fmt.Errorf("match: %d pairs: want at least one", m.Pairs)
	}
	if err := m.Budget.validate(); err != nil {
		return err
	}
	if m.SPRT != nil {
		return m.SPRT.Validate()
	}
	return nil
}

// Run plays the match until all games are played, the SPRT is decided or ctx ends. It returns the score of the match
// also when it was cut off; the error is then that of ctx.
func (m *Match) Run(ctx context.Context) (Standing, error) {
	standing := Standing{Wanted: 2 * m.Pairs, Endings: map[Ending]int{}, half: map[int]float64{}}
	if err := m.Validate(); err != nil {
		return standing, err
	}
	played := map[int]bool{}
	if m.Journal != nil {
		if err := m.Journal.agree(m.terms()); err != nil {
			return standing, err
		}
		for _, g := range m.Journal.Games() {
			if err := m.belongs(g); err != nil {
				return standing, err
			}
			if err := standing.add(g); err != nil {
				return standing, err
			}
			played[g.Number] = true
		}
		standing.Replayed = len(played)
	}
	if m.decide(&standing) {
		return standing, nil
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers, games := make(chan int), make(chan Game)
	go func() {
		defer close(numbers)
		for n := range 2 * m.Pairs {
			if played[n] {
				continue
			}
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range max(1, m.Concurrency) {
		workers.Go(func() {
			if err := m.work(ctx, numbers, games); err != nil {
				cancel(err)
			}
		})
	}
	go func() {
		workers.Wait()
		close(games)
	}()

	for g := range games {
		if standing.Decision != Undecided {
			continue // begun before the decision: it must no longer change it
		}
		if err := m.take(&standing, g); err != nil {
			cancel(err)
		}
		if m.decide(&standing) {
			cancel(errDecided)
		}
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errDecided) {
		return standing, cause
	}
	return standing, nil
}

// errDecided ends a match whose SPRT is decided.
var errDecided = errors.New("match: decided")

// take keeps and counts a finished game.
func (m *Match) take(s *Standing, g Game) error {
	if m.Journal != nil {
		if err := m.Journal.add(g); err != nil {
			return err
		}
	}
	if err := s.add(g); err != nil {
		return err
	}
	if m.SPRT != nil {
		s.LLR = m.SPRT.LLR(s.Pairs)
	}
	if m.Progress != nil {
		m.Progress(*s)
	}
	return nil
}

// decide asks the SPRT.
func (m *Match) decide(s *Standing) bool {
	if m.SPRT == nil {
		return false
	}
	s.LLR, s.Decision = m.SPRT.LLR(s.Pairs), m.SPRT.Decide(s.Pairs)
	return s.Decision != Undecided
}

// terms says in one line what the match is played under, as far as that changes games.
func (m *Match) terms() string {
	text := fmt.Sprintf("%s (%s) against %s (%s)", m.A.Name, m.A.Settings, m.B.Name, m.B.Settings)
	b := m.Budget
	text += fmt.Sprintf("; a move %v, a game %v+%v, nodes %d, depth %d, margin %v", b.MoveTime, b.Clock, b.Increment, b.Nodes, b.Depth, b.Margin)
	if b.NodeTime > 0 {
		text += fmt.Sprintf(", %d nodes a millisecond", b.NodeTime)
	}
	return text + fmt.Sprintf("; %v; rules %v", m.Adjudication, m.code())
}

// code is the set of rules.
func (m *Match) code() rules.Code {
	if m.Code == (rules.Code{}) {
		return rules.Asian()
	}
	return m.Code
}

// belongs makes sure that a game of the journal is one of this match.
func (m *Match) belongs(g Game) error {
	opening := m.opening(g.Number)
	if !g.between(m.A.Name, m.B.Name) || g.FEN != opening.FEN() {
		return fmt.Errorf("match: game %d of the journal, %s against %s from %s, is not of this match: "+
			"use the same names and openings, or another journal", g.Number, g.Red, g.Black, g.FEN)
	}
	return nil
}

func (m *Match) opening(game int) board.Position {
	return m.Openings[max(game, 0)/2%len(m.Openings)]
}

// work plays the games whose numbers come, with two players of its own.
func (m *Match) work(ctx context.Context, numbers <-chan int, games chan<- Game) (err error) {
	judge := referee{m.code(), m.Budget, m.Adjudication, time.Now}
	table := seats{contestants: [2]Contestant{m.A, m.B}}
	defer func() { err = errors.Join(err, table.close()) }()
	for n := range numbers {
		if err := table.fill(ctx); err != nil {
			return err
		}
		red := n % 2 // A has Red in even games
		res, err := judge.play(ctx, [2]Player{table.players[red], table.players[1-red]}, m.opening(n))
		if err != nil {
			return nil // the context has ended, and whoever ended it knows why
		}
		if res.ending == Crash {
			loser, _ := res.outcome.Loser()
			table.empty(red ^ int(loser))
		}
		games <- m.game(n, res)
	}
	return nil
}

// game turns a result into what a journal keeps.
func (m *Match) game(number int, res result) Game {
	g := Game{
		Number: number, Red: m.A.Name, Black: m.B.Name, FEN: res.record.Start.FEN(),
		Outcome: res.outcome.String(), Ending: res.ending, Scores: make([]*int, len(res.scores)),
	}
	if number%2 == 1 {
		g.Red, g.Black = g.Black, g.Red
	}
	words := make([]string, len(res.record.Moves))
	for i, move := range res.record.Moves {
		words[i] = move.String()
	}
	g.Moves = strings.Join(words, " ")
	for i, s := range res.scores {
		if s != noScore {
			g.Scores[i] = &s
		}
	}
	if res.problem != nil {
		g.Problem = res.problem.Error()
	}
	return g
}

// seats are the two players of one worker.
type seats struct {
	contestants [2]Contestant
	players     [2]Player
}

// fill starts the players that are missing.
func (s *seats) fill(ctx context.Context) error {
	for i, p := range s.players {
		if p != nil {
			continue
		}
		started, err := s.contestants[i].Start(ctx)
		if err != nil {
			return fmt.Errorf("starting %s: %w", s.contestants[i].Name, err)
		}
		s.players[i] = started
	}
	return nil
}

// empty removes a player that has become useless.
func (s *seats) empty(i int) {
	_ = s.players[i].Close() // it has crashed; that it does not close well either is no news
	s.players[i] = nil
}

func (s *seats) close() error {
	var all error
	for i, p := range s.players {
		if p != nil {
			all = errors.Join(all, p.Close())
			s.players[i] = nil
		}
	}
	return all
}
