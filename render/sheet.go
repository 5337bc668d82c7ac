package render

import (
	"image"
	"image/draw"
	"sync"

	"xiangqibot/engine/board"
)

// sheet is the sprite sheet of one look: the empty board in both orientations with each style of coordinates, the
// discs, the marks, the bars and the palette that they share. Boards are drawn at their first use; otherwise a sheet is
// immutable, so any number of goroutines may compose pictures from it.
type sheet struct {
	layout  layout
	palette *palette
	boards  [coordinatesCount][2]func() *image.Paletted // with Red at the bottom, with Black at the bottom
	discs   [16]sprite                                  // by board.Piece
	marks   markSprites
	grades  func() [len(gradeSigns)]sprite
	numbers func() *numberSprites
	bars    *bars
}

// numberSprites are the numbers of destinations, from 1.
type numberSprites struct{ onPoint, onPiece [MaxNumber]sprite }

// paletteSize is the maximum number of colors of a sheet. Fewer would show banding on the discs, more would cost bytes.
const paletteSize = 56

// look is the key of a sheet.
type look struct {
	theme  Theme
	pieces PieceSet
	height int
}

// bake draws a sheet. It takes some tenths of a second.
func bake(k look, f *fonts) *sheet {
	l, st := newLayout(k.height), &styles[k.theme]
	s := &sheet{layout: l, bars: newBars(l, st, f)}

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
	marks := markPictures(l, st)

	sample := samplePicture(l, labeled(Numerals, false), discs, marks)
	panels := image.NewRGBA(image.Rect(0, 0, l.width, 2*l.strip+l.status))
	s.bars.sample(panels, l, st, badges)
	s.palette = newPalette(paletteSize, sample, panels)

	ground := st.field.mix(st.fieldDark, 0.5)
	unlabeled := s.palette.convert(plain)
	for e := range s.boards {
		for flip := range s.boards[e] {
			s.boards[e][flip] = sync.OnceValue(func() *image.Paletted {
				img := labeled(Coordinates(e), flip == 1)
				b := newPicture(img.Rect.Size(), s.palette.colors, make([]byte, rowBytes(img.Rect.Size())))
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
			s.discs[p] = newSprite(d, s.palette, ground)
		}
	}
	for i, to := range []*sprite{
		&s.marks.origin, &s.marks.target, &s.marks.glow, &s.marks.alarm,
		&s.marks.dot, &s.marks.ring, &s.marks.cross, &s.marks.obstacleBadge, &s.marks.selected,
	} {
		*to = newSprite(marks[i], s.palette, ground)
	}
	s.grades = sync.OnceValue(func() (badges [len(gradeSigns)]sprite) { // only reviews need them
		for i, img := range gradePictures(l, st, f) {
			badges[i] = newSprite(img, s.palette, ground)
		}
		return badges
	})
	s.numbers = sync.OnceValue(func() *numberSprites { // only those who choose a move need them
		var numbers numberSprites
		onPoint, onPiece := numberPictures(l, st, f)
		for i := range MaxNumber {
			numbers.onPoint[i] = newSprite(onPoint[i], s.palette, ground)
			numbers.onPiece[i] = newSprite(onPiece[i], s.palette, ground)
		}
		return &numbers
	})
	for i, b := range badges {
		s.bars.badges[i] = newSprite(b, s.palette, st.bar)
	}
	s.bars.small = sync.OnceValue(func() (small [16]sprite) { // only wide pictures need them
		for p := range discs {
			if discs[p] != nil {
				small[p] = newSprite(paintDisc(smallLayout(l.strip), st, f, board.Piece(p), k.pieces), s.palette, st.bar)
			}
		}
		return small
	})
	s.bars.ground = [2]*image.Paletted{s.palette.convert(paintHalf(l, st, false)), s.palette.convert(paintHalf(l, st, true))}
	s.bars.below = s.palette.convert(paintStatus(l, st))
	return s
}

// samplePicture draws a board in true color with every disc and every mark on it, as input for choosing the palette.
func samplePicture(l layout, ground *image.RGBA, discs [16]*image.RGBA, marks []*image.RGBA) *image.RGBA {
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

// compose draws a valid scene on dst, which must have the size that the layout gives for it. It writes every pixel.
func (s *sheet) compose(dst *image.Paletted, scene *Scene) {
	flip := 0
	if scene.Flipped {
		flip = 1
	}
	paste(dst, s.boards[scene.Coordinates][flip](), image.Point{})
	s.composePieces(dst, scene)
	if scene.Wide {
		s.bars.drawPanel(dst, s.palette, s.layout, scene)
		s.drawResults(dst, scene)
		return
	}
	s.drawResults(dst, scene)
	y := s.layout.height + resultsHeight(s.layout, len(scene.Results))
	if scene.hasPlayers() {
		s.bars.drawStrip(dst, s.palette, s.layout, y, players(scene))
		y += s.layout.strip
	}
	for i := range scene.Tally {
		paste(dst, s.bars.below, image.Pt(0, y+i*s.layout.status))
	}
	chart := image.Rect(0, y, s.layout.width, y+len(scene.Tally)*s.layout.status)
	s.bars.drawTally(dst, s.palette, s.layout, chart, scene.Tally)
	if scene.Status != "" {
		s.bars.drawStatus(dst, s.palette, s.layout, chart.Max.Y, scene.Status)
	}
}

// composePieces draws what is on the board: first what is below the pieces, then the pieces, then what is above them.
func (s *sheet) composePieces(dst *image.Paletted, scene *Scene) {
	put := func(what *sprite, sq board.Square) {
		what.draw(dst, s.palette, s.layout.point(sq, scene.Flipped))
	}
	pos := &scene.Position
	if m := scene.LastMove; m != board.NoMove {
		put(&s.marks.origin, m.From())
		put(&s.marks.target, m.To())
	}
	check := scene.Check < board.NoSquare && pos.At(scene.Check).Kind() == board.King
	if check {
		put(&s.marks.glow, scene.Check)
	}
	for sq := range board.NoSquare {
		if p := pos.At(sq); p != board.NoPiece {
			put(&s.discs[p], sq)
		}
	}
	if check {
		put(&s.marks.alarm, scene.Check)
	}
	for _, a := range scene.Arrows {
		s.drawArrow(dst, scene, a)
	}
	for i, at := range s.layout.numberPlaces(scene) {
		if n := scene.Arrows[i].Number; n > 0 {
			s.numbers().onPoint[n-1].draw(dst, s.palette, at)
		}
	}
	for _, m := range scene.Marks {
		switch m.Kind {
		case Destination:
			empty := pos.At(m.Square) == board.NoPiece
			switch {
			case empty && m.Number > 0:
				put(&s.numbers().onPoint[m.Number-1], m.Square)
			case empty:
				put(&s.marks.dot, m.Square)
			default:
				put(&s.marks.ring, m.Square)
				if m.Number > 0 {
					put(&s.numbers().onPiece[m.Number-1], m.Square)
				}
			}
		case Obstacle:
			if pos.At(m.Square) == board.NoPiece {
				put(&s.marks.cross, m.Square)
			} else {
				put(&s.marks.obstacleBadge, m.Square)
			}
		case Selected:
			put(&s.marks.selected, m.Square)
		default:
			badges := s.grades()
			put(&badges[m.Kind-Mistake], m.Square)
		}
	}
}
