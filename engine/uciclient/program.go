package uciclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options configure a program that speaks UCI.
type Options struct {
	// Command is the program and its arguments.
	Command []string
	// Env is the environment of the program, as NAME=VALUE; nil means that of this process.
	Env []string
	// Settings are the UCI options to set before the first game, as NAME=VALUE.
	Settings []string
	// FirstRank is the number that the program gives to Red's edge: 0, or 1 for those such as Fairy-Stockfish that count
	// to 10.
	FirstRank int
	// ResponseTimeout is how long the program may take to answer uci and isready; 0 means ten seconds. MoveGrace is how
	// long it may exceed the limits of a move; 0 means ResponseTimeout.
	ResponseTimeout, MoveGrace time.Duration
}

const defaultResponseTimeout = 10 * time.Second

// check validates the options.
func (o *Options) check() error {
	if len(o.Command) == 0 {
		return errors.New("no command for the outside engine")
	}
	for _, s := range o.Settings {
		if name, _, ok := strings.Cut(s, "="); !ok || strings.TrimSpace(name) == "" {
			return fmt.Errorf("option %q of the outside engine: want NAME=VALUE", s)
		}
	}
	return nil
}

// Program is one running process. It serves one caller at a time.
type Program struct {
	options Options
	process *exec.Cmd
	in      io.WriteCloser
	lines   chan string   // closed when the program has ended and all its output was read
	done    chan struct{} // closed when nobody reads lines
	exitErr error         // how it ended; to be read when lines is closed
	written chan struct{} // closed when all that was to be written so far is written or lost; nil at first
	// lastInfo is the last "info string" of the program. It often says why the program died.
	lastInfo string
}

// Start starts the program and waits until it is ready for a game. The caller must close it.
//
// ctx limits the start only; the program runs until Close.
func Start(ctx context.Context, o Options) (*Program, error) {
	o.ResponseTimeout = cmp.Or(o.ResponseTimeout, defaultResponseTimeout)
	o.MoveGrace = cmp.Or(o.MoveGrace, o.ResponseTimeout)
	if err := o.check(); err != nil {
		return nil, err
	}
	//nolint:gosec // the configuration names the engine
	p := &Program{options: o, process: exec.Command(o.Command[0], o.Command[1:]...), lines: make(chan string, 64), done: make(chan struct{})}
	p.process.Env = o.Env
	p.process.SysProcAttr = ownGroup()
	p.process.Stdout = &lineSplitter{line: p.deliver}
	p.process.WaitDelay = time.Second // children of the program may keep its pipe open
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name(), err)
	}
	if err := p.process.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", p.Name(), err)
	}
	go func() {
		p.exitErr = p.process.Wait() // in any case, to leave no zombie
		close(p.lines)
	}()
	if err := p.handshake(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// deliver sends a line to the reader; once the program is closed, it discards the line.
func (p *Program) deliver(line string) {
	select {
	case p.lines <- line:
	case <-p.done:
	}
}

// Name returns the base name of the program's file.
func (p *Program) Name() string { return filepath.Base(p.options.Command[0]) }

// handshake sends uci, sets the options and waits until the program is ready. An option that the program refuses with
// "info string error:", as this engine does, is an error.
func (p *Program) handshake(ctx context.Context) error {
	var offered []string
	err := p.ask(ctx, "uciok", p.options.ResponseTimeout, func(line string) {
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
			return fmt.Errorf("%s has no option %q; it has %s", p.Name(), name, strings.Join(offered, ", "))
		}
		commands = append(commands, "setoption name "+name+" value "+value)
	}
	var refused error
	err = p.ask(ctx, "readyok", p.options.ResponseTimeout, func(line string) {
		if why, ok := strings.CutPrefix(line, "info string error: "); ok && refused == nil {
			refused = fmt.Errorf("%s: %s", p.Name(), why)
		}
	}, append(commands, "isready")...)
	return cmp.Or(err, refused)
}

// NewGame announces that the next position is of another game, and waits until the program is ready.
func (p *Program) NewGame(ctx context.Context) error { return p.ready(ctx, "ucinewgame") }

func (p *Program) ready(ctx context.Context, commands ...string) error {
	return p.ask(ctx, "readyok", p.options.ResponseTimeout, nil, append(commands, "isready")...)
}

// ask sends commands and reads lines until one begins with the word last. read, if not nil, gets every line, including
// the last. If the context ends first, ask returns its error, and the program may still send the word later.
func (p *Program) ask(
	ctx context.Context, last string, patience time.Duration, read func(string), commands ...string,
) error {
	if len(commands) > 0 {
		p.write(commands...)
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return p.died(last)
			}
			if rest, ok := strings.CutPrefix(line, "info string "); ok {
				p.lastInfo = rest
			}
			if read != nil {
				read(line)
			}
			if word, _, _ := strings.Cut(line, " "); word == last {
				return nil
			}
		case <-late.C:
			return fmt.Errorf("%s has not sent %s after %v", p.Name(), last, patience)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// write sends commands in the order of the calls, without blocking: a program that does not read would block its caller
// forever. Write errors are ignored, because the end of lines reports a dead program better.
func (p *Program) write(commands ...string) {
	before, done := p.written, make(chan struct{})
	p.written = done
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		_, _ = io.WriteString(p.in, strings.Join(commands, "\n")+"\n")
	}()
}

// errDied is wrapped by errors caused by a program that ended by itself.
var errDied = errors.New("it has ended")

// died returns the error for a program that ended before it sent the word last.
func (p *Program) died(last string) error {
	text := ""
	if p.exitErr != nil {
		text = " (" + p.exitErr.Error() + ")"
	}
	if p.lastInfo != "" {
		text += "; its last message: " + p.lastInfo
	}
	return fmt.Errorf("%s: %w before it sent %s%s", p.Name(), errDied, last, text)
}

// closeTime is how long a program may take to end by itself.
const closeTime = 2 * time.Second

// Close asks the program to quit, kills it if it does not, and waits until it has ended.
func (p *Program) Close() error {
	close(p.done)
	p.write("stop", "quit") // it may be gone already
	go func(written <-chan struct{}) {
		<-written
		_ = p.in.Close()
	}(p.written)
	late := time.NewTimer(closeTime)
	defer late.Stop()
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				return nil // its pipes are closed too, which unblocks pending writes
			}
		case <-late.C:
			if err := kill(p.process.Process); err != nil {
				return fmt.Errorf("ending %s: %w", p.Name(), err)
			}
			// Now lines will be closed.
		}
	}
}

// lineSplitter is a writer that splits its input into lines.
type lineSplitter struct {
	line func(string)
	rest []byte
}

// maxLine is the maximum length of a line; the rest of a longer line is dropped.
const maxLine = 1 << 16

func (s *lineSplitter) Write(data []byte) (int, error) {
	for _, b := range data {
		switch {
		case b == '\n':
			s.line(strings.TrimSpace(string(s.rest)))
			s.rest = s.rest[:0]
		case len(s.rest) < maxLine:
			s.rest = append(s.rest, b)
		}
	}
	return len(data), nil
}
