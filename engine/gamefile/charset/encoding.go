// Package charset finds out the encoding of a game file and decodes it.
package charset

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf16 "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// Encoding is how a file writes its characters.
type Encoding uint8

// The encodings.
const (
	UTF8 Encoding = iota
	UTF16LE
	UTF16BE
	GB18030 // with GB 2312 and GBK, which are parts of it
	Big5    // with its supplement for Hong Kong
)

var encodingNames = [...]string{
	UTF8: "utf-8", UTF16LE: "utf-16le", UTF16BE: "utf-16be", GB18030: "gb18030", Big5: "big5",
}

// String returns the lower-case name of the encoding.
func (e Encoding) String() string { return encodingNames[e] }

// The marks with which a file may begin.
var (
	markUTF8    = []byte("\xEF\xBB\xBF")
	markUTF16LE = []byte("\xFF\xFE")
	markUTF16BE = []byte("\xFE\xFF")
)

// Text returns a file in an encoding as UTF-8 with \n between lines, without its mark. Its letters have their accents with
// them: Vietnamese from some systems has them apart.
func (e Encoding) Text(data []byte) string {
	for _, mark := range [...][]byte{markUTF8, markUTF16LE, markUTF16BE} {
		if bare, found := bytes.CutPrefix(data, mark); found {
			data = bare
			break
		}
	}
	return norm.NFC.String(e.Decode(data))
}

// Detect returns the encodings that a file may have, the likeliest first. A mark decides, and so does UTF-8 without a
// fault, for no other encoding has such bytes by chance; a file that was cut within its last character still is UTF-8.
func Detect(data []byte) []Encoding {
	switch {
	case bytes.HasPrefix(data, markUTF16LE):
		return []Encoding{UTF16LE}
	case bytes.HasPrefix(data, markUTF16BE):
		return []Encoding{UTF16BE}
	case bytes.HasPrefix(data, markUTF8):
		return []Encoding{UTF8}
	}
	choice := []Encoding{GB18030, Big5}
	switch zeros := bytes.Count(data, []byte{0}); {
	case zeros*50 > len(data): // letters and digits of UTF-16 have one each
		choice = []Encoding{UTF16LE, UTF16BE, UTF8, GB18030, Big5}
	case utf8.Valid(trimPartialRune(data)):
		return []Encoding{UTF8}
	case len(data)%2 == 0:
		choice = append(choice, UTF16LE, UTF16BE)
	}
	// A file with some broken bytes may be any of them, UTF-8 included.
	if !bytes.Contains(data, []byte{0}) {
		choice = append(choice, UTF8)
	}
	return likeliest(data, choice)
}

// DetectFields finds out the encoding of the texts within a binary file of a Chinese program, all of them in one piece.
// GB18030 is what nearly all have.
func DetectFields(texts []byte) Encoding { return likeliest(texts, []Encoding{GB18030, Big5})[0] }

// likeliest sorts encodings by how much a file looks like a game record in them.
func likeliest(data []byte, choice []Encoding) []Encoding {
	const far = 1 << 17 // bytes, an even number: the beginning suffices, and the whole of a large file is costly
	looks := map[Encoding]int{}
	for _, e := range choice {
		looks[e] = plausibility(e.decode(data[:min(len(data), far)]))
	}
	slices.SortStableFunc(choice, func(a, b Encoding) int { return looks[b] - looks[a] })
	return choice
}

// Decode turns bytes into UTF-8 with \n between lines.
func (e Encoding) Decode(data []byte) string { return lines(e.decode(data)) }

// decode turns bytes into UTF-8. What is broken becomes U+FFFD.
func (e Encoding) decode(data []byte) string {
	var way encoding.Encoding
	switch e {
	case UTF16LE:
		way = utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)
	case UTF16BE:
		way = utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)
	case GB18030:
		way = simplifiedchinese.GB18030
	case Big5:
		way = traditionalchinese.Big5
	case UTF8:
	}
	if way != nil {
		if text, err := way.NewDecoder().Bytes(data); err == nil { // it replaces what it cannot read
			data = text
		}
	}
	return strings.ToValidUTF8(string(data), "\uFFFD")
}

// lines brings the ends of lines into one form.
func lines(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	return strings.ReplaceAll(text, "\x00", " ")
}

