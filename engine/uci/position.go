package uci

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// position sets up a game. On an error in the start position the previous game is kept; on an error in a move the moves
// before it are, as other engines do it, since the next go is about this game and not about the one before.
func (s *Session) position(args string) {
	setup, moves, _ := strings.Cut(args+" ", " moves ")
	setup = strings.TrimSpace(setup)
	var record board.Record
	if setup == "startpos" {
		record = board.NewRecord()
	} else if fen, ok := strings.CutPrefix(setup, "fen "); ok {
		start, err := board.ParseFEN(fen)
		if err != nil {
			s.fail("position: %v", err)
			return
		}
		record.Start = start
	} else {
		s.fail("position: %q, want startpos or fen FEN, then moves and the moves", setup)
		return
	}
	p := record.Start
	for i, text := range strings.Fields(moves) {
		m, err := notation.Parse(&p, text)
		if err != nil {
			s.fail("position: move %d: %v; what comes before it is kept", i+1, err)
			break
		}
		p.Make(m)
		record.Moves = append(record.Moves, m)
	}
	s.record, s.banned = record, nil
}
