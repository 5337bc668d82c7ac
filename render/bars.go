package render

import (
	"image"
	"image/draw"

	"xiangqibot/engine/board"
)

// bars are the panels of the two players and the status line: their empty grounds, the small discs and the letters.
type bars struct {
	ground [2]*image.Paletted // of a player who waits, and of the one to move
	below  *image.Paletted    // of the status line
	badges [2]sprite          // a small king by side
	names  *lettering
	clocks *lettering
	status *lettering

	name, clock [2]rgb // colors of letters, by the same index as ground
	box         rgb
	statusInk   rgb
	count       rgb // of the bars of a chart
}

// badgeLayout is the layout of the small discs in the bars.
func badgeLayout(l layout) layout {
	cell := round(0.84 * float64(l.bar))
	return layout{cell: cell, radius: 0.43 * float64(cell)}
}

func newBars(l layout, st *style, f *fonts) *bars {
	return &bars{
		names:  newLettering(f, l.em(0.34)),
		clocks: newLettering(f, l.em(0.33)),
		status: newLettering(f, l.em(0.29)),
		name:   [2]rgb{st.name, st.nameTurn},
		clock:  [2]rgb{st.clockText.mix(st.bar, 0.35), st.clockText},
		box:    st.clock, statusInk: st.nameTurn.mix(st.bar, 0.12), count: st.turn,
	}
}

// paintBar draws the empty panel of a player in true color. The one to move has a lighter panel with a bright strip.
func paintBar(l layout, st *style, toMove bool) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, l.width, l.bar))
	ground := st.bar
	if toMove {
		ground = st.barTurn
	}
	fill(img, img.Rect, ground, 1)
	bevel(img, img.Rect, 1, ground.mix(st.frameLit, 0.5), ground.mix(st.frameLow, 0.6))
	if toMove {
		strip := max(3, round(l.em(0.085)))
		fill(img, image.Rect(0, 0, strip, l.bar), st.turn, 1)
	}
	return img
}

// paintStatus draws the empty ground of the status line.
func paintStatus(l layout, st *style) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, l.width, l.status))
	fill(img, img.Rect, st.bar.mix(st.clock, 0.5), 1)
	return img
}

// player is what one bar shows.
type player struct {
	side        board.Color
	name, clock string
	toMove      bool
}

// sideNames stand for the names of players that no font can write.
var sideNames = [2]string{board.Red: "紅方", board.Black: "黑方"}

// draw puts the bar of a player on dst with its upper edge at y.
func (b *bars) draw(dst *image.Paletted, p *palette, l layout, y int, who player) {
	state := 0
	if who.toMove {
		state = 1
	}
	paste(dst, b.ground[state], y)

	pad := round(l.em(0.20))
	middle := y + l.bar/2
	x := pad + round(l.em(0.10)) + l.bar*2/5
	b.badges[who.side].draw(dst, p, image.Pt(x, middle))
	x += l.bar*2/5 + round(l.em(0.14))
	right := l.width - pad

	if who.clock != "" {
		text := b.clocks.fit(who.clock, float64(l.width)/3)
		inner := round(l.em(0.14))
		box := image.Rect(right-round(text.width)-2*inner, middle-l.bar*3/8, right, middle+l.bar*3/8)
		fillRounded(dst, box, max(2, l.cell/18), p.exact(b.box))
		text.draw(box.Min.X+inner, baseline(middle, b.clocks.size), inked(dst, p, b.clock[state]))
		right = box.Min.X - round(l.em(0.12))
	}
	name := who.name
	if name != "" && !b.names.writes(name) {
		name = sideNames[who.side] // better than a row of neutral marks
	}
	text := b.names.fit(name, float64(right-x))
	text.draw(x, baseline(middle, b.names.size), inked(dst, p, b.name[state]))
}

// drawStatus puts the status line on dst with its upper edge at y.
func (b *bars) drawStatus(dst *image.Paletted, p *palette, l layout, y int, status string) {
	paste(dst, b.below, y)
	text := b.status.fit(status, float64(l.width)-2*l.em(0.25))
	x := (l.width - round(text.width)) / 2
	text.draw(x, baseline(y+l.status/2, b.status.size), inked(dst, p, b.statusInk))
}

// baseline is where letters stand whose capitals are to be centered on y.
func baseline(y int, size float64) int { return y + round(size*0.36) }

// inked returns a function that prints masks on dst in one color.
func inked(dst *image.Paletted, p *palette, c rgb) func(mask *image.Alpha, dx, dy int) {
	full := p.exact(c)
	return func(mask *image.Alpha, dx, dy int) {
		r := mask.Rect.Add(image.Pt(dx, dy)).Intersect(dst.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			row := dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()]
			for i, a := range mask.Pix[mask.PixOffset(r.Min.X-dx, y-dy):][:r.Dx()] {
				switch a {
				case 0:
				case 255:
					row[i] = full
				default:
					row[i] = p.blend(row[i], c, a)
				}
			}
		}
	}
}

// paste copies a ground as wide as dst to row y.
func paste(dst, ground *image.Paletted, y int) {
	copy(dst.Pix[dst.PixOffset(0, y):], ground.Pix)
}

// fillRounded fills a rectangle whose corners are cut by a few pixels.
func fillRounded(dst *image.Paletted, r image.Rectangle, corner int, index uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		edge := min(y-r.Min.Y, r.Max.Y-1-y)
		cut := 0
		for cut < corner && (corner-cut)*(corner-cut)+(corner-edge)*(corner-edge) > corner*corner+corner && edge < corner {
			cut++
		}
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := cut; x < len(row)-cut; x++ {
			row[x] = index
		}
	}
}

// sample draws both panels with letters in true color, so that the palette gets to know them.
func (b *bars) sample(dst *image.RGBA, l layout, st *style, badges [2]*image.RGBA) {
	ink := func(c rgb) func(*image.Alpha, int, int) {
		return func(mask *image.Alpha, dx, dy int) { shade(dst, mask, dx, dy, c, 1) }
	}
	const words = "Alice 紅方 12:45"
	for i, toMove := range []bool{false, true} {
		y := i * l.bar
		draw.Draw(dst, image.Rect(0, y, l.width, y+l.bar), paintBar(l, st, toMove), image.Point{}, draw.Src)
		line := baseline(y+l.bar/2, b.names.size)
		fill(dst, image.Rect(l.width/2, y, l.width-10, y+l.bar), st.clock, 1)
		b.names.fit(words, float64(l.width)/3).draw(l.bar*2, line, ink(b.name[i]))
		b.clocks.fit(words, float64(l.width)/3).draw(l.width/2+10, line, ink(b.clock[i]))
		for k, badge := range badges {
			half := badge.Rect.Dx() / 2
			draw.Draw(dst, badge.Rect.Add(image.Pt(k*l.bar, y+l.bar/2-half)), badge, image.Point{}, draw.Over)
		}
	}
	y := 2 * l.bar
	draw.Draw(dst, image.Rect(0, y, l.width, y+l.status), paintStatus(l, st), image.Point{}, draw.Src)
	b.status.fit(words+words, float64(l.width)).draw(10, baseline(y+l.status/2, b.status.size), ink(b.statusInk))
}
