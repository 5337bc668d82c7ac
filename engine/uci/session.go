package uci

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
)

// Session is one conversation with one engine.
type Session struct {
	engine *engine.Engine
	record board.Record // what position gave
	banned []board.Move // by banmoves, until the next position
	ucci   ucci
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

// The range of UCI_Elo is that of the ten strengths, on the bot's own scale.
var (
	minElo = int(engine.LevelMin.Rating())
	maxElo = int(engine.LevelMax.Rating())
)

// New returns a session at the start position. The engine evaluates by the built-in network n, or by hand if it is nil.
func New(e *engine.Engine, n *nnue.Network) *Session {
	e.SetEvaluation(n.Evaluation())
	return &Session{
		engine: e, record: board.NewRecord(), limits: engine.Limits{Ruleset: rules.Asian()},
		skill: engine.LevelMax, elo: minElo, defaultNetwork: n, network: n,
	}
}

// say writes one line. A write error is reported by the next flush.
func (s *Session) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if s.ucci.spoken {
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
