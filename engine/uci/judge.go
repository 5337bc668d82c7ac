package uci

import (
	"fmt"
	"strings"

	"xiangqibot/engine/rules"
)

// judge prints the verdict on the game, and for a repetition one line for each move of the cycle. Plies count from 1.
//
//	red loses: perpetual chase (R3), plies 3 to 10
//	ply 3	red	c6b6	chase	R d1 x n c1
func (s *Session) judge() {
	v := rules.Judge(&s.record, s.ruleset)
	if v.Outcome == rules.Ongoing {
		s.say("none")
		return
	}
	standing := "draw"
	if loser, lost := v.Outcome.Loser(); lost {
		standing = fmt.Sprintf("%v loses", loser)
	}
	stretch := ""
	if v.FirstPly < v.LastPly {
		stretch = fmt.Sprintf(", plies %d to %d", v.FirstPly+1, v.LastPly)
	}
	s.say("%s: %v (%v)%s", standing, v.Reason, v.Article, stretch)
	for i, d := range v.CycleMoves {
		ply := v.FirstPly + i
		line := []string{fmt.Sprintf("ply %d", ply+1), d.By.String(), s.record.Moves[ply].String(), d.Kind.String()}
		for _, t := range d.Threats {
			line = append(line, fmt.Sprintf("%c %v x %c %v", t.AttackerPiece.Letter(), t.Attacker, t.VictimPiece.Letter(), t.Victim))
		}
		s.say("%s", strings.Join(line, "\t"))
	}
}
