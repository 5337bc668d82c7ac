package fairplay

import (
	"math/bits"

	"xiangqibot/engine/board"
)

// Two positions are alike if at most maxPlies plies lead from one to the other, except for at most maxPieces pieces
// that were removed, added or moved. Mirroring left to right, swapping the colors and the side to move make no
// difference.
const (
	maxPlies  = 3
	maxPieces = 2
	// With few pieces on the board each matters: at most one in pieceShare may differ.
	pieceShare = 8
	// Games that have just begun are all alike. As long as fewer than openingPoints points differ from the start
	// position (about two for each piece that has moved), plies and pieces together are at most openingBudget.
	openingPoints = 26
	openingBudget = 3
)

// placed is a placement, also as words with a byte for each point, to be compared eight points at a time.
type placed struct {
	placement board.Placement
	words     [(board.Squares + 7) / 8]uint64
}

func place(at board.Placement) (p placed) {
	p.placement = at
	for sq, piece := range at {
		p.words[sq/8] |= uint64(piece) << (8 * (sq % 8))
	}
	return p
}

// differing counts the points on which two placements differ. It may stop counting above most.
func (p *placed) differing(q *placed, most int) (n int) {
	const low = 0x7f7f7f7f7f7f7f7f
	for i := range p.words {
		if x := p.words[i] ^ q.words[i]; x != 0 {
			if n += bits.OnesCount64((x&low + low | x) &^ low); n > most {
				break
			}
		}
	}
	return n
}

// piecesApart counts the pieces by which two placements differ. One that has moved counts once.
func (p *placed) piecesApart(q *placed) (n int) {
	var missing, extra [256]int8
	for sq, piece := range p.placement {
		if other := q.placement[sq]; piece != other {
			missing[piece]++
			extra[other]++
		}
	}
	for piece := 1; piece < len(missing); piece++ {
		n += int(max(missing[piece], extra[piece]))
	}
	return n
}

// images returns a position, its mirror image, the position turned round with the colors swapped, and both combined.
func images(p *board.Position) (all [4]board.Position) {
	setup := p.Setup()
	for i := range all {
		image := setup
		image.Placement = board.Placement{}
		if i >= 2 {
			image.SideToMove = setup.SideToMove.Opponent()
		}
		for sq, piece := range setup.Placement {
			file, rank := board.Square(sq).File(), board.Square(sq).Rank()
			if i%2 == 1 {
				file = board.Files - 1 - file
			}
			if i >= 2 {
				rank = board.Ranks - 1 - rank
				if piece != board.NoPiece {
					piece = board.MakePiece(piece.Color().Opponent(), piece.Kind())
				}
			}
			image.Placement[board.SquareAt(file, rank)] = piece
		}
		position, err := board.NewPosition(image)
		if err != nil {
			panic(err) // the image of a legal position is legal
		}
		all[i] = position
	}
	return all
}

// allowance is by how much a position may differ.
type allowance struct{ plies, pieces, budget int }

// target is a position that others are compared with.
type target struct {
	position board.Position
	placed
	allowance
}

var start = func() placed {
	p := board.StartPosition()
	return place(p.Placement())
}()

func newTarget(p *board.Position) target {
	t := target{position: *p, placed: place(p.Placement())}
	pieces := 0
	for _, piece := range t.placement {
		if piece != board.NoPiece {
			pieces++
		}
	}
	t.allowance = allowance{maxPlies, min(maxPieces, pieces/pieceShare), maxPlies + maxPieces}
	if t.differing(&start, openingPoints) < openingPoints {
		t.budget = openingBudget
	}
	return t
}

// like reports whether a position is like the target. asked are its images.
func (t *target) like(asked *[4]target) bool {
	for i := range asked {
		q := &asked[i]
		if most := 2 * t.budget; t.differing(&q.placed, most) > most {
			continue
		}
		p, other := t.position, q.position
		if leads(&p, &q.placed, t.allowance) || leads(&other, &t.placed, t.allowance) {
			return true
		}
	}
	return false
}

// leads reports whether the plies of an allowance lead from p to a position that differs from q by no more than its
// pieces. A ply and a piece each account for two points at most.
func leads(p *board.Position, q *placed, a allowance) bool {
	at := place(p.Placement())
	most := 2 * min(a.budget, a.plies+a.pieces)
	n := at.differing(q, most)
	switch {
	case n > most:
		return false
	case n <= 2*min(a.pieces, a.budget) && at.piecesApart(q) <= min(a.pieces, a.budget):
		return true
	case a.plies == 0 || a.budget == 0:
		return false
	}
	a.plies--
	a.budget--
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		found := leads(p, q, a)
		p.Unmake(m, undo)
		if found {
			return true
		}
	}
	return false
}
