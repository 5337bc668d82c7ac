package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/eval/simd"
)

// magic is what every file begins with: the name of the format and its version. docs/formats.md describes the bytes.
const magic = "XQNNUE\x02"

// maxRecipe is the maximum length of the recipe in bytes.
const maxRecipe = 1 << 16

// maxFile is the maximum size of a file.
const maxFile = 1<<17 + simd.MaxWidth*(binary.MaxVarintLen16*(1+Inputs)+2*OutputBuckets)

// architecture is a number in the header of a file that must equal the reading program's.
type architecture struct {
	name string
	want int
}

// fixed returns the architecture of this program.
func fixed() []architecture {
	return []architecture{
		{"inputs", Inputs}, {"buckets of the king", KingBuckets}, {"heads", OutputBuckets},
		{"1 of the first layer", InputOne}, {"1 of the heads", OutputOne},
	}
}

// ErrIncompatible is wrapped by errors for files of another format, or of a network with another architecture.
var ErrIncompatible = errors.New("the file holds no network that this program can use")

// Write writes the network as a file.
func (n *Network) Write(w io.Writer) error {
	if err := n.Validate(); err != nil {
		return err
	}
	if len(n.Recipe) > maxRecipe || !utf8.ValidString(n.Recipe) {
		return fmt.Errorf("nnue: a recipe of %d bytes: want UTF-8, and %d at most", len(n.Recipe), maxRecipe)
	}
	b := []byte(magic)
	for _, a := range fixed() {
		b = binary.AppendUvarint(b, uint64(a.want))
	}
	b = binary.AppendUvarint(b, uint64(n.Width))
	b = binary.AppendUvarint(b, uint64(n.Scale))
	b = binary.AppendUvarint(b, uint64(len(n.Recipe)))
	b = append(b, n.Recipe...)
	for _, list := range [][]int16{n.InputBias, n.InputWeights} {
		for _, v := range list {
			b = binary.AppendVarint(b, int64(v))
		}
	}
	for _, v := range n.OutputWeights {
		b = append(b, byte(v))
	}
	for _, v := range n.OutputBias {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	if _, err := w.Write(checkedfile.Seal(b)); err != nil {
		return fmt.Errorf("nnue: %w", err)
	}
	return nil
}

// Read reads a network from a file. The error wraps [checkedfile.ErrDamaged] for a corrupt file and
// [ErrIncompatible] for one of another kind.
func Read(r io.Reader) (*Network, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	if err := checkBegin(data); err != nil {
		return nil, err
	}
	body, err := checkedfile.Open(data, magic, maxFile)
	if err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	return parse(body)
}

// checkBegin checks the name of the format and its version.
func checkBegin(data []byte) error {
	name := len(magic) - 1
	switch {
	case bytes.HasPrefix(data, []byte(magic)):
		return nil
	case len(data) >= len(magic) && string(data[:name]) == magic[:name]:
		return fmt.Errorf("nnue: it has version %d of the format, this program reads version %d: %w",
			data[name], magic[name], ErrIncompatible)
	}
	return fmt.Errorf("nnue: it begins with %q instead of %q: %w", data[:min(len(data), len(magic))], magic, ErrIncompatible)
}

// parse reads what lies between the magic and the checksum.
func parse(body []byte) (*Network, error) {
	r := checkedfile.NewReader(body, len(magic))
	for _, a := range fixed() {
		if v := r.Uvarint(math.MaxInt32); r.Err() == nil && v != a.want {
			return nil, fmt.Errorf("nnue: %s: %d, and this program has %d: %w", a.name, v, a.want, ErrIncompatible)
		}
	}
	width, scale := r.Uvarint(math.MaxInt32), r.Uvarint(math.MaxInt32)
	if err := checkShape(width, scale); r.Err() == nil && err != nil {
		return nil, fmt.Errorf("%w: %w", err, ErrIncompatible)
	}
	recipe := r.Bytes(r.Uvarint(maxRecipe))
	if !utf8.Valid(recipe) {
		r.Fail("the recipe is not UTF-8 text")
	}
	if least := width*(1+Inputs+2*OutputBuckets) + 4*OutputBuckets; r.Len() < least {
		r.Fail("%d bytes of weights, too few for a network %d wide", r.Len(), width)
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	n := NewNetwork(width, scale)
	n.Recipe = string(recipe)
	for _, list := range [][]int16{n.InputBias, n.InputWeights} {
		for i := range list {
			if list[i] = int16(r.Varint(math.MaxInt16)); r.Err() != nil {
				return nil, fmt.Errorf("nnue: weight %d of %d is not a number of 16 bits: %w", i, len(list), r.Err())
			}
		}
	}
	if want := len(n.OutputWeights) + 4*OutputBuckets; r.Len() != want {
		r.Fail("%d bytes of weights of the heads instead of %d", r.Len(), want)
	}
	for i := range n.OutputWeights {
		n.OutputWeights[i] = int16(int8(r.Byte()))
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(binary.LittleEndian.Uint32(r.Bytes(4)))
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	return n, nil
}
