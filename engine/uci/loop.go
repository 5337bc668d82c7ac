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
)

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
	if s.ucci.spoken {
		s.say("bye")
	}
	return s.out.Flush()
}

// maxQueued bounds the lines queued until the end of a search.
const maxQueued = 10_000

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
