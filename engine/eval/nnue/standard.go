package nnue

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"sync"

	"xiangqibot/engine/eval/simd"
)

// standardFile is the network that comes with the program. docs/experiments/networks.md and its recipe say how it was
// made.
//
//go:embed standard.net
var standardFile []byte

// Standard returns the network that comes with the program.
var Standard = sync.OnceValue(func() *Network {
	n, err := Read(bytes.NewReader(standardFile))
	if err != nil {
		panic(err) // a test reads it
	}
	return n
})

// Default returns the default network: the standard one, or nil, which means the hand-written evaluation, if the
// processor has no vector instructions and the network would be slower.
func Default() *Network {
	if !simd.Vectors() {
		return nil
	}
	return Standard()
}

// ReadFile reads the network of a file. The errors are those of [Read] and of the file system, and name the file.
func ReadFile(path string) (*Network, error) {
	file, err := os.Open(path) //nolint:gosec // the caller names the file
	if err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	defer file.Close()
	n, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}
