package match

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/rules"
)

// Match describes a match. Set the fields without a useful zero value, then call Run.
type Match struct {
	A, B Contestant
	// Openings are played in turn, each by a pair of games; they repeat if there are more pairs than openings.
	Openings []board.Position
	// Pairs is the maximum number of game pairs.
	Pairs int
	// Concurrency is the number of concurrent games; 0 means one. The two players of a game think in turn: one
	// processor per game is enough.
	Concurrency  int
	Budget       Budget
	Adjudication Adjudication
	// SPRT, if set, ends the match as soon as it is decided.
	SPRT *SPRT
	// Journal, if set, is the file that stores every game as it ends; games already in it are not played again.
	Journal string
	// Progress, if set, is called after every game, by one goroutine at a time.
	Progress func(Standing)
}

// Standing is the score of a match from the view of A.
type Standing struct {
	Wins, Draws, Losses int
	// Pentanomial counts the pairs of which both games are finished.
	Pentanomial Pentanomial
	// Forfeits counts games lost by an illegal move, on time or by a crash: those of A, those of B.
	Forfeits [2]int
	// Terminations counts how games ended.
	Terminations map[Termination]int
	// Problems describes the first few forfeits.
	Problems []string
	// MaxGames is the maximum number of games of the match. FromJournal is how many came from the journal.
	MaxGames, FromJournal int
	// LLR and Decision are those of the SPRT, if there is one.
	LLR      float64
	Decision Decision

	openPairs map[int]float64 // score of A in the first finished game of a pair
}

// Games is how many games are finished.
func (s *Standing) Games() int { return s.Wins + s.Draws + s.Losses }

// String returns a summary, "+12 =20 -8, Elo +35 [-20, +91]", with the difference in Elo and its 95 % confidence interval.
// There is no Elo before the first pair is finished.
func (s *Standing) String() string {
	if s.Pentanomial.Count() == 0 {
		return fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses)
	}
	elo, low, high := s.Pentanomial.Elo()
	return fmt.Sprintf("+%d =%d -%d, Elo %s [%s, %s]", s.Wins, s.Draws, s.Losses, signed(elo), signed(low), signed(high))
}

func signed(v float64) string {
	if math.IsInf(v, 0) {
		return strings.TrimSuffix(fmt.Sprintf("%+f", v), "Inf") + "∞"
	}
	return fmt.Sprintf("%+.0f", v)
}

