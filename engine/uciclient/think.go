package uciclient

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine/board"
)

// Limits bound the search of a move. Zero fields set no limit; at least one should be set.
type Limits struct {
	MoveTime time.Duration
	Nodes    uint64
	Depth    int
	// Clocks are the times left, indexed by board.Color, and Increment is added by each move. Both clocks are zero in a
	// game without clocks.
	Clocks    [2]time.Duration
	Increment time.Duration
}

// Result is a program's answer.
type Result struct {
	Move board.Move
	// Score is the program's score in centipawns for the side to move, and Mate the number of moves to a mate, negative
	// if the side to move is mated, 0 if no mate was found. Scored reports whether the program gave a score.
	Score, Mate int
	Scored      bool
	Depth       int
}

// Think lets the program search the last position of the record. The move is syntactically valid, but may be illegal.
//
// If the context ends, the program is sent stop, its answer is discarded and the context's error returned; the program
// can be used again. After any other error it must be closed.
func (p *Program) Think(ctx context.Context, rec *board.Record, limits Limits) (Result, error) {
	if err := p.ready(ctx, p.position(rec)); err != nil { // also drains output of the previous search
		return Result{}, p.drain(ctx, "readyok", err)
	}
	pos := rec.Position()
	var thought Result
	var answer string
	read := func(line string) {
		words := strings.Fields(line)
		switch {
		case len(words) > 1 && words[0] == "bestmove":
			answer = words[1]
		case len(words) > 0 && words[0] == "info":
			thought.parseInfo(words)
		}
	}
	err := p.ask(ctx, "bestmove", p.options.MoveGrace+limits.maxThinkTime(pos.SideToMove()), read, limits.goCommand())
	if err != nil {
		return Result{}, p.drain(ctx, "bestmove", err, "stop")
	}
	if thought.Move, err = ParseMove(answer, p.options.FirstRank); err != nil {
		return Result{}, fmt.Errorf("%s in %s: %w", p.Name(), pos.FEN(), err)
	}
	return thought, nil
}

// drain waits for the pending answer of the program if the error is due to the end of the context.
func (p *Program) drain(ctx context.Context, awaited string, err error, commands ...string) error {
	if ctx.Err() == nil {
		return err
	}
	if err := p.ask(context.WithoutCancel(ctx), awaited, closeTime, nil, commands...); err != nil {
		return err
	}
	return ctx.Err()
}

// maxThinkTime returns how long a program may think under the limits. With limits on nodes or depth it is unknown, and
// an hour is allowed.
func (l Limits) maxThinkTime(side board.Color) time.Duration {
	switch {
	case l.MoveTime > 0:
		return l.MoveTime
	case l.Clocks[side] > 0:
		return l.Clocks[side]
	}
	return time.Hour
}

// position returns the position command with the whole game, so that the program knows the repetitions.
func (p *Program) position(rec *board.Record) string {
	var b strings.Builder
	b.WriteString("position fen " + rec.Start.FEN())
	for i, m := range rec.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + FormatMove(m, p.options.FirstRank))
	}
	return b.String()
}

// goCommand returns the go command for the limits.
func (l Limits) goCommand() string {
	words := []string{"go"}
	add := func(name string, value int64) {
		if value > 0 {
			words = append(words, name, strconv.FormatInt(value, 10))
		}
	}
	ms := func(d time.Duration) int64 {
		if d > 0 {
			d = max(d, time.Millisecond) // 0 would mean no limit
		}
		return d.Milliseconds()
	}
	add("movetime", ms(l.MoveTime))
	add("nodes", int64(l.Nodes))
	add("depth", int64(l.Depth))
	add("wtime", ms(l.Clocks[board.Red]))
	add("btime", ms(l.Clocks[board.Black]))
	if l.Clocks != [2]time.Duration{} {
		add("winc", l.Increment.Milliseconds())
		add("binc", l.Increment.Milliseconds())
	}
	return strings.Join(words, " ")
}

// parseInfo parses the depth and the score of the best line from the words of an info line.
func (t *Result) parseInfo(words []string) {
	number := func(name string) (n int, ok bool) {
		if i := slices.Index(words, name); i >= 0 && i+1 < len(words) {
			var err error
			n, err = strconv.Atoi(words[i+1])
			return n, err == nil
		}
		return 0, false
	}
	if line, ok := number("multipv"); words[0] != "info" || ok && line > 1 || slices.Contains(words, "string") {
		return
	}
	// Bounds are skipped: they are no estimate.
	if !slices.Contains(words, "score") || slices.Contains(words, "lowerbound") || slices.Contains(words, "upperbound") {
		return
	}
	if depth, ok := number("depth"); ok {
		t.Depth = depth
	}
	if cp, ok := number("cp"); ok {
		t.Score, t.Mate, t.Scored = cp, 0, true
	} else if mate, ok := number("mate"); ok && mate != 0 {
		t.Score, t.Mate, t.Scored = 0, mate, true
	}
}

// FormatMove writes a move as programs do that give Red's edge the number firstRank: see [Options.FirstRank].
func FormatMove(m board.Move, firstRank int) string {
	return square(m.From(), firstRank) + square(m.To(), firstRank)
}

func square(s board.Square, firstRank int) string {
	return string(rune('a'+s.File())) + strconv.Itoa(s.Rank()+firstRank)
}

// ParseMove parses such a move. It does not check whether the move is legal.
func ParseMove(text string, firstRank int) (board.Move, error) {
	for from := range board.NoSquare {
		rest, found := strings.CutPrefix(text, square(from, firstRank))
		for to := range board.NoSquare {
			if found && rest == square(to, firstRank) {
				return board.NewMove(from, to), nil
			}
		}
	}
	return board.NoMove, fmt.Errorf("move %q: want two squares with ranks %d to %d", text, firstRank, firstRank+board.Ranks-1)
}
