package search

import "xiangqibot/engine/board"

// frame is an entry of the search stack. Nodes one, two and four plies below read it.
type frame struct {
	eval      int                  // corrected static evaluation, noScore in check
	move      board.Move           // the move being tried
	target    pieceTarget          // its piece and target, noTarget for a null move
	capture   bool                 // it takes something
	moveCount int                  // its number among the moves tried here, from 1
	excluded  board.Move           // singular search: the move left out
	killers   [2]board.Move        // quiet moves that caused a cutoff in a sibling
	cuts      int                  // searches one ply below, of any kind, that failed high since this node was last entered
	quiets    [maxTried]board.Move // quiet moves searched before the cutoff
	captures  [maxTried]board.Move // captures likewise
	undo      board.Undo           // of the null move
	checks    checkInfo
	picker    picker
	verify    picker // the picker of the singular search, which runs while picker is in use
}

// maxTried is the number of failed moves of each kind that a node remembers, to give them a malus.
const maxTried = 32

// stackOffset is the number of frames before that of the root, so that the frame four plies back always exists.
const stackOffset = 4

// stack holds the frames of the line that is being searched. The frame of a ply is at stackOffset + ply.
type stack [stackOffset + maxPly + 2]frame

// clear empties it for a new search.
func (s *stack) clear() {
	for i := range s {
		f := &s[i]
		f.killers, f.excluded, f.target, f.eval, f.cuts = [2]board.Move{}, board.NoMove, noTarget, noScore, 0
	}
}

// previous returns the moves before a ply.
func (s *stack) previous(ply int) previous {
	f := s[ply:]
	return previous{f[stackOffset-1].target, f[stackOffset-2].target, f[stackOffset-4].target}
}

// improving reports whether the evaluation is better than at the side's previous turn. In check it was worse than any.
func (s *stack) improving(ply int) bool {
	return ply >= 2 && s[ply+stackOffset].eval > s[ply-2+stackOffset].eval
}
