package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
)

// Session is one conversation with one engine.
type Session struct {
	engine  *engine.Engine
	record  board.Record // what position gave
	banned  []board.Move // by banmoves, until the next position
	ucci    bool         // the other program speaks UCCI
	seconds bool         // clocks of UCCI are in seconds, until usemillisec is set
	// What setoption set: limits of every search, beside those of go; the endgame tables of the engine, nil for none; the
	// strength by Skill Level, or by UCI_Elo if that limits it.
	limits        engine.Limits
	tables        *endgame.Tables
	skill         engine.Level
	limitStrength bool
	elo           int
	// defaultNetwork is the built-in network, and network the one to use unless useClassical is set; nil for none.
	defaultNetwork, network *nnue.Network
	useClassical            bool

	out     *bufio.Writer
	job     *job     // the running job, nil if there is none
	queued  []string // lines that came while it ran
	closing bool     // after quit or the end of the input
}

// maxQueued bounds the lines queued until the end of a search.
const maxQueued = 10_000

// New returns a session at the start position. The engine evaluates by the built-in network n, or by hand if it is nil.
func New(e *engine.Engine, n *nnue.Network) *Session {
	e.SetEvaluation(n.Evaluation())
	return &Session{
		engine: e, record: board.NewRecord(), limits: engine.Limits{Ruleset: rules.Asian()},
		skill: engine.LevelMax, elo: minElo, defaultNetwork: n, network: n,
	}
}

// Run serves the session until quit, the end of in, or the end of ctx; none of these is an error. It returns the first
// write error of out. If a read of in cannot be interrupted, one goroutine may be left waiting for its next line.
func (s *Session) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.out = bufio.NewWriter(out)
	input := make(chan line)
	go readLines(ctx, in, input)
	for !s.closing || s.job != nil {
		if err := s.out.Flush(); err != nil {
			s.abandon()
			return fmt.Errorf("uci: answer: %w", err)
		}
		var output <-chan string
		var done <-chan struct{}
		if s.job != nil {
			output, done = s.job.output, s.job.done
		}
		lines := input
		if s.closing {
			lines = nil
		}
		select {
		case l, ok := <-lines:
			switch {
			case !ok:
				s.closing = true
				s.stopEndless()
			case l.problem != "":
				s.fail("%s", l.problem)
			default:
				s.dispatch(ctx, l.text)
			}
		case text := <-output:
			s.say("%s", text)
		case <-done:
			if s.job.finalLine != "" {
				s.say("%s", s.job.finalLine)
			}
			s.job = nil
			s.resume(ctx)
		case <-ctx.Done():
			s.queued, s.closing = nil, true
			s.stop()
			ctx = context.WithoutCancel(ctx) // the last lines of the job must still be written
		}
	}
	if s.ucci {
		s.say("bye")
	}
	return s.out.Flush()
}

// dispatch executes a line now, or queues it until the job ends.
func (s *Session) dispatch(ctx context.Context, text string) {
	name := commandOf(text)
	switch {
	case s.job == nil || name == "isready" || name == "quit" || controlsSearch(name) && !s.controlsQueuedSearch(name):
		s.execute(ctx, text)
	case len(s.queued) < maxQueued:
		s.queued = append(s.queued, text)
	default:
		s.fail("%d lines wait for the end of the search already; %q is dropped", maxQueued, text)
	}
}

func commandOf(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}

// controlsSearch reports whether a command is for a running search.
func controlsSearch(name string) bool { return name == "stop" || name == "ponderhit" }

// controlsQueuedSearch reports whether such a command is for a go in the queue. Some programs send the next go, and
// then the stop for it, without waiting for the bestmove of the search that they stopped.
func (s *Session) controlsQueuedSearch(name string) bool {
	return len(s.queued) > 0 && (s.job.stopped || name == "ponderhit" && s.job.ponderHit == nil)
}

// resume executes the queued lines until one of them starts a job, and then those that control that job.
func (s *Session) resume(ctx context.Context) {
	for s.job == nil && len(s.queued) > 0 {
		text := s.queued[0]
		s.queued = s.queued[1:]
		s.execute(ctx, text)
	}
	for i := 0; i < len(s.queued) && commandOf(s.queued[i]) != "go"; i++ {
		if text := s.queued[i]; controlsSearch(commandOf(text)) {
			s.queued = slices.Delete(s.queued, i, i+1)
			i--
			s.execute(ctx, text)
		}
	}
	if s.closing {
		s.stopEndless()
	}
}

// stopEndless stops a job that nothing else would end any more.
func (s *Session) stopEndless() {
	if s.job != nil && s.job.endless {
		s.stop()
	}
}

func (s *Session) stop() {
	if s.job != nil {
		s.job.cancel()
		s.job.stopped = true
	}
}

// abandon stops the job and discards its output.
func (s *Session) abandon() {
	if s.job == nil {
		return
	}
	s.job.cancel()
	for {
		select {
		case <-s.job.output:
		case <-s.job.done:
			return
		}
	}
}

// say writes one line. A write error is reported by the next flush.
func (s *Session) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if s.ucci {
		text = toUCCI(text)
	}
	fmt.Fprintf(s.out, "%s\n", text)
}

// fail reports an error in a single line: programs would take further lines for commands.
func (s *Session) fail(format string, args ...any) {
	s.say("info string error: %s", strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; "))
}

// job is a running search or perft. Its goroutine sends lines to output and closes done.
type job struct {
	output chan string
	done   chan struct{}
	// finalLine is the last line of the job. It is written after the job has ended, so that the program's reply finds
	// the session idle, and a stop or ponderhit for the next go is not applied to this one.
	finalLine string
	cancel    context.CancelFunc
	stopped   bool // stop was called
	endless   bool // only stop ends it, or ponderhit makes it end
	// ponderHit is closed by ponderhit, nil if the search does not ponder; infinite reports whether only stop ends the
	// job after that.
	ponderHit chan struct{}
	infinite  bool
}

// start runs work in a goroutine; work returns its last line.
func (s *Session) start(
	ctx context.Context, endless bool, work func(ctx context.Context, say func(format string, args ...any)) string,
) {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{output: make(chan string), done: make(chan struct{}), cancel: cancel, endless: endless}
	s.job = j
	go func() {
		defer close(j.done)
		defer cancel()
		// The loop listens until done is closed, so this never blocks for long.
		j.finalLine = work(ctx, func(format string, args ...any) { j.output <- fmt.Sprintf(format, args...) })
	}()
}

// maxLine is the maximum length of a line, in bytes. A game of 10,000 plies is shorter.
const maxLine = 1 << 16

// line is one line of input, or the problem with it.
type line struct{ text, problem string }

// readLines sends the nonempty lines of in, and closes out at the end of in or of ctx.
func readLines(ctx context.Context, in io.Reader, out chan<- line) {
	defer close(out)
	r := bufio.NewReaderSize(in, maxLine)
	for {
		raw, err := r.ReadSlice('\n')
		l := line{text: clean(raw)}
		if errors.Is(err, bufio.ErrBufferFull) {
			l = line{problem: fmt.Sprintf("a line of more than %d bytes is not read; it begins with %.40q", maxLine, raw[:40])}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
		}
		if l != (line{}) {
			select {
			case out <- l:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// clean trims white space and a byte-order mark. It replaces tabs by spaces, since the protocol allows both between
// words, and what is not UTF-8 by question marks.
func clean(raw []byte) string {
	text := strings.ToValidUTF8(string(bytes.TrimPrefix(raw, []byte("\ufeff"))), "?")
	return strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))
}
