package charset_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf16 "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/charset"
	"xiangqibot/engine/gamefile/codec"
)

// TestEncodingsToldApart: the same game in every encoding, with names and with moves that do and do not help to tell
// them apart.
func TestEncodingsToldApart(t *testing.T) {
	const (
		simple      = "[Event \"全国象棋个人赛\"]\n[Red \"吕钦\"]\n[Black \"赵国荣\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 车９平８ {正着} *\n"
		traditional = "[Event \"全國象棋個人賽\"]\n[Red \"呂欽\"]\n[Black \"趙國榮\"]\n\n1. 炮二平五 馬８進７\n2. 馬二進三 車９平８ {正著} *\n"
		letters     = "[Event \"%s\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n"
	)
	for _, c := range []struct {
		name string
		way  encoding.Encoding
		text string
		want charset.Encoding
	}{
		{"GB18030", simplifiedchinese.GB18030, simple, charset.GB18030},
		{"GBK with traditional characters", simplifiedchinese.GBK, traditional, charset.GB18030},
		{"Big5", traditionalchinese.Big5, traditional, charset.Big5},
		{"Big5 of Hong Kong", traditionalchinese.Big5, strings.Replace(traditional, "正著", "佢哋係咁嘅，正著", 1), charset.Big5},
		{"UTF-16 without its mark", utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM), simple, charset.UTF16LE},
		{"UTF-16, the other way round", utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM), traditional, charset.UTF16BE},
		{"UTF-16 with its mark", utf16.UTF16(utf16.BigEndian, utf16.UseBOM), simple, charset.UTF16BE},
		{"UTF-8 with its mark", utf16.UTF8BOM, simple, charset.UTF8},
		{"UTF-8", encoding.Nop, traditional, charset.UTF8},
		{"GB18030 in the title alone", simplifiedchinese.GB18030, strings.Replace(letters, "%s", "第五届银荔杯 许银川先和柳大华", 1), charset.GB18030},
		{"Big5 in the title alone", traditionalchinese.Big5, strings.Replace(letters, "%s", "第五屆銀荔盃 許銀川先和柳大華", 1), charset.Big5},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := c.way.NewEncoder().Bytes([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			want, _, err := codec.Read([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			g, source, err := codec.ReadGame(data, 0)
			if err != nil || source.Encoding != c.want || g.Event != want.Event || g.Red != want.Red || !slices.Equal(g.Moves, want.Moves) {
				t.Errorf("%v, %q, %q, %v, %v", source.Encoding, g.Event, g.Red, g.Moves, err)
			}
		})
	}
}

// TestGarbled: where the encoding is the fault, the refusal says so.
func TestGarbled(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("炮二平五 马８进７ 马二进三 车９平８")
	if err != nil {
		t.Fatal(err)
	}
	var western strings.Builder // bytes of GBK taken for Latin letters and saved as UTF-8
	for i := range len(gbk) {
		western.WriteRune(rune(gbk[i]))
	}
	for name, text := range map[string]string{
		"letters of Western Europe": western.String(),
		"broken before":             "1. �ڶ�ƽ�� ��8��7 2. �����",
		"broken twice":              "1. 锟节讹拷平锟斤拷 锟斤拷8锟斤拷7",
		"none at all":               "\x81\x01\x02\xFF\x03\x90\xFF\xFF\x04\x81\x05\x06\xFF\xFE\x07",
	} {
		_, _, err := codec.Read([]byte(text))
		if fault := (*gamefile.Error)(nil); !errors.As(err, &fault) || fault.Problem != gamefile.BadEncoding {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Vietnamese says the same whether its accents are with the letters or apart, in every format.
func TestAccentsApart(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		plies  int
		red    string
		result gamefile.Result
	}{
		"words before a score": {"1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tấn 3 Đen nhận thua 1-0", 3, "", gamefile.RedWins},
		"an ending":            {"1. P2=5 M8.7\n2. M2.3 Đỏ thắng", 3, "", gamefile.RedWins},
		"a PGN":                {"[Red \"Nguyễn Ánh\"]\n[Result \"Đỏ thắng\"]\n\n1. Pháo 2 bình 5 Mã 8 tấn 7 {Tấn công}", 2, "Nguyễn Ánh", gamefile.RedWins},
		"the end of a PGN":     {"[Red \"Nguyễn\"]\n\n1. Pháo 2 bình 5 Mã 8 tấn 7 Hòa", 2, "Nguyễn", gamefile.Draw},
		"DhtmlXQ":              {"[DhtmlXQ]\n[DhtmlXQ_red]Nguyễn[/DhtmlXQ_red]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]", 1, "Nguyễn", gamefile.Unknown},
	} {
		together, format, err := codec.Read([]byte(norm.NFC.String(c.text)))
		if err != nil || len(together.Moves) != c.plies || together.Red != c.red || together.Result != c.result {
			t.Errorf("%s: %v, %+v, %v", name, format, together, err)
		}
		apart, _, err := codec.Read([]byte(norm.NFD.String(c.text)))
		if err != nil || !reflect.DeepEqual(apart, together) {
			t.Errorf("%s: apart it is %+v, %v, want %+v", name, apart, err, together)
		}
	}
}
