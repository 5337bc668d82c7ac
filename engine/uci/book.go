package uci

import (
	"fmt"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/notation"
)

// book prints the opening of the game and the book moves of its position: each move in the notations of the command
// moves, how often it is played, its score, and the opening that it leads to if that differs.
//
//	opening 中炮, Central Cannon
//	h9g7	马８进７	H8+7	H9-G7	M8.7	58.26 %	-61	中炮对屏风马, Central Cannon vs Screen Horses
func (s *Session) book() {
	now := book.OpeningOf(&s.record)
	if now != nil {
		s.say("opening %s", openingText(now))
	}
	p := s.record.Position()
	moves := book.Standard().AllMoves(&p)
	if len(moves) == 0 {
		s.say("none")
		return
	}
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	for _, m := range moves {
		line := notations(&p, m.Move)
		if m.Weight == 0 {
			line = append(line, "never")
		} else {
			line = append(line, fmt.Sprintf("%.2f %%", 100*float64(m.Weight)/float64(sum)))
		}
		line = append(line, fmt.Sprintf("%+d", m.Score))
		next := s.record.Clone()
		if err := next.Play(m.Move); err == nil {
			if o := book.OpeningOf(&next); o != now {
				line = append(line, openingText(o))
			}
		}
		s.say("%s", strings.Join(line, "\t"))
	}
}

func openingText(o *book.Opening) string {
	return o.Name(book.Simplified) + ", " + o.Name(book.English)
}

// notations writes a move in all styles of the columns.
func notations(p *board.Position, m board.Move) []string {
	names := make([]string, 0, len(columns)+3)
	for _, style := range columns {
		names = append(names, notation.Format(p, m, style))
	}
	return names
}
