package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/journal"
	"xiangqibot/engine/lab/selfplay"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/puzzle/mine"
	"xiangqibot/engine/search"
)

type puzzlesCommand struct {
	Mine    puzzlesMine    `cmd:"" help:"Search games for puzzles and record them in a journal."`
	Endings puzzlesEndings `cmd:"" help:"Make puzzles from the endgame tables."`
	Stats   puzzlesStats   `cmd:"" help:"Print the kinds, ratings and lengths of the bot's puzzles."`
	Pack    puzzlesPack    `cmd:"" help:"Pack the puzzles of journals into one file for the bot, and count them by kind."`
}

type puzzlesMine struct {
	Journal string   `arg:"" type:"path" help:"Journal of the puzzles found; an existing one is continued."`
	Games   []string `arg:"" type:"existingfile" help:"Files of self-play games, or of people's games (.jsonl, .jsonl.gz)."`
}

// puzzleEntry is a line of a journal: the result of one game.
type puzzleEntry struct {
	File    string          `json:"file"`
	Game    int             `json:"game"` // its number in the file, from 0
	Puzzles []puzzle.Puzzle `json:"puzzles,omitempty"`
}

// game identifies the game.
func (e *puzzleEntry) game() string { return fmt.Sprint(e.File, " ", e.Game) }

// check returns an error for invalid input files. The journal identifies files by their base names.
func (c *puzzlesMine) check() error {
	folders := map[string]string{}
	for _, path := range c.Games {
		if other, twice := folders[filepath.Base(path)]; twice {
			return fmt.Errorf("%s and %s have the same name: use a journal for each", other, path)
		}
		folders[filepath.Base(path)] = path
	}
	return nil
}

// Run searches one game after the other for puzzles, in a random order that is always the same. The result of a game
// depends only on the game.
func (c *puzzlesMine) Run(ctx context.Context) (err error) {
	if err := errors.Join(place("JOURNAL", c.Journal), c.check()); err != nil {
		return err
	}
	var entries puzzleEntries
	file, err := journal.Open(c.Journal, puzzleBegin, "", entries.add)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	type place struct{ file, game int }
	done, found := map[string]bool{}, 0
	for _, e := range entries {
		done[e.game()] = true
		found += len(e.Puzzles)
	}
	var order []place
	games := make([][]selfplay.Game, len(c.Games))
	for f, path := range c.Games {
		if games[f], err = readGames(path); err != nil {
			return err
		}
		for g := range games[f] {
			order = append(order, place{f, g})
		}
	}
	rand.New(rand.NewPCG(1, 0)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	miner := newMiner()
	line, before := newProgress(), len(done)
	for _, at := range order {
		entry := puzzleEntry{File: filepath.Base(c.Games[at.file]), Game: at.game}
		if done[entry.game()] {
			continue
		}
		source := puzzle.Engine
		if strings.Contains(entry.File, ".jsonl") {
			source = puzzle.People
		}
		entry.Puzzles, err = miner.Find(ctx, toMine(&games[at.file][at.game]), source)
		if err != nil && ctx.Err() == nil {
			return err
		}
		if err != nil { // interrupted
			break
		}
		found += len(entry.Puzzles)
		if err := file.Append(entry); err != nil {
			return err
		}
		done[entry.game()] = true
		line.show(len(done), len(order), before, fmt.Sprintf("%d puzzles", found))
	}
	fmt.Printf("%d puzzles in %d games\n", found, len(done))
	return nil
}

// toMine converts a game for package mine.
func toMine(g *selfplay.Game) *mine.Game {
	to := mine.Game{Record: board.Record{Start: g.Start}, Outcome: g.Outcome}
	scored := slices.ContainsFunc(g.Plies, func(p selfplay.Ply) bool { return p.Score != selfplay.NoScore })
	for _, ply := range g.Plies {
		to.Moves = append(to.Moves, ply.Move)
		if scored {
			to.Scores = append(to.Scores, int(ply.Score))
		}
	}
	return &to
}

// newMiner returns a miner with a search of its own.
func newMiner() *mine.Miner {
	const hashMB = 8
	searcher := search.New(search.NewTable(hashMB), 1, evaluation(nnue.Default()))
	return mine.New(func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return searcher.Run(ctx, rec, limits, nil), nil
	}, searcher.Clear)
}