// maxProblems limits the number of described forfeits.
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
		if g.Termination.forfeit() {
			s.Forfeits[int(score)]++ // A's when A lost
			if len(s.Problems) < maxProblems {
				s.Problems = append(s.Problems, fmt.Sprintf("game %d, %s loses: %s: %s", g.Number, loser, g.Termination, g.Problem))
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
	s.Terminations[g.Termination]++
	if other, ok := s.openPairs[g.Number/2]; ok {
		s.Pentanomial[int(2*(score+other))]++
		delete(s.openPairs, g.Number/2)
	} else {
		s.openPairs[g.Number/2] = score
	}
	return nil
}

// Validate reports what is missing or contradictory.
func (m *Match) Validate() error {
	switch {
	case m.A.Name == m.B.Name:
		return fmt.Errorf("match: both contestants are called %q: give them different names", m.A.Name)
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

// Run plays the match until all games are played, the SPRT is decided or ctx ends. If ctx ends it returns the score so
// far and the error of ctx.
func (m *Match) Run(ctx context.Context) (standing Standing, err error) {
	standing = Standing{MaxGames: 2 * m.Pairs, Terminations: map[Termination]int{}, openPairs: map[int]float64{}}
	if err := m.Validate(); err != nil {
		return standing, err
	}
	played := map[int]bool{}
	var file *journal.Journal
	if m.Journal != "" {
		file, err = journal.Open(m.Journal, entryBegin, m.terms(), entryReader(func(g Game) error {
			if played[g.Number] {
				return fmt.Errorf("game %d is there twice: remove one of the lines", g.Number)
			}
			played[g.Number] = true
			return standing.add(g)
		}))
		if err != nil {
			return standing, fmt.Errorf("match: %w", err)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		standing.FromJournal = len(played)
	}
	if m.updateSPRT(&standing) || len(played) == 2*m.Pairs {
		return standing, nil
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex // guards standing and next
	next := 0
	take := func() (number int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		for played[next] {
			next++
		}
		next++
		return next - 1, next <= 2*m.Pairs && ctx.Err() == nil
	}
	keep := func(g Game) error {
		mu.Lock()
		defer mu.Unlock()
		if standing.Decision != Undecided {
			return nil // begun before the decision, which it must not change
		}
		if file != nil {
			if err := file.Append(g); err != nil {
				return err
			}
		}
		return m.count(&standing, g)
	}
	var workers sync.WaitGroup
	for range max(1, m.Concurrency) {
		workers.Go(func() {
			if err := m.work(ctx, take, keep); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errDecided) {
		return standing, cause
	}
	return standing, nil
}

// errDecided ends a match whose SPRT is decided.
var errDecided = errors.New("match: decided")

// count counts a finished game. It returns errDecided if the match is over.
func (m *Match) count(s *Standing, g Game) error {
	if err := s.add(g); err != nil {
		return err
	}
	decided := m.updateSPRT(s)
	if m.Progress != nil {
		m.Progress(*s)
	}
	if decided {
		return errDecided
	}
	return nil
}

// updateSPRT updates the SPRT and reports whether it is decided.
func (m *Match) updateSPRT(s *Standing) bool {
	if m.SPRT == nil {
		return false
	}
	s.LLR, s.Decision = m.SPRT.LLR(s.Pentanomial), m.SPRT.Decide(s.Pentanomial)
	return s.Decision != Undecided
}

// terms describes in one line all settings of the match that affect its games.
func (m *Match) terms() string {
	b, openings := m.Budget, crc32.NewIEEE()
	for _, p := range m.Openings {
		_, _ = io.WriteString(openings, p.FEN()) // a checksum takes everything
	}
	return fmt.Sprintf("%s (%s) against %s (%s); a move %v, a game %v+%v, nodes %d, depth %d; %d openings (%08x); %v; rules %v",
		m.A.Name, m.A.Settings, m.B.Name, m.B.Settings, b.MoveTime, b.Clock, b.Increment, b.Nodes, b.Depth,
		len(m.Openings), openings.Sum32(), m.Adjudication, rules.Asian())
}

// work plays the games whose numbers it takes, with two players of its own.
func (m *Match) work(ctx context.Context, take func() (number int, ok bool), keep func(Game) error) (err error) {
	judge := referee{m.Budget, m.Adjudication, time.Now}
	table := playerPair{contestants: [2]Contestant{m.A, m.B}}
	defer func() { err = errors.Join(err, table.close()) }()
	for n, ok := take(); ok; n, ok = take() {
		if err := table.start(ctx); err != nil {
			return err
		}
		red := n % 2 // A has Red in even games
		res, err := judge.play(ctx, [2]Player{table.players[red], table.players[1-red]}, m.Openings[n/2%len(m.Openings)])
		if err != nil {
			return nil // the context has ended; its cause says why
		}
		if res.termination == Crash {
			loser, _ := res.outcome.Loser()
			table.discard(red ^ int(loser))
		}
		if err := keep(m.game(n, res)); err != nil {
			return err
		}
	}
	return nil
}

// game converts a result to the form stored in a journal.
func (m *Match) game(number int, res result) Game {
	g := Game{
		Number: number, Red: m.A.Name, Black: m.B.Name, FEN: res.record.Start.FEN(), Moves: board.MovesText(res.record.Moves),
		Outcome: res.outcome.String(), Termination: res.termination, Scores: res.scores,
	}
	if number%2 == 1 {
		g.Red, g.Black = g.Black, g.Red
	}
	if res.problem != nil {
		g.Problem = res.problem.Error()
	}
	return g
}

// playerPair holds the two players of one worker.
type playerPair struct {
	contestants [2]Contestant
	players     [2]Player
}

// start starts the players that are not running.
func (s *playerPair) start(ctx context.Context) error {
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

// discard closes and removes a crashed player.
func (s *playerPair) discard(i int) {
	_ = s.players[i].Close() // it has crashed: an error of Close adds nothing
	s.players[i] = nil
}

func (s *playerPair) close() error {
	var all error
	for _, p := range s.players {
		if p != nil {
			all = errors.Join(all, p.Close())
		}
	}
	return all
}
