package puzzle

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/checkedfile"
)

// magic begins every file: the name of the format and its version.
const magic = "XQPUZZL\x01"

// Limits of a file, far beyond any that is made.
const (
	maxFile   = 64 << 20 // bytes
	maxThemes = 255
	maxDepth  = 12 // moves of the solver
	maxRating = 4000
)

// Write writes puzzles in the format of docs/formats.md. The same puzzles always give the same bytes.
func Write(w io.Writer, list []Puzzle) error {
	var themes []string
	for i := range list {
		themes = append(themes, list[i].Themes...)
	}
	slices.Sort(themes)
	themes = slices.Compact(themes)
	if len(themes) > maxThemes {
		return fmt.Errorf("puzzle: %d themes, want at most %d", len(themes), maxThemes)
	}
	file := binary.AppendUvarint([]byte(magic), uint64(len(themes)))
	for _, t := range themes {
		file = append(binary.AppendUvarint(file, uint64(len(t))), t...)
	}
	file = binary.AppendUvarint(file, uint64(len(list)))
	for i := range list {
		file = list[i].pack(file, themes)
	}
	_, err := w.Write(checkedfile.Seal(file))
	return err
}

// The bits of the byte that begins a puzzle.
const (
	blackBit   = 1 << 0 // Black made the prior move
	lowGoal    = 1      // shifts of the lower and of the upper bit of the goal
	highGoal   = 6
	lowSource  = 2 // the same of the source
	highSource = 5
	phaseShift = 3
)

func (p *Puzzle) pack(out []byte, themes []string) []byte {
	goal, source := byte(p.Goal), byte(p.Source)
	flags := byte(p.Phase)<<phaseShift | goal&1<<lowGoal | goal>>1<<highGoal | source&1<<lowSource | source>>1<<highSource
	if p.Before.SideToMove() == board.Black {
		flags |= blackBit
	}
	out = append(out, flags)
	out = packPlacement(out, p.Before.Placement())
	out = binary.AppendUvarint(out, uint64(p.Before.MoveNumber()))
	out = binary.LittleEndian.AppendUint16(out, uint16(p.Prior))
	out = binary.LittleEndian.AppendUint16(out, uint16(p.Rating))
	out = append(out, byte(len(p.Themes)))
	for _, t := range p.Themes {
		i, _ := slices.BinarySearch(themes, t)
		out = append(out, byte(i))
	}
	return p.Root.pack(out)
}

// packPlacement writes a bit for each point, and half a byte for each piece: its kind, and 8 for a black one.
func packPlacement(out []byte, board90 board.Placement) []byte {
	var taken [(board.Squares + 7) / 8]byte
	var pieces []byte
	for s, piece := range board90 {
		if piece == board.NoPiece {
			continue
		}
		taken[s/8] |= 1 << (s % 8)
		pieces = append(pieces, byte(piece.Kind())|byte(piece.Color())<<3)
	}
	out = append(out, taken[:]...)
	for i := 0; i < len(pieces); i += 2 {
		b := pieces[i]
		if i+1 < len(pieces) {
			b |= pieces[i+1] << 4
		}
		out = append(out, b)
	}
	return out
}

func (n *Node) pack(out []byte) []byte {
	out = append(out, byte(len(n.Correct)))
	for _, b := range n.Correct {
		out = binary.LittleEndian.AppendUint16(out, uint16(b.Move))
		out = binary.LittleEndian.AppendUint16(out, uint16(b.Reply))
		if b.Next != nil {
			out = b.Next.pack(out)
		}
	}
	out = append(out, byte(len(n.AlsoWinning)))
	for _, m := range n.AlsoWinning {
		out = binary.LittleEndian.AppendUint16(out, uint16(m))
	}
	return out
}

// Read reads puzzles that [Write] wrote. It checks everything, including that every move is legal in its position and
// no puzzle is duplicated. The errors for invalid files wrap [checkedfile.ErrDamaged].
func Read(file []byte) ([]Puzzle, error) {
	body, err := checkedfile.Open(file, magic, maxFile)
	if err != nil {
		return nil, fmt.Errorf("puzzle: %w", err)
	}
	r := reader{Reader: checkedfile.NewReader(body, len(magic))}
	list, err := r.all()
	if err == nil {
		err = r.End()
	}
	if err != nil {
		return nil, fmt.Errorf("puzzle: %w", err)
	}
	return list, nil
}

