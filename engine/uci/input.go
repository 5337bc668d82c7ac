package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxLine is the maximum length of a line, in bytes. A game of 10,000 plies is shorter.
const maxLine = 1 << 16

// line is one line of input, the problem with it, or both: a go that is no proper text is answered all the same.
type line struct{ text, problem string }

// readLines sends the nonempty lines of in, and closes out at the end of in or of ctx.
func readLines(ctx context.Context, in io.Reader, out chan<- line) {
	defer close(out)
	r := bufio.NewReaderSize(in, maxLine)
	for {
		raw, err := r.ReadSlice('\n')
		l := line{text: clean(raw)}
		if errors.Is(err, bufio.ErrBufferFull) {
			l = line{problem: fmt.Sprintf("a line of more than %d bytes is not read; it begins with %.40q", maxLine, raw[:40])}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
		} else if !utf8.ValidString(l.text) {
			l.problem = fmt.Sprintf("a line is not UTF-8: %.80q", l.text)
			if l.text = strings.ToValidUTF8(l.text, "?"); commandOf(l.text) != "go" {
				l.text = ""
			}
		}
		if l != (line{}) {
			select {
			case out <- l:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// clean trims white space and a byte-order mark. It replaces tabs by spaces: the protocol allows both between words.
func clean(raw []byte) string {
	text := string(bytes.TrimPrefix(raw, []byte("\ufeff")))
	return strings.TrimSpace(strings.ReplaceAll(text, "\t", " "))
}
