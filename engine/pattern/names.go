package pattern

import (
	"slices"

	"xiangqibot/engine/board"
)

// Name is a mate that players know by name, or the loss by stalemate: its pinyin, such as "mahoupao".
type Name string

// Kunbi is 困毙: no check and no legal move.
const Kunbi Name = "kunbi"

// lookBack is the number of plies at the end that decide the names: the last four moves of the winner.
const lookBack = 8

// ending is the end of a game: the last moves, and the positions before each of them and after the last.
type ending struct {
	*final
	moves     []board.Move
	positions []board.Position
}

// Names returns the names of the end of a game, the most significant first, or none if the game is not over by mate or
// stalemate or its end has no name. A game that ended otherwise, say by resignation, has none either.
func Names(rec *board.Record) []Name {
	p := rec.Position()
	if p.HasLegalMove() {
		return nil
	}
	if !p.InCheck() {
		return []Name{Kunbi}
	}
	e := endingOf(rec, &p)
	var names []Name
	for _, mate := range mates {
		if mate.is(e) {
			names = append(names, mate.name)
		}
	}
	return names
}

func endingOf(rec *board.Record, last *board.Position) *ending {
	first := max(len(rec.Moves)-lookBack, 0)
	e := &ending{final: newFinal(last), moves: rec.Moves[first:]}
	for ply, p := range rec.Positions() {
		if ply >= first {
			e.positions = append(e.positions, *p)
		}
	}
	return e
}

// mates are the names but Kunbi, the most significant first, and whether each applies. In the comments "king" is the
// loser's, "general" the winner's; ranks count from the winner's edge to 9, the king's back rank.
var mates = [...]struct {
	name Name
	is   func(*ending) bool
}{
	{"shuangbei", (*ending).shuangbei},                                                                   // 双杯献酒
	{"songfo", (*ending).songfo},                                                                         // 送佛归殿
	{"haidi", (*ending).haidi},                                                                           // 海底捞月
	{"shuangma", func(e *ending) bool { return e.pair(board.Horse) }},                                    // 双马饮泉
	{"dadan", func(e *ending) bool { return e.centerTakenBy(board.Rook) }},                               // 大胆穿心
	{"xiaodao", func(e *ending) bool { return e.centerTakenBy(board.Pawn) }},                             // 小刀剜心
	{"paonian", (*ending).paonian},                                                                       // 炮碾丹砂
	{"pingding", (*ending).pingding},                                                                     // 平顶冠
	{"tiandi", (*ending).tiandi},                                                                         // 天地炮
	{"tiemen", (*ending).tiemen},                                                                         // 铁门栓
	{"jiache", (*ending).jiache},                                                                         // 夹车炮
	{"chongpao", func(e *ending) bool { return e.screenIs(e.winner, board.Cannon, always) }},             // 重炮
	{"mahoupao", func(e *ending) bool { return e.screenIs(e.winner, board.Horse, e.covering) }},          // 马后炮
	{"mengong", (*ending).mengong},                                                                       // 闷宫
	{"mensha", (*ending).mensha},                                                                         // 闷杀
	{"bahuang", (*ending).bahuang},                                                                       // 拔簧马
	{"bajiao", (*ending).bajiao},                                                                         // 八角马
	{"guajiao", func(e *ending) bool { return e.horseOn(3, 7) }},                                         // 挂角马
	{"wocao", func(e *ending) bool { return e.horseOn(2, 8) }},                                           // 卧槽马
	{"diaoyu", func(e *ending) bool { return e.horseOn(2, 7) }},                                          // 钓鱼马
	{"cemian", func(e *ending) bool { return e.horseOn(2, 6) && e.own(board.Rook).Any(e.participates) }}, // 侧面虎
	{"lima", (*ending).lima},                                                                             // 立马车
	{"ergui", (*ending).ergui},                                                                           // 二鬼拍门
	{"shuangche", func(e *ending) bool { return e.pair(board.Rook) }},                                    // 双车错
	{"xiaogui", (*ending).xiaogui},                                                                       // 小鬼坐龙廷
	{"laozu", (*ending).laozu},                                                                           // 老卒搜山
	{"sanzi", (*ending).sanzi},                                                                           // 三子归边
	{"shuangzhao", func(e *ending) bool { return e.checkers.MoreThanOne() }},                             // 双照将
	{"duimian", func(e *ending) bool { return e.sole(e.general) || e.needed.Has(e.general) }},            // 对面笑
}

// AllNames lists the names, the most significant first.
func AllNames() []Name {
	all := []Name{Kunbi}
	for _, mate := range mates {
		all = append(all, mate.name)
	}
	return all
}

// IsName reports whether an id is that of a name.
func IsName(id string) bool { return slices.Contains(AllNames(), Name(id)) }

// wins yields the distances of the winner's last moves from the end, in plies, the last move first: 1, 3, …
func (e *ending) wins(yield func(back int) bool) {
	for back := 1; back <= len(e.moves); back += 2 {
		if !yield(back) {
			return
		}
	}
}

// move returns the move at a distance from the end, 1 for the last one, and the positions before and after it.
func (e *ending) move(back int) (m board.Move, before, after *board.Position) {
	i := len(e.moves) - back
	return e.moves[i], &e.positions[i], &e.positions[i+1]
}