// reader parses a file.
type reader struct {
	*checkedfile.Reader
	themes []string
}

func (r *reader) move() board.Move { return board.Move(r.Uint16()) }

func (r *reader) all() (list []Puzzle, err error) {
	for range r.Uvarint(maxThemes) {
		r.themes = append(r.themes, string(r.Bytes(r.Uvarint(64))))
	}
	n := r.Uvarint(maxFile)
	seen := make(map[string]bool, min(n, 1<<16))
	list = make([]Puzzle, 0, min(n, r.Len()/20)) // none has fewer than 20 bytes
	for i := range n {
		p := r.puzzle()
		if r.Err() == nil {
			p.id = p.ID()
		}
		if seen[p.id] {
			r.Fail("%s comes twice", p.id)
		}
		if err := r.Err(); err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		seen[p.id] = true
		list = append(list, p)
	}
	return list, r.Err()
}

func (r *reader) puzzle() (p Puzzle) {
	flags := r.Byte()
	side := board.Color(flags & blackBit)
	p.Goal = Goal(flags>>lowGoal&1 | flags>>highGoal&1<<1)
	p.Source = Source(flags>>lowSource&1 | flags>>highSource&1<<1)
	p.Phase = board.Phase(flags &^ (1<<highGoal | 1<<highSource) >> phaseShift)
	if p.Phase > board.Endgame {
		r.Fail("there is no phase %d", p.Phase)
		return p
	}
	setup := board.Setup{Placement: r.placement(), SideToMove: side, MoveNumber: r.Uvarint(1 << 15)}
	if r.Err() != nil {
		return p
	}
	var err error
	if p.Before, err = board.NewPosition(setup); err != nil {
		r.Fail("%w", err)
		return p
	}
	p.Prior = r.move()
	p.Rating = int(r.Uint16())
	if p.Rating > maxRating {
		r.Fail("the rating %d is beyond %d", p.Rating, maxRating)
	}
	for range r.Byte() {
		i := int(r.Byte())
		if i >= len(r.themes) {
			r.Fail("there is no theme %d", i)
			return p
		}
		p.Themes = append(p.Themes, r.themes[i])
	}
	if r.Err() == nil && !p.Before.IsLegal(p.Prior) {
		r.Fail("the move before, %v, is not legal", p.Prior)
	}
	if r.Err() != nil {
		return p
	}
	p.Root = r.node(p.Position(), maxDepth)
	return p
}

func (r *reader) placement() (all board.Placement) {
	taken := r.Bytes((board.Squares + 7) / 8)
	half, pieces := false, byte(0)
	for s := range all {
		if taken[s/8]&(1<<(s%8)) == 0 {
			continue
		}
		if !half {
			pieces = r.Byte()
		}
		code := pieces & 15
		pieces, half = pieces>>4, !half
		kind := board.Kind(code & 7)
		if kind == board.NoKind {
			r.Fail("a point holds a piece of no kind")
			return all
		}
		all[s] = board.MakePiece(board.Color(code>>3), kind)
	}
	return all
}

// node reads a position in which the solver moves, and what follows it.
func (r *reader) node(pos board.Position, depth int) (n Node) {
	count := int(r.Byte())
	if r.Err() == nil && (count == 0 || depth == 0) {
		r.Fail("a position has no right move, or the solution more than %d", maxDepth)
	}
	for range count {
		b := Branch{Move: r.move(), Reply: r.move()}
		if r.Err() != nil {
			return n
		}
		if !pos.IsLegal(b.Move) {
			r.Fail("the right move %v is not legal", b.Move)
			return n
		}
		if b.Reply != board.NoMove {
			after := pos
			after.Make(b.Move)
			if !after.IsLegal(b.Reply) {
				r.Fail("the reply %v to %v is not legal", b.Reply, b.Move)
				return n
			}
			after.Make(b.Reply)
			next := r.node(after, depth-1)
			b.Next = &next
		}
		n.Correct = append(n.Correct, b)
	}
	for range r.Byte() {
		m := r.move()
		if r.Err() == nil && !pos.IsLegal(m) {
			r.Fail("the move %v, which wins too, is not legal", m)
		}
		if r.Err() != nil {
			return n
		}
		n.AlsoWinning = append(n.AlsoWinning, m)
	}
	return n
}
