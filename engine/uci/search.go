package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// request holds the arguments of go.
type request struct {
	limits   engine.Limits
	infinite bool // bestmove waits for stop
	ponder   bool // and for ponderhit before that
	perft    int  // not 0: count instead of searching
}

// search answers go.
func (s *Session) search(ctx context.Context, args string) {
	p := s.record.Position()
	req, err := parseGo(&p, strings.Fields(args))
	if err != nil {
		s.fail("go: %v", err)
		return
	}
	if req.perft > 0 {
		s.start(ctx, false, func(ctx context.Context, say func(string, ...any)) string { return perft(ctx, p, req.perft, say) })
		return
	}
	record := s.record.Clone()
	req.limits.MultiPV, req.limits.Ruleset, req.limits.Disabled = s.multiPV, s.ruleset, s.disabled
	req.limits.Contempt, req.limits.MoveOverhead = s.contempt, s.moveOverhead
	level, limited := s.strength.level()
	var hit chan struct{}
	if req.ponder {
		hit = make(chan struct{})
		req.limits.Ponder = hit
	}
	s.start(ctx, req.infinite || req.ponder, func(ctx context.Context, say func(string, ...any)) string {
		var result engine.Result
		var err error
		if limited {
			result, err = s.playAt(ctx, &record, level, req.limits, say)
		} else {
			result, err = s.engine.Analyze(ctx, &record, req.limits, func(i engine.Info) { say("%s", infoLine(i)) })
		}
		if err != nil && !errors.Is(err, engine.ErrGameOver) {
			say("info string error: go: %v", err)
		}
		// The protocol forbids bestmove before ponderhit or stop.
		if hit != nil {
			select {
			case <-hit:
			case <-ctx.Done():
			}
		}
		if req.infinite {
			<-ctx.Done()
		}
		switch {
		case result.Best == board.NoMove:
			say("info depth 0 score mate 0")
			return "bestmove (none)"
		case result.Ponder == board.NoMove:
			return fmt.Sprintf("bestmove %v", result.Best)
		default:
			return fmt.Sprintf("bestmove %v ponder %v", result.Best, result.Ponder)
		}
	})
	s.job.ponderHit = hit
	s.job.infinite = req.infinite
}

// ponderhit tells a pondering search that the expected move was played: its limits count from now on.
func (s *Session) ponderhit() {
	if s.job == nil || s.job.ponderHit == nil {
		s.fail("ponderhit: nothing is pondered")
		return
	}
	close(s.job.ponderHit)
	s.job.ponderHit = nil
	s.job.endless = s.job.infinite
}

// limit is a numeric argument of go. Numbers are clamped to the range from min to maxNumber: some programs send lower
// ones when time has run out, or huge ones for no limit.
type limit struct {
	min int64
	// terminates reports whether this argument alone makes the search end.
	terminates bool
	set        func(r *request, n int64)
}

// limits returns the arguments for the side to move; the other side's clock is parsed and ignored.
func limits(side board.Color) map[string]limit {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	clock := limit{1, true, func(r *request, n int64) { r.limits.Clock = ms(n) }}
	increment := limit{0, false, func(r *request, n int64) { r.limits.Increment = ms(n) }}
	words := map[string]limit{
		"depth":     {1, true, func(r *request, n int64) { r.limits.Depth = int(n) }},
		"nodes":     {1, true, func(r *request, n int64) { r.limits.Nodes = uint64(n) }},
		"movetime":  {1, true, func(r *request, n int64) { r.limits.MoveTime = ms(n) }},
		"mate":      {1, true, func(r *request, n int64) { r.limits.Mate = int(n) }},
		"perft":     {1, true, func(r *request, n int64) { r.perft = int(min(n, MaxPerft)) }},
		"movestogo": {0, false, func(r *request, n int64) { r.limits.MovesToGo = int(n) }},
		"wtime":     {0, false, func(*request, int64) {}},
		"btime":     {0, false, func(*request, int64) {}},
		"winc":      {0, false, func(*request, int64) {}},
		"binc":      {0, false, func(*request, int64) {}},
	}
	if side == board.Red {
		words["wtime"], words["winc"] = clock, increment
	} else {
		words["btime"], words["binc"] = clock, increment
	}
	return words
}

// maxNumber bounds every number: milliseconds fit a time.Duration.
const maxNumber = 1 << 40

// parseGo parses the limits for a search of p. The search is infinite without limits, or with the word infinite,
// whatever the other limits.
func parseGo(p *board.Position, words []string) (req request, err error) {
	known := limits(p.SideToMove())
	unlimited := true
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			req.infinite = true
			continue
		case "ponder":
			req.ponder = true
			continue
		case "searchmoves": // it takes all up to the next word of go
			n := 0
			for n < len(words) && !isWord(words[n], known) {
				n++
			}
			if req.limits.SearchMoves, err = parseMoves(p, words[:n]); err != nil {
				return req, err
			}
			words = words[n:]
			continue
		}
		l, ok := known[word]
		if !ok {
			return req, fmt.Errorf("unknown word %q", word)
		}
		if len(words) == 0 {
			return req, fmt.Errorf("%s: a number is missing", word)
		}
		n, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) { // beyond the range it is the number at its end
			return req, fmt.Errorf("%s %s: want a whole number", word, words[0])
		}
		words = words[1:]
		l.set(&req, min(max(n, l.min), maxNumber))
		unlimited = unlimited && !l.terminates
	}
	req.infinite = req.infinite || unlimited
	return req, nil
}

// isWord reports whether a text after searchmoves is the next argument of go and not a move.
func isWord(text string, known map[string]limit) bool {
	_, ok := known[text]
	return ok || text == "infinite" || text == "ponder"
}

// parseMoves reads the moves after searchmoves.
func parseMoves(p *board.Position, words []string) (moves []board.Move, err error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("searchmoves: no move follows")
	}
	for _, text := range words {
		m, err := notation.Parse(p, text)
		if err != nil {
			return nil, fmt.Errorf("searchmoves: %w", err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// infoLine formats the progress of a search.
func infoLine(i engine.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score ", i.Depth, i.SelDepth, i.Line)
	if i.Mate != 0 {
		fmt.Fprintf(&b, "mate %d", i.Mate)
	} else {
		fmt.Fprintf(&b, "cp %d", i.Score)
	}
	nps := uint64(float64(i.Nodes) / max(i.Time, time.Microsecond).Seconds())
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d pv", i.Nodes, nps, i.HashFull, i.Time.Milliseconds())
	for _, m := range i.PV {
		b.WriteByte(' ')
		b.WriteString(m.String())
	}
	return b.String()
}
