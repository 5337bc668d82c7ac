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
	"xiangqibot/engine/uciclient"
)

type matchCommand struct {
	A contestantFlags `embed:"" prefix:"a-"`
	B contestantFlags `embed:"" prefix:"b-"`

	Openings string `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	Skip     int    `help:"Number of openings to skip at the beginning of the file."`
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

// contestantFlags configure one side.
type contestantFlags struct {
	Name    string   `help:"Name in the journal."`
	Command string   `help:"Program that speaks UCI, with arguments (default: this engine)."`
	Greedy  bool     `help:"Use a scripted beginner instead, who captures hanging pieces and avoids hanging any."`
	Taker   bool     `help:"Use a scripted first-day player instead, who captures the most valuable piece possible and otherwise moves at random."`
	Option  []string `help:"UCI option of the program, NAME=VALUE. May be repeated." sep:"none"`
	Rank    int      `help:"Number of Red's first rank: 0, or 1 for Fairy-Stockfish." enum:"0,1" default:"0"`
	Hash    int      `help:"Size of this engine's transposition table, in MB." default:"16"`
	Threads int      `help:"Search threads of this engine." default:"1"`
	Level   int      `help:"Strength of this engine, 1 to 10 (default: full search within the limits)."`
	Nodes   uint64   `help:"Nodes per move for this engine, overriding the match's limit."`
	Depth   int      `help:"Search depth for this engine, overriding the match's limit."`
	Eval    string   `help:"Network written by train, used instead of the hand-written evaluation." type:"existingfile"`
	Param   []string `help:"Search parameter, NAME=VALUE; NullMove=0 and the like switch techniques off. May be repeated." sep:"none"`
}

// limited reports whether the contestant needs no limit of the match.
func (f *contestantFlags) limited() bool {
	return f.Greedy || f.Taker || f.Level > 0 || f.Nodes > 0 || f.Depth > 0
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
func given(side string, flags ...flag) (all []string) {
	for _, f := range flags {
		if f.given {
			all = append(all, "--"+side+"-"+f.name)
		}
	}
	return all
}

// ofEngine returns the set flags that apply to this engine.
func (f *contestantFlags) ofEngine(side string) []string {
	return given(side, flag{"level", f.Level != 0}, flag{"nodes", f.Nodes != 0}, flag{"depth", f.Depth != 0},
		flag{"eval", f.Eval != ""}, flag{"param", len(f.Param) > 0},
		flag{"hash", f.Hash != usualHash}, flag{"threads", f.Threads != usualThreads})
}

// ofProgram returns the set flags that apply to --a-command.
func (f *contestantFlags) ofProgram(side string) []string {
	return given(side, flag{"option", len(f.Option) > 0}, flag{"rank", f.Rank != 0})
}

// check returns an error for invalid or conflicting flags.
func (f *contestantFlags) check(side string) error {
	if wrong := f.ofEngine(side); f.Command != "" && len(wrong) > 0 {
		return fmt.Errorf("%[2]s: only for this engine; with --%[1]s-command use --%[1]s-option",
			side, strings.Join(wrong, ", "))
	}
	if f.Level != 0 {
		wrong := given(side, flag{"nodes", f.Nodes != 0}, flag{"depth", f.Depth != 0})
		if len(wrong) > 0 {
			return fmt.Errorf("%s: a level has its own limits and search; leave it out with --%s-level", strings.Join(wrong, ", "), side)
		}
		if err := within("--"+side+"-level", f.Level, int(engine.LevelMin), int(engine.LevelMax)); err != nil {
			return err
		}
	}
	return errors.Join(within("--"+side+"-hash", f.Hash, 1, maxHash),
		within("--"+side+"-threads", f.Threads, 1, maxThreads), atLeast("--"+side+"-depth", f.Depth, 0))
}

// contestant builds a contestant from the flags.
func (f *contestantFlags) contestant(side string, versions benches) (match.Contestant, error) {
	name := f.Name
	if f.Greedy || f.Taker {
		return f.script(side)
	}
	if err := f.check(side); err != nil {
		return match.Contestant{}, err
	}
	if f.Command == "" {
		if wrong := f.ofProgram(side); len(wrong) > 0 {
			return match.Contestant{}, fmt.Errorf("%s: only with --%s-command", strings.Join(wrong, ", "), side)
		}
		if name == "" {
			name = "built-in"
			if f.Level > 0 {
				name = fmt.Sprintf("level %d", f.Level)
			}
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
			Params: &params, Network: network, NetworkName: networkName,
			HashMB: f.Hash, Threads: f.Threads, Level: engine.Level(f.Level), Nodes: f.Nodes, Depth: f.Depth,
		}), nil
	}
	command := strings.Fields(f.Command)
	if len(command) == 0 {
		return match.Contestant{}, fmt.Errorf("--%s-command is blank", side)
	}
	if name == "" {
		name = filepath.Base(command[0])
	}
	program := match.UCI(name, uciclient.Options{
		Command: command, Settings: f.Option, Coordinates: uciclient.Coordinates{FirstRank: f.Rank},
	})
	program.Version = func(context.Context) (string, error) { return programVersion(command) }
	return program, nil
}

// script returns the scripted player selected by the flags.
func (f *contestantFlags) script(side string) (match.Contestant, error) {
	name, player := "greedy", match.Greedy
	if f.Taker {
		name, player = "taker", match.Taker
	}
	wrong := given(side, flag{"greedy", f.Greedy && f.Taker}, flag{"command", f.Command != ""})
	if wrong = slices.Concat(wrong, f.ofEngine(side), f.ofProgram(side)); len(wrong) > 0 {
		return match.Contestant{}, fmt.Errorf("%[3]s: not with --%[1]s-%[2]s, which does not search "+
			"and takes only --%[1]s-name", side, name, strings.Join(wrong, ", "))
	}
	return player(cmp.Or(f.Name, name), 1), nil
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
	line.end()
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
		return "", fmt.Errorf("nowhere to keep the games; name a file with --journal: %w", err)
	}
	dir = filepath.Join(dir, "xiangqi-lab")
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // nothing in it is private
		return "", fmt.Errorf("nowhere to keep the games; name a file with --journal: %w", err)
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
	switch {
	case c.Skip != 0 && c.Openings == "":
		return nil, fmt.Errorf("--skip %d goes with --openings", c.Skip)
	case c.Skip < 0 || c.Skip >= len(m.Openings):
		return nil, fmt.Errorf("--skip %d: the file has %d openings", c.Skip, len(m.Openings))
	}
	m.Openings = m.Openings[c.Skip:]
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
