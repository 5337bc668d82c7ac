package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"xiangqibot/engine/board"
)

// Ladder is a row of contestants, the weakest first, whose distances are measured by games between those that are
// near each other. Contestants far apart are not worth playing: one of them always wins, which says little.
type Ladder struct {
	Rungs []Contestant
	// Reach is how many rungs apart contestants may be that play each other: 1 is neighbors alone; 0 means 2, which shows
	// whether distances add up.
	Reach int
	// Pairs is how many pairs of games two contestants play at most.
	Pairs int
	// SPRT, if set, ends the games of each two contestants as soon as their distance is decided.
	SPRT *SPRT
	// Dir keeps a journal for each two contestants. A ladder that was cut off goes on from there.
	Dir string
	// Openings, Budget, Adjudication and Concurrency are as in Match.
	Openings     []board.Position
	Budget       Budget
	Adjudication Adjudication
	Concurrency  int
	// Progress, if set, is called after each game with the two players, their score, and how many games of all are
	// done.
	Progress func(m *Match, s Standing, done int)
}

// Encounter is what two contestants of a ladder have shown, as the stronger one sees it.
type Encounter struct {
	// Stronger and Weaker are rungs.
	Stronger, Weaker int
	Standing         Standing
}

// Games is how many games the ladder has in all, at most.
func (l *Ladder) Games() int {
	return 2 * l.Pairs * len(l.meetings())
}

// meetings are who plays whom: neighbors first, so that a ladder that was cut off has the most useful games.
func (l *Ladder) meetings() (all [][2]int) {
	reach := l.Reach
	if reach == 0 {
		reach = 2
	}
	for apart := 1; apart <= reach; apart++ {
		for weaker := 0; weaker+apart < len(l.Rungs); weaker++ {
			all = append(all, [2]int{weaker + apart, weaker})
		}
	}
	return all
}

// Run plays what the journals lack. It returns what has been played also when it was cut off; the error is then that of
// ctx.
func (l *Ladder) Run(ctx context.Context) ([]Encounter, error) {
	if len(l.Rungs) < 2 {
		return nil, errors.New("match: a ladder needs at least two contestants")
	}
	if l.Dir == "" {
		return nil, errors.New("match: a ladder needs a directory for its journals")
	}
	if err := os.MkdirAll(l.Dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return nil, fmt.Errorf("match: ladder: %w", err)
	}
	var all []Encounter
	done := 0
	for _, m := range l.meetings() {
		e, err := l.meet(ctx, m[0], m[1], done)
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

// Played reads what the journals hold, under whatever terms it was played, and plays nothing. Games of others are
// refused: a score would be given to the wrong one.
func (l *Ladder) Played() ([]Encounter, error) {
	var all []Encounter
	for _, m := range l.meetings() {
		path := l.journal(m[0], m[1])
		games, err := ReadJournal(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		e := Encounter{m[0], m[1], Standing{Endings: map[Ending]int{}, half: map[int]float64{}}}
		stronger, weaker := l.Rungs[m[0]].Name, l.Rungs[m[1]].Name
		for _, g := range games {
			if !g.between(stronger, weaker) {
				return nil, fmt.Errorf("match: game %d of %s, %s against %s, is none of %s against %s, who has Red in odd games: "+
					"remove its line, or give the journal another name", g.Number, path, g.Red, g.Black, stronger, weaker)
			}
			if err := e.Standing.add(g); err != nil {
				return nil, err
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// journal is the file of the games of two rungs.
func (l *Ladder) journal(stronger, weaker int) string {
	name := strings.ReplaceAll(l.Rungs[stronger].Name+"-"+l.Rungs[weaker].Name, " ", "")
	return filepath.Join(l.Dir, name+".jsonl")
}

// meet lets two contestants play. done is how many games of others are done.
func (l *Ladder) meet(ctx context.Context, stronger, weaker, done int) (e Encounter, err error) {
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
	e = Encounter{Stronger: stronger, Weaker: weaker}
	e.Standing, err = m.Run(ctx)
	return e, err
}
