package pattern

import "xiangqibot/engine/board"

const (
	// minGain is the least gain, in pawns, for which a motif is named: an advisor or elephant.
	minGain = 2
	// maxPinned is the number of plies within which a pinned piece has to fall for the pin to be what wins it.
	maxPinned = 5
	// minorValue is that of a piece whose loss matters by itself: a horse or cannon.
	minorValue = 4
)

// motifs are the motifs, the most significant first: whether each applies, and whether it is a way to win a piece with
// the mover's next move.
var motifs = [...]struct {
	motif Motif
	is    func(*line) bool
	wins  bool
}{
	{"chouzi", (*line).chouzi, true},         // 抽将: another piece checks, and the one that moved takes
	{"zhuoshuang", (*line).zhuoshuang, true}, // 捉双: a fork
	{"chuanda", (*line).chuanda, true},       // 串打: a skewer
	{"qianzhi", (*line).qianzhi, true},       // 牵制: a pin
	{"shanji", (*line).shanji, true},         // 闪击: a line is opened onto a piece
	{"xiaochu", (*line).xiaochu, true},       // 消除保护: a protector is taken
	{"yinli", (*line).yinli, true},           // 引离: a protector is lured away
	{"yinru", (*line).yinru, false},          // 引入: the king is lured onto a point
	{"duse", (*line).duse, false},            // 堵塞: a piece is forced onto a flight of its own king
	{"lanjie", (*line).lanjie, true},         // 拦截: a protector is cut off
	{"tengnuo", (*line).tengnuo, true},       // 腾挪: a point or a line is cleared
	{"kunzi", (*line).kunzi, true},           // 困子: a piece has nowhere to go
	{"jiejiang", (*line).jiejiang, false},    // 解将还将: a check is parried with check, a threat of mate with one
	{"duncuo", (*line).duncuo, true},         // 顿挫: a check before the expected recapture
	{Qizi, (*line).qizi, false},              // 弃子: a sacrifice
	{Duizi, (*line).duizi, false},            // 兑子: an exchange
}

// succeeds reports whether the line mates or keeps a gain of at least minGain.
func (l *line) succeeds() bool { return l.mates || l.gain >= minGain }

// move, reply and next are the first three moves; NoMove where the line is shorter.
func (l *line) move() board.Move  { return l.moves[0] }
func (l *line) reply() board.Move { return l.ply(1) }
func (l *line) next() board.Move  { return l.ply(2) }

func (l *line) ply(i int) board.Move {
	if i < len(l.moves) {
		return l.moves[i]
	}
	return board.NoMove
}

// captureValue is the value of what a ply of the line captures, 0 if nothing or if there is no such ply.
func (l *line) captureValue(ply int) int {
	if ply >= len(l.moves) {
		return 0
	}
	return Worth(&l.positions[ply], l.moves[ply].To())
}

// after is the position after the move.
func (l *line) after() *board.Position { return &l.positions[1] }

// uncovered reports whether another piece than the one that moved gives check.
func (l *line) uncovered() bool {
	return !l.after().Checkers().AndNot(board.SquareBit(l.move().To())).Empty()
}

func (l *line) chouzi() bool {
	return l.succeeds() && l.uncovered() &&
		(l.captureValue(0) >= minorValue || l.next() != board.NoMove && l.next().From() == l.move().To() && l.captureValue(2) >= minorValue)
}

// targets are the points of the enemy's pieces that the piece on s could take with profit, its king included.
func (l *line) targets(p *board.Position, s board.Square) (b board.Bitboard) {
	own := *p // with the attacker to move
	if own.SideToMove() != l.me {
		own = *passed(p)
	}
	for t := range p.ByColor(l.them).All() {
		if p.At(t).Kind() == board.King {
			if p.SideToMove() == l.them && p.Checkers().Has(s) {
				b = b.Or(board.SquareBit(t))
			}
		} else if Worth(p, t) >= minGain && own.IsLegal(board.NewMove(s, t)) && SEE(&own, board.NewMove(s, t)) > 0 {
			b = b.Or(board.SquareBit(t))
		}
	}
	return b
}

