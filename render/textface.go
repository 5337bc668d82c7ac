package render

import (
	"image"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// textFace draws lines of text in one size. Text may contain any character: one that no font has becomes a round
// placeholder.
type textFace struct {
	fonts *fonts
	size  float64

	mu     sync.Mutex
	glyphs map[string]glyph
}

// glyph is one character with the pen at (0, 0).
type glyph struct {
	mask        *image.Alpha // nil for a space
	advance     float64
	placeholder bool // no font has it
}

// maxGlyphs limits the cache of glyphs, in case somebody tries every combination of combining marks.
const maxGlyphs = 4096

func newTextFace(f *fonts, size float64) *textFace {
	return &textFace{fonts: f, size: size, glyphs: map[string]glyph{}}
}

// textLine is a laid out line of text.
type textLine struct {
	letters []glyph
	width   float64
}

// fit lays out a text, and truncates it with an ellipsis if it is wider than width.
func (t *textFace) fit(text string, width float64) textLine {
	var whole textLine
	for _, c := range clusters(text) {
		l := t.glyph(c)
		whole.letters = append(whole.letters, l)
		whole.width += l.advance
		if whole.width > 16*width {
			break // the rest is cut in any case
		}
	}
	if whole.width <= width {
		return whole
	}
	ellipsis := t.glyph("…")
	n := len(whole.letters)
	for n > 0 && whole.width+ellipsis.advance > width {
		n--
		whole.width -= whole.letters[n].advance
	}
	whole.letters = append(whole.letters[:n], ellipsis)
	whole.width += ellipsis.advance
	return whole
}

// draw calls put with each mask of the line and its position. The line begins at x, on the baseline y.
func (ln textLine) draw(x, y int, put func(mask *image.Alpha, dx, dy int)) {
	pen := float64(x)
	for _, l := range ln.letters {
		if l.mask != nil {
			put(l.mask, round(pen), y)
		}
		pen += l.advance
	}
}

// maxCluster is the size in bytes from which a character takes no more marks, in case a text has nothing else.
const maxCluster = 64

// clusters splits a text into what a reader sees as single characters: a letter with its combining marks, an emoji
// sequence. White space of any kind becomes a space. Invisible characters are left out.
func clusters(text string) []string {
	var out []string
	joined := false // the last rune was a joiner
	join := func(r rune) {
		if last := &out[len(out)-1]; len(*last) < maxCluster {
			*last += string(r)
		}
		joined = false
	}
	for _, r := range norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD")) {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == '\u200D': // zero-width joiner
			joined = len(out) > 0
			continue
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector):
			continue
		case unicode.Is(unicode.M, r), r >= 0x1F3FB && r <= 0x1F3FF: // combining marks, skin tones
			if len(out) > 0 {
				join(r)
				continue
			}
		case joined:
			join(r)
			continue
		case regional(r) && len(out) > 0 && len(out[len(out)-1]) == 4 && regional([]rune(out[len(out)-1])[0]):
			out[len(out)-1] += string(r) // two regional indicators are a flag
			continue
		}
		out = append(out, string(r))
		joined = false
	}
	return out
}

// regional reports whether r is a regional indicator, one half of a flag.
func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// hasGlyphs reports whether the fonts have a glyph for any visible character of a text.
func (t *textFace) hasGlyphs(text string) bool {
	for _, c := range clusters(text) {
		if c != " " && !t.glyph(c).placeholder {
			return true
		}
	}
	return false
}

// glyph returns the glyph of a cluster.
func (t *textFace) glyph(cluster string) glyph {
	t.mu.Lock()
	defer t.mu.Unlock()
	l, ok := t.glyphs[cluster]
	if !ok {
		if len(t.glyphs) >= maxGlyphs {
			clear(t.glyphs)
		}
		l = t.build(cluster)
		t.glyphs[cluster] = l
	}
	return l
}

// build draws a cluster: the composed character if the fonts have it, else its base character, else the placeholder.
// Further marks are left out.
func (t *textFace) build(cluster string) glyph {
	r, _ := utf8.DecodeRuneInString(cluster)
	if !t.fonts.supports(r) {
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(cluster)) // without its marks
	}
	if !t.fonts.supports(r) {
		return t.placeholder()
	}
	o := t.fonts.outline(t.fonts.typefaceFor(r), r, t.size)
	l := glyph{advance: o.advance}
	if o.right > o.left {
		l.mask = o.mask(0, 0)
	}
	return l
}

// placeholder returns what is drawn for a character that no font has.
func (t *textFace) placeholder() glyph {
	radius := t.size * 0.24
	half := round(radius) + 2
	m := discMask(half, 0, 0, radius)
	for i := range m.Pix {
		m.Pix[i] = uint8(int(m.Pix[i]) * 5 / 8)
	}
	x, y := round(t.size*0.38)-half, -round(t.size*0.36)-half
	m.Rect = m.Rect.Add(image.Pt(x, y))
	return glyph{mask: m, advance: t.size * 0.76, placeholder: true}
}
