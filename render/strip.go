package render

import (
	"image"
	"strconv"

	"xiangqibot/engine/board"
)

// sideNames replace the names of players for which no font has glyphs.
var sideNames = [2]string{board.Red: "紅方", board.Black: "黑方"}

// name lays out the name of a player.
func (p *picture) name(side board.Color, size float64, width int) textLine {
	name := p.scene.Players[side].Name
	if name != "" && !p.fonts.hasGlyphs(name) {
		name = sideNames[side] // better than a row of placeholders
	}
	return p.fit(name, size, float64(width))
}

// drawStrip draws the strip of both players with its upper edge at y. The player at the bottom of the board is on the
// left.
func (p *picture) drawStrip(y int) {
	for i, side := range [2]board.Color{p.scene.bottom(), p.scene.bottom().Opponent()} {
		left := i * (p.width / 2)
		paste(p.dst, p.bars.half[p.scene.turn(side)], image.Pt(left, y))
		pad := round(p.em(0.18))
		middle := y + p.strip/2
		x := left + pad + p.strip*9/20
		p.put(&p.bars.badges[side], image.Pt(x, middle))
		x += p.strip*9/20 + round(p.em(0.10))
		right := left + p.width/2 - pad/2
		if p.scene.Players[side].Clock != "" {
			right = p.drawClock(side, clockText, right, middle) - round(p.em(0.10))
		}
		p.name(side, nameText, right-x).draw(x, middle, p.ink(p.st.nameInks()[p.scene.turn(side)]))
	}
}

// drawClock draws a player's clock in a box whose right edge is at right, and returns the box's left edge.
func (p *picture) drawClock(side board.Color, size float64, right, middle int) int {
	text := p.fit(p.scene.Players[side].Clock, size, float64(p.width)/3)
	inner, half := round(text.size*0.4), round(text.size*0.68)
	box := image.Rect(right-text.pixels()-2*inner, middle-half, right, middle+half)
	p.fillRounded(box, p.st.clock)
	text.draw(box.Min.X+inner, middle, p.ink(p.st.clockInks()[p.scene.turn(side)]))
	return box.Min.X
}

// drawStatus draws the status line with its upper edge at y.
func (p *picture) drawStatus(y int) {
	paste(p.dst, p.bars.status, image.Pt(0, y))
	text := p.fit(p.scene.Status, smallText, float64(p.width)-2*p.em(0.25))
	text.draw((p.width-text.pixels())/2, y+p.status/2, p.ink(p.st.statusInk()))
}

// drawTally draws the tally in a part of the picture, a row for each bar. The largest count has the longest bar.
func (p *picture) drawTally(part image.Rectangle) {
	most := 1
	for _, bar := range p.scene.Tally {
		most = max(most, bar.Count)
	}
	pad := round(p.em(0.25))
	left := part.Min.X + pad + round(0.30*float64(part.Dx())) // where the bars begin
	room := part.Max.X - left - round(p.em(1.1))              // for the longest, which is followed by its count
	ink := p.ink(p.st.statusInk())
	for i, bar := range p.scene.Tally {
		middle := part.Min.Y + i*p.status + p.status/2
		p.fit(bar.Label, smallText, float64(left-part.Min.X-2*pad)).draw(part.Min.X+pad, middle, ink)
		right := left + room*bar.Count/most
		if thick := p.status * 5 / 16; right > left {
			p.fillRounded(image.Rect(left, middle-thick, right, middle+thick), p.st.turn)
		}
		p.fit(strconv.Itoa(bar.Count), smallText, p.em(0.9)).draw(right+round(p.em(0.14)), middle, ink)
	}
}
