package render

import (
	"image"
	"image/draw"
	"sync"

	"xiangqibot/engine/board"
)

// sheet is the sprite sheet of one look: the empty board in both orientations with each style of coordinates, the
// discs, the marks, the bars and the palette that they share. What not every picture needs is drawn at its first use;
// otherwise a sheet is immutable, so any number of goroutines may draw pictures from it.
type sheet struct {
	layout
	st      *style
	fonts   *fonts
	palette *palette
	boards  [coordinatesCount][2]func() *image.Paletted // by the side at the bottom
	discs   [16]sprite                                  // by board.Piece
	marks   [markCount]sprite
	grades  func() [len(gradeSigns)]sprite
	numbers func() *numberSprites
	bars    barSprites
}

// numberSprites are the numbers of destinations, from 1.
type numberSprites struct{ onPoint, onPiece [MaxNumber]sprite }

// paletteSize is the maximum number of colors of a sheet. Fewer would show banding on the discs, more would cost bytes.
const paletteSize = 56

// bake draws a sheet. It takes some tenths of a second.
func bake(k look, f *fonts) *sheet {
	l, st := newLayout(k.height), &styles[k.theme]
	s := &sheet{layout: l, st: st, fonts: f}

	plain := paintBoard(l, st, f)
	clone := func(of *image.RGBA) *image.RGBA {
		img := image.NewRGBA(of.Rect)
		copy(img.Pix, of.Pix)
		return img
	}
	labeled := func(e Coordinates, flipped bool) *image.RGBA {
		img := clone(plain)
		paintEdge(img, l, st, f, edgeLabels(e, flipped))
		return img
	}
	var discs [16]*image.RGBA
	var badges [2]*image.RGBA
	for _, c := range []board.Color{board.Red, board.Black} {
		blank := paintBlank(l, st, c)
		for kind := board.King; kind <= board.Pawn; kind++ {
			p := board.MakePiece(c, kind)
			discs[p] = clone(blank)
			paintGlyph(discs[p], l, st, f, p, k.pieces)
		}
		badges[c] = paintDisc(smallLayout(l.strip), st, f, board.MakePiece(c, board.King), k.pieces)
	}
	var marks [markCount]*image.RGBA
	for i, paint := range markPainters {
		marks[i] = paintStamp(l, st, paint)
	}
	s.palette = newPalette(paletteSize, samplePicture(l, labeled(Numerals, false), discs, marks), sampleBars(l, st, f, badges))

	onBoard := func(img *image.RGBA) sprite { return newSprite(img, s.palette, st.field.mix(st.fieldDark, 0.5)) }
	onBar := func(img *image.RGBA) sprite { return newSprite(img, s.palette, st.bar) }
	unlabeled := s.palette.convert(plain)
	for e := range s.boards {
		for bottom := range s.boards[e] {
			s.boards[e][bottom] = sync.OnceValue(func() *image.Paletted {
				img := labeled(Coordinates(e), bottom == int(board.Black))
				b := image.NewPaletted(img.Rect, s.palette.colors)
				copy(b.Pix, unlabeled.Pix)
				for _, strip := range l.casing() {
					s.palette.convertPart(b, img, strip)
				}
				return b
			})
		}
	}
	for p, d := range discs {
		if d != nil {
			s.discs[p] = onBoard(d)
		}
	}
	for i, img := range marks {
		s.marks[i] = onBoard(img)
	}
	s.grades = sync.OnceValue(func() (badges [len(gradeSigns)]sprite) { // only reviews need them
		for i, img := range gradePictures(l, st, f) {
			badges[i] = onBoard(img)
		}
		return badges
	})
	s.numbers = sync.OnceValue(func() *numberSprites { // only those who choose a move need them
		var numbers numberSprites
		onPoint, onPiece := numberPictures(l, st, f)
		for i := range MaxNumber {
			numbers.onPoint[i], numbers.onPiece[i] = onBoard(onPoint[i]), onBoard(onPiece[i])
		}
		return &numbers
	})
	for i, b := range badges {
		s.bars.badges[i] = onBar(b)
		s.bars.half[i] = s.palette.convert(paintHalf(l, st, i == 1))
	}
	s.bars.small = sync.OnceValue(func() (small [16]sprite) { // only wide pictures need them
		for p := range discs {
			if discs[p] != nil {
				small[p] = onBar(paintDisc(smallLayout(l.strip), st, f, board.Piece(p), k.pieces))
			}
		}
		return small
	})
	s.bars.status = s.palette.convert(paintStatus(l, st))
	return s
}

// samplePicture draws a board in true color with every disc and every mark on it, as input for choosing the palette.
func samplePicture(l layout, ground *image.RGBA, discs [16]*image.RGBA, marks [markCount]*image.RGBA) *image.RGBA {
	out := image.NewRGBA(ground.Rect)
	draw.Draw(out, out.Rect, ground, image.Point{}, draw.Src)
	put := func(img *image.RGBA, p image.Point) {
		half := img.Rect.Dx() / 2
		draw.Draw(out, img.Rect.Add(p).Sub(image.Pt(half, half)), img, image.Point{}, draw.Over)
	}
	for i, m := range marks {
		put(m, l.grid(i, 4))
	}
	start := board.StartPosition()
	for sq := range board.NoSquare {
		if p := start.At(sq); p != board.NoPiece {
			put(discs[p], l.point(sq, false))
		}
	}
	return out
}
