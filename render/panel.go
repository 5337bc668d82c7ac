package render

import (
	"image"
	"strconv"

	"xiangqibot/engine/board"
)

// blockCells is the height of a player's block on the panel, in cells: name, note with clock, and captured pieces.
const blockCells = 2.35

// drawPanel draws the panel of a wide picture beside the board: the two players, each at the end of their side of the
// board, and between them the last moves, or a tally, and the status. Results are there in the place of all else.
func (p *picture) drawPanel() {
	panel := image.Rect(p.width, 0, p.width+p.panel, p.height)
	p.fill(panel, p.st.bar)
	if len(p.scene.Results) > 0 {
		p.drawResultsBeside(panel)
		return
	}
	block := round(p.em(blockCells))
	p.drawBlock(0, p.scene.bottom().Opponent())
	p.drawBlock(p.height-block, p.scene.bottom())

	between := image.Rect(panel.Min.X, block, panel.Max.X, p.height-block)
	if p.scene.Status != "" {
		between.Max.Y -= p.status
		text := p.fit(p.scene.Status, smallText, float64(p.panel)-p.em(0.5))
		text.draw(p.width+(p.panel-text.pixels())/2, between.Max.Y+p.status/2, p.ink(p.st.nameTurn))
	}
	if n := len(p.scene.Tally); n > 0 {
		between.Min.Y += max(0, (between.Dy()-n*p.status)/2)
		p.drawTally(between)
		return
	}
	p.drawRounds(between)
}

// drawBlock draws the block of one player on the panel, with its upper edge at y.
func (p *picture) drawBlock(y int, side board.Color) {
	whole := image.Rect(p.width, y, p.width+p.panel, y+round(p.em(blockCells)))
	if p.scene.turn(side) == 1 {
		p.fill(whole, p.st.barTurn)
		p.fill(image.Rect(whole.Min.X, y, whole.Min.X+p.turnEdge(), whole.Max.Y), p.st.turn)
	}
	pad := round(p.em(0.30))
	left, right := whole.Min.X+pad, whole.Max.X-pad
	ink := p.ink(p.st.nameInks()[p.scene.turn(side)])

	middle := y + round(p.em(0.45))
	p.put(&p.bars.badges[side], image.Pt(left+p.strip/2, middle))
	x := left + p.strip + round(p.em(0.14))
	p.name(side, panelNameText, right-x).draw(x, middle, ink)

	middle = y + round(p.em(1.13))
	player, end := &p.scene.Players[side], right
	if player.Clock != "" {
		end = p.drawClock(side, panelClockText, right, middle) - pad/2
	}
	p.fit(player.Note, smallText, float64(end-x)).draw(x, middle, ink)

	p.drawCaptured(image.Pt(left, y+round(p.em(1.88))), right, side)
}

// drawCaptured draws the pieces that a player captured, in a row that begins at a point and ends at right: a disc for
// each kind, the strongest first, followed by their number.
func (p *picture) drawCaptured(at image.Point, right int, side board.Color) {
	var count [16]int
	for _, taken := range p.scene.Captured {
		count[taken]++
	}
	small := p.bars.small()
	step := (right - at.X) / 6 // the number of kinds without the king
	for _, kind := range []board.Kind{board.Rook, board.Cannon, board.Horse, board.Elephant, board.Advisor, board.Pawn} {
		taken := board.MakePiece(side.Opponent(), kind)
		if count[taken] == 0 {
			continue
		}
		p.put(&small[taken], image.Pt(at.X+p.strip/2, at.Y))
		if count[taken] > 1 {
			number := p.fit(strconv.Itoa(count[taken]), smallText, p.em(0.5))
			number.draw(at.X+p.strip, at.Y, p.ink(p.st.nameTurn))
		}
		at.X += step
	}
}

// drawRounds lists the last moves in a part of the picture, as many as fit. The latest is highlighted.
func (p *picture) drawRounds(part image.Rectangle) {
	height := round(p.em(0.74))
	rounds := p.scene.Moves
	if room := part.Dy() / height; len(rounds) > room {
		rounds = rounds[len(rounds)-room:]
	}
	pad := round(p.em(0.30))
	number := part.Min.X + pad + round(p.em(0.62)) // right edge of the numbers
	red := number + round(p.em(0.22))
	column := (part.Max.X - pad - red) / 2
	top := part.Min.Y + (part.Dy()-len(rounds)*height)/2
	faint, plain, bright := p.ink(p.st.name.mix(p.st.bar, 0.35)), p.ink(p.st.name), p.ink(p.st.nameTurn)
	for i, r := range rounds {
		middle := top + i*height + height/2
		text := p.fit(strconv.Itoa(r.Number)+".", smallText, p.em(0.9))
		text.size = p.em(moveText) // they share a baseline
		text.draw(number-text.pixels(), middle, faint)
		redInk, blackInk := plain, plain
		switch last := i == len(rounds)-1; {
		case last && r.Black != "":
			blackInk = bright
		case last:
			redInk = bright
		}
		width := float64(column) - p.em(0.1)
		p.fit(r.Red, moveText, width).draw(red, middle, redInk)
		p.fit(r.Black, moveText, width).draw(red+column, middle, blackInk)
	}
}
