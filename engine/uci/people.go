package uci

import (
	"fmt"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// display draws the board with Red at the bottom.
func (s *Session) display() {
	p := s.record.Position()
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%d ", rank)
		for file := range board.Files {
			b.WriteByte(' ')
			b.WriteByte(p.At(board.SquareAt(file, rank)).Letter())
		}
		s.say("%s", b.String())
		if rank == board.Ranks/2 {
			s.say("   ~~~~~~~~~~~~~~~~~")
		}
	}
	s.say("   a b c d e f g h i")
	s.say("")
	s.say("FEN: %s", p.FEN())
	s.say("Key: %016x", p.Hash())
	state := ""
	if p.InCheck() {
		state = ", in check"
	}
	s.say("To move: %v%s; %d legal moves; ply %d", p.SideToMove(), state, p.CountLegal(), len(s.record.Moves))
}

// columns are the notations that the command moves prints.
var columns = [...]notation.Style{notation.UCI, notation.Chinese, notation.WXF, notation.ICCS, notation.Vietnamese}

// moves prints the legal moves in the order of the generator.
func (s *Session) moves() {
	p := s.record.Position()
	for _, m := range p.LegalMoves(nil) {
		s.say("%s", strings.Join(notations(&p, m), "\t"))
	}
}

// parse parses a move, optionally in the style that is named first. A move that cannot be read is a normal answer here
// and not an invalid line.
func (s *Session) parse(text string) {
	style := notation.UCI // reads as Parse does
	if name, rest, _ := strings.Cut(text, " "); rest != "" {
		if named, err := notation.ParseStyle(name); err == nil {
			style, text = named, rest
		}
	}
	p := s.record.Position()
	m, err := notation.ParseAs(&p, text, style)
	if err != nil {
		s.say("error: %v", err)
		return
	}
	s.say("%v", m)
}