// puzzleBegin is how the lines of a journal begin.
const puzzleBegin = `{"file":`

// puzzleEntries are those of a journal.
type puzzleEntries []puzzleEntry

// add reads a line of the journal.
func (p *puzzleEntries) add(line []byte) error {
	var e puzzleEntry
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	if e.File == "" {
		return errors.New("a line names no file of games: this is not a journal of puzzles")
	}
	*p = append(*p, e)
	return nil
}

type puzzlesPack struct {
	Out  string   `arg:"" type:"path" help:"File to write."`
	From []string `arg:"" type:"existingfile" help:"Journals written by mine, and files written by endings or pack."`
}

// Run writes the puzzles to a file, rated, without duplicates, mirror images and those of games recorded twice.
func (c *puzzlesPack) Run() error {
	if err := place("OUT", c.Out); err != nil {
		return err
	}
	var found []puzzle.Puzzle
	for _, path := range c.From {
		list, err := readPuzzles(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		found = append(found, list...)
	}
	seen := map[string]bool{}
	once := slices.DeleteFunc(found, func(p puzzle.Puzzle) bool {
		twice := seen[p.ID()]
		seen[p.ID()] = true
		return twice
	})
	list := mine.WithoutTwins(once)
	for i := range list {
		list[i].Rating = mine.Rate(&list[i])
	}
	slices.SortStableFunc(list, func(a, b puzzle.Puzzle) int { return cmp.Compare(a.ID(), b.ID()) })
	var file bytes.Buffer
	if err := puzzle.Write(&file, list); err != nil {
		return err
	}
	fmt.Printf("%d puzzles in %d bytes; left out: %d came twice, %d nearly the same\n%s", len(list), file.Len(),
		len(found)-len(once), len(once)-len(list), puzzleKinds(list))
	return atomicfile.WriteBytes(c.Out, file.Bytes())
}

// readPuzzles reads the puzzles of a journal or of a packed file.
func readPuzzles(path string) (list []puzzle.Puzzle, err error) {
	data, err := os.ReadFile(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	if len(data) > 0 && data[0] != '{' {
		return puzzle.Read(data)
	}
	var entries puzzleEntries
	if err := journal.Read(path, puzzleBegin, entries.add); err != nil {
		return nil, err
	}
	for _, e := range entries {
		list = append(list, e.Puzzles...)
	}
	return list, nil
}

type puzzlesStats struct{}

// Run prints how many of the bot's puzzles there are of each kind, length and rating.
func (*puzzlesStats) Run() error {
	var list []puzzle.Puzzle
	for _, p := range puzzle.Standard().All() {
		list = append(list, *p)
	}
	fmt.Printf("%d puzzles\n%s", len(list), puzzleKinds(list))
	return nil
}

// puzzleKinds counts the puzzles by goal, length, phase, source and theme.
func puzzleKinds(list []puzzle.Puzzle) string {
	counts := map[string]int{}
	for i := range list {
		p := &list[i]
		counts[fmt.Sprintf("%s in %d", p.Goal, p.Moves())]++
		counts["phase "+p.Phase.String()]++
		counts["from "+[...]string{"people", "engine", "members", "tables"}[p.Source]]++
		counts[fmt.Sprintf("rating from %d", p.Rating/200*200)]++
		for _, t := range p.Themes {
			counts["theme "+t]++
		}
		if len(p.Themes) == 0 {
			counts["theme none"]++
		}
	}
	var out strings.Builder
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&out, "%7d  %s\n", counts[k], k)
	}
	return out.String()
}
