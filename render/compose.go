package render

import (
	"image"

	"xiangqibot/engine/board"
)

// size returns the size of the whole picture of a scene, which is made of what [sheet.compose] draws.
func (l layout) size(s *Scene) image.Point {
	if s.Wide {
		return image.Pt(l.width+l.panel, l.height)
	}
	h := l.height + len(s.Tally)*l.status + l.resultsHeight(len(s.Results))
	if s.hasPlayers() {
		h += l.strip
	}
	if s.Status != "" {
		h += l.status
	}
	return image.Pt(l.width, h)
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
	pos := &p.scene.Position
	if m := p.scene.LastMove; m != board.NoMove {
		p.mark(lastOrigin, m.From())
		p.mark(lastTarget, m.To())
	}
	check := p.scene.Check < board.NoSquare && pos.At(p.scene.Check).Kind() == board.King
	if check {
		p.mark(checkGlow, p.scene.Check)
	}
	for sq := range board.NoSquare {
		if piece := pos.At(sq); piece != board.NoPiece {
			p.put(&p.discs[piece], p.at(sq))
		}
	}
	if check {
		p.mark(checkAlarm, p.scene.Check)
	}
	for _, a := range p.scene.Arrows {
		p.drawArrow(a)
	}
	for i, at := range p.numberPlaces() {
		if n := p.scene.Arrows[i].Number; n > 0 {
			p.put(&p.numbers().onPoint[n-1], at)
		}
	}
	for _, m := range p.scene.Marks {
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
