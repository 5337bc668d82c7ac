package endgame

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
)

// made makes some standard tables in a folder.
func made(t testing.TB, dir string, strong ...string) *Tables {
	t.Helper()
	var list []Material
	for _, s := range strong {
		list = append(list, material(t, s+"-KAABB"))
	}
	tables := new(Tables)
	t.Cleanup(func() { tables.Close() })
	if err := tables.Generate(t.Context(), dir, list, GenerateOptions{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestFiles makes tables, opens them in another set, and compares positions with what is worked out in memory.
func TestFiles(t *testing.T) {
	dir, strong := filepath.Join(t.TempDir(), "new", "folder"), []string{"KN", "KCA"}
	if testing.Short() {
		strong = strong[:1] // the other one takes ten times as long to solve
	}
	made(t, dir, strong...)
	opened := new(Tables)
	t.Cleanup(func() { opened.Close() })
	missing, err := opened.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(Standard()) - len(strong); len(missing) != want {
		t.Errorf("%d tables are missing, want %d", len(missing), want)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.part")); err != nil || len(left) > 0 {
		t.Errorf("left over: %v (%v)", left, err)
	}
	if len(strong) > 1 {
		t.Run("cache", func(t *testing.T) { checkCache(t, opened) })
	}
	dice := rand.New(rand.NewPCG(3, 4))
	for _, s := range strong {
		text := s + "-KAB"
		m, solved := material(t, text), solved(t, text)
		for range 3000 {
			setup := drawn(m, dice.IntN)
			setup.SideToMove = board.Color(dice.IntN(2))
			p, err := board.NewPosition(setup)
			if err != nil {
				continue
			}
			want, _ := solved.Probe(&p)
			if got, ok := opened.Probe(&p); !ok || got != want {
				t.Fatalf("%s is %v in memory, from the file %v (%v)", p.FEN(), want, got, ok)
			}
		}
	}
}

// TestDamagedFiles cuts a file off and changes its bytes: each time it is refused by name, counts as missing, and can
// be made anew.
func TestDamagedFiles(t *testing.T) {
	dir := t.TempDir()
	made(t, dir, "KP")
	path := filepath.Join(dir, "KP.xqe")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		tables := new(Tables)
		missing, err := tables.Load(dir)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "KP.xqe") || len(missing) != len(Standard()) {
			t.Errorf("%s: %d tables missing, error %v", what, len(missing), err)
		}
	}
	for cut := 0; cut < len(good); cut += 1 + len(good)/20 {
		try("cut off", good[:cut])
	}
	for i := 0; i < len(good); i += 1 + len(good)/40 {
		bad := append([]byte{}, good...)
		bad[i] ^= 0x10
		try("changed", bad)
	}
	try("longer", append(append([]byte{}, good...), 1))
	made(t, dir, "KN")
	horse, err := os.ReadFile(filepath.Join(dir, "KN.xqe"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "KN.xqe")); err != nil {
		t.Fatal(err)
	}
	try("another table", horse)

	if missing, err := made(t, dir, "KP").Load(dir); err != nil || len(missing) != len(Standard())-1 {
		t.Errorf("made anew: %d tables are missing (%v)", len(missing), err)
	}
}

// TestFitting leaves out tables that take too much memory.
func TestFitting(t *testing.T) {
	all := Standard()
	if got := (GenerateOptions{}).Fitting(all); len(got) != len(all) {
		t.Errorf("without a limit %d of %d tables fit", len(got), len(all))
	}
	var left []string
	fitting := GenerateOptions{MemoryMB: 400}.Fitting(all)
	for _, m := range all {
		if !slices.Contains(fitting, m) {
			left = append(left, m.strongSide())
		}
	}
	if want := []string{"KPAABB", "KNAABB", "KCAABB"}; !slices.Equal(left, want) {
		t.Errorf("into 400 MB do not fit %v, want %v", left, want)
	}
}

// checkCache reads all of the table KCA without exceeding the limit of the cache.
func checkCache(t *testing.T, tables *Tables) {
	t.Helper()
	tables.cache.limit = 3 << 20
	m := material(t, "KCA-KAABB")
	dice := rand.New(rand.NewPCG(5, 6))
	for range 4_000 {
		p, err := board.NewPosition(drawn(m, dice.IntN))
		if err != nil {
			continue
		}
		if _, ok := tables.Probe(&p); !ok {
			t.Fatalf("%s is not known", p.FEN())
		}
	}
	bytes := 0
	for i := range tables.cache.shards {
		s := &tables.cache.shards[i]
		sum := 0
		for _, data := range s.blocks {
			sum += len(data)
		}
		if sum != s.bytes {
			t.Errorf("shard %d has %d bytes and says %d", i, sum, s.bytes)
		}
		bytes += sum
	}
	if limit := tables.cache.limit; bytes > limit || bytes < limit/2 {
		t.Errorf("%d bytes are kept, want at most %d and about as many", bytes, limit)
	}
}

// BenchmarkProbe looks one position up again and again, by its side to move.
func BenchmarkProbe(b *testing.B) {
	tables := made(b, b.TempDir(), "KCA")
	for _, c := range []struct{ name, fen string }{
		{"attack", "3ak4/4a4/4b4/9/9/9/9/9/4A4/4KC3 w - - 0 1"},
		{"defense", "3ak4/4a4/4b4/9/9/9/9/9/4A4/4KC3 b - - 0 1"},
		{"not an ending", board.StartFEN},
	} {
		p := position(b, c.fen)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tables.Probe(p)
			}
		})
	}
}

// FuzzOpen opens arbitrary files with right checksums: they are refused, or can be probed.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	made(f, dir, "KP")
	good, err := os.ReadFile(filepath.Join(dir, "KP.xqe"))
	if err != nil {
		f.Fatal(err)
	}
	name := int(good[len(magic)])
	begin := len(magic) + 1 + name
	table := &Table{}
	table.material = material(f, string(good[len(magic)+1:begin]))
	x, y := table.material.attack()
	table.space, table.attack = newSpace(table.material), newAttack(x, y)
	count, _ := table.blocks()
	f.Add(string(good[len(magic)+1:begin]), good[begin:begin+4*count], good[begin+4*count+4:len(good)-4])
	f.Add("KP-K", []byte{1, 0, 0, 0}, []byte{7})
	f.Add("KR-KAABB", []byte{}, []byte{})
	p := position(f, "3ak4/4a4/9/4P4/9/9/9/9/9/4K4 w - - 0 1")
	f.Fuzz(func(t *testing.T, material string, lengths, blocks []byte) {
		if len(material) > 127 || len(blocks) > 1<<20 {
			return
		}
		sum := func(data []byte) []byte { return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data)) }
		head := append([]byte(magic), byte(len(material)))
		head = sum(append(append(head, material...), lengths...))
		path := filepath.Join(t.TempDir(), "KP.xqe")
		if err := os.WriteFile(path, append(head, sum(blocks)...), 0o600); err != nil {
			t.Fatal(err)
		}
		tables := new(Tables)
		table, err := open(path, &tables.cache)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%q: %v", material, err)
			}
			return
		}
		tables.Add(table)
		defer tables.Close()
		tables.Probe(p)
	})
}
