package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
)

// Session is one conversation with one engine.
type Session struct {
	engine  *engine.Engine
	code    rules.Code   // of the games that position gives
	record  board.Record // what position gave
	multiPV int
	without search.Techniques
	params  search.Params // changed by a build for tuning only
	// contempt is in centipawns, as search.Limits has it.
	contempt int
	overhead time.Duration   // kept back of a clock; 0 is the standard
	tables   *endgame.Tables // that setoption gave the engine, nil for none
	strength strength
	// standard is the network that the engine came with, and network the one to use unless byHand is set; nil for none.
	standard, network *nnue.Network
	byHand            bool

	out     *bufio.Writer
	job     *job     // what runs, nil when nothing does
	waiting []string // lines that came while it ran
	over    bool     // quit was said or the input has ended
}

// maxWaiting bounds the lines that wait for the end of a search.
const maxWaiting = 10_000

// New begins a conversation at the start position.
func New(e *engine.Engine) *Session {
	n := e.Network()
	return &Session{
		engine: e, code: rules.Asian(), record: board.NewRecord(), multiPV: 1, params: search.DefaultParams(), strength: fullStrength(),
		standard: n, network: n,
	}
}

// Run converses until quit, the end of in, or the end of ctx; none of these is an error. It returns the first error of
// out. If in cannot be interrupted, one goroutine may stay behind that waits for its next line.
func (s *Session) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.out = bufio.NewWriter(out)
	input := make(chan line)
	go readLines(ctx, in, input)
	for !s.over || s.job != nil {
		if err := s.out.Flush(); err != nil {
			s.abandon()
			return fmt.Errorf("uci: answer: %w", err)
		}
		var said <-chan string
		var done <-chan struct{}
		if s.job != nil {
			said, done = s.job.said, s.job.done
		}
		lines := input
		if s.over {
			lines = nil
		}
		select {
		case l, ok := <-lines:
			switch {
			case !ok:
				s.endOfInput()
			case l.problem != "":
				s.fail("%s", l.problem)
			default:
				s.take(ctx, l.text)
			}
		case text := <-said:
			s.say("%s", text)
		case <-done:
			if s.job.last != "" {
				s.say("%s", s.job.last)
			}
			s.job = nil
			s.resume(ctx)
		case <-ctx.Done():
			s.waiting, s.over = nil, true
			s.stop()
			ctx = context.WithoutCancel(ctx) // the last words of the job are still to be heard
		}
	}
	return s.out.Flush()
}

// take handles a line now or lets it wait for the end of the job.
func (s *Session) take(ctx context.Context, text string) {
	name := commandOf(text)
	switch {
	case s.job == nil || name == "isready" || name == "quit" || steers(name) && !s.steersLater(name):
		s.obey(ctx, text)
	case len(s.waiting) < maxWaiting:
		s.waiting = append(s.waiting, text)
	default:
		s.fail("%d lines wait for the end of the search already; %q is dropped", maxWaiting, text)
	}
}

func commandOf(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}

// steers reports whether a command is for a search that runs.
func steers(name string) bool { return name == "stop" || name == "ponderhit" }

// steersLater reports whether such a command is for a go that still waits. Some programs send the next go, and then the
// stop for it, without waiting for the answer to the one that they have stopped.
func (s *Session) steersLater(name string) bool {
	return len(s.waiting) > 0 && (s.job.stopped || name == "ponderhit" && s.job.hit == nil)
}

// resume handles the lines that waited, until one of them starts a job again, and then those that are for that job.
func (s *Session) resume(ctx context.Context) {
	for s.job == nil && len(s.waiting) > 0 {
		text := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.obey(ctx, text)
	}
	for i := 0; i < len(s.waiting) && commandOf(s.waiting[i]) != "go"; i++ {
		if text := s.waiting[i]; steers(commandOf(text)) {
			s.waiting = slices.Delete(s.waiting, i, i+1)
			i--
			s.obey(ctx, text)
		}
	}
	if s.over && s.job != nil && s.job.endless {
		s.stop()
	}
}

// endOfInput lets what has been asked for come to its end.
func (s *Session) endOfInput() {
	s.over = true
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

// abandon ends the job when nobody listens.
func (s *Session) abandon() {
	if s.job == nil {
		return
	}
	s.job.cancel()
	for {
		select {
		case <-s.job.said:
		case <-s.job.done:
			return
		}
	}
}

// say writes one line. A failure shows at the next flush.
func (s *Session) say(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\n", args...)
}

// fail tells what is wrong, in one line: programs take each further one for a command.
func (s *Session) fail(format string, args ...any) {
	s.say("info string error: %s", strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; "))
}

// job is something that takes its time: a search or a perft. Its goroutine sends lines to said and closes done.
type job struct {
	said chan string
	done chan struct{}
	// last is the line that ends the job. It is said when the job is gone: what is answered to it then finds the session
	// free, and a stop or a ponderhit behind the next go is not taken for this one's.
	last    string
	cancel  context.CancelFunc
	stopped bool // it was told to end
	endless bool // only stop ends it, or ponderhit makes it end
	// hit is closed by ponderhit, nil when nothing is pondered; infinite reports whether only stop ends the job after
	// that.
	hit      chan struct{}
	infinite bool
}

// start runs work beside the loop; work returns its last line.
func (s *Session) start(
	ctx context.Context, endless bool, work func(ctx context.Context, say func(format string, args ...any)) string,
) {
	ctx, cancel := context.WithCancel(ctx)
	j := &job{said: make(chan string), done: make(chan struct{}), cancel: cancel, endless: endless}
	s.job = j
	go func() {
		defer close(j.done)
		defer cancel()
		// The loop listens until done is closed, so this never blocks for long.
		j.last = work(ctx, func(format string, args ...any) { j.said <- fmt.Sprintf(format, args...) })
	}()
}
