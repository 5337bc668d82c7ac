package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

type reviewCommand struct {
	File     string        `arg:"" type:"existingfile" help:"Game to review: PGN, DhtmlXQ, XQF or a list of moves."`
	Nodes    uint64        `help:"Nodes to search for the whole game."`
	Time     time.Duration `help:"Time to search for the whole game, as in 1m; 6s if neither this nor --nodes is given."`
	Hash     int           `default:"64" help:"Megabytes of the table."`
	Threads  int           `default:"1" help:"Threads of each search."`
	Rules    string        `default:"asian" help:"Rules by which the game is judged."`
	Notation string        `default:"wxf" enum:"wxf,chinese,uci,vietnamese" help:"How moves are written: ${enum}."`
	Line     int           `default:"5" help:"Moves of each best line to print."`
}

// usualReview is the time for a game when nothing is said.
const usualReview = 6 * time.Second

// Run reviews the game and prints it move by move. When it is interrupted it prints what it has found: the later part of the game.
func (c *reviewCommand) Run(ctx context.Context) error {
	data, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	game, _, err := gamefile.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	code, err := rules.ParseCode(c.Rules)
	if err != nil {
		return err
	}
	options := engine.ReviewOptions{Nodes: c.Nodes, Time: c.Time, Code: code}
	if c.Nodes == 0 && c.Time == 0 {
		options.Time = usualReview
	}
	record := game.Record()
	e := engine.New(engine.Options{HashMB: c.Hash, Threads: c.Threads})
	line := newProgress()
	review, err := e.Review(ctx, &record, options, func(done, total int) { line.show(done, total, 0, "positions") })
	line.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return c.print(os.Stdout, &record, &review)
}

// styles are the notations by the names that the command line has for them.
var styles = map[string]notation.Style{
	"wxf": notation.WXF, "chinese": notation.Chinese, "uci": notation.UCI, "vietnamese": notation.Vietnamese,
}

// print writes a line for each move and a sum for each side. Scores are Red's.
func (c *reviewCommand) print(out io.Writer, rec *board.Record, review *engine.Review) error {
	var table strings.Builder
	table.WriteString("ply\tmove\tgrade\tloss\tcost\tred's score before\tdepth\tbest line\n")
	pos := rec.Start
	for i, m := range review.Moments {
		played, side := "", pos.SideToMove()
		if m.Played != board.NoMove {
			played = notation.Format(&pos, m.Played, styles[c.Notation])
		}
		switch {
		case !m.Known:
			fmt.Fprintf(&table, "%d\t%s\t\t\t\t?\t\t\n", i+1, played)
		case m.Grade == engine.Ungraded:
			fmt.Fprintf(&table, "\t\t\t\t\t%s\t%d\t%s\n", redScore(&m, side), m.Depth, c.line(pos, m.Line))
		default:
			fmt.Fprintf(&table, "%d\t%s\t%s\t%.2f\t%.2f\t%s\t%d\t%s\n", i+1, played, m.Grade, float64(m.Loss)/100, m.Cost, redScore(&m, side), m.Depth, c.line(pos, m.Line))
		}
		if m.Played != board.NoMove {
			pos.Make(m.Played)
		}
	}
	for _, side := range []board.Color{board.Red, board.Black} {
		t := review.Tally(side)
		fmt.Fprintf(&table, "%v: %d moves", side, t.Moves)
		for g := engine.Forced; g <= engine.Blunder; g++ {
			fmt.Fprintf(&table, ", %v %d", g, t.Grades[g])
		}
		fmt.Fprintf(&table, "; on average %.2f pawns and %.3f points lost\n", t.Loss/100, t.Cost)
	}
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(columns, table.String()); err != nil {
		return err
	}
	return columns.Flush()
}

// redScore writes a score in pawns as Red sees it, or the mate: #3 is Red's, #-3 Black's.
func redScore(m *engine.Moment, side board.Color) string {
	score, mate := m.Score, m.Mate
	if side == board.Black {
		score, mate = -score, -mate
	}
	if mate != 0 {
		return fmt.Sprintf("#%d", mate)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}

// line writes the beginning of a line of moves.
func (c *reviewCommand) line(pos board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves[:min(len(moves), c.Line)] {
		words = append(words, notation.Format(&pos, m, styles[c.Notation]))
		pos.Make(m)
	}
	return strings.Join(words, " ")
}
