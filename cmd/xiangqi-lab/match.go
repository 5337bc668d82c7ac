package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/uciclient"
)

type matchCommand struct {
	A programFlags `embed:"" prefix:"a-"`
	B programFlags `embed:"" prefix:"b-"`

	Openings string `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	Games    int    `default:"100" help:"Maximum number of games, rounded up to an even number."`
	AtOnce   int    `default:"1" help:"Games to play concurrently."`

	Movetime  time.Duration `help:"Time per move, as in 200ms."`
	Clock     time.Duration `help:"Time per game for each side."`
	Increment time.Duration `help:"Increment per move."`
	Nodes     uint64        `help:"Nodes per move."`
	Depth     int           `help:"Search depth per move."`

	SPRT    []float64 `help:"Stop once a sequential test (SPRT) decides between two Elo values, as in 0,5." sep:","`
	Journal string    `help:"Journal of the games, from which an interrupted match continues (default: a new one)." type:"path"`
}

// programFlags describe one side: a program that is run as a process. This engine is one, as xiangqi-uci.
type programFlags struct {
	Command string   `required:"" help:"Program that speaks UCI, with arguments: xiangqi-uci, or another engine."`
	Name    string   `help:"Name in the journal (default: that of the program)."`
	Option  []string `help:"UCI option of the program, NAME=VALUE: for xiangqi-uci Params=NullMove=0, EvalFile=FILE, Skill Level=3 and the like. May be repeated." sep:"none"`
	Rank    int      `help:"Number of Red's first rank: 0, or 1 for Fairy-Stockfish." enum:"0,1" default:"0"`
}

// contestant is the program as a contestant. Its settings have the checksum of its files, so that a match is not
// continued with another build.
func (f *programFlags) contestant() (match.Contestant, error) {
	o := uciclient.Options{Command: strings.Fields(f.Command), Settings: f.Option, FirstRank: f.Rank}
	if len(o.Command) == 0 {
		return match.Contestant{}, errors.New("--a-command or --b-command is blank")
	}
	sum, err := checksum(o)
	if err != nil {
		return match.Contestant{}, err
	}
	c := match.UCI(cmp.Or(f.Name, filepath.Base(o.Command[0])), o)
	c.Settings += ", checksum " + sum
	return c, nil
}

// checksum covers the program and all files that its arguments and options name: the first word of the command may only
// start the program, as nice does, and an option may name a network.
func checksum(o uciclient.Options) (string, error) {
	program, err := exec.LookPath(o.Command[0])
	if err != nil {
		return "", err
	}
	named := append([]string{program}, o.Command[1:]...)
	for _, s := range o.Settings {
		_, value, _ := strings.Cut(s, "=")
		named = append(named, value)
	}
	sum := sha256.New()
	for _, path := range named {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := os.ReadFile(path) //nolint:gosec // the user names the file
		if err != nil {
			return "", err
		}
		sum.Write(data)
	}
	return fmt.Sprintf("%.8x", sum.Sum(nil)), nil
}

// Run plays the match.
func (c *matchCommand) Run(ctx context.Context) error {
	m, err := c.build()
	if err != nil {
		return err
	}
	m.Journal = c.Journal
	if m.Journal == "" {
		if m.Journal, err = newJournal(); err != nil {
			return err
		}
	}
	line := newProgress()
	m.Progress = func(s match.Standing) { line.show(s.Games(), s.MaxGames, s.FromJournal, sum(&s, m)) }
	standing, err := m.Run(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	games, unread := match.ReadJournal(m.Journal)
	if unread != nil {
		return unread
	}
	report(&standing, m, games)
	if c.Journal == "" {
		fmt.Printf("games: %s (xiangqi-lab games prints them)\n", m.Journal)
	}
	if err != nil {
		fmt.Printf("interrupted after %d of %d games; the same command with --journal %s continues\n",
			standing.Games(), standing.MaxGames, m.Journal)
	}
	return nil
}

// newJournal returns a path for the journal of a match without one, outside the working directory, so that no game is
// lost.
func newJournal() (string, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "xiangqi-lab")
		err = os.MkdirAll(dir, 0o755) //nolint:gosec // nothing in it is private
	}
	if err != nil {
		return "", fmt.Errorf("there is no folder for the journal; name a file with --journal: %w", err)
	}
	return filepath.Join(dir, fmt.Sprintf("match-%s-%d.jsonl", time.Now().Format("20060102-150405"), os.Getpid())), nil
}

// build builds a match from the flags.
func (c *matchCommand) build() (*match.Match, error) {
	if err := atLeast("--at-once", c.AtOnce, 1); err != nil {
		return nil, err
	}
	m := &match.Match{
		Pairs: (c.Games + 1) / 2, Concurrency: c.AtOnce,
		Budget:       match.Budget{MoveTime: c.Movetime, Clock: c.Clock, Increment: c.Increment, Nodes: c.Nodes, Depth: c.Depth},
		Adjudication: match.StandardAdjudication(),
	}
	var err error
	if m.A, err = c.A.contestant(); err != nil {
		return nil, err
	}
	if m.B, err = c.B.contestant(); err != nil {
		return nil, err
	}
	switch len(c.SPRT) {
	case 0:
	case 2:
		m.SPRT = &match.SPRT{Elo0: c.SPRT[0], Elo1: c.SPRT[1]}
	default:
		return nil, errors.New("--sprt: want two numbers, as in 0,5")
	}
	if m.Openings, err = readOpenings(c.Openings); err != nil {
		return nil, err
	}
	return m, m.Validate()
}

// sum formats the score so far in one line.
func sum(s *match.Standing, m *match.Match) string {
	text := s.String()
	if m.SPRT != nil {
		text += fmt.Sprintf(", LLR %.2f", s.LLR)
	}
	return text
}

// report prints the result of the match.
func report(s *match.Standing, m *match.Match, games []match.Game) {
	fmt.Printf("%s against %s: %s (95 %%) in %d games\n", m.A.Name, m.B.Name, sum(s, m), s.Games())
	fmt.Printf("pairs by score of %s, 0 to 2: %v\n", m.A.Name, s.Pentanomial)
	if m.SPRT != nil {
		fmt.Printf("SPRT between %g and %g: %s\n", m.SPRT.Elo0, m.SPRT.Elo1, s.Decision)
	}
	fmt.Print("endings:")
	for _, e := range slices.Sorted(maps.Keys(s.Terminations)) {
		fmt.Printf("  %s %d", e, s.Terminations[e])
	}
	fmt.Printf("\nlost by illegal moves, time or crashes: %s %d, %s %d\n", m.A.Name, s.Forfeits[0], m.B.Name, s.Forfeits[1])
	for _, p := range s.Problems {
		fmt.Println(" ", p)
	}
	for i, name := range []string{m.A.Name, m.B.Name} {
		if side := "ab"[i]; 2*s.Forfeits[i] > s.Games() {
			fmt.Printf("most games are lost by faults of %s, which says nothing about its strength. Is it set up for Xiangqi, "+
				"as Fairy-Stockfish is by --%[2]c-option UCI_Variant=xiangqi --%[2]c-rank 1?\n", name, side)
		}
	}
	if n := repeats(games); n > 0 {
		fmt.Printf("%d games are the same as others, move by move: they prove nothing, and the interval is too narrow; "+
			"give more --openings\n", n)
	}
}

// repeats counts games that repeat an earlier one of the same players from the same position.
func repeats(games []match.Game) (n int) {
	type played struct{ red, fen, moves string }
	seen := make(map[played]bool)
	for _, g := range games {
		key := played{g.Red, g.FEN, g.Moves}
		if seen[key] {
			n++
		}
		seen[key] = true
	}
	return n
}

type gamesCommand struct {
	Journal string `arg:"" help:"Journal of a match." type:"existingfile"`
}

// Run prints the games of a journal as PGN. Comments are the scores in centipawns, for the side that moved.
func (c *gamesCommand) Run(ctx context.Context) error {
	games, err := match.ReadJournal(c.Journal)
	if err != nil {
		return err
	}
	for i := range games {
		if err := ctx.Err(); err != nil {
			return err
		}
		g, err := sheet(&games[i])
		if err != nil {
			return err
		}
		text, err := codec.Write(g, gamefile.PGN, notation.ICCS)
		if err != nil {
			return err
		}
		if _, err := os.Stdout.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// sheetResults are the outcomes as package gamefile has them.
var sheetResults = map[rules.Outcome]gamefile.Result{
	rules.RedWins: gamefile.RedWins, rules.BlackWins: gamefile.BlackWins, rules.Draw: gamefile.Draw,
}

// sheet converts a game of a journal for package gamefile.
func sheet(played *match.Game) (*gamefile.Game, error) {
	rec, err := played.Record()
	if err != nil {
		return nil, err
	}
	outcome, err := played.Result()
	if err != nil {
		return nil, err
	}
	g := &gamefile.Game{
		Event: "xiangqi-lab match", Round: strconv.Itoa(played.Number), Red: played.Red, Black: played.Black,
		Tags:  []gamefile.Tag{{Name: "Termination", Value: string(played.Termination)}},
		Start: rec.Start, Line: gamefile.Line{Moves: rec.Moves}, Result: sheetResults[outcome],
	}
	for ply, score := range played.Scores {
		if score != nil {
			g.Comments.Set(ply+1, fmt.Sprintf("%+d", *score))
		}
	}
	return g, nil
}
