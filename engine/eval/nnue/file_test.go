package nnue

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// written returns a network as a file.
func written(t testing.TB, n *Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	n := randomNetwork(1, 128)
	n.Recipe = "seed 1, 红先, two files"
	got, err := Read(bytes.NewReader(written(t, n)))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, n) {
		t.Error("another network is read")
	}
}

func TestWrongFilesAreRefused(t *testing.T) {
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	good := written(t, NewNetwork(64, 300))
	changed := bytes.Clone(good)
	changed[len(good)/2]++
	heading := func(old, changed string) []byte {
		unpacker, err := zstd.NewReader(bytes.NewReader(good))
		if err != nil {
			t.Fatal(err)
		}
		defer unpacker.Close()
		text, err := io.ReadAll(unpacker)
		if err != nil {
			t.Fatal(err)
		}
		return packer.EncodeAll(bytes.Replace(text, []byte(old), []byte(changed), 1), nil)
	}
	for _, c := range []struct {
		name string
		data []byte
		says string
	}{
		{"nothing", nil, "does not begin as a network"},
		{"another file", []byte("GIF89a and more"), "does not begin as a network"},
		{"another packed file", packer.EncodeAll([]byte("a table\n"), nil), "does not begin as a network"},
		{"a changed weight", changed, ""},
		{"cut off", good[:len(good)-10], ""},
		{"a tail", append(bytes.Clone(good), 0, 0, 0, 0, 0), ""},
		{"more weights", slices.Concat(good, packer.EncodeAll([]byte("more"), nil)), "4 bytes come after"},
		{"too few weights", heading(`"width":64`, `"width":128`), "unexpected EOF"},
		{"other inputs", heading("4104", "4105"), "Inputs:4105"},
		{"another width", heading(`"width":64`, `"width":63`), "63 wide"},
		{"a large scale", heading(`"scale":300`, `"scale":16300`), "a scale of 16300"},
		{"endless", packer.EncodeAll(make([]byte, maxFile+1), nil), ""},
	} {
		_, err := Read(bytes.NewReader(c.data))
		if !errors.Is(err, ErrIncompatible) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want %q", c.name, err, c.says)
		}
	}
}

func TestInvalidNetworksAreNotWritten(t *testing.T) {
	for name, spoil := range map[string]func(n *Network){
		"width":         func(n *Network) { n.Width = 100 },
		"scale":         func(n *Network) { n.Scale = 0 },
		"output weight": func(n *Network) { n.OutputWeights[3] = 200 },
		"wide":          func(n *Network) { n.InputBias = n.InputBias[1:] },
	} {
		n := randomNetwork(1, 64)
		spoil(n)
		if err := n.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%s: it is written", name)
		}
	}
}

// What can be read is a network.
func FuzzRead(f *testing.F) {
	f.Add([]byte{})
	f.Add(written(f, NewNetwork(64, 300)))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Read(bytes.NewReader(data))
		if err == nil {
			err = n.Validate()
		}
		if err != nil && !errors.Is(err, ErrIncompatible) {
			t.Fatal(err)
		}
	})
}
