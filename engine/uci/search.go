package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	req := request{limits: s.limits}
	ignored, err := req.parse(&p, strings.Fields(args))
	for _, why := range ignored {
		s.fail("go: %v; it is ignored", why)
	}
	if err == nil {
		err = s.excludeBanned(&p, &req.limits)
	}
	if err != nil { // a program waits for the answer to every go
		s.fail("go: %v", err)
		s.say("bestmove (none)")
		return
	}
	if req.perft > 0 {
		s.start(ctx, false, func(ctx context.Context, say func(string, ...any)) string { return perft(ctx, p, req.perft, say) })
		return
	}
	record := s.record.Clone()
	level, limited := s.level()
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

// ponderhit starts the limits of a pondering search: the expected move was played.
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

// limits returns the arguments for the side to move; the other side's clock is read and ignored.
func limits(side board.Color) map[string]limit {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	own, other := "w", "b"
	if side == board.Black {
		own, other = other, own
	}
	return map[string]limit{
		"depth": {1, true, func(r *request, n int64) { r.limits.Depth = int(n) }},
		"nodes": {0, true, func(r *request, n int64) {
			if r.limits.Nodes = uint64(n); n == 0 { // the least that makes a move with a reason
				r.limits.Depth = 1
			}
		}},
		own + "time":   {1, true, func(r *request, n int64) { r.limits.Clock = ms(n) }},
		own + "inc":    {0, false, func(r *request, n int64) { r.limits.Increment = ms(n) }},
		other + "time": {0, false, func(*request, int64) {}},
		other + "inc":  {0, false, func(*request, int64) {}},
		"movetime":     {1, true, func(r *request, n int64) { r.limits.MoveTime = ms(n) }},
		"mate":         {1, true, func(r *request, n int64) { r.limits.Mate = int(n) }},
		"perft":        {1, true, func(r *request, n int64) { r.perft = int(min(n, maxPerft)) }},
		"movestogo":    {0, false, func(r *request, n int64) { r.limits.MovesToGo = int(n) }},
	}
}

// maxNumber bounds every number: milliseconds fit a [time.Duration].
const maxNumber = 1 << 40

// parse adds the limits for a search of p. The search is infinite without limits, or with the word infinite,
// whatever the other limits. What it cannot make sense of it ignores, and says why. It is an error if nothing is left
// of the limits or of the moves that were asked for.
func (r *request) parse(p *board.Position, words []string) (ignored []error, err error) {
	known := limits(p.SideToMove())
	limited, asked := false, false // whether a limit is set, and whether one was asked for
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "infinite":
			r.infinite = true
			continue
		case "ponder":
			r.ponder = true
			continue
		case "searchmoves": // it takes all up to the next word of go
			n := 0
			for n < len(words) && !isWord(words[n], known) {
				n++
			}
			moves, errs := parseMoves(p, words[:n])
			if len(moves) == 0 {
				return append(ignored, errs...), errors.New("searchmoves: no legal move follows")
			}
			r.limits.SearchMoves, ignored = moves, append(ignored, errs...)
			words = words[n:]
			continue
		}
		l, ok := known[word]
		if !ok {
			ignored = append(ignored, fmt.Errorf("unknown word %q", word))
			continue
		}
		asked = asked || l.terminates
		if len(words) == 0 || isWord(words[0], known) {
			ignored = append(ignored, fmt.Errorf("%s: a number is missing", word))
			continue
		}
		n, err := strconv.ParseInt(words[0], 10, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) { // beyond the range it is the number at its end
			ignored = append(ignored, fmt.Errorf("%s %s: want a whole number", word, words[0]))
		} else {
			l.set(r, min(max(n, l.min), maxNumber))
			limited = limited || l.terminates
		}
		words = words[1:]
	}
	if asked && !limited && !r.infinite && !r.ponder {
		return ignored, errors.New("no limit is left")
	}
	r.infinite = r.infinite || !limited
	return ignored, nil
}

// isWord reports whether a text after searchmoves is the next argument of go and not a move.
func isWord(text string, known map[string]limit) bool {
	_, ok := known[text]
	return ok || text == "infinite" || text == "ponder" || text == "searchmoves"
}

