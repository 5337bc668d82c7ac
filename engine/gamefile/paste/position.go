package paste

import (
	"errors"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// ReadPosition reads the position that a text names and the moves that lead to it, in all forms in which people paste
// them: a FEN with or without its counters, one of PyChess, "position fen … moves …" of an engine protocol, a link that
// holds one of these, moves from the start. What [Read] reads as [gamefile.FEN] or [gamefile.MoveList] is read here as
// well; what Read mends in a position or keeps of a broken text is refused here.
//
// The error is an *[gamefile.Error].
func ReadPosition(text string) (board.Record, error) {
	if len(text) > gamefile.MaxList {
		return board.Record{}, &gamefile.Error{Problem: gamefile.TooLarge, Text: gamefile.MoveList.String()}
	}
	g, _, _, fault := Read(text)
	if fault != nil && fault.Problem == gamefile.OtherMover {
		fault.Problem = gamefile.BadStart
	}
	if fault != nil && fault.EndsGame() {
		return board.Record{}, fault
	}
	return g.Record(), nil
}

// SetStart makes the position in the field of a file the start, in any form that [ReadPosition] reads.
func SetStart(g *gamefile.Game, text string, line int) *gamefile.Error {
	strict := g.SetFEN(text, line)
	if strict == nil || len(text) > gamefile.MaxTag {
		return strict
	}
	record, err := ReadPosition(text)
	if err == nil {
		g.Start = record.Position()
		return nil
	}
	if fault := (*gamefile.Error)(nil); errors.As(err, &fault) && fault.Problem == gamefile.BadStart {
		strict.Cause = fault.Cause
	}
	return strict
}

// SetTag takes what a file says about a name, spelt as in PGN: the start and the result too, of which the first counts.
func SetTag(g *gamefile.Game, name, value string, line int) *gamefile.Error {
	switch value = strings.TrimSpace(value); name {
	case "Result":
		SetResult(g, value)
	case "FEN":
		if value != "" {
			return SetStart(g, value, line)
		}
	default:
		g.Set(name, value)
	}
	return nil
}
