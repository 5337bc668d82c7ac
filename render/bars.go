package render

import (
	"image"
	"image/draw"
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

// barSprites are the sprites for what is around the board: the strip of the two players, the panel of a wide picture,
// the status line.
type barSprites struct {
	half   [2]*image.Paletted // half of the strip: of the waiting player, of the player to move
	status *image.Paletted    // background of the status line
	badges [2]sprite          // a small king for each side, for the strip
	small  func() [16]sprite  // all pieces, for the panel
}

// smallLayout returns the layout of a disc that fits into a strip or a line of text of a height.
func smallLayout(height int) layout {
	cell := round(0.94 * float64(height))
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

// nameInks and clockInks return the colors of a player's name and clock, by [Scene.turn].
func (st *style) nameInks() [2]rgb  { return [2]rgb{st.name, st.nameTurn} }
func (st *style) clockInks() [2]rgb { return [2]rgb{st.clockText.mix(st.bar, 0.35), st.clockText} }

// statusInk returns the color of the status line and of a tally.
func (st *style) statusInk() rgb { return st.nameTurn.mix(st.bar, 0.12) }

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
