package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/search"
)

// readNetwork reads a network and returns a name made of its file name and checksum. Without a path it returns nil.
func readNetwork(path string) (n *nnue.Network, name string, err error) {
	if path == "" {
		return nil, "", nil
	}
	data, err := os.ReadFile(path) //nolint:gosec // the user names the file
	if err != nil {
		return nil, "", err
	}
	if n, err = nnue.Read(bytes.NewReader(data)); err != nil {
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	return n, fmt.Sprintf("%s (%08x)", filepath.Base(path), crc32.ChecksumIEEE(data)), nil
}

// evaluation returns the evaluation of a network, or the hand-written one if it is nil.
func evaluation(n *nnue.Network) eval.Factory {
	if n == nil {
		return classical.NewEvaluator
	}
	return n.Evaluation()
}

// benchDepth is the depth of the bench. Tests lower it.
var benchDepth = search.BenchDepth

// bench returns the bench signature of the search with an evaluation, for the terms of long runs. It returns an error
// if interrupted: with a partial node count as its terms, a file could never be resumed.
func bench(ctx context.Context, evaluation eval.Factory) (nodes uint64, err error) {
	nodes = search.Bench(ctx, benchDepth, evaluation).Nodes
	return nodes, ctx.Err()
}
