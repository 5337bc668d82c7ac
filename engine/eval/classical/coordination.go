package classical

import "xiangqibot/engine/board"

// coordination scores how the pieces of c help each other, and what they threaten.
func (w *Weights) coordination(v *attackInfo, c board.Color) Pair {
	return w.files(v, c) + w.pawns(v, c) + w.support(v, c) + w.threats(v, c) + w.concentration(v, c)
}

// files weighs rooks on files without pawns, and a cannon that has a rook beside it on the line.
func (w *Weights) files(v *attackInfo, c board.Color) (sum Pair) {
	p := v.p
	pawns := [2]board.Bitboard{p.Pieces(board.Red, board.Pawn), p.Pieces(board.Black, board.Pawn)}
	rooks := p.Pieces(c, board.Rook)
	for s := range rooks.All() {
		file := fileOf(s)
		switch {
		case !pawns[c].And(file).Empty():
		case pawns[c.Opponent()].And(file).Empty():
			sum += w.RookOpenFile
		default:
			sum += w.RookHalfOpenFile
		}
	}
	if both := v.attacks[c][board.Rook].And(p.Pieces(c, board.Cannon)); !both.Empty() {
		sum += w.RookBehindCannon
	}
	return sum
}

// pawns scores pawns that another pawn guards (side by side over the river, or one behind the other) and those that
// only another piece does.
func (w *Weights) pawns(v *attackInfo, c board.Color) (sum Pair) {
	p := v.p
	pawns := p.Pieces(c, board.Pawn)
	if linked := pawns.And(v.attacks[c][board.Pawn]); !linked.Empty() {
		sum += w.LinkedPawn * Pair(linked.Count())
	}
	if backed := pawns.And(v.attacks[c][0]).AndNot(v.attacks[c][board.Pawn]); !backed.Empty() {
		sum += w.BackedPawn * Pair(backed.Count())
	}
	return sum
}

// support weighs pieces that are protected.
func (w *Weights) support(v *attackInfo, c board.Color) (sum Pair) {
	p, by := v.p, &v.attacks[c]
	sum += w.Protected[board.Horse] * Pair(p.Pieces(c, board.Horse).And(by[0]).Count())
	sum += w.Protected[board.Cannon] * Pair(p.Pieces(c, board.Cannon).And(by[0]).Count())
	sum += w.Protected[board.Rook] * Pair(p.Pieces(c, board.Rook).And(by[0]).Count())
	sum += w.Protected[board.Elephant] * Pair(p.Pieces(c, board.Elephant).And(by[0]).Count())
	if p.Pieces(c, board.Horse).And(by[board.Horse]).MoreThanOne() {
		sum += w.LinkedHorses // 连环马
	}
	if p.Pieces(c, board.Cannon).And(by[board.Cannon]).MoreThanOne() {
		sum += w.LinkedCannons // 担子炮
	}
	return sum
}

// threats weighs attacks on pieces that are worth more than the attacker or that nobody protects.
func (w *Weights) threats(v *attackInfo, c board.Color) (sum Pair) {
	p, them := v.p, c.Opponent()
	by := &v.attacks[c]
	rooks, pieces := p.Pieces(them, board.Rook), p.Pieces(them, board.Horse).Or(p.Pieces(them, board.Cannon))
	loose := v.own[them].AndNot(v.attacks[them][0]).AndNot(p.Pieces(them, board.King))
	small := by[board.Horse].Or(by[board.Cannon])
	for s := range loose.And(by[board.Rook]).All() {
		sum += w.RookThreat[p.At(s).Kind()]
	}
	for s := range loose.And(small).All() {
		sum += w.MinorThreat[p.At(s).Kind()]
	}
	for s := range rooks.Or(pieces).And(v.minorAttacks[c]).All() {
		sum += w.LesserThreat[p.At(s).Kind()]
	}
	if held := rooks.And(small).AndNot(loose); !held.Empty() {
		sum += w.MinorThreat[board.NoKind] * Pair(held.Count()) // a protected rook
	}
	return sum
}

// concentration weighs rooks, horses and cannons that are together on one wing of the other side's half.
func (w *Weights) concentration(v *attackInfo, c board.Color) (sum Pair) {
	p := v.p
	away := p.Pieces(c, board.Rook).Or(p.Pieces(c, board.Horse)).Or(p.Pieces(c, board.Cannon)).And(board.HomeHalf(c.Opponent()))
	return w.Massed[min(max(away.And(leftWing).Count(), away.And(rightWing).Count()), len(w.Massed)-1)]
}

// The wings are the files on either side of the middle one.
var leftWing, rightWing = func() (left, right board.Bitboard) {
	for f := range board.Files / 2 {
		left, right = left.Or(files[f]), right.Or(files[board.Files-1-f])
	}
	return left, right
}()