func (l *line) zhuoshuang() bool {
	to := l.move().To()
	if !l.succeeds() || l.next() == board.NoMove || l.next().From() != to || l.captureValue(2) == 0 {
		return false
	}
	targets := l.targets(l.after(), to)
	return targets.MoreThanOne() && targets.Has(l.next().To())
}

func (l *line) chuanda() bool {
	to, front := l.move().To(), l.reply().From()
	if !l.succeeds() || l.next() == board.NoMove || l.next().From() != to || l.captureValue(2) < minGain {
		return false
	}
	if k := l.after().At(to).Kind(); k != board.Rook && k != board.Cannon {
		return false
	}
	return l.targets(l.after(), to).Has(front) && board.Between(to, l.next().To()).Has(front)
}

// qianzhi: a piece that could move before the move cannot leave its place any longer, and is captured there in the
// line, still pinned or left by its king. A piece that could be taken with profit before is not lost by a pin.
func (l *line) qianzhi() bool {
	if !l.succeeds() {
		return false
	}
	free := passed(&l.positions[0])
	for i := 2; i < min(len(l.moves), maxPinned); i += 2 {
		s := l.moves[i].To()
		pinned := l.after().At(s)
		if l.captureValue(i) < minGain || pinned != l.positions[i].At(s) || pinned != l.positions[0].At(s) ||
			pinned.Color() != l.them || bestSEE(&l.positions[0], s) >= minGain {
			continue
		}
		released := l.positions[i].King(l.them) == l.after().King(l.them) && canMove(passed(&l.positions[i]), s)
		if !released && !l.after().InCheck() && !l.positions[0].InCheck() && l.pinnedBy(s, l.move().To()) && canMove(free, s) {
			return true
		}
	}
	return false
}

// pinnedBy reports whether the piece on s has moves after the move, none of which is legal except along the line to
// the piece that pins it.
func (l *line) pinnedBy(s, by board.Square) bool {
	p := l.after()
	along := board.Between(by, p.King(l.them)).Or(board.SquareBit(by))
	hasMove := false
	for to := range reach(p.At(s), s, p.Occupied(), p.ByColor(l.me)).AndNot(p.ByColor(l.them)).AndNot(along).All() {
		if p.IsLegal(board.NewMove(s, to)) {
			return false
		}
		hasMove = true
	}
	return hasMove
}

// canMove reports whether the piece on s has a legal move.
func canMove(p *board.Position, s board.Square) bool {
	to := reach(p.At(s), s, p.Occupied(), p.ByColor(p.SideToMove().Opponent())).AndNot(p.ByColor(p.SideToMove()))
	return to.Any(func(to board.Square) bool { return p.IsLegal(board.NewMove(s, to)) })
}

// shanji: the move lets another piece attack what it did not attack before, and that piece then takes it.
func (l *line) shanji() bool {
	n := l.next()
	if !l.succeeds() || n == board.NoMove || l.captureValue(2) < minGain || n.From() == l.move().To() || l.after().InCheck() {
		return false
	}
	before, after := &l.positions[0], passed(l.after())
	return before.At(n.From()) == after.At(n.From()) && before.At(n.To()) == after.At(n.To()) &&
		before.At(n.To()) != board.NoPiece &&
		!before.IsPseudoLegal(n) && after.IsLegal(n) && SEE(after, n) >= minGain
}

// losesDefender reports whether the next move takes, with profit, a piece that was there all the time and could not
// have been taken with that profit before the move. A piece worth much more than the one that takes it falls in spite
// of any protector.
func (l *line) losesDefender() bool {
	n := l.next()
	if !l.succeeds() || n == board.NoMove || l.captureValue(2) < minGain ||
		l.captureValue(2)-Worth(&l.positions[2], n.From()) >= minGain ||
		l.positions[0].At(n.To()) != l.positions[2].At(n.To()) {
		return false
	}
	now := SEE(&l.positions[2], n)
	return now >= minGain && bestSEE(&l.positions[0], n.To()) < now
}

