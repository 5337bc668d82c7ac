package gamefile

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// manner is a way to read a text. One text keeps to one.
type manner struct {
	// parse reads one move.
	parse parser
	// everyMove is for texts that number the moves and not the rounds.
	everyMove bool
	// whole says that no blanks are within a move.
	whole bool
	// rival is another way to read the same signs, just as likely. Where both find a game the text has two meanings.
	rival parser
}

// parser reads one move in a position. Its errors are those of package notation.
type parser func(p *board.Position, text string) (board.Move, error)

// manners are the ways to read the text from where the scanner is, the likeliest first.
func manners(s scanner) []manner {
	var all []manner
	parsers := conventions(s)
	for _, everyMove := range []bool{false, true} {
		for i, parse := range parsers {
			m := manner{parse: parse, everyMove: everyMove, whole: i >= len(parsers)-2}
			if i == len(parsers)-2 { // chess programs agree on all but the number of the first rank
				m.rival = parsers[i+1]
			}
			all = append(all, m)
		}
	}
	return all
}

// reading is what a text says in one manner.
type reading struct {
	Line
	*follower
	start board.Position
	// Of a list: what is before the moves, and whether they begin with a number.
	title    string
	numbered bool
}

// best reads a text in every manner and returns the first without a fault other than its size, else that which comes
// farthest, and of equals the likeliest. It takes the moves for numbered one by one only where that leaves no fault.
func best(s scanner, read func(manner) reading) reading {
	var found reading
	counted := true // whatever faults there are, they are none of the numbers
	for _, m := range manners(s) {
		if m.everyMove && counted {
			break
		}
		r := read(m)
		counted = counted && (r.follower == nil || r.err == nil || r.err.Problem != WrongTurn)
		switch {
		case r.follower == nil:
		case (r.err == nil || r.err.isRoom()) && len(r.Moves) > 0 && (!m.everyMove || len(r.Moves) > 2):
			if m.rival != nil {
				rival := read(manner{parse: m.rival, everyMove: m.everyMove, whole: m.whole})
				r.compare(&rival)
			}
			return r
		case found.follower == nil, !m.everyMove && len(r.Moves) > len(found.Moves):
			found = r
		}
	}
	return found
}

// follow reads the moves of a game in one manner.
func (m manner) follow(s scanner, start board.Position) reading {
	f := &follower{scanner: s, manner: m}
	return reading{Line: f.game(start), follower: f, start: start}
}

// compare notes where a reading without a fault differs from a rival that has none either.
func (r *reading) compare(rival *reading) {
	if rival.follower == nil || rival.err != nil && !rival.err.isRoom() || len(rival.Moves) != len(r.Moves) {
		return
	}
	at := -1
	for i := range r.Moves {
		if r.Moves[i] != rival.Moves[i] {
			at = i
			break
		}
	}
	if at < 0 {
		return
	}
	record := board.Record{Start: r.start, Moves: r.Moves[:at]}
	p := record.Position()
	fault := atMove(&p, at, false)
	fault.Problem, fault.Text = BadMove, r.Moves[at].String()
	fault.Cause = &notation.AmbiguousError{Text: fault.Text, Candidates: []board.Move{r.Moves[at], rival.Moves[at]}}
	r.fault(fault)
	r.cut(at)
}
