package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/match"
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
	// Not the checksum of the whole file, which ends with its own: that is the same for all.
	sum := crc32.ChecksumIEEE(data[:len(data)-crc32.Size])
	return n, fmt.Sprintf("%s (%08x)", filepath.Base(path), sum), nil
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

// benches are the bench signatures of this engine by the name of its network. Each is computed once, when a journal
// asks for it: a search takes a second.
type benches map[string]uint64

// builtIn returns this engine as a contestant whose version is its bench signature.
func (b benches) builtIn(name string, o match.BuiltInOptions) match.Contestant {
	c := match.BuiltIn(name, o)
	c.Version = func(ctx context.Context) (string, error) { return b.version(ctx, o.Evaluation, o.NetworkName) }
	return c
}

func (b benches) version(ctx context.Context, evaluation eval.Factory, name string) (string, error) {
	signature, known := b[name]
	if !known {
		var err error
		if signature, err = bench(ctx, evaluation); err != nil {
			return "", err
		}
		b[name] = signature
	}
	return fmt.Sprintf("bench %d", signature), nil
}

// programVersion identifies the build of another program by a checksum of its file. Further words of the command that
// name executables are covered too, since the first one may only start the program, as nice does.
func programVersion(command []string) (string, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return "", err
	}
	sum := crc32.NewIEEE()
	if err := addFile(sum, path); err != nil {
		return "", err
	}
	for _, word := range command[1:] {
		if !strings.ContainsRune(word, os.PathSeparator) {
			continue
		}
		if path, err := exec.LookPath(word); err == nil {
			if err := addFile(sum, path); err != nil {
				return "", err
			}
		}
	}
	return fmt.Sprintf("checksum %08x", sum.Sum32()), nil
}

// addFile writes the contents of a file to w.
func addFile(w io.Writer, path string) error {
	file, err := os.Open(path) //nolint:gosec // the user names the file
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}
