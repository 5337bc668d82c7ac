package notation_test

import (
	"testing"

	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// TestOracleReading reads every spelling of every row in every style.
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
	testcases.Each(t, "oracle/notation.jsonl.gz", func(r row) {
		p := testcases.Position(t, r.FEN)
		texts := append(r.Alt, r.CN, r.UCI, r.File, r.Xqbase, r.WXF, r.WXFXqbase)
		for _, text := range texts {
			if text == "" {
				continue
			}
			read++
			for _, s := range notation.Styles() {
				coordinates, letters := text == r.UCI, text[0] < 'a'
				if s == notation.UCI10 && coordinates || s == notation.Vietnamese && letters {
					continue // these may mean something else in that style
				}
				m, err := notation.ParseAs(&p, text, s)
				if err != nil || m.String() != r.UCI {
					t.Errorf("%s: %s: %s is read as %v by %v, %v; want %s", r.ID, r.FEN, text, m, s, err, r.UCI)
				}
			}
		}
	})
	t.Logf("%d spellings read", read)
}

// TestOracleWriting compares what Format writes with the names that the rows hold. A row says which convention for
// tandem pawns its name follows, or has the names of the others too; where nothing is in tandem there is one name.
func TestOracleWriting(t *testing.T) {
	type row struct {
		ID, FEN, CN, UCI, Style string
		Nonstandard             any
		File                    string `json:"cn_file"`
		Xqbase                  string `json:"cn_xqbase"`
		WXF                     string `json:"wxf"`
	}
	compared := 0
	testcases.Each(t, "oracle/notation.jsonl.gz", func(r row) {
		p := testcases.Position(t, r.FEN)
		m := testcases.Move(t, r.UCI)
		same := func(s notation.Style, want string) {
			if want == "" {
				return
			}
			compared++
			if got := notation.Format(&p, m, s); plain(got) != plain(want) {
				t.Errorf("%s: %s %s is written %s in %v, want %s", r.ID, r.FEN, r.UCI, got, s, want)
			}
		}
		counted, byFile := r.Xqbase, r.File
		switch {
		case r.Style == "xqbase":
			counted = r.CN
		case r.Style == "file":
			byFile = r.CN
		case r.Nonstandard == nil:
			counted, byFile = r.CN, r.CN
		}
		same(notation.Chinese, counted)
		same(notation.ChineseTraditional, counted)
		same(notation.ChineseByFile, byFile)
		same(notation.ChineseTraditionalByFile, byFile)
		same(notation.WXF, r.WXF)
	})
	t.Logf("%d names compared", compared)
}

// plain removes the differences between scripts.
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

// TestOracleWXF writes every legal move of 5,000 positions and compares it with Fairy-Stockfish's WXF.
func TestOracleWXF(t *testing.T) {
	type row struct {
		FEN   string
		Legal []string
		WXF   map[string]string
	}
	moves := 0
	testcases.Each(t, "oracle/moves.jsonl.gz", func(r row) {
		p := testcases.Position(t, r.FEN)
		for _, text := range r.Legal {
			moves++
			m := testcases.Move(t, text)
			if got := notation.Format(&p, m, notation.WXF); got != r.WXF[text] {
				t.Errorf("%s: %s is written %s, want %s", r.FEN, text, got, r.WXF[text])
			}
		}
	})
	t.Logf("%d moves", moves)
}
