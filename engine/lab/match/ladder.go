package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/engine/board"
)

// Ladder is a list of contestants, weakest first, whose rating differences are measured by games between near
// neighbors. Games between contestants far apart say little: one of them always wins.
type Ladder struct {
	Rungs []Contestant
	// MaxDistance is how many rungs apart opponents may be: 1 means neighbors only; 0 means 2, which shows whether
	// differences add up.
	MaxDistance int
	// Pairs is the maximum number of game pairs per matchup.
	Pairs int
	// SPRT, if set, ends each matchup as soon as it is decided.
	SPRT *SPRT
	// Dir holds a journal per matchup, from which an interrupted ladder resumes.
	Dir string
	// Openings, Budget, Adjudication and Concurrency are as in Match.
	Openings     []board.Position
	Budget       Budget
	Adjudication Adjudication
	Concurrency  int
	// Progress, if set, is called after each game with the matchup, its score, and the number of games done in all.
	Progress func(m *Match, s Standing, done int)
}

// Matchup is the result of two contestants of a ladder, from the view of the stronger one.
type Matchup struct {
	// Stronger and Weaker are rungs.
	Stronger, Weaker int
	Standing         Standing
}

// Games is the maximum number of games of the ladder.
func (l *Ladder) Games() int {
	return 2 * l.Pairs * len(l.matchups())
}

// matchups lists who plays whom: neighbors first, so that an interrupted ladder has played the most useful games.
func (l *Ladder) matchups() (all [][2]int) {
	for apart := 1; apart <= cmp.Or(l.MaxDistance, 2); apart++ {
		for weaker := 0; weaker+apart < len(l.Rungs); weaker++ {
			all = append(all, [2]int{weaker + apart, weaker})
		}
	}
	return all
}

// Run plays the games missing from the journals. If ctx ends it returns what has been played and the error of ctx.
func (l *Ladder) Run(ctx context.Context) ([]Matchup, error) {
	if len(l.Rungs) < 2 {
		return nil, errors.New("match: a ladder needs at least two contestants")
	}
	if l.Dir == "" {
		return nil, errors.New("match: a ladder needs a directory for its journals")
	}
	if err := os.MkdirAll(l.Dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return nil, fmt.Errorf("match: ladder: %w", err)
	}
	var all []Matchup
	done := 0
	for _, m := range l.matchups() {
		e, err := l.play(ctx, m[0], m[1], done)
		if n := e.Standing.Games(); n > 0 {
			all = append(all, e)
			done += n
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// journal returns the path of the journal of two rungs.
func (l *Ladder) journal(stronger, weaker int) string {
	name := strings.ReplaceAll(l.Rungs[stronger].Name+"-"+l.Rungs[weaker].Name, " ", "")
	return filepath.Join(l.Dir, name+".jsonl")
}

// play plays a matchup. done is the number of games of earlier matchups.
func (l *Ladder) play(ctx context.Context, stronger, weaker, done int) (e Matchup, err error) {
	m := Match{
		A: l.Rungs[stronger], B: l.Rungs[weaker], Openings: l.Openings, Pairs: l.Pairs, Concurrency: l.Concurrency,
		Budget: l.Budget, Adjudication: l.Adjudication, SPRT: l.SPRT,
	}
	if l.Progress != nil {
		m.Progress = func(s Standing) { l.Progress(&m, s, done+s.Games()) }
	}
	if m.Journal, err = OpenJournal(l.journal(stronger, weaker)); err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, m.Journal.Close()) }()
	e = Matchup{Stronger: stronger, Weaker: weaker}
	e.Standing, err = m.Run(ctx)
	return e, err
}
