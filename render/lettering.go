package render

import (
	"image"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lettering writes lines of text in one size. People call themselves anything, so every text can be written:
// letters with marks are put together from their parts, and what no font has becomes a round neutral mark.
type lettering struct {
	fonts *fonts
	size  float64

	mu    sync.Mutex
	known map[string]letter
}

// letter is one character with its pen at (0, 0).
type letter struct {
	masks   []*image.Alpha // several where marks were put on a base
	advance float64
	neutral bool // no font has it
}

// maxKnown bounds the letters kept, against people who try out every combination of marks.
const maxKnown = 4096

func newLettering(f *fonts, size float64) *lettering {
	return &lettering{fonts: f, size: size, known: map[string]letter{}}
}

// line is a text ready to be drawn.
type line struct {
	letters []letter
	width   float64
}

// fit sets a text in at most the given width, cutting it with an ellipsis where it is longer.
func (t *lettering) fit(text string, width float64) line {
	var whole line
	for _, c := range clusters(text) {
		l := t.letter(c)
		whole.letters = append(whole.letters, l)
		whole.width += l.advance
		if whole.width > 16*width {
			break // nobody will see the rest
		}
	}
	if whole.width <= width {
		return whole
	}
	ellipsis := t.letter("…")
	n := len(whole.letters)
	for n > 0 && whole.width+ellipsis.advance > width {
		n--
		whole.width -= whole.letters[n].advance
	}
	whole.letters = append(whole.letters[:n], ellipsis)
	whole.width += ellipsis.advance
	return whole
}

// draw calls put with each mask of the line and where to put it; the line begins at x and stands on the baseline y.
func (ln line) draw(x, y int, put func(mask *image.Alpha, dx, dy int)) {
	pen := float64(x)
	for _, l := range ln.letters {
		for _, m := range l.masks {
			put(m, round(pen), y)
		}
		pen += l.advance
	}
}

// clusters cuts a text into what a reader takes for one character each: a letter with its marks, an emoji with what is joined to it.
// White space of any kind becomes a plain space; what has no shape is left out.
func clusters(text string) []string {
	var out []string
	joined := false // the last rune ties the next one to itself
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
				out[len(out)-1] += string(r)
				continue
			}
		case joined:
			out[len(out)-1] += string(r)
			joined = false
			continue
		case regional(r) && len(out) > 0 && len(out[len(out)-1]) == 4 && regional([]rune(out[len(out)-1])[0]):
			out[len(out)-1] += string(r) // two of them are a flag
			continue
		}
		out = append(out, string(r))
		joined = false
	}
	return out
}

// regional tells whether r is one half of a flag.
func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// writes tells whether any letter or sign of a text has a shape of its own.
func (t *lettering) writes(text string) bool {
	for _, c := range clusters(text) {
		if c != " " && !t.letter(c).neutral {
			return true
		}
	}
	return false
}

// letter returns the shape of one cluster.
func (t *lettering) letter(cluster string) letter {
	t.mu.Lock()
	defer t.mu.Unlock()
	l, ok := t.known[cluster]
	if !ok {
		if len(t.known) >= maxKnown {
			clear(t.known)
		}
		l = t.build(cluster)
		t.known[cluster] = l
	}
	return l
}

// build draws a cluster: from one glyph, from a base and its marks, or as the neutral mark.
func (t *lettering) build(cluster string) letter {
	runes := []rune(norm.NFD.String(cluster))
	base, marks := runes[0], runes[1:]
	if whole := []rune(cluster); t.fonts.writes(whole[0]) {
		base, marks = whole[0], whole[1:]
	} else {
		for i, m := range marks { // the base may be had with one of its marks
			if c := []rune(norm.NFC.String(string([]rune{base, m}))); len(c) == 1 && t.fonts.writes(c[0]) {
				base, marks = c[0], append(append([]rune{}, marks[:i]...), marks[i+1:]...)
				break
			}
		}
	}
	if !t.fonts.writes(base) {
		return t.neutral()
	}
	if base == 'i' && slices.ContainsFunc(marks, above) && t.fonts.writes('ı') {
		base = 'ı' // the mark stands where the dot was
	}
	o, plain := t.fonts.outline(t.fonts.writer(base), base, t.size), t.fonts.outline(t.fonts.writer(runes[0]), runes[0], t.size)
	l := letter{advance: o.advance}
	if o.right > o.left {
		l.masks = append(l.masks, o.mask(0, 0))
	}
	accents, right := t.accents(&o, &plain, marks)
	l.masks = append(l.masks, accents...)
	l.advance = max(l.advance, right+t.size*0.02)
	return l
}

// neutral is what stands for a character that no font has.
func (t *lettering) neutral() letter {
	radius := t.size * 0.24
	half := round(radius) + 2
	m := discMask(half, 0, 0, radius)
	for i := range m.Pix {
		m.Pix[i] = uint8(int(m.Pix[i]) * 5 / 8)
	}
	x, y := round(t.size*0.38)-half, -round(t.size*0.36)-half
	m.Rect = m.Rect.Add(image.Pt(x, y))
	return letter{masks: []*image.Alpha{m}, advance: t.size * 0.76, neutral: true}
}
