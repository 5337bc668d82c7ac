package classical

import "xiangqibot/engine/board"

// mobility scores where the pieces of c can go. Points taken by the own side or guarded by pawns, advisors and
// elephants of the other do not count.
func (e *Evaluator) mobility(v *attackInfo, c board.Color) (sum Pair) {
	w := e.weights
	closed := v.own[c].Or(v.minorAttacks[c.Opponent()])
	rooks, horses, cannons := v.rooks(c), v.horses(c), v.cannons(c)
	for i := range rooks {
		sum += w.RookMobility[rooks[i].reach.AndNot(closed).Count()]
	}
	for i := range horses {
		sum += w.HorseMobility[horses[i].reach.AndNot(closed).Count()]
	}
	for i := range cannons {
		sum += w.CannonMobility[cannons[i].reach.AndNot(closed).Count()]
	}
	return sum
}
