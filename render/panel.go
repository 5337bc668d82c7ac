package render

import (
	"image"
	"strconv"

	"xiangqibot/engine/board"
)

// blockCells is the height of a player's block on the panel, in cells: name, note with clock, and captured pieces.
const blockCells = 2.35

// drawPanel draws the panel of a wide picture beside the board: the two players, each at the end of their side of the
// board, and between them the last moves, or a tally, and the status.
func (b *bars) drawPanel(dst *image.Paletted, p *palette, l layout, s *Scene) {
	fillPlain(dst, image.Rect(l.width, 0, l.width+l.panel, l.height), p.nearestExact(b.panel[0]))
	if len(s.Results) > 0 {
		return
	}
	block := round(l.em(blockCells))
	both := players(s)
	b.drawBlock(dst, p, l, 0, both[0])
	b.drawBlock(dst, p, l, l.height-block, both[1])

	between := image.Rect(l.width, block, l.width+l.panel, l.height-block)
	if s.Status != "" {
		between.Max.Y -= l.status
		text := b.status.fit(s.Status, float64(l.panel)-l.em(0.5))
		x := l.width + (l.panel-round(text.width))/2
		text.draw(x, baseline(between.Max.Y+l.status/2, b.status.size), painter(dst, p, b.name[1]))
	}
	if n := len(s.Tally); n > 0 {
		between.Min.Y += max(0, (between.Dy()-n*l.status)/2)
		b.drawTally(dst, p, l, between, s.Tally)
		return
	}
	b.drawRounds(dst, p, l, between, s)
}

// drawBlock draws the block of one player on the panel, with its upper edge at y.
func (b *bars) drawBlock(dst *image.Paletted, p *palette, l layout, y int, who player) {
	whole := image.Rect(l.width, y, l.width+l.panel, y+round(l.em(blockCells)))
	if who.toMove {
		fillPlain(dst, whole, p.nearestExact(b.panel[1]))
		fillPlain(dst, image.Rect(whole.Min.X, y, whole.Min.X+turnEdge(l), whole.Max.Y), p.nearestExact(b.turn))
	}
	pad := round(l.em(0.30))
	left, right := whole.Min.X+pad, whole.Max.X-pad
	line := l.strip

	middle := y + round(l.em(0.45))
	b.badges[who.side].draw(dst, p, image.Pt(left+line/2, middle))
	x := left + line + round(l.em(0.14))
	name := b.titles.fit(who.shown(b.titles), float64(right-x))
	name.draw(x, baseline(middle, b.titles.size), painter(dst, p, b.name[who.state()]))

	middle = y + round(l.em(1.13))
	end := right
	if who.clock != "" {
		end = b.drawClock(dst, p, l, b.times, who, right, middle) - pad/2
	}
	note := b.status.fit(who.note, float64(end-x))
	note.draw(x, baseline(middle, b.status.size), painter(dst, p, b.name[who.state()]))

	b.drawCaptured(dst, p, l, image.Pt(left, y+round(l.em(1.88))), right, who)
}

// drawCaptured draws the pieces that a player captured, in a row that begins at a point and ends at right: a disc for
// each kind, the strongest first, followed by their number.
func (b *bars) drawCaptured(dst *image.Paletted, p *palette, l layout, at image.Point, right int, who player) {
	var count [16]int
	for _, taken := range who.captured {
		count[taken]++
	}
	small := b.small()
	step := (right - at.X) / 6 // the number of kinds without the king
	for _, kind := range []board.Kind{board.Rook, board.Cannon, board.Horse, board.Elephant, board.Advisor, board.Pawn} {
		taken := board.MakePiece(who.side.Opponent(), kind)
		if count[taken] == 0 {
			continue
		}
		small[taken].draw(dst, p, image.Pt(at.X+l.strip/2, at.Y))
		if count[taken] > 1 {
			text := b.status.fit(strconv.Itoa(count[taken]), l.em(0.5))
			text.draw(at.X+l.strip, baseline(at.Y, b.status.size), painter(dst, p, b.name[1]))
		}
		at.X += step
	}
}

// drawRounds lists the last moves in a part of dst, as many as fit.
func (b *bars) drawRounds(dst *image.Paletted, p *palette, l layout, part image.Rectangle, s *Scene) {
	height := round(l.em(0.74))
	rounds := s.Moves
	if room := part.Dy() / height; len(rounds) > room {
		rounds = rounds[len(rounds)-room:]
	}
	pad := round(l.em(0.30))
	number := part.Min.X + pad + round(l.em(0.62)) // right edge of the numbers
	red := number + round(l.em(0.22))
	column := (part.Max.X - pad - red) / 2
	top := part.Min.Y + (part.Dy()-len(rounds)*height)/2
	faint, plain, bright := painter(dst, p, b.name[0].mix(b.panel[0], 0.35)), painter(dst, p, b.name[0]), painter(dst, p, b.name[1])
	for i, r := range rounds {
		line := baseline(top+i*height+height/2, b.moves.size)
		text := b.status.fit(strconv.Itoa(r.Number)+".", l.em(0.9))
		text.draw(number-round(text.width), line, faint)
		inks := [2]func(*image.Alpha, int, int){plain, plain}
		if i == len(rounds)-1 { // the latest move is highlighted
			if r.Black != "" {
				inks[1] = bright
			} else {
				inks[0] = bright
			}
		}
		b.moves.fit(r.Red, float64(column)-l.em(0.1)).draw(red, line, inks[0])
		b.moves.fit(r.Black, float64(column)-l.em(0.1)).draw(red+column, line, inks[1])
	}
}
