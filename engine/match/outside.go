package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine/board"
)

// OutsideOptions say how to run a program that speaks UCI.
type OutsideOptions struct {
	// Command is the program and its arguments.
	Command []string
	// Settings are the options to set before the first game, as NAME=VALUE.
	Settings    []string
	Coordinates Coordinates
	// Patience is how long the program may take to start and how long it may overstep its budget before it is given up; 0 means ten seconds.
	Patience time.Duration
}

// Outside is any program that speaks UCI as a contestant.
func Outside(name string, o OutsideOptions) Contestant {
	if o.Patience == 0 {
		o.Patience = 10 * time.Second
	}
	return Contestant{Name: name, Start: func(ctx context.Context) (Player, error) { return startOutside(ctx, o) }}
}

// outside is one running program.
type outside struct {
	options OutsideOptions
	process *exec.Cmd
	in      io.WriteCloser
	lines   <-chan string // closed when the program has ended
	done    chan struct{} // closed when nobody reads lines any more
}

func startOutside(ctx context.Context, o OutsideOptions) (*outside, error) {
	if len(o.Command) == 0 {
		return nil, errors.New("match: no command for the outside engine")
	}
	for _, s := range o.Settings {
		if name, _, ok := strings.Cut(s, "="); !ok || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("match: option %q: want NAME=VALUE", s)
		}
	}
	// The program must outlive this call's context, which may be that of one game; Close ends it.
	process := exec.Command(o.Command[0], o.Command[1:]...)
	in, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("match: %s: %w", o.Command[0], err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("match: %s: %w", o.Command[0], err)
	}
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("match: starting %s: %w", filepath.Base(o.Command[0]), err)
	}
	lines, done := make(chan string, 64), make(chan struct{})
	p := &outside{o, process, in, lines, done}
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			select {
			case lines <- strings.TrimSpace(scan.Text()):
			case <-done:
				return
			}
		}
	}()
	if err := p.greet(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// greet brings the program to where it is ready for a game.
func (p *outside) greet(ctx context.Context) error {
	var offered []string
	err := p.ask(ctx, "uciok", p.options.Patience, func(line string) {
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ := strings.Cut(rest, " type ")
			offered = append(offered, name)
		}
	}, "uci")
	if err != nil {
		return err
	}
	var commands []string
	for _, s := range p.options.Settings {
		name, value, _ := strings.Cut(s, "=")
		if !slices.ContainsFunc(offered, func(o string) bool { return strings.EqualFold(o, name) }) {
			return fmt.Errorf("match: %s has no option %q; it has %s", p.name(), name, strings.Join(offered, ", "))
		}
		commands = append(commands, "setoption name "+name+" value "+value)
	}
	return p.ready(ctx, commands...)
}

func (p *outside) name() string { return filepath.Base(p.options.Command[0]) }

// NewGame tells the program so and waits until it is ready.
func (p *outside) NewGame(ctx context.Context) error { return p.ready(ctx, "ucinewgame") }

func (p *outside) ready(ctx context.Context, commands ...string) error {
	return p.ask(ctx, "readyok", p.options.Patience, nil, append(commands, "isready")...)
}

// Think lets the program search. When the context ends, the program is told to stop and its answer is thrown away.
func (p *outside) Think(ctx context.Context, rec *board.Record, turn Turn) (Thought, error) {
	var thought Thought
	var answer string
	read := func(line string) {
		words := strings.Fields(line)
		switch {
		case len(words) > 1 && words[0] == "bestmove":
			answer = words[1]
		case len(words) > 0 && words[0] == "info":
			if score, ok := parseScore(words); ok {
				thought.Score, thought.Scored = score, true
			}
		}
	}
	patience := p.options.Patience + turn.Budget.MoveTime
	pos := rec.Position()
	if left := turn.Clocks[pos.SideToMove()]; left > 0 {
		patience += left
	}
	if turn.Budget.MoveTime == 0 && turn.Budget.Clock == 0 {
		patience += time.Hour // bounded by nodes or depth: nobody can say how long that takes
	}
	if err := p.ask(ctx, "bestmove", patience, read, p.position(rec), goCommand(turn)); err != nil {
		return Thought{}, err
	}
	var err error
	if thought.Move, err = p.options.Coordinates.parse(answer); err != nil {
		return Thought{}, fmt.Errorf("match: %s in %s: %w", p.name(), pos.FEN(), err)
	}
	return thought, nil
}

// position tells the program the whole game, so that it knows what has been repeated.
func (p *outside) position(rec *board.Record) string {
	var b strings.Builder
	b.WriteString("position fen " + rec.Start.FEN())
	for i, m := range rec.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + p.options.Coordinates.format(m))
	}
	return b.String()
}

func goCommand(turn Turn) string {
	b := turn.Budget
	words := []string{"go"}
	add := func(name string, value int64) {
		if value > 0 {
			words = append(words, name, strconv.FormatInt(value, 10))
		}
	}
	add("movetime", b.MoveTime.Milliseconds())
	add("nodes", int64(b.Nodes))
	add("depth", int64(b.Depth))
	add("wtime", turn.Clocks[board.Red].Milliseconds())
	add("btime", turn.Clocks[board.Black].Milliseconds())
	if b.Clock > 0 {
		add("winc", b.Increment.Milliseconds())
		add("binc", b.Increment.Milliseconds())
	}
	return strings.Join(words, " ")
}

// parseScore finds "score cp N" or "score mate N" in the words of an info line. Bounds are passed over, for they are no estimate.
func parseScore(words []string) (int, bool) {
	i := slices.Index(words, "score")
	if i < 0 || i+2 >= len(words) || slices.Contains(words, "lowerbound") || slices.Contains(words, "upperbound") {
		return 0, false
	}
	n, err := strconv.Atoi(words[i+2])
	if err != nil {
		return 0, false
	}
	switch words[i+1] {
	case "cp":
		return n, true
	case "mate":
		return scoreOf(0, n), n != 0
	}
	return 0, false
}

// ask sends commands and reads lines until one begins with the word last. read, if any, gets every line, the last one included.
func (p *outside) ask(ctx context.Context, last string, patience time.Duration, read func(string), commands ...string) error {
	if _, err := io.WriteString(p.in, strings.Join(commands, "\n")+"\n"); err != nil {
		return fmt.Errorf("match: %s takes no more commands: %w", p.name(), err)
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return fmt.Errorf("match: %s has ended before it said %s", p.name(), last)
			}
			if read != nil {
				read(line)
			}
			if word, _, _ := strings.Cut(line, " "); word == last {
				return nil
			}
		case <-late.C:
			return fmt.Errorf("match: %s has not said %s after %v", p.name(), last, patience)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close asks the program to end, and ends it if it does not.
func (p *outside) Close() error {
	defer close(p.done)
	_, _ = io.WriteString(p.in, "stop\nquit\n") // it may be gone already
	if err := p.in.Close(); err != nil {
		return fmt.Errorf("match: closing %s: %w", p.name(), err)
	}
	late := time.NewTimer(2 * time.Second)
	defer late.Stop()
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				_ = p.process.Wait() // how it ended does not matter any more
				return nil
			}
		case <-late.C:
			if err := p.process.Process.Kill(); err != nil {
				return fmt.Errorf("match: ending %s: %w", p.name(), err)
			}
			late.Reset(time.Hour) // now the lines end by themselves
		}
	}
}
