package uci

import "xiangqibot/engine/pattern"

// pattern names the end of the game given by position, one name a line and the most telling first, and then what the
// first of its moves is for, as "motif:" and the motif. The names are the ids of package pattern. Where there is
// neither it says none.
//
//	mahoupao
//	wocao
//	motif:yinli
func (s *Session) pattern() {
	names := pattern.Names(&s.record)
	for _, n := range names {
		s.say("%v", n)
	}
	motifs := pattern.ShotAt(&s.record, 0).Motifs
	for _, m := range motifs {
		s.say("motif:%v", m)
	}
	if len(names)+len(motifs) == 0 {
		s.say("none")
	}
}
