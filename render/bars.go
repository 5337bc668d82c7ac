package render

import (
	"image"
	"image/draw"
	"strconv"

	"xiangqibot/engine/board"
)

// The sizes of the texts around the board, in cells.
const (
	nameText       = 0.34 // in the strip
	clockText      = 0.36
	panelNameText  = 0.42
	panelClockText = 0.50
	moveText       = 0.44 // on the panel
	smallText      = 0.32
)

// barSprites are what is around the board: the strip of the two players, the panel of a wide picture, the status line.
type barSprites struct {
	half   [2]*image.Paletted // half of the strip: of the waiting player, of the player to move
	status *image.Paletted    // background of the status line
	badges [2]sprite          // a small king for each side, for the strip
	small  func() [16]sprite  // all pieces, for the panel
}

// smallLayout returns the layout of a disc that fits into a line of text.
func smallLayout(line int) layout {
	cell := round(0.94 * float64(line))
	return layout{cell: cell, radius: 0.46 * float64(cell)}
}

// paintHalf draws a player's empty half of the strip in true color. That of the player to move is lighter and has a
// bright edge.
func paintHalf(l layout, st *style, toMove bool) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, l.width/2, l.strip))
	ground := st.bar
	if toMove {
		ground = st.barTurn
	}
	fill(img, img.Rect, ground, 1)
	bevel(img, img.Rect, 1, ground.mix(st.frameLit, 0.5), ground.mix(st.frameLow, 0.6))
	if toMove {
		fill(img, image.Rect(0, 0, l.turnEdge(), l.strip), st.turn, 1)
	}
	return img
}

// turnEdge returns the width of the bright edge beside the player to move.
func (l layout) turnEdge() int { return max(3, round(l.em(0.085))) }

// paintStatus draws the background of the status line.
func paintStatus(l layout, st *style) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, l.width, l.status))
	fill(img, img.Rect, st.bar.mix(st.clock, 0.5), 1)
	return img
}

// player is what is written of one player.
type player struct{ name, clock, note string }

func (s *Scene) player(c board.Color) player {
	if c == board.Red {
		return player{s.RedName, s.RedClock, s.RedNote}
	}
	return player{s.BlackName, s.BlackClock, s.BlackNote}
}

// turn is 1 for the player to move, else 0: an index of colors.
func (s *Scene) turn(c board.Color) int {
	if s.Over || s.Position.SideToMove() != c {
		return 0
	}
	return 1
}

// nameInks and clockInks are the colors of the texts of a player who waits, and of the player to move.
func (st *style) nameInks() [2]rgb  { return [2]rgb{st.name, st.nameTurn} }
func (st *style) clockInks() [2]rgb { return [2]rgb{st.clockText.mix(st.bar, 0.35), st.clockText} }

// statusInk is the color of the status line and of a tally.
func (st *style) statusInk() rgb { return st.nameTurn.mix(st.bar, 0.12) }

// sideNames replace the names of players for which no font has glyphs.
var sideNames = [2]string{board.Red: "紅方", board.Black: "黑方"}

// name lays out the name of a player.
func (p *picture) name(side board.Color, size float64, width int) textLine {
	name := p.player(side).name
	if name != "" && !p.fonts.hasGlyphs(name) {
		name = sideNames[side] // better than a row of placeholders
	}
	return p.fit(name, size, float64(width))
}

// drawStrip draws the strip of both players with its upper edge at y. The player at the bottom of the board is on the
// left.
func (p *picture) drawStrip(y int) {
	for i, side := range [2]board.Color{p.bottom(), p.bottom().Opponent()} {
		left := i * (p.width / 2)
		paste(p.dst, p.bars.half[p.turn(side)], image.Pt(left, y))
		pad := round(p.em(0.18))
		middle := y + p.strip/2
		x := left + pad + p.strip*9/20
		p.put(&p.bars.badges[side], image.Pt(x, middle))
		x += p.strip*9/20 + round(p.em(0.10))
		right := left + p.width/2 - pad/2
		if p.player(side).clock != "" {
			right = p.drawClock(side, clockText, right, middle) - round(p.em(0.10))
		}
		p.name(side, nameText, right-x).draw(x, middle, p.ink(p.st.nameInks()[p.turn(side)]))
	}
}

