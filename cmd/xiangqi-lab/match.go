package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
)

type matchCommand struct {
	A contestantFlags `embed:"" prefix:"a-"`
	B contestantFlags `embed:"" prefix:"b-"`

	Openings string `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	Games    int    `default:"100" help:"Maximum number of games, rounded up to an even number."`
	At       int    `name:"at-once" default:"1" help:"Games to play concurrently."`

	Movetime  time.Duration `help:"Time per move, as in 200ms."`
	Clock     time.Duration `help:"Time per game for each side."`
	Increment time.Duration `help:"Increment per move."`
	Nodes     uint64        `help:"Nodes per move."`
	Depth     int           `help:"Search depth per move."`
	Nodestime uint64        `help:"Measure time in nodes, this many per millisecond, so that a busy machine does not distort a timed match." placeholder:"N"`

	SPRT    []float64 `help:"Stop once a sequential test (SPRT) decides between two Elo values, as in 0,5." sep:","`
	Journal string    `help:"Journal of the games, from which an interrupted match continues (default: a new one)." type:"path"`
}

// contestantFlags configure one side: this engine, or another program if --command names one, or a script.
type contestantFlags struct {
	programFlags
	Name    string   `help:"Name in the journal."`
	Script  string   `help:"Use a scripted beginner instead: greedy captures hanging pieces and avoids hanging any; taker captures the most valuable piece possible and otherwise moves at random." enum:",greedy,taker" default:""`
	Hash    int      `help:"Size of this engine's transposition table, in MB." default:"16"`
	Threads int      `help:"Search threads of this engine." default:"1"`
	Level   int      `help:"Strength of this engine, 1 to 10 (default: full search within the limits)."`
	Nodes   uint64   `help:"Nodes per move for this engine, overriding the match's limit."`
	Depth   int      `help:"Search depth for this engine, overriding the match's limit."`
	Eval    string   `help:"Network written by train, used instead of the hand-written evaluation." type:"existingfile"`
	Param   []string `help:"Search parameter, NAME=VALUE; NullMove=0 and the like switch techniques off. May be repeated." sep:"none"`
}

// limited reports whether the contestant has limits of its own.
func (f *contestantFlags) limited() bool {
	return f.Script != "" || f.Level > 0 || f.Nodes > 0 || f.Depth > 0
}

// The defaults of this engine. Other programs get their options by --a-option.
const (
	usualHash    = 16
	usualThreads = 1
)

// flag is one flag of a contestant and whether it was set.
type flag struct {
	name  string
	given bool
}

// given returns the flags that were set, as they are typed.
func given(side string, flags ...flag) string {
	var all []string
	for _, f := range flags {
		if f.given {
			all = append(all, "--"+side+"-"+f.name)
		}
	}
	return strings.Join(all, ", ")
}

// check returns an error for invalid or conflicting flags.
func (f *contestantFlags) check(side string) error {
	command, nodes, depth := flag{"command", f.Command != ""}, flag{"nodes", f.Nodes != 0}, flag{"depth", f.Depth != 0}
	ofProgram := []flag{{"option", len(f.Option) > 0}, {"rank", f.Rank != 0}}
	ofEngine := []flag{
		{"level", f.Level != 0}, nodes, depth, {"eval", f.Eval != ""}, {"param", len(f.Param) > 0},
		{"hash", f.Hash != usualHash}, {"threads", f.Threads != usualThreads},
	}
	wrong, why := "", ""
	switch {
	case f.Script != "":
		wrong = given(side, slices.Concat([]flag{command}, ofEngine, ofProgram)...)
		why = "not with --script, which does not search and takes only --name"
	case f.Command != "":
		wrong, why = given(side, ofEngine...), "only for this engine; with --command use --option"
	case len(given(side, ofProgram...)) > 0:
		wrong, why = given(side, ofProgram...), "only with --command"
	case f.Level != 0:
		wrong, why = given(side, nodes, depth), "a level has its own limits and search; leave it out with --level"
	}
	if wrong != "" {
		return fmt.Errorf("%s: %s", wrong, strings.ReplaceAll(why, "--", "--"+side+"-"))
	}
	least, most := int(engine.LevelMin), int(engine.LevelMax)
	return errors.Join(within("--"+side+"-level", cmp.Or(f.Level, least), least, most), within("--"+side+"-hash", f.Hash, 1, maxHash),
		within("--"+side+"-threads", f.Threads, 1, maxThreads), atLeast("--"+side+"-depth", f.Depth, 0))
}

// contestant builds a contestant from the flags.
func (f *contestantFlags) contestant(side string, versions benches) (match.Contestant, error) {
	if err := f.check(side); err != nil {
		return match.Contestant{}, err
	}
	switch {
	case f.Script == "greedy":
		return match.Greedy(cmp.Or(f.Name, f.Script), 1), nil
	case f.Script == "taker":
		return match.Taker(cmp.Or(f.Name, f.Script), 1), nil
	case f.Command != "":
		return f.program(side)
	}
	name := cmp.Or(f.Name, "built-in")
	if f.Level > 0 {
		name = cmp.Or(f.Name, fmt.Sprintf("level %d", f.Level))
	}
	params, err := search.ParseParams(f.Param)
	if err != nil {
		return match.Contestant{}, fmt.Errorf("--%s-param: %w", side, err)
	}
	network, networkName, err := readNetwork(f.Eval)
	if err != nil {
		return match.Contestant{}, err
	}
	return versions.builtIn(name, match.BuiltInOptions{
		Params: &params, Evaluation: evaluation(network), NetworkName: networkName,
		HashMB: f.Hash, Threads: f.Threads, Level: engine.Level(f.Level), Nodes: f.Nodes, Depth: f.Depth,
	}), nil
}

// program is another program as a contestant.
func (f *contestantFlags) program(side string) (match.Contestant, error) {
	o := f.options()
	if len(o.Command) == 0 {
		return match.Contestant{}, fmt.Errorf("--%s-command is blank", side)
	}
	c := match.UCI(cmp.Or(f.Name, filepath.Base(o.Command[0])), o)
	c.Version = func(context.Context) (string, error) { return programVersion(o.Command) }
	return c, nil
}

// Run plays the match.
func (c *matchCommand) Run(ctx context.Context) (err error) {
	m, err := c.build()
	if err != nil {
		return err
	}
	path := c.Journal
	if path == "" {
		if path, err = newJournal(); err != nil {
			return err
		}
	}
	if m.Journal, err = match.OpenJournal(path); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Journal.Close()) }()
	line := newProgress()
	m.Progress = func(s match.Standing) { line.show(s.Games(), s.MaxGames, s.FromJournal, sum(&s, m)) }
	standing, err := m.Run(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	report(&standing, m)
	if c.Journal == "" {
		fmt.Printf("games: %s (xiangqi-lab games prints them)\n", path)
	}
	if err != nil {
		fmt.Printf("interrupted after %d of %d games; the same command with --journal %s continues\n",
			standing.Games(), standing.MaxGames, path)
	}
	return nil
}

// newJournal returns a path for the journal of a match without one, outside the working directory, so that no game is
// lost.
func newJournal() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the journal; name a file with --journal: %w", err)
	}
	dir = filepath.Join(dir, "xiangqi-lab")
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return "", fmt.Errorf("there is no folder for the journal; name a file with --journal: %w", err)
	}
	return filepath.Join(dir, fmt.Sprintf("match-%s-%d.jsonl", time.Now().Format("20060102-150405"), os.Getpid())), nil
}

// build builds a match from the flags.
func (c *matchCommand) build() (*match.Match, error) {
	if err := errors.Join(atLeast("--games", c.Games, 1), atLeast("--at-once", c.At, 1)); err != nil {
		return nil, err
	}
	m := &match.Match{
		Pairs: (c.Games + 1) / 2, Concurrency: c.At,
		Budget: match.Budget{
			MoveTime: c.Movetime, Clock: c.Clock, Increment: c.Increment, Nodes: c.Nodes, Depth: c.Depth, Margin: match.DefaultMargin,
			NodeTime: c.Nodestime,
		},
		Adjudication: match.StandardAdjudication(),
	}
	var err error
	versions := benches{}
	if m.A, err = c.A.contestant("a", versions); err != nil {
		return nil, err
	}
	if m.B, err = c.B.contestant("b", versions); err != nil {
		return nil, err
	}
	if m.A.Name == m.B.Name {
		return nil, fmt.Errorf("both engines are called %q: give them different names with --a-name and --b-name", m.A.Name)
	}
	if c.Nodestime > 0 && (c.A.Command != "" || c.B.Command != "") {
		return nil, errors.New("--nodestime needs this engine on both sides: other programs measure real time")
	}
	if c.A.limited() && c.B.limited() && m.Budget == (match.Budget{Margin: match.DefaultMargin}) {
		m.Budget.Depth = 1 // ignored: both have their own limits
	}
	if c.Movetime == 0 && c.Clock == 0 && m.Budget.Nodes == 0 && m.Budget.Depth == 0 {
		return nil, errors.New("no limit for a move: give --movetime, --clock, --nodes or --depth")
	}
	if m.SPRT, err = sprt(c.SPRT); err != nil {
		return nil, err
	}
	if m.Openings, err = readOpenings(c.Openings); err != nil {
		return nil, err
	}
	return m, m.Validate()
}

// sprt returns the test between two Elo differences, nil if none are given.
func sprt(bounds []float64) (*match.SPRT, error) {
	switch len(bounds) {
	case 0:
		return nil, nil
	case 2:
		return &match.SPRT{Elo0: bounds[0], Elo1: bounds[1]}, nil
	}
	return nil, errors.New("--sprt: want two numbers, as in 0,5")
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
func report(s *match.Standing, m *match.Match) {
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
	if n := repeats(m.Journal.Games()); n > 0 {
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
		Start: rec.Start, Line: gamefile.Line{Moves: rec.Moves},
	}
	switch outcome {
	case rules.RedWins:
		g.Result = gamefile.RedWins
	case rules.BlackWins:
		g.Result = gamefile.BlackWins
	case rules.Draw:
		g.Result = gamefile.Draw
	default:
	}
	for ply, score := range played.Scores {
		if score != nil {
			g.Comments.Set(ply+1, fmt.Sprintf("%+d", *score))
		}
	}
	return g, nil
}
