package render

import (
	"image"

	"xiangqibot/engine/board"
)

// picture is a scene while it is drawn.
type picture struct {
	*sheet
	*Scene
	dst *image.Paletted
}

// compose draws a scene on dst, which must have the size that the layout gives for it. It writes every pixel.
func (s *sheet) compose(dst *image.Paletted, scene *Scene) {
	p := &picture{s, scene, dst}
	paste(dst, s.boards[scene.Coordinates][scene.bottom()](), image.Point{})
	p.drawPieces()
	if scene.Wide {
		p.drawPanel()
		return
	}
	y := p.height
	p.drawResultsBelow(y)
	y += p.resultsHeight(len(scene.Results))
	if scene.hasPlayers() {
		p.drawStrip(y)
		y += p.strip
	}
	for i := range scene.Tally {
		paste(dst, s.bars.status, image.Pt(0, y+i*p.status))
	}
	p.drawTally(image.Rect(0, y, p.width, y))
	y += len(scene.Tally) * p.status
	if scene.Status != "" {
		p.drawStatus(y)
	}
}

// drawPieces draws what is on the board: first what is below the pieces, then the pieces, then what is above them.
func (p *picture) drawPieces() {
	pos := &p.Position
	if m := p.LastMove; m != board.NoMove {
		p.mark(lastOrigin, m.From())
		p.mark(lastTarget, m.To())
	}
	check := p.Check < board.NoSquare && pos.At(p.Check).Kind() == board.King
	if check {
		p.mark(checkGlow, p.Check)
	}
	for sq := range board.NoSquare {
		if piece := pos.At(sq); piece != board.NoPiece {
			p.put(&p.discs[piece], p.at(sq))
		}
	}
	if check {
		p.mark(checkAlarm, p.Check)
	}
	for _, a := range p.Arrows {
		p.drawArrow(a)
	}
	for i, at := range p.numberPlaces() {
		if n := p.Arrows[i].Number; n > 0 {
			p.put(&p.numbers().onPoint[n-1], at)
		}
	}
	for _, m := range p.Marks {
		empty := pos.At(m.Square) == board.NoPiece
		switch m.Kind {
		case Destination:
			switch {
			case empty && m.Number > 0:
				p.put(&p.numbers().onPoint[m.Number-1], p.at(m.Square))
			case empty:
				p.mark(emptyDestination, m.Square)
			default:
				p.mark(captureDestination, m.Square)
				if m.Number > 0 {
					p.put(&p.numbers().onPiece[m.Number-1], p.at(m.Square))
				}
			}
		case Obstacle:
			if empty {
				p.mark(emptyObstacle, m.Square)
			} else {
				p.mark(pieceObstacle, m.Square)
			}
		case Selected:
			p.mark(selectedPiece, m.Square)
		default:
			badge := p.grades()[m.Kind-Mistake]
			p.put(&badge, p.at(m.Square))
		}
	}
}

// at is where a square is in the picture.
func (p *picture) at(sq board.Square) image.Point { return p.point(sq, p.Flipped) }

// put draws a sprite centered on a point.
func (p *picture) put(s *sprite, at image.Point) { s.draw(p.dst, p.palette, at) }

// mark marks a square.
func (p *picture) mark(m mark, sq board.Square) { p.put(&p.marks[m], p.at(sq)) }

// fit lays out a text of a size in cells, and truncates it if it is wider than width.
func (p *picture) fit(text string, size, width float64) textLine {
	return p.fonts.fit(text, p.em(size), width)
}

// ink returns a function that fills masks with one color.
func (p *picture) ink(c rgb) func(mask *image.Alpha, dx, dy int) {
	dst, full := p.dst, p.palette.exact(c)
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
					row[i] = p.palette.blend(row[i], c, a)
				}
			}
		}
	}
}

// fill fills a rectangle with one color.
func (p *picture) fill(r image.Rectangle, c rgb) { p.fillCut(r, c, func(int) int { return 0 }) }

// fillRounded fills a rectangle with rounded corners.
func (p *picture) fillRounded(r image.Rectangle, c rgb) {
	corner := max(2, p.cell/18)
	p.fillCut(r, c, func(y int) (cut int) {
		edge := min(y, r.Dy()-1-y)
		for cut < corner && (corner-cut)*(corner-cut)+(corner-edge)*(corner-edge) > corner*corner+corner && edge < corner {
			cut++
		}
		return cut
	})
}

// fillCut fills a rectangle, each row of which lacks as many pixels at both ends as cut says.
func (p *picture) fillCut(r image.Rectangle, c rgb, cut func(y int) int) {
	index := p.palette.exact(c)
	for y := range r.Dy() {
		row := p.dst.Pix[p.dst.PixOffset(r.Min.X, r.Min.Y+y):][:r.Dx()]
		less := cut(y)
		for x := less; x < len(row)-less; x++ {
			row[x] = index
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
