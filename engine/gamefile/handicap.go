package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
)

// handicaps are the pieces that one side gives, as titles name them, by their points on Red's side of the board. A
// single piece without its side is the left one by custom.
var handicaps = [...]struct{ name, points string }{
	{"左马", "b0"}, {"右马", "h0"}, {"双马", "b0 h0"}, {"两马", "b0 h0"}, {"单马", "b0"}, {"一马", "b0"}, {"马", "b0"},
	{"左车", "a0"}, {"右车", "i0"}, {"双车", "a0 i0"}, {"单车", "a0"}, {"一车", "a0"}, {"车", "a0"},
	{"左炮", "b2"}, {"右炮", "h2"}, {"双炮", "b2 h2"}, {"单炮", "b2"}, {"一炮", "b2"}, {"炮", "b2"},
	{"双仕", "d0 f0"}, {"双士", "d0 f0"}, {"双相", "c0 g0"}, {"双象", "c0 g0"}, {"五兵", "a3 c3 e3 g3 i3"},
	{"九子", "c0 d0 f0 g0 a3 c3 e3 g3 i3"},
}

// simplify turns the traditional characters of handicaps into the usual ones.
var simplify = strings.NewReplacer("讓", "让", "饒", "让", "饶", "让", "馬", "马", "車", "车", "砲", "炮", "雙", "双", "兩", "两", "單", "单", "對", "对", "紅", "红")

// handicapIn returns where a game begins of which a title says that one side gives pieces: 让双马, 黑让左马. The side is
// Red where nothing else is said, as custom has it.
func handicapIn(title string) (start board.Position, ok bool) {
	before, given, found := strings.Cut(simplify.Replace(title), "让")
	if !found {
		return start, false
	}
	given = strings.TrimSpace(given)
	for _, to := range [...]string{"对方", "对手", "黑方", "红方", "黑", "红"} {
		given = strings.TrimPrefix(given, to)
	}
	for _, h := range handicaps {
		if !strings.HasPrefix(given, h.name) {
			continue
		}
		before = strings.TrimSuffix(strings.TrimSpace(before), "方")
		black := strings.HasSuffix(before, "黑") || strings.HasSuffix(before, "后手")
		p := board.StartPosition()
		setup := p.Setup()
		for point := range strings.FieldsSeq(h.points) {
			at := board.SquareAt(int(point[0]-'a'), int(point[1]-'0'))
			if black {
				at = board.SquareAt(board.Files-1-at.File(), board.Ranks-1-at.Rank())
			}
			setup.Placement[at] = board.NoPiece
		}
		start, err := board.NewPosition(setup)
		return start, err == nil
	}
	return start, false
}
