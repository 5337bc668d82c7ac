package render

import (
	"image"
	"image/draw"
	"strconv"

	"xiangqibot/engine/board"
)

// bars draws everything around the board: the strip of the two players, the panel of a wide picture and the status
// line, with their small discs and text.
type bars struct {
	ground [2]*image.Paletted // half of the strip: of the waiting player, of the player to move
	below  *image.Paletted    // background of the status line
	badges [2]sprite          // a small king for each side, for the strip
	small  func() [16]sprite  // all pieces, for the panel
	names  *textFace
	clocks *textFace
	status *textFace
	titles *textFace // names on the panel
	times  *textFace // clocks on the panel
	moves  *textFace

	name, clock [2]rgb // text colors, indexed as ground
	panel       [2]rgb // background of the panel, and of the block of the player to move
	turn        rgb
	box         rgb
	statusInk   rgb
	count       rgb // color of the bars of a tally
}

// smallLayout returns the layout of a disc that fits into a line of text.
func smallLayout(line int) layout {
	cell := round(0.94 * float64(line))
	return layout{cell: cell, radius: 0.46 * float64(cell)}
}

func newBars(l layout, st *style, f *fonts) *bars {
	return &bars{
		names:  newTextFace(f, l.em(0.34)),
		clocks: newTextFace(f, l.em(0.36)),
		status: newTextFace(f, l.em(0.32)),
		titles: newTextFace(f, l.em(0.42)),
		times:  newTextFace(f, l.em(0.50)),
		moves:  newTextFace(f, l.em(0.44)),
		name:   [2]rgb{st.name, st.nameTurn},
		clock:  [2]rgb{st.clockText.mix(st.bar, 0.35), st.clockText},
		panel:  [2]rgb{st.bar, st.barTurn}, turn: st.turn,
		box: st.clock, statusInk: st.nameTurn.mix(st.bar, 0.12), count: st.turn,
	}
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
		fill(img, image.Rect(0, 0, turnEdge(l), l.strip), st.turn, 1)
	}
	return img
}

// turnEdge returns the width of the bright edge beside the player to move.
func turnEdge(l layout) int { return max(3, round(l.em(0.085))) }

// paintStatus draws the background of the status line.
func paintStatus(l layout, st *style) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, l.width, l.status))
	fill(img, img.Rect, st.bar.mix(st.clock, 0.5), 1)
	return img
}

// player is what is shown of one player.
type player struct {
	side              board.Color
	name, clock, note string
	captured          []board.Piece // the pieces that they captured
	toMove            bool
}

// state returns the index of the colors for a player.
func (p *player) state() int {
	if p.toMove {
		return 1
	}
	return 0
}

// players returns the two players of a scene, the one at the top of the board first.
func players(s *Scene) [2]player {
	red := player{side: board.Red, name: s.RedName, clock: s.RedClock, note: s.RedNote}
	black := player{side: board.Black, name: s.BlackName, clock: s.BlackClock, note: s.BlackNote}
	if !s.Over {
		red.toMove = s.Position.SideToMove() == board.Red
		black.toMove = !red.toMove
	}
	for _, p := range s.Captured {
		if p.Color() == board.Red {
			black.captured = append(black.captured, p)
		} else {
			red.captured = append(red.captured, p)
		}
	}
	if s.Flipped {
		return [2]player{red, black}
	}
	return [2]player{black, red}
}

// sideNames replace the names of players for which no font has glyphs.
var sideNames = [2]string{board.Red: "紅方", board.Black: "黑方"}

// shown returns the name of a player as t can draw it.
func (p *player) shown(t *textFace) string {
	if p.name != "" && !t.hasGlyphs(p.name) {
		return sideNames[p.side] // better than a row of placeholders
	}
	return p.name
}

// drawStrip draws the strip of both players on dst with its upper edge at y. The player at the bottom of the board is
// on the left.
func (b *bars) drawStrip(dst *image.Paletted, p *palette, l layout, y int, both [2]player) {
	for i, who := range [2]player{both[1], both[0]} {
		left := i * (l.width / 2)
		paste(dst, b.ground[who.state()], image.Pt(left, y))
		pad := round(l.em(0.18))
		middle := y + l.strip/2
		x := left + pad + l.strip*9/20
		b.badges[who.side].draw(dst, p, image.Pt(x, middle))
		x += l.strip*9/20 + round(l.em(0.10))
		right := left + l.width/2 - pad/2
		if who.clock != "" {
			right = b.drawClock(dst, p, l, b.clocks, who, right, middle) - round(l.em(0.10))
		}
		text := b.names.fit(who.shown(b.names), float64(right-x))
		text.draw(x, baseline(middle, b.names.size), painter(dst, p, b.name[who.state()]))
	}
}

