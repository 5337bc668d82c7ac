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

// Options say how to run a program that speaks UCI.
type Options struct {
	// Command is the program and its arguments.
	Command []string
	// Env is what the program finds in its environment, as NAME=VALUE; nil means what this process has.
	Env []string
	// Settings are the options of the program to set before the first game, as NAME=VALUE.
	Settings    []string
	Coordinates Coordinates
	// ResponseTimeout is how long the program may take to start and to get ready before it is given up; 0 means ten seconds.
	// Overtime is how long it may overstep the limits of a move; 0 means Patience.
	ResponseTimeout, MoveGrace time.Duration
}

const defaultResponseTimeout = 10 * time.Second

// check tells what no program could be started with.
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
	lines   chan string   // closed when the program has ended and all it said is in
	done    chan struct{} // closed when nobody reads lines
	exitErr error         // how it ended; to be read when lines is closed
	written chan struct{} // closed when all that was to be written so far is written or lost; nil at first
	// lastInfo is the last thing that the program said to people. It often tells why it died.
	lastInfo string
}

// Start runs the program and brings it to where it is ready for a game. It must be closed.
//
// The program outlives ctx, which may be that of one game; Close ends it.
func Start(ctx context.Context, o Options) (*Program, error) {
	o.ResponseTimeout = cmp.Or(o.ResponseTimeout, defaultResponseTimeout)
	o.MoveGrace = cmp.Or(o.MoveGrace, o.ResponseTimeout)
	if err := o.check(); err != nil {
		return nil, err
	}
	//nolint:gosec // the configuration names the engine
	p := &Program{options: o, process: exec.Command(o.Command[0], o.Command[1:]...), lines: make(chan string, 64), done: make(chan struct{})}
	p.process.Env = o.Env
	p.process.SysProcAttr = apart()
	p.process.Stdout = &lineSplitter{line: p.deliver}
	p.process.WaitDelay = time.Second // children of the program may hold its pipe forever
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name(), err)
	}
	if err := p.process.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", p.Name(), err)
	}
	go func() {
		p.exitErr = p.process.Wait() // whatever becomes of it, it leaves no zombie
		close(p.lines)
	}()
	if err := p.handshake(ctx); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// deliver passes a line on to whoever asks; once the program is closed, to nobody.
func (p *Program) deliver(line string) {
	select {
	case p.lines <- line:
	case <-p.done:
	}
}

// Name is the file's name of the program.
func (p *Program) Name() string { return filepath.Base(p.options.Command[0]) }

// handshake brings the program to where it is ready for a game.
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
	return p.ready(ctx, commands...)
}

// NewGame tells the program that the next position is of another game, and waits until it is ready.
func (p *Program) NewGame(ctx context.Context) error { return p.ready(ctx, "ucinewgame") }

func (p *Program) ready(ctx context.Context, commands ...string) error {
	return p.ask(ctx, "readyok", p.options.ResponseTimeout, nil, append(commands, "isready")...)
}

// ask sends commands and reads lines until one begins with the word last. read, if any, gets every line, the last one
// included. When the context ends before, its error is returned and the program may still say the word.
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
			return fmt.Errorf("%s has not said %s after %v", p.Name(), last, patience)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// write sends commands in the order of the calls, without waiting: a program that does not read would hold its caller
// forever. If it has died, its lines tell that better than an error of the pipe.
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

// ErrDied is among the causes of an error where the program has ended by itself.
var ErrDied = errors.New("it has ended")

// died tells how the program ended before it said what it was asked for.
func (p *Program) died(last string) error {
	text := ""
	if p.exitErr != nil {
		text = " (" + p.exitErr.Error() + ")"
	}
	if p.lastInfo != "" {
		text += "; its last word: " + p.lastInfo
	}
	return fmt.Errorf("%s: %w before it said %s%s", p.Name(), ErrDied, last, text)
}

// closeTime is what a program is given to end by itself.
const closeTime = 2 * time.Second

// Close asks the program to end, ends it if it does not, and waits until it is gone.
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
				return nil // with its process its pipes are closed, and whoever still writes to them is free
			}
		case <-late.C:
			if err := kill(p.process.Process); err != nil {
				return fmt.Errorf("ending %s: %w", p.Name(), err)
			}
			// Now the lines end by themselves.
		}
	}
}

// CPUTime is the processor time that the program has used in its life, by all its threads. It is known once the program
// is closed.
func (p *Program) CPUTime() time.Duration {
	state := p.process.ProcessState
	if state == nil {
		return 0
	}
	return state.UserTime() + state.SystemTime()
}

// lineSplitter is a writer that cuts what comes into lines.
type lineSplitter struct {
	line func(string)
	rest []byte
}

// longestLine is more than any program has to say at once; what is beyond it is dropped.
const longestLine = 1 << 16

func (s *lineSplitter) Write(data []byte) (int, error) {
	for _, b := range data {
		switch {
		case b == '\n':
			s.line(strings.TrimSpace(string(s.rest)))
			s.rest = s.rest[:0]
		case len(s.rest) < longestLine:
			s.rest = append(s.rest, b)
		}
	}
	return len(data), nil
}
