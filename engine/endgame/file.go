package endgame

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"xiangqibot/engine/board"
)

// ErrDamaged is wrapped by the errors for corrupt files.
var ErrDamaged = errors.New("the file is damaged")

// magic begins every file: the name of the format and its version.
const magic = "XQENDG\x02"

// write compresses a table in memory and writes it in the format of docs/formats.md.
func (t *Table) write(w io.Writer, o solveOptions) error {
	count, cells := t.blocks()
	packed := make([][]byte, count)
	err := o.share(count, 1, func() func(int) {
		packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err) // the options are wrong
		}
		var data []byte
		return func(n int) {
			data = t.filled(data[:0], n*cells, min((n+1)*cells, t.space.cells))
			packed[n] = packer.EncodeAll(data, nil)
		}
	})
	if err != nil {
		return err
	}
	name := t.material.String()
	head := append(binary.AppendUvarint([]byte(magic), uint64(len(name))), name...)
	sum := crc32.NewIEEE()
	for _, block := range packed {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(block)))
		sum.Write(block)
	}
	head = binary.LittleEndian.AppendUint32(head, crc32.ChecksumIEEE(head))
	for _, part := range slices.Concat([][]byte{head}, packed, [][]byte{binary.LittleEndian.AppendUint32(nil, sum.Sum32())}) {
		if _, err := w.Write(part); err != nil {
			return fmt.Errorf("endgame: %w", err)
		}
	}
	return nil
}

// filled appends the bytes of some cells. Bytes of impossible positions are set to values that compress well: those
// with the strong king on the previous point.
func (t *Table) filled(data []byte, from, to int) []byte {
	rows := len(t.attack.ys)
	data = append(data, t.moves[from*t.cellBytes():to*t.cellBytes()]...)
	step := len(t.space.strong.sets) * t.cellBytes()
	for number := from; number < to; number++ {
		c, occupied, ok := t.space.decode(number)
		for i, y := range t.attack.ys {
			var xs board.Bitboard
			if ok && !occupied.Has(y) {
				xs = t.attack.xs.AndNot(occupied).AndNot(board.SquareBit(y)).AndNot(t.attack.attacked(&c, occupied, y))
			}
			at := ((number-from)*rows + i) * board.Squares
			for x := range board.Squares {
				if xs.Has(board.Square(x)) && (t.attack.x != t.attack.y || board.Square(x) > y) {
					continue
				}
				data[at+x] = 0
				if at >= step {
					data[at+x] = data[at-step+x]
				}
			}
		}
	}
	return data
}

// file is a table on disk.
type file struct {
	handle *os.File
	blocks []span
	size   int // of a block when it is unpacked, the last one excepted
	total  int // of all blocks together
	cache  *cache
}

// span is the range of a block in the file.
type span struct {
	from   int64
	length int
}

// length returns the decompressed size of a block.
func (f *file) length(block int) int { return min(f.size, f.total-block*f.size) }

// read appends a compressed block.
func (f *file) read(dst []byte, block int) ([]byte, error) {
	s := f.blocks[block]
	dst = slices.Grow(dst, s.length)[:len(dst)+s.length]
	if _, err := f.handle.ReadAt(dst[len(dst)-s.length:], s.from); err != nil {
		return dst, fmt.Errorf("endgame: %s: %w", f.handle.Name(), err)
	}
	return dst, nil
}

// open opens a file written by write, and verifies all of it. Its blocks go through the cache.
func open(path string, cache *cache) (t *Table, err error) {
	handle, err := os.Open(path) //nolint:gosec // the caller names the file
	if err != nil {
		return nil, fmt.Errorf("endgame: %w", err)
	}
	defer func() {
		if err != nil {
			handle.Close()
		}
	}()
	t = &Table{file: &file{handle: handle, cache: cache}}
	r := bufio.NewReaderSize(handle, 1<<16)
	if err = t.readHead(r); err == nil {
		err = t.checkBody(r)
	}
	if err != nil {
		return nil, fmt.Errorf("endgame: %s: %w: %w", filepath.Base(path), err, ErrDamaged)
	}
	return t, nil
}

// readHead reads the header, up to the first block.
func (t *Table) readHead(r *bufio.Reader) error {
	sum := crc32.NewIEEE()
	in := io.TeeReader(r, sum)
	head := make([]byte, len(magic)+1)
	if _, err := io.ReadFull(in, head); err != nil {
		return fmt.Errorf("the head is cut off: %w", err)
	}
	if !bytes.HasPrefix(head, []byte(magic)) {
		return fmt.Errorf("this is not a table of this version: it begins with %q", head[:len(magic)])
	}
	name := make([]byte, head[len(magic)]) // a varint of one byte: names are short
	if _, err := io.ReadFull(in, name); err != nil {
		return fmt.Errorf("the material is cut off: %w", err)
	}
	m, err := ParseMaterial(string(name))
	if err != nil {
		return err
	}
	x, y := m.attack()
	t.material, t.space, t.attack = m, newSpace(m), newAttack(x, y)
	count, cells := t.blocks()
	lengths := make([]byte, 4*count)
	if _, err := io.ReadFull(in, lengths); err != nil {
		return fmt.Errorf("the list of blocks is cut off: %w", err)
	}
	if err := checkSum(r, sum.Sum32()); err != nil {
		return fmt.Errorf("the head: %w", err)
	}
	t.file.size, t.file.total, t.file.blocks = cells*t.cellBytes(), t.space.cells*t.cellBytes(), make([]span, count)
	from := int64(len(head) + len(name) + len(lengths) + crc32.Size)
	for i := range t.file.blocks {
		length := int(binary.LittleEndian.Uint32(lengths[4*i:]))
		t.file.blocks[i] = span{from, length}
		from += int64(length)
	}
	return nil
}

// checkSum reads a checksum from r and compares it with sum, that of what was read before it.
func checkSum(r io.Reader, sum uint32) error {
	var want [crc32.Size]byte
	if _, err := io.ReadFull(r, want[:]); err != nil {
		return fmt.Errorf("its checksum is cut off: %w", err)
	}
	if want := binary.LittleEndian.Uint32(want[:]); want != sum {
		return fmt.Errorf("its checksum is %08x and should be %08x", sum, want)
	}
	return nil
}

// checkBody verifies the checksum of the blocks without decompressing them.
func (t *Table) checkBody(r io.Reader) error {
	first, last := t.file.blocks[0], t.file.blocks[len(t.file.blocks)-1]
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, r, last.from+int64(last.length)-first.from); err != nil {
		return fmt.Errorf("the blocks are cut off: %w", err)
	}
	if err := checkSum(r, sum.Sum32()); err != nil {
		return fmt.Errorf("the blocks: %w", err)
	}
	if n, err := io.Copy(io.Discard, r); n > 0 || err != nil {
		return fmt.Errorf("%d bytes come after the blocks", n)
	}
	return nil
}