// xiaochu: the move takes what protected a piece that is captured next, on another point. A capture that wins as much
// by itself, or recaptures, is no such motif.
func (l *line) xiaochu() bool {
	p := &l.positions[0]
	return l.captureValue(0) > 0 && l.losesDefender() && l.next().To() != l.move().To() &&
		l.captureValue(2) > SEE(p, l.move()) && !l.takesBack() &&
		p.AttackersTo(l.next().To(), l.them, p.Occupied()).Has(l.move().To())
}

// takesBack reports whether the move captures what has just captured.
func (l *line) takesBack() bool { return l.lost > 0 && l.move().To() == l.before.To() }

// lanjie: the move steps between a piece that is captured next and its protector, or onto the protector's leg or eye.
func (l *line) lanjie() bool {
	if !l.losesDefender() {
		return false
	}
	p, s := &l.positions[0], l.next().To()
	step := board.SquareBit(l.move().To())
	moved := p.Occupied().AndNot(board.SquareBit(l.move().From())).Or(step)
	cut := p.AttackersTo(s, l.them, p.Occupied()).AndNot(p.AttackersTo(s, l.them, moved)).AndNot(step)
	return l.captureValue(0) == 0 && !cut.Empty()
}

// sacrifices reports whether the piece that moved is worth more than what it took.
func (l *line) sacrifices() bool { return Worth(l.after(), l.move().To()) > l.captureValue(0) }

// sacrificeAccepted reports whether the reply takes the piece that moved.
func (l *line) sacrificeAccepted() bool {
	return l.sacrifices() && l.next() != board.NoMove && l.reply().To() == l.move().To()
}

// yinli: the piece that takes the offer leaves what it guarded: from its old point it would have prevented the mate, or
// have recaptured, so that what falls next was safe. To take the lured piece itself is just an exchange.
func (l *line) yinli() bool {
	if !l.sacrificeAccepted() || !l.succeeds() || l.after().At(l.reply().From()).Kind() == board.King {
		return false
	}
	guard, n := l.reply().From(), l.next()
	last := &l.positions[len(l.positions)-1]
	if l.mates && len(l.moves) == 3 {
		return l.defends(last, guard)
	}
	occ := l.after().Occupied()
	return l.captureValue(2) >= minGain && n.To() != l.reply().To() && l.losesDefender() &&
		l.after().AttackersTo(n.To(), l.them, occ).Has(guard)
}

// defends reports whether the side to move would not be lost if the piece that took the offer were still on its point.
func (l *line) defends(last *board.Position, guard board.Square) bool {
	setup := last.Setup()
	if setup.Placement[guard] != board.NoPiece {
		return true // the mating piece is where it was
	}
	if to := l.reply().To(); setup.Placement[to] == l.after().At(guard) {
		setup.Placement[to] = board.NoPiece
	}
	setup.Placement[guard] = l.after().At(guard)
	p, err := board.NewPosition(setup)
	return err == nil && p.HasLegalMove()
}

// yinru: the king takes the offer and is in check, or mated, where it has come to.
func (l *line) yinru() bool {
	return l.sacrificeAccepted() && l.succeeds() && l.after().At(l.reply().From()).Kind() == board.King && l.positions[3].InCheck()
}

// duse: the reply, forced, puts a piece onto a flight that the king lacks in the final mate.
func (l *line) duse() bool {
	r := l.reply()
	if !l.mates || len(l.moves) < 3 || !l.after().InCheck() && r.To() != l.move().To() {
		return false
	}
	last := &l.positions[len(l.positions)-1]
	king := last.King(l.them)
	if king != l.after().King(l.them) || !board.KingAttacks(king).Has(r.To()) {
		return false
	}
	piece := l.after().At(r.From())
	if piece.Kind() == board.King || last.At(r.To()) != piece {
		return false
	}
	setup := last.Setup()
	setup.Placement[r.To()] = board.NoPiece
	p, err := board.NewPosition(setup)
	return err == nil && p.IsLegal(board.NewMove(king, r.To()))
}