// drawClock draws a player's clock in a box whose right edge is at right, and returns the box's left edge.
func (b *bars) drawClock(dst *image.Paletted, p *palette, l layout, t *textFace, who player, right, middle int) int {
	text := t.fit(who.clock, float64(l.width)/3)
	inner := round(t.size * 0.4)
	half := round(t.size * 0.68)
	box := image.Rect(right-round(text.width)-2*inner, middle-half, right, middle+half)
	fillRounded(dst, box, max(2, l.cell/18), p.nearestExact(b.box))
	text.draw(box.Min.X+inner, baseline(middle, t.size), painter(dst, p, b.clock[who.state()]))
	return box.Min.X
}

// drawStatus draws the status line on dst with its upper edge at y.
func (b *bars) drawStatus(dst *image.Paletted, p *palette, l layout, y int, status string) {
	paste(dst, b.below, image.Pt(0, y))
	text := b.status.fit(status, float64(l.width)-2*l.em(0.25))
	x := (l.width - round(text.width)) / 2
	text.draw(x, baseline(y+l.status/2, b.status.size), painter(dst, p, b.statusInk))
}

// baseline returns the baseline of text whose capitals are centered on y.
func baseline(y int, size float64) int { return y + round(size*0.36) }

// painter returns a function that fills masks on dst with one color.
func painter(dst *image.Paletted, p *palette, c rgb) func(mask *image.Alpha, dx, dy int) {
	full := p.nearestExact(c)
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

// paste copies a picture to a point of dst, which must have room for it.
func paste(dst, ground *image.Paletted, at image.Point) {
	size := ground.Rect.Size()
	for y := range size.Y {
		copy(dst.Pix[dst.PixOffset(at.X, at.Y+y):][:size.X], ground.Pix[y*ground.Stride:])
	}
}

// fillPlain fills a rectangle with one palette index.
func fillPlain(dst *image.Paletted, r image.Rectangle, index uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range row {
			row[x] = index
		}
	}
}

// fillRounded fills a rectangle with rounded corners.
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

// sample draws both halves of the strip with text in true color, as input for choosing the palette.
func (b *bars) sample(dst *image.RGBA, l layout, st *style, badges [2]*image.RGBA) {
	ink := func(c rgb) func(*image.Alpha, int, int) {
		return func(mask *image.Alpha, dx, dy int) { shade(dst, mask, dx, dy, c, 1) }
	}
	const words = "Alice 紅方 12:45"
	for i, toMove := range []bool{false, true} {
		y := i * l.strip
		fill(dst, image.Rect(0, y, l.width, y+l.strip), b.panel[i], 1)
		half := paintHalf(l, st, toMove)
		draw.Draw(dst, half.Rect.Add(image.Pt(0, y)), half, image.Point{}, draw.Src)
		line := baseline(y+l.strip/2, b.names.size)
		fill(dst, image.Rect(l.width/2, y, l.width-2*l.strip, y+l.strip), st.clock, 1)
		fill(dst, image.Rect(l.width-2*l.strip, y, l.width, y+l.strip), st.turn, 1)
		b.names.fit(words, float64(l.width)/3).draw(l.strip*2, line, ink(b.name[i]))
		b.clocks.fit(words, float64(l.width)/3).draw(l.width/2+10, line, ink(b.clock[i]))
		for k, badge := range badges {
			half := badge.Rect.Dx() / 2
			draw.Draw(dst, badge.Rect.Add(image.Pt(k*l.strip, y+l.strip/2-half)), badge, image.Point{}, draw.Over)
		}
	}
	y := 2 * l.strip
	draw.Draw(dst, image.Rect(0, y, l.width, y+l.status), paintStatus(l, st), image.Point{}, draw.Src)
	b.status.fit(words+words, float64(l.width)).draw(10, baseline(y+l.status/2, b.status.size), ink(b.statusInk))
}

// drawTally draws a tally in a part of dst, a row for each bar. The largest count has the longest bar.
func (b *bars) drawTally(dst *image.Paletted, p *palette, l layout, part image.Rectangle, tally []Bar) {
	most := 1
	for _, bar := range tally {
		most = max(most, bar.Count)
	}
	pad := round(l.em(0.25))
	left := part.Min.X + pad + round(0.30*float64(part.Dx())) // where the bars begin
	room := part.Max.X - left - round(l.em(1.1))              // for the longest, which is followed by its count
	ink, fill := painter(dst, p, b.statusInk), p.nearestExact(b.count)
	for i, bar := range tally {
		top := part.Min.Y + i*l.status
		line := baseline(top+l.status/2, b.status.size)
		b.status.fit(bar.Label, float64(left-part.Min.X-2*pad)).draw(part.Min.X+pad, line, ink)
		right := left + room*bar.Count/most
		if thick := l.status * 5 / 16; right > left {
			fillRounded(dst, image.Rect(left, top+l.status/2-thick, right, top+l.status/2+thick), max(2, l.cell/18), fill)
		}
		count := b.status.fit(strconv.Itoa(bar.Count), l.em(0.9))
		count.draw(right+round(l.em(0.14)), line, ink)
	}
}