// parseMoves reads the moves after searchmoves or banmoves, and returns errors for the others.
func parseMoves(p *board.Position, words []string) (moves []board.Move, errs []error) {
	for _, text := range words {
		m, err := notation.Parse(p, text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		moves = append(moves, m)
	}
	return moves, errs
}

// banMoves answers banmoves: moves that would lose by repetition, as the other program judges.
func (s *Session) banMoves(args string) {
	p := s.record.Position()
	moves, errs := parseMoves(&p, strings.Fields(args))
	for _, err := range errs {
		s.fail("banmoves: %v; it is ignored", err)
	}
	s.banned = moves
}

// excludeBanned leaves the moves that banmoves did not exclude. The error says that none is left.
func (s *Session) excludeBanned(p *board.Position, limits *engine.Limits) error {
	if len(s.banned) == 0 {
		return nil
	}
	if limits.SearchMoves == nil {
		limits.SearchMoves = p.LegalMoves(nil)
	}
	limits.SearchMoves = slices.DeleteFunc(limits.SearchMoves, func(m board.Move) bool { return slices.Contains(s.banned, m) })
	if len(limits.SearchMoves) == 0 {
		return errors.New("banmoves: no move is left")
	}
	return nil
}

// infoLine formats the progress of a search.
func infoLine(i engine.Info) string {
	nps := uint64(float64(i.Nodes) / max(i.Time, time.Microsecond).Seconds())
	line := fmt.Sprintf("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv",
		i.Depth, i.SelDepth, i.Line, scoreText(i.Score, i.Mate), i.Nodes, nps, i.HashFull, i.Time.Milliseconds())
	for _, m := range i.PV {
		line += " " + m.String()
	}
	return line
}

// scoreText formats the score of a search.
func scoreText(score, mate int) string {
	if mate != 0 {
		return fmt.Sprintf("mate %d", mate)
	}
	return fmt.Sprintf("cp %d", score)
}

// level returns the level at which the engine plays, if its strength is limited.
func (s *Session) level() (level engine.Level, limited bool) {
	if s.limitStrength {
		return engine.LevelForRating(float64(s.elo)), true
	}
	return s.skill, s.skill < engine.LevelMax
}

// playAt plays a move at a level. It prints a single info line.
func (s *Session) playAt(
	ctx context.Context, record *board.Record, level engine.Level, limits engine.Limits, say func(string, ...any),
) (engine.Result, error) {
	choice, err := s.engine.Play(ctx, record, level, limits)
	if err != nil {
		return engine.Result{}, err
	}
	if choice.FromBook {
		say("info string the opening book knows this position")
	}
	say("info depth %d score %s nodes %d pv %v", choice.Depth, scoreText(choice.Score, choice.Mate), choice.Nodes, choice.Move)
	return engine.Result{Best: choice.Move}, nil
}

// maxPerft is the maximum depth of perft: more than any machine will ever reach, and safe for the stack.
const maxPerft = 100

// uncheckedDepth is the depth of subtrees that are counted without checking the context, which takes some 20 ms.
const uncheckedDepth = 4

// perft prints the number of leaves below each legal move, and returns the line with the total.
func perft(ctx context.Context, p board.Position, depth int, say func(string, ...any)) string {
	var total uint64
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		nodes := leaves(ctx, &p, depth-1)
		p.Unmake(m, undo)
		if ctx.Err() != nil {
			return "info string perft was stopped"
		}
		total += nodes
		say("%v: %d", m, nodes)
	}
	say("")
	return fmt.Sprintf("Nodes searched: %d", total)
}

// leaves is [board.Perft] with cancellation: its result is invalid once ctx is done.
func leaves(ctx context.Context, p *board.Position, depth int) (n uint64) {
	if depth <= uncheckedDepth {
		return board.Perft(p, depth)
	}
	for _, m := range p.LegalMoves(nil) {
		if ctx.Err() != nil {
			return 0
		}
		undo := p.Make(m)
		n += leaves(ctx, p, depth-1)
		p.Unmake(m, undo)
	}
	return n
}
