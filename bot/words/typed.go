package words

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NormalizeTimes converts the words for times of all languages into the letters that the program parses, and
// full-width characters into ASCII: "3天", "三天" and "3 ngày" are "3d", "15分＋10秒" is "15m+10s", "无" is "none". Other
// text stays unchanged. All languages are accepted from everybody: people write "3d" in every one.
func NormalizeTimes(text string) string {
	spelled := strings.ToLower(norm.NFKC.String(strings.TrimSpace(text)))
	if noTime[Normalize(spelled)] {
		return "none"
	}
	spelled = strings.ReplaceAll(spelled, "加", "+")
	spelled = chineseTime.ReplaceAllStringFunc(spelled, inDigits)
	var out strings.Builder
	for rest := []rune(spelled); len(rest) > 0; {
		n := 0
		for n < len(rest) && (unicode.IsLetter(rest[n]) || unicode.IsMark(rest[n])) {
			n++
		}
		unit, known := timeUnits[Normalize(string(rest[:n]))]
		switch before := strings.TrimRight(out.String(), " "); {
		case n == 0:
			out.WriteRune(rest[0])
			n = 1
		case known && before != "" && unicode.IsDigit(rune(before[len(before)-1])): // "3 days" without the blank
			out.Reset()
			out.WriteString(before + unit)
		default:
			out.WriteString(string(rest[:n]))
		}
		rest = rest[n:]
	}
	return out.String()
}

// chineseTime matches a number below a hundred in Chinese numerals before the first character of a unit of time or
// of the word for an hour of the day.
var chineseTime = regexp.MustCompile(`([一二三四五六七八九两兩十]{1,3})\s*([天日小个個分秒点點时時])`)

// inDigits converts a match of chineseTime to digits: 十二小 is 12小. Invalid numbers, such as 十十天, stay unchanged.
func inDigits(found string) string {
	parts := chineseTime.FindStringSubmatch(found)
	tens, ones, hasTens := strings.Cut(parts[1], "十")
	if !hasTens {
		tens, ones = "", parts[1]
	}
	ten, okTens := chineseDigit(tens)
	one, okOnes := chineseDigit(ones)
	switch {
	case !okTens, !okOnes:
		return found
	case hasTens && tens == "":
		ten = 1
	}
	return strconv.Itoa(10*ten+one) + parts[2]
}

// chineseDigit returns the digit of a numeral, 0 for none, and whether the text is at most one numeral.
func chineseDigit(numeral string) (int, bool) {
	const numerals = "一二三四五六七八九"
	switch numeral {
	case "":
		return 0, true
	case "两", "兩":
		return 2, true
	}
	at := strings.Index(numerals, numeral)
	return at/len("一") + 1, at >= 0 && len(numeral) == len("一")
}

// noTime are the words for no clock, and timeUnits those for units of time, as [Normalize] returns them.
var (
	noTime = map[string]bool{
		"none": true, "no": true, "noclock": true, "untimed": true, "unlimited": true,
		"无": true, "無": true, "不限": true, "不限时": true, "不限時": true, "不计时": true, "不計時": true,
		"khong": true, "khongtinhgio": true, "khonggioihan": true,
	}
	timeUnits = map[string]string{
		"d": "d", "day": "d", "days": "d", "天": "d", "日": "d", "ngay": "d",
		"h": "h", "hour": "h", "hours": "h", "小时": "h", "小時": "h", "个小时": "h", "個小時": "h", "gio": "h", "tieng": "h",
		"m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m", "分": "m", "分钟": "m", "分鐘": "m", "phut": "m",
		"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "秒": "s", "秒钟": "s", "秒鐘": "s", "giay": "s",
	}
)

// Normalize converts typed text for comparison with words: letters in lower case without accents, and digits, without
// spaces and punctuation. A text of punctuation alone ("?") stays unchanged.
func Normalize(text string) string {
	var kept strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r == 'đ':
			kept.WriteRune('d')
		case unicode.IsLetter(r), unicode.IsDigit(r):
			kept.WriteRune(r)
		}
	}
	if kept.Len() == 0 {
		return strings.TrimSpace(text)
	}
	return kept.String()
}