// plausibility weighs how much a text looks like one that people wrote: the commonest characters count most, rare ones
// and what is no character count against it. A text read in a wrong encoding has few of the first and many of the
// others.
func plausibility(text string) (worth int) {
	const far = 1 << 16 // bytes: the whole text of a large file says no more
	for _, r := range text[:min(len(text), far)] {
		switch {
		case isBroken(r):
			worth -= 6
		case r < utf8.RuneSelf:
			worth++
		case common[r]:
			worth += 6
		case 0x3000 <= r && r < 0x3020, '！' <= r && r <= '～', 0x2010 <= r && r <= 0x2030, 0x2460 <= r && r < 0x24A0:
			worth++ // punctuation, digits
		case unicode.Is(unicode.Han, r):
			worth--
		case 0x1E00 <= r && r < 0x1F00, 0xC0 <= r && r < 0x1B0: // Vietnamese
		default:
			worth -= 2
		}
	}
	return worth
}

// common are the characters of moves, titles and names, and the commonest of the language, simple and traditional.
var common = func() map[rune]bool {
	all := make(map[rune]bool)
	for _, r := range commonText {
		all[r] = true
	}
	return all
}()

const commonText = "帅帥将將仕士相象马馬车車炮砲包兵卒进進退平前后後中一二三四五六七八九十百零上下左右红紅黑方先手胜勝负負和棋局布佈开開盘盤着著步回合变變" +
	"第届屆全国國象棋个個人赛賽团團体體杯轮輪台组組冠军軍锦錦标標联聯甲乙丙丁级級男女子公开邀请請大师師特级年月日时時间間分秒省市县區区队隊会會协協院厂廠" +
	"北京上海广廣东東西南北湖河江浙苏蘇山安徽福建川重庆慶天津黑龙龍吉林辽遼宁寧内蒙古新疆云雲贵貴州陕陝甘肃青港澳湾灣香越泰新加坡马来來西亚亞菲律宾賓美加拿" +
	"胡荣榮华華许許银銀吕呂钦欽赵趙国王李张張刘劉陈陳杨楊黄黃周吴吳徐孙孫朱高郭何罗羅郑鄭梁谢謝宋唐韩韓冯馮于董萧蕭程曹袁邓鄧傅沈曾彭蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘" +
	"杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文鸿鴻嘉良小明伟偉强強建平志林春宝寶" +
	"屏风風顺順列半途仙人指路起飞飛过過宫宮巡河直横橫对對攻杀殺弃棄子法注解评評讲講说說红黑看得不很好劣败敗势勢优優均" +
	"的了是在有我他这這们們到说說为為以可也就要能会會出然没沒所于於之而其与與又或但如果这這那些样樣现現实實战戰用应應当當走法者因此被把使再已经經由从從向" +
	"此时時机機会會即若可如不可则則只无無还還更最多少次点點面线線角边邊底吃抽捉牵牽制兑兌防守反先得失子力形成控"

// trimPartialRune drops the beginning of a character that the end of the file cuts off.
func trimPartialRune(data []byte) []byte {
	for n := 1; n <= min(utf8.UTFMax-1, len(data)); n++ {
		if tail := data[len(data)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return data[:len(data)-n]
			}
			break
		}
	}
	return data
}

// IsMojibake recognizes a text that was read in a wrong encoding, here or by the program that wrote it: much of it is
// no character, or letters of Western Europe are side by side and nothing else.
func IsMojibake(text string) bool {
	const far, few = 1 << 16, 4 // bytes, characters
	var broken, western, han, all int
	before := false
	for _, r := range text[:min(len(text), far)] {
		west := 0x80 <= r && r < 0x100
		switch {
		case isBroken(r):
			broken++
		case unicode.Is(unicode.Han, r):
			han++
		case west && before:
			western++
		}
		before = west
		all++
	}
	return broken >= few && broken*10 > all || western >= few && han == 0 && western*5 > all ||
		strings.Contains(text, "锟斤拷") // characters that had all become U+FFFD before
}

// isBroken recognizes what is no character of a text.
func isBroken(r rune) bool {
	return r == '\uFFFD' || unicode.Is(unicode.Co, r) || r < ' ' && r != '\n' && r != '\t' || 0x7F <= r && r < 0xA0
}