// drawClock draws a player's clock in a box whose right edge is at right, and returns the box's left edge.
func (p *picture) drawClock(side board.Color, size float64, right, middle int) int {
	text := p.fit(p.player(side).clock, size, float64(p.width)/3)
	inner, half := round(text.size*0.4), round(text.size*0.68)
	box := image.Rect(right-text.pixels()-2*inner, middle-half, right, middle+half)
	p.fillRounded(box, p.st.clock)
	text.draw(box.Min.X+inner, middle, p.ink(p.st.clockInks()[p.turn(side)]))
	return box.Min.X
}

// drawStatus draws the status line with its upper edge at y.
func (p *picture) drawStatus(y int) {
	paste(p.dst, p.bars.status, image.Pt(0, y))
	text := p.fit(p.Status, smallText, float64(p.width)-2*p.em(0.25))
	text.draw((p.width-text.pixels())/2, y+p.status/2, p.ink(p.st.statusInk()))
}

// drawTally draws the tally in a part of the picture, a row for each bar. The largest count has the longest bar.
func (p *picture) drawTally(part image.Rectangle) {
	most := 1
	for _, bar := range p.Tally {
		most = max(most, bar.Count)
	}
	pad := round(p.em(0.25))
	left := part.Min.X + pad + round(0.30*float64(part.Dx())) // where the bars begin
	room := part.Max.X - left - round(p.em(1.1))              // for the longest, which is followed by its count
	ink := p.ink(p.st.statusInk())
	for i, bar := range p.Tally {
		middle := part.Min.Y + i*p.status + p.status/2
		p.fit(bar.Label, smallText, float64(left-part.Min.X-2*pad)).draw(part.Min.X+pad, middle, ink)
		right := left + room*bar.Count/most
		if thick := p.status * 5 / 16; right > left {
			p.fillRounded(image.Rect(left, middle-thick, right, middle+thick), p.st.turn)
		}
		p.fit(strconv.Itoa(bar.Count), smallText, p.em(0.9)).draw(right+round(p.em(0.14)), middle, ink)
	}
}

// sampleBars draws both halves of the strip with text in true color, as input for choosing the palette.
func sampleBars(l layout, st *style, f *fonts, badges [2]*image.RGBA) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, l.width, 2*l.strip+l.status))
	const words = "Alice 紅方 12:45"
	write := func(text string, size, width float64, x, y int, c rgb) {
		f.fit(text, l.em(size), width).draw(x, y, func(mask *image.Alpha, dx, dy int) { shade(dst, mask, dx, dy, c, 1) })
	}
	third := float64(l.width) / 3
	for i, ground := range [2]rgb{st.bar, st.barTurn} {
		y := i * l.strip
		fill(dst, image.Rect(0, y, l.width, y+l.strip), ground, 1)
		half := paintHalf(l, st, i == 1)
		draw.Draw(dst, half.Rect.Add(image.Pt(0, y)), half, image.Point{}, draw.Src)
		fill(dst, image.Rect(l.width/2, y, l.width-2*l.strip, y+l.strip), st.clock, 1)
		fill(dst, image.Rect(l.width-2*l.strip, y, l.width, y+l.strip), st.turn, 1)
		write(words, nameText, third, l.strip*2, y+l.strip/2, st.nameInks()[i])
		write(words, clockText, third, l.width/2+10, y+l.strip/2, st.clockInks()[i])
		for k, badge := range badges {
			half := badge.Rect.Dx() / 2
			draw.Draw(dst, badge.Rect.Add(image.Pt(k*l.strip, y+l.strip/2-half)), badge, image.Point{}, draw.Over)
		}
	}
	y := 2 * l.strip
	draw.Draw(dst, image.Rect(0, y, l.width, y+l.status), paintStatus(l, st), image.Point{}, draw.Src)
	write(words+words, smallText, float64(l.width), 10, y+l.status/2, st.statusInk())
	return dst
}
