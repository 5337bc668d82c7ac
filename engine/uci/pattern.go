package uci

import "xiangqibot/engine/pattern"

// pattern prints the mate patterns at the end of the game, one per line, most specific first, and then the motifs of
// its first move, as "motif:" and the motif. The names are the ids of package pattern. It prints none if there is
// neither.
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
