package gamefile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// decode turns the bytes of a text file into UTF-8 with \n between lines. UTF-16 is known by its mark. What is not
// UTF-8 is GB18030, in which older Chinese programs write; a file that was cut within its last character still is
// UTF-8.
func decode(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		data, _ = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data) // what is broken becomes U+FFFD
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")):
		data = data[3:]
	case !utf8.Valid(withoutTornEnd(data)):
		data = gb18030(data)
	}
	text := strings.ToValidUTF8(string(data), "\uFFFD")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	return strings.ReplaceAll(text, "\x00", " ")
}

// withoutTornEnd drops the beginning of a character that the end of the file cuts off.
func withoutTornEnd(data []byte) []byte {
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

// gb18030 decodes what Chinese programs write. Bytes that are no character become U+FFFD.
func gb18030(data []byte) []byte {
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	if err != nil { // the decoder replaces what it cannot read, so this does not happen
		return bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	return text
}

// tidy brings a comment into the form that Line.Comments describes: no control characters, no blanks around, \n between
// lines.
func tidy(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7F:
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
}

// tidyLine is tidy for what stands on one line, and not longer than a tag may be.
func tidyLine(text string) string {
	text = strings.ReplaceAll(tidy(text), "\n", " ")
	return strings.TrimSpace(cut(text, maxTag))
}

// cut shortens a text to at most n bytes without cutting a character.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
