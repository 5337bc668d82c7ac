package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"xiangqibot/engine"
	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
)

type reviewCommand struct {
	File     string `arg:"" type:"existingfile" help:"Game to review: PGN, DhtmlXQ, XQF or a list of moves."`
	Nodes    uint64 `default:"100000" help:"Nodes per position; before a move is called a mistake, three times as many."`
	Hash     int    `default:"64" help:"Size of the transposition table, in MB."`
	Threads  int    `default:"1" help:"Threads of each search."`
	Rules    string `default:"asian" help:"Rules to judge the game by."`
	Notation string `default:"wxf" enum:"wxf,chinese,uci,vietnamese" help:"Notation of the moves: ${enum}."`
	Line     int    `default:"5" help:"Number of moves to show of each best line."`
	Mistakes bool   `help:"Print only the mistakes: the board before each, its reason, the better line and what follows."`
	PGN      string `name:"pgn" type:"path" help:"PGN file to write, annotated with marks, scores and better lines."`
}

// Run reviews the game and prints it move by move. If interrupted it prints the part reviewed so far, the later part of
// the game.
func (c *reviewCommand) Run(ctx context.Context) error {
	err := errors.Join(within("--hash", c.Hash, 1, maxHash), within("--threads", c.Threads, 1, maxThreads),
		atLeast("--line", c.Line, 0), place("--pgn", c.PGN))
	if err != nil {
		return err
	}
	data, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	game, _, err := codec.Read(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	ruleset, err := rules.ParseRuleset(c.Rules)
	if err != nil {
		return err
	}
	record := game.Record()
	plan := study.DefaultPlan()
	plan.First, plan.Second = c.Nodes, 3*c.Nodes
	review, err := study.New(&record, plan, ruleset)
	if err != nil {
		return err
	}
	e := engine.New(engine.Options{HashMB: c.Hash, Threads: c.Threads, Network: nnue.Default()})
	search := func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return e.Analyze(ctx, rec, limits, nil)
	}
	line := newProgress()
	err = review.Run(ctx, search, func(done, total int) { line.show(done, total, 0, "positions") })
	line.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if c.PGN != "" {
		c.annotate(&game, review)
		text, err := codec.Write(&game, gamefile.PGN, styles[c.Notation])
		if err != nil {
			return err
		}
		if err := atomicfile.WriteBytes(c.PGN, text); err != nil {
			return err
		}
	}
	if c.Mistakes {
		return c.printMistakes(os.Stdout, &record, review)
	}
	return c.print(os.Stdout, &record, review)
}

// annotate adds the review to the annotations of the game: the score after each move from Red's view, a NAG for each
// dubious move, and the better line as a variation.
func (c *reviewCommand) annotate(game *gamefile.Game, review *study.Study) {
	marks := map[engine.Grade]gamefile.NAG{
		engine.Inaccuracy: gamefile.Dubious, engine.Mistake: gamefile.Mistake, engine.Blunder: gamefile.Blunder,
	}
	for i, v := range review.Verdicts() {
		if v.Grade == engine.Ungraded {
			continue
		}
		score := redScore(review, i+1, v.By.Opponent())
		game.Comments.Set(i+1, strings.TrimPrefix(game.Comments.Get(i+1)+"\n"+score, "\n"))
		mark, bad := marks[v.Grade]
		if !bad {
			continue
		}
		if had := game.NAGs.Get(i + 1); len(had) < gamefile.MaxNAGs && !slices.Contains(had, mark) {
			game.NAGs.Set(i+1, append(had, mark))
		}
		better := gamefile.Variation{Ply: i, Line: gamefile.Line{Moves: v.Line[:min(len(v.Line), c.Line)]}}
		if len(better.Moves) == 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(game.Variations, i+1, func(v gamefile.Variation, ply int) int { return cmp.Compare(v.Ply, ply) })
		game.Variations = slices.Insert(game.Variations, at, better)
	}
}

// styles are the notations by their names on the command line.
var styles = map[string]notation.Style{
	"wxf": notation.WXF, "chinese": notation.Chinese, "uci": notation.UCI, "vietnamese": notation.Vietnamese,
}

// print writes a line for each move and a summary for each side. Scores are from Red's view.
func (c *reviewCommand) print(out io.Writer, rec *board.Record, review *study.Study) error {
	var table strings.Builder
	table.WriteString("ply\tmove\tgrade\tcost\tred's score before\tbest line\n")
	pos := rec.Start
	verdicts := review.Verdicts()
	for i, v := range verdicts {
		played := notation.Format(&pos, v.Played, styles[c.Notation])
		if v.Grade == engine.Ungraded {
			fmt.Fprintf(&table, "%d\t%s\t\t\t?\t\n", i+1, played)
		} else {
			fmt.Fprintf(&table, "%d\t%s\t%s\t%.2f\t%s\t%s\n",
				i+1, played, v.Grade, v.Cost, redScore(review, i, v.By), c.line(pos, v.Line))
		}
		pos.Make(v.Played)
	}
	for _, side := range []board.Color{board.Red, board.Black} {
		t := study.TallyOf(verdicts, func(v *study.Verdict) bool { return v.By == side })
		fmt.Fprintf(&table, "%v: %d moves", side, t.Moves)
		for g := engine.Forced; g <= engine.Blunder; g++ {
			fmt.Fprintf(&table, ", %v %d", g, t.Grades[g])
		}
		fmt.Fprintf(&table, "; on average %.3f points lost\n", t.Cost)
	}
	columns := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(columns, table.String()); err != nil {
		return err
	}
	return columns.Flush()
}

// printMistakes writes each key mistake with its board and both lines.
func (c *reviewCommand) printMistakes(out io.Writer, rec *board.Record, review *study.Study) error {
	verdicts := review.Verdicts()
	var text strings.Builder
	for _, ply := range study.KeyMistakes(verdicts) {
		v := &verdicts[ply]
		at := board.Record{Start: rec.Start, Moves: rec.Moves[:ply]}
		p := at.Position()
		after := p
		after.Make(v.Played)
		fmt.Fprintf(&text, "%s\n%sply %d %s %s: chances %.0f %% to %.0f %%, %v\nbetter:  %s\nfollows: %s\n\n",
			p.FEN(), diagram(&p), ply+1, notation.Format(&p, v.Played, styles[c.Notation]), v.Grade, 100*v.Before, 100*v.After,
			v.Reason, c.line(p, v.Line), c.line(after, v.Refutation))
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// diagram draws a position in letters, with the names of the files and ranks.
func diagram(p *board.Position) string {
	var text strings.Builder
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprint(&text, rank, " ")
		for file := range board.Files {
			text.WriteByte(p.At(board.SquareAt(file, rank)).Letter())
			text.WriteByte(' ')
		}
		text.WriteByte('\n')
	}
	return text.String() + "  a b c d e f g h i\n"
}

// redScore formats the score before a ply in pawns from Red's view, or the moves to a forced win: #3 is Red's, #-3
// Black's.
func redScore(review *study.Study, ply int, side board.Color) string {
	mate, score := review.ScoreAt(ply)
	if side == board.Black {
		score, mate = -score, -mate
	}
	if mate != 0 {
		return fmt.Sprintf("#%d", mate)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}

// line formats the beginning of a line of moves.
func (c *reviewCommand) line(pos board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves[:min(len(moves), c.Line)] {
		words = append(words, notation.Format(&pos, m, styles[c.Notation]))
		pos.Make(m)
	}
	return strings.Join(words, " ")
}
