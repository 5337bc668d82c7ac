package render

import (
	"image"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lettering writes lines of text in one size. Names may contain any character: one that no font has becomes a round
// neutral mark.
type lettering struct {
	fonts *fonts
	size  float64

	mu    sync.Mutex
	known map[string]letter
}

// letter is one character with its pen at (0, 0).
type letter struct {
	mask    *image.Alpha // nil for a space
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

// draw calls put with each mask of the line and where to put it; the line begins at x, on the baseline y.
func (ln line) draw(x, y int, put func(mask *image.Alpha, dx, dy int)) {
	pen := float64(x)
	for _, l := range ln.letters {
		if l.mask != nil {
			put(l.mask, round(pen), y)
		}
		pen += l.advance
	}
}

// maxCluster is from how many bytes on a character takes no more marks: against texts of nothing else.
const maxCluster = 64

// clusters cuts a text into what a reader takes for one character each: a letter with its marks, an emoji with what is
// joined to it. White space of any kind becomes a plain space; what has no shape is left out.
func clusters(text string) []string {
	var out []string
	joined := false // the last rune ties the next one to itself
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
			out[len(out)-1] += string(r) // two of them are a flag
			continue
		}
		out = append(out, string(r))
		joined = false
	}
	return out
}

// regional reports whether r is one half of a flag.
func regional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// writes reports whether any letter or sign of a text has a shape of its own.
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

// build draws a cluster: its letter as composed as the fonts have it, or the neutral mark. Marks beyond that are left
// out.
func (t *lettering) build(cluster string) letter {
	r, _ := utf8.DecodeRuneInString(cluster)
	if !t.fonts.writes(r) {
		r, _ = utf8.DecodeRuneInString(norm.NFD.String(cluster)) // without its marks
	}
	if !t.fonts.writes(r) {
		return t.neutral()
	}
	o := t.fonts.outline(t.fonts.writer(r), r, t.size)
	l := letter{advance: o.advance}
	if o.right > o.left {
		l.mask = o.mask(0, 0)
	}
	return l
}

// neutral is what is drawn for a character that no font has.
func (t *lettering) neutral() letter {
	radius := t.size * 0.24
	half := round(radius) + 2
	m := discMask(half, 0, 0, radius)
	for i := range m.Pix {
		m.Pix[i] = uint8(int(m.Pix[i]) * 5 / 8)
	}
	x, y := round(t.size*0.38)-half, -round(t.size*0.36)-half
	m.Rect = m.Rect.Add(image.Pt(x, y))
	return letter{mask: m, advance: t.size * 0.76, neutral: true}
}
