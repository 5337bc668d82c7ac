package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/checkedfile"
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

// sealed corrects the checksum of a file whose bytes were changed.
func sealed(b []byte) []byte {
	body := b[:len(b)-crc32.Size]
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
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
	n := randomNetwork(1, 64)
	n.Recipe = "a recipe"
	good := written(t, n)
	changed := func(at int, b byte) []byte {
		c := bytes.Clone(good)
		c[at] = b
		return c
	}
	at := len(magic)
	bias := bytes.Index(good, []byte(n.Recipe)) + len(n.Recipe)
	instead := func(b ...byte) []byte {
		_, used := binary.Varint(good[bias:])
		return slices.Concat(good[:bias], b, good[bias+used:])
	}
	wide, long := instead(0x80, 0x80, 0x04), instead(0x82, 0x00)
	for _, c := range []struct {
		name string
		data []byte
		kind error
		says string
	}{
		{"nothing", nil, ErrIncompatible, "begins with"},
		{"another file", []byte("GIF89a and more"), ErrIncompatible, `begins with "GIF89a "`},
		{"a later version", changed(at-1, 3), ErrIncompatible, "version 3"},
		{"the version before", changed(at-1, 1), ErrIncompatible, "version 1"},
		{"a changed weight", changed(len(good)/2, good[len(good)/2]+1), checkedfile.ErrDamaged, "checksum"},
		{"a changed recipe", changed(bytes.Index(good, []byte("recipe")), 'R'), checkedfile.ErrDamaged, "checksum"},
		{"cut off", good[:len(good)-100], checkedfile.ErrDamaged, "checksum"},
		{"cut off early", good[:at+2], checkedfile.ErrDamaged, "cut off after"},
		{"a tail", append(bytes.Clone(good), 0), checkedfile.ErrDamaged, "checksum"},
		{"a tail with the right checksum", sealed(append(bytes.Clone(good), 0, 0, 0, 0, 0)), checkedfile.ErrDamaged, "bytes of weights"},
		{"too few weights", sealed(good[:len(good)/2]), checkedfile.ErrDamaged, "too few for a network 64 wide"},
		{"a weight of more than 16 bits", sealed(wide), checkedfile.ErrDamaged, "weight 0 of 64 is not a number of 16 bits"},
		{"a weight in more bytes than it needs", sealed(long), checkedfile.ErrDamaged, "weight 0 of 64 is not a number of 16 bits"},
		{"too long", append(bytes.Clone(good), make([]byte, maxFile)...), checkedfile.ErrDamaged, "has more than"},
		{"other inputs", sealed(changed(at, good[at]+1)), ErrIncompatible, "inputs: 4105, and this program has 4104"},
		{"other heads", sealed(changed(at+3, 25)), ErrIncompatible, "heads: 25, and this program has 24"},
		{"another width", sealed(changed(at+8, 63)), ErrIncompatible, "63 wide"},
		{"a large scale", sealed(changed(at+10, 0x7f)), ErrIncompatible, "a scale of 16300"},
	} {
		_, err := Read(bytes.NewReader(c.data))
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want %q and the error %q", c.name, err, c.says, c.kind)
		}
	}
}

func TestInvalidNetworksAreNotWritten(t *testing.T) {
	for name, spoil := range map[string]func(n *Network){
		"width":         func(n *Network) { n.Width = 100 },
		"scale":         func(n *Network) { n.Scale = 0 },
		"output weight": func(n *Network) { n.OutputWeights[3] = 200 },
		"wide":          func(n *Network) { n.InputBias = n.InputBias[1:] },
		"recipe":        func(n *Network) { n.Recipe = strings.Repeat("x", maxRecipe+1) },
	} {
		n := randomNetwork(1, 64)
		spoil(n)
		if err := n.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%s: it is written", name)
		}
	}
}

// A file that can be read is written again with the same bytes.
func FuzzRead(f *testing.F) {
	small := written(f, NewNetwork(64, 300))
	head := small[:40]
	f.Add([]byte{}, false)
	f.Add(head, false)
	f.Add([]byte(magic), true)
	f.Fuzz(func(t *testing.T, begin []byte, whole bool) {
		data := begin
		if whole && len(begin) < len(small) {
			data = bytes.Clone(small)
			copy(data, begin)
			data = sealed(data)
		}
		n, err := Read(bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, checkedfile.ErrDamaged) && !errors.Is(err, ErrIncompatible) {
				t.Fatalf("neither damaged nor incompatible: %v", err)
			}
			return
		}
		if err := n.Validate(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written(t, n), data) {
			t.Error("written again it is another file")
		}
	})
}