// tengnuo: the next move, by another piece, needs the point that the move has left. It mates, or takes what was there
// all the time: neither a piece that comes in between nor one that takes the piece that moved.
func (l *line) tengnuo() bool {
	m, n := l.move(), l.next()
	if !l.succeeds() || n == board.NoMove || n.From() == m.To() || n.From() == m.From() || l.uncovered() {
		return false
	}
	p := &l.positions[0]
	piece := p.At(n.From())
	if piece != l.positions[2].At(n.From()) || p.IsPseudoLegal(n) {
		return false
	}
	if !l.mates && (l.captureValue(2) < minGain || n.To() == m.To() || p.At(n.To()) != l.positions[2].At(n.To())) {
		return false
	}
	cleared := p.Occupied().AndNot(board.SquareBit(m.From()))
	own := p.ByColor(l.me).AndNot(board.SquareBit(m.From()))
	return reach(piece, n.From(), cleared, p.ByColor(l.them)).AndNot(own).Has(n.To())
}

// kunzi: a horse, cannon or rook is attacked, is lost wherever it goes, and is captured in the line.
func (l *line) kunzi() bool {
	if !l.succeeds() || l.next() == board.NoMove || l.captureValue(2) < minorValue || l.after().InCheck() || l.positions[0].InCheck() {
		return false
	}
	s := l.next().To()
	if l.reply().To() == s {
		s = l.reply().From()
	}
	piece := l.after().At(s)
	if piece.Color() != l.them || piece.Kind() < board.Horse || piece != l.positions[0].At(s) {
		return false
	}
	return trapped(l.after(), s) && !trapped(passed(&l.positions[0]), s)
}

// trapped reports whether the piece on s, of the side to move, is lost where it is and wherever it goes.
func trapped(p *board.Position, s board.Square) bool {
	if bestSEE(passed(p), s) < minGain {
		return false
	}
	them := p.SideToMove().Opponent()
	for to := range reach(p.At(s), s, p.Occupied(), p.ByColor(them)).AndNot(p.ByColor(p.SideToMove())).All() {
		m := board.NewMove(s, to)
		if !p.IsLegal(m) {
			continue
		}
		got := Worth(p, to)
		q := *p
		q.Make(m)
		if bestSEE(&q, to)-got < minGain {
			return false
		}
	}
	return true
}

// jiejiang: a check is answered by a check, or a threat of mate at once by one that also parries it.
func (l *line) jiejiang() bool {
	before, after := &l.positions[0], l.after()
	if before.InCheck() {
		return after.InCheck()
	}
	return !after.InCheck() && len(l.moves) >= 3 && passed(after).HasMateInOne() && passed(before).HasMateInOne() && !after.HasMateInOne()
}

// duncuo: a piece was taken and could be taken back; a check comes first, then the recapture.
func (l *line) duncuo() bool {
	if l.lost == 0 || l.next() == board.NoMove || !l.mates && l.gain < 0 {
		return false
	}
	s := l.before.To()
	return l.move().To() != s && l.after().InCheck() && l.next().To() == s && l.captureValue(2) > 0 &&
		bestSEE(&l.positions[0], s) > 0
}

// qizi: a piece is given for less, and the line loses nothing in all.
func (l *line) qizi() bool {
	return (l.mates || l.gain >= 0 && len(l.moves) >= 3) && bestSEE(l.after(), l.move().To())-l.captureValue(0) >= minGain+1
}

// duizi: a piece is taken and recaptured, of the same value. Pawns are equal on either side of the river.
func (l *line) duizi() bool {
	to := l.move().To()
	taken, lost := l.positions[0].At(to).Kind(), l.after().At(to).Kind()
	return l.captureValue(0) > 0 && l.reply() != board.NoMove && l.reply().To() == to &&
		value(taken, false) == value(lost, false) && (l.next() == board.NoMove || l.next().To() != to)
}
