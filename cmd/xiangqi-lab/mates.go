package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/search"
)

type matesCommand struct {
	File  string `arg:"" type:"existingfile" help:"Mates, a JSON object a line: fen, mate (in moves); also .gz."`
	Nodes uint64 `default:"20000" help:"Nodes per position."`
	Most  int    `default:"5" help:"Skip mates in more moves than this."`
	Eval  string `type:"existingfile" help:"Network written by train, used instead of the hand-written evaluation."`
}

// matesHash is the size of the transposition table in MB.
const matesHash = 64

// knownMate is a line of the file.
type knownMate struct {
	FEN  string `json:"fen"`
	Mate int    `json:"mate"`
}

// Run searches each position and counts the mates found in no more moves than were proved.
func (c *matesCommand) Run(ctx context.Context) error {
	if err := errors.Join(atLeast("--most", c.Most, 1), atLeast("--nodes", c.Nodes, 1)); err != nil {
		return err
	}
	mates, err := readMates(c.File, c.Most)
	if err != nil {
		return err
	}
	network, _, err := readNetwork(c.Eval)
	if err != nil {
		return err
	}
	s := search.New(search.NewTable(matesHash), 1, evaluation(network))
	tried, found := map[int]int{}, map[int]int{}
	var missed []string
	line := newProgress()
	done, good := 0, 0
	for i, m := range mates {
		p, err := board.ParseFEN(m.FEN)
		if err != nil {
			return fmt.Errorf("%s: mate %d: %w", c.File, i+1, err)
		}
		s.Clear()
		res := s.Run(ctx, &board.Record{Start: p}, search.Limits{Mate: m.Mate, Nodes: c.Nodes}, nil)
		if ctx.Err() != nil {
			break
		}
		done++
		tried[m.Mate]++
		if res.Mate > 0 && res.Mate <= m.Mate {
			good++
			found[m.Mate]++
		} else {
			missed = append(missed, fmt.Sprintf("%s  mate in %d, scored %s at depth %d", m.FEN, m.Mate, scoreText(&res), res.Depth))
		}
		line.show(done, len(mates), 0, fmt.Sprintf("%d found", good))
	}
	if done == 0 {
		return errors.New("no mate was searched")
	}
	for _, m := range missed {
		fmt.Println(m)
	}
	for _, n := range slices.Sorted(maps.Keys(tried)) {
		fmt.Printf("mate in %d: %d of %d\n", n, found[n], tried[n])
	}
	fmt.Printf("found: %d of %d, %.1f %%\n", good, done, 100*float64(good)/float64(done))
	return nil
}

// scoreText formats the score of a search.
func scoreText(r *search.Result) string {
	if r.Mate != 0 {
		return fmt.Sprintf("mate in %d", r.Mate)
	}
	return fmt.Sprintf("%d centipawns", r.Score)
}

// readMates reads the mates of a file in at most most moves.
func readMates(path string, most int) (list []knownMate, err error) {
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var in io.Reader = bufio.NewReader(file)
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(in); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	for d := json.NewDecoder(in); ; {
		var m knownMate
		switch err := d.Decode(&m); {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil:
			return nil, fmt.Errorf("%s: after %d mates: %w", path, len(list), err)
		case m.Mate > 0 && m.Mate <= most:
			list = append(list, m)
		}
	}
}
