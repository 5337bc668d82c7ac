package puzzle

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"xiangqibot/engine/board"
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

// ErrDamaged is wrapped by the errors for corrupt files.
var ErrDamaged = errors.New("the file is damaged")

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
	file = binary.LittleEndian.AppendUint32(file, crc32.ChecksumIEEE(file))
	_, err := w.Write(file)
	return err
}

// The bits of the byte that begins a puzzle.
const (
	blackBit  = 1 << 0 // Black made the prior move
	gainBit   = 1 << 1
	engineBit = 1 << 2
	phaseBits = 3 // from this bit on
	memberBit = 1 << 5
)

func (p *Puzzle) pack(out []byte, themes []string) []byte {
	flags := byte(p.Phase) << phaseBits
	if p.Before.SideToMove() == board.Black {
		flags |= blackBit
	}
	if p.Goal == Gain {
		flags |= gainBit
	}
	switch p.Source {
	case Engine:
		flags |= engineBit
	case Members:
		flags |= memberBit
	case People:
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
// no puzzle is duplicated. The errors for invalid files wrap [ErrDamaged].
func Read(file []byte) ([]Puzzle, error) {
	end := len(file) - crc32.Size
	switch {
	case len(file) < len(magic) || string(file[:len(magic)]) != magic:
		return nil, fmt.Errorf("puzzle: these are no puzzles, the file begins with %q instead of %q: %w",
			file[:min(len(file), len(magic))], magic, ErrDamaged)
	case len(file) > maxFile:
		return nil, fmt.Errorf("puzzle: the file has more than %d bytes: %w", maxFile, ErrDamaged)
	case end < len(magic):
		return nil, fmt.Errorf("puzzle: the file is cut off after %d bytes: %w", len(file), ErrDamaged)
	}
	if want, got := binary.LittleEndian.Uint32(file[end:]), crc32.ChecksumIEEE(file[:end]); want != got {
		return nil, fmt.Errorf("puzzle: the checksum is %08x and should be %08x; copy the file again: %w", got, want, ErrDamaged)
	}
	r := reader{rest: file[len(magic):end]}
	list := r.all()
	if r.err == nil && len(r.rest) > 0 {
		r.fail("%d bytes are left after the last puzzle", len(r.rest))
	}
	if r.err != nil {
		return nil, fmt.Errorf("puzzle: byte %d: %w: %w", end-r.left, r.err, ErrDamaged)
	}
	return list, nil
}

// reader parses a file. After an error it returns zeros.
type reader struct {
	rest   []byte
	themes []string
	err    error
	left   int // how many bytes were left at the error
}

func (r *reader) fail(format string, a ...any) {
	if r.err == nil {
		r.err, r.left = fmt.Errorf(format, a...), len(r.rest)
	}
	r.rest = r.rest[:0:0]
}

func (r *reader) bytes(n int) []byte {
	if len(r.rest) < n {
		r.fail("it is cut off")
		return make([]byte, n)
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte       { return r.bytes(1)[0] }
func (r *reader) word() uint16     { return binary.LittleEndian.Uint16(r.bytes(2)) }
func (r *reader) move() board.Move { return board.Move(r.word()) }

// count reads a number of at most most.
func (r *reader) count(most int) int {
	n, used := binary.Uvarint(r.rest)
	if used <= 0 || n > uint64(most) {
		r.fail("a number is cut off or beyond %d", most)
		return 0
	}
	r.rest = r.rest[used:]
	return int(n)
}

func (r *reader) all() (list []Puzzle) {
	for range r.count(maxThemes) {
		r.themes = append(r.themes, string(r.bytes(r.count(64))))
	}
	n := r.count(maxFile)
	seen := make(map[string]bool, min(n, 1<<16))
	for i := range n {
		p := r.puzzle()
		if r.err != nil {
			r.err = fmt.Errorf("puzzle %d: %w", i+1, r.err)
			return nil
		}
		if id := p.ID(); seen[id] {
			r.fail("puzzle %d: %s comes twice", i+1, id)
			return nil
		} else {
			seen[id] = true
		}
		list = append(list, p)
	}
	return list
}

func (r *reader) puzzle() (p Puzzle) {
	flags := r.byte()
	side := board.Color(flags & blackBit)
	if flags&gainBit != 0 {
		p.Goal = Gain
	}
	switch flags & (engineBit | memberBit) {
	case engineBit:
		p.Source = Engine
	case memberBit:
		p.Source = Members
	case engineBit | memberBit:
		r.fail("it has two sources")
		return p
	}
	p.Phase = Phase(flags &^ memberBit >> phaseBits)
	if p.Phase > Endgame {
		r.fail("there is no phase %d", p.Phase)
		return p
	}
	setup := board.Setup{Placement: r.placement(), SideToMove: side, MoveNumber: r.count(1 << 15)}
	if r.err != nil {
		return p
	}
	var err error
	if p.Before, err = board.NewPosition(setup); err != nil {
		r.fail("%w", err)
		return p
	}
	p.Prior = r.move()
	p.Rating = int(r.word())
	if p.Rating > maxRating {
		r.fail("the rating %d is beyond %d", p.Rating, maxRating)
	}
	for range r.byte() {
		i := int(r.byte())
		if i >= len(r.themes) {
			r.fail("there is no theme %d", i)
			return p
		}
		p.Themes = append(p.Themes, r.themes[i])
	}
	if r.err == nil && !p.Before.IsLegal(p.Prior) {
		r.fail("the move before, %v, is not legal", p.Prior)
	}
	if r.err != nil {
		return p
	}
	p.Root = r.node(p.Position(), maxDepth)
	return p
}

func (r *reader) placement() (all board.Placement) {
	taken := r.bytes((board.Squares + 7) / 8)
	half, pieces := false, byte(0)
	for s := range all {
		if taken[s/8]&(1<<(s%8)) == 0 {
			continue
		}
		if !half {
			pieces = r.byte()
		}
		code := pieces & 15
		pieces, half = pieces>>4, !half
		kind := board.Kind(code & 7)
		if kind == board.NoKind {
			r.fail("a point holds a piece of no kind")
			return all
		}
		all[s] = board.MakePiece(board.Color(code>>3), kind)
	}
	return all
}

// node reads a position in which the solver moves, and what follows it.
func (r *reader) node(pos board.Position, depth int) (n Node) {
	count := int(r.byte())
	if r.err == nil && (count == 0 || depth == 0) {
		r.fail("a position has no right move, or the solution more than %d", maxDepth)
	}
	for range count {
		b := Branch{Move: r.move(), Reply: r.move()}
		if r.err != nil {
			return n
		}
		if !pos.IsLegal(b.Move) {
			r.fail("the right move %v is not legal", b.Move)
			return n
		}
		if b.Reply != board.NoMove {
			after := pos
			after.Make(b.Move)
			if !after.IsLegal(b.Reply) {
				r.fail("the reply %v to %v is not legal", b.Reply, b.Move)
				return n
			}
			after.Make(b.Reply)
			next := r.node(after, depth-1)
			b.Next = &next
		}
		n.Correct = append(n.Correct, b)
	}
	for range r.byte() {
		m := r.move()
		if r.err == nil && !pos.IsLegal(m) {
			r.fail("the move %v, which wins too, is not legal", m)
		}
		if r.err != nil {
			return n
		}
		n.AlsoWinning = append(n.AlsoWinning, m)
	}
	return n
}
