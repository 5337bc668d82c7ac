package notation_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// cases calls use with each line of a case file that lies beside the project. The answers are other programs' and books'.
func cases[T any](t *testing.T, name string, use func(T)) {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", name))
	if errors.Is(err, os.ErrNotExist) && os.Getenv("XIANGQI_REQUIRE_SHARED") != "1" {
		t.Skipf("%v: these cases lie beside the project, not in it", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	n := 0
	for ; lines.Scan(); n++ {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s line %d: %v", name, n+1, err)
		}
		use(row)
	}
	if err := lines.Err(); err != nil || n == 0 {
		t.Fatalf("%s: %d lines read, %v", name, n, err)
	}
}

// TestOracleReading reads every spelling of every row.
func TestOracleReading(t *testing.T) {
	type row struct {
		ID, FEN, CN, UCI string
		Alt              []string
		File             string `json:"cn_file"`
		Xqbase           string `json:"cn_xqbase"`
		WXF              string `json:"wxf"`
		WXFXqbase        string `json:"wxf_xqbase"`
	}
	read := 0
	cases(t, "oracle/notation.jsonl.gz", func(r row) {
		p := position(t, r.FEN)
		texts := append(r.Alt, r.CN, r.UCI, r.File, r.Xqbase, r.WXF, r.WXFXqbase)
		for _, text := range texts {
			if text == "" {
				continue
			}
			read++
			m, err := notation.Parse(&p, text)
			if err != nil || m.String() != r.UCI {
				t.Errorf("%s: %s: %s is read as %v, %v; want %s", r.ID, r.FEN, text, m, err, r.UCI)
			}
		}
	})
	t.Logf("%d spellings read", read)
}

// TestOracleWriting compares what Format writes with the names that the rows hold; in tandem there are two of equal right.
func TestOracleWriting(t *testing.T) {
	type row struct {
		ID, FEN, CN, UCI string
		File             string `json:"cn_file"`
		Xqbase           string `json:"cn_xqbase"`
	}
	cases(t, "oracle/notation.jsonl.gz", func(r row) {
		p := position(t, r.FEN)
		got := plain(notation.Format(&p, move(t, r.UCI), notation.Chinese))
		if got != plain(r.CN) && got != plain(r.File) && got != plain(r.Xqbase) {
			t.Errorf("%s: %s %s is written %s, want %s", r.ID, r.FEN, r.UCI, got, r.CN)
		}
	})
}

// plain drops the differences between scripts.
func plain(text string) string {
	same := map[rune]rune{
		'進': '进', '後': '后', '馬': '马', '傌': '马', '車': '车', '俥': '车', '砲': '炮', '包': '炮', '帥': '帅', '將': '将',
	}
	var out []rune
	for _, r := range text {
		if s, ok := same[r]; ok {
			r = s
		}
		if '1' <= r && r <= '9' {
			r += '１' - '1'
		}
		out = append(out, r)
	}
	return string(out)
}

// TestOracleWXF writes every legal move of 5,000 positions, reads it back and compares it with Fairy-Stockfish's WXF.
func TestOracleWXF(t *testing.T) {
	type row struct {
		FEN   string
		Legal []string
		WXF   map[string]string
	}
	moves := 0
	cases(t, "oracle/moves.jsonl.gz", func(r row) {
		p := position(t, r.FEN)
		for _, text := range r.Legal {
			moves++
			m := move(t, text)
			if got := notation.Format(&p, m, notation.WXF); got != r.WXF[text] {
				t.Errorf("%s: %s is written %s, want %s", r.FEN, text, got, r.WXF[text])
			}
			for s := notation.UCI; s <= notation.WXF; s++ {
				written := notation.Format(&p, m, s)
				if back, err := notation.Parse(&p, written); back != m {
					t.Errorf("%s: %s in %v is %s, read back as %v, %v", r.FEN, m, s, written, back, err)
				}
			}
		}
	})
	t.Logf("%d moves", moves)
}

func move(t testing.TB, coordinates string) board.Move {
	t.Helper()
	m, err := board.ParseMove(coordinates)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func position(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
