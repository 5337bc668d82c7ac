package nnue

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// architecture is what a network and the program that reads it have to agree on.
type architecture struct {
	Inputs        int `json:"inputs"`
	KingBuckets   int `json:"king_buckets"`
	OutputBuckets int `json:"heads"`
	InputOne      int `json:"input_one"`
	OutputOne     int `json:"output_one"`
}

// own is the architecture of this program.
var own = architecture{Inputs, KingBuckets, OutputBuckets, InputOne, OutputOne}

// heading is the first line of a file. docs/formats.md describes what follows it.
type heading struct {
	architecture
	Width  int    `json:"width"`
	Scale  int    `json:"scale"`
	Recipe string `json:"recipe"`
}

// maxFile is a limit beyond any file, unpacked.
const maxFile = 1 << 24

// ErrIncompatible is wrapped by the errors for files that are damaged, of another format, or of another architecture.
var ErrIncompatible = errors.New("the file holds no network that this program can use")

// Write writes the network as a file.
func (n *Network) Write(w io.Writer) error {
	if err := n.Validate(); err != nil {
		return err
	}
	packed, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("nnue: %w", err)
	}
	err = json.NewEncoder(packed).Encode(heading{own, n.Width, n.Scale, n.Recipe})
	heads := make([]int8, len(n.OutputWeights))
	for i, v := range n.OutputWeights {
		heads[i] = int8(v)
	}
	for _, part := range []any{n.InputBias, n.InputWeights, heads, n.OutputBias} {
		err = errors.Join(err, binary.Write(packed, binary.LittleEndian, part))
	}
	if err = errors.Join(err, packed.Close()); err != nil {
		return fmt.Errorf("nnue: %w", err)
	}
	return nil
}

// Read reads a network from a file. The error for one that is damaged or holds something else wraps [ErrIncompatible].
func Read(r io.Reader) (*Network, error) {
	unpacked, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxFile))
	if err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	defer unpacked.Close()
	file := bufio.NewReader(io.LimitReader(unpacked, maxFile))
	var h heading
	line, err := file.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &h)
	}
	if err != nil {
		return nil, fmt.Errorf("nnue: it does not begin as a network does (%w): %w", err, ErrIncompatible)
	}
	if h.architecture != own {
		return nil, fmt.Errorf("nnue: its architecture is %+v, that of this program %+v: %w", h.architecture, own, ErrIncompatible)
	}
	if err := checkShape(h.Width, h.Scale); err != nil {
		return nil, fmt.Errorf("%w: %w", err, ErrIncompatible)
	}
	n := NewNetwork(h.Width, h.Scale)
	n.Recipe = h.Recipe
	heads := make([]int8, len(n.OutputWeights))
	for _, part := range []any{n.InputBias, n.InputWeights, heads, &n.OutputBias} {
		if err := binary.Read(file, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("nnue: its weights: %w: %w", err, ErrIncompatible)
		}
	}
	for i, v := range heads {
		n.OutputWeights[i] = int16(v)
	}
	switch more, err := io.Copy(io.Discard, file); { // which checks the checksum
	case err != nil:
		return nil, fmt.Errorf("nnue: %w: %w", err, ErrIncompatible)
	case more > 0:
		return nil, fmt.Errorf("nnue: %d bytes come after its weights: %w", more, ErrIncompatible)
	}
	return n, nil
}
