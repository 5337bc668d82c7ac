package render

import (
	"image"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// textLine is a laid out line of text. Its size and width are in pixels.
type textLine struct {
	glyphs []glyph
	size   float64
	width  float64
}

// fit lays out a text of a size, and truncates it with an ellipsis if it is wider than width, both in pixels. The text
// may contain any character: one that no font has becomes a round placeholder.
func (f *fonts) fit(text string, size, width float64) textLine {
	whole := textLine{size: size}
	for _, c := range clusters(text) {
		g := f.glyph(c, size)
		whole.glyphs = append(whole.glyphs, g)
		whole.width += g.advance
		if whole.width > 16*width {
			break // the rest is cut in any case
		}
	}
	if whole.width <= width {
		return whole
	}
	ellipsis := f.glyph("…", size)
	n := len(whole.glyphs)
	for n > 0 && whole.width+ellipsis.advance > width {
		n--
		whole.width -= whole.glyphs[n].advance
	}
	whole.glyphs = append(whole.glyphs[:n], ellipsis)
	whole.width += ellipsis.advance
	return whole
}

// pixels is the width in whole pixels.
func (ln textLine) pixels() int { return round(ln.width) }

// draw calls put with each mask of the line and its position. The line begins at x, and its capitals are centered on y.
func (ln textLine) draw(x, y int, put func(mask *image.Alpha, dx, dy int)) {
	pen, baseline := float64(x), y+round(ln.size*0.36)
	for _, g := range ln.glyphs {
		if g.mask != nil {
			put(g.mask, round(pen), baseline)
		}
		pen += g.advance
	}
}

// maxCluster is the size in bytes from which a cluster takes no more marks, in case a text has nothing else.
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
func (f *fonts) hasGlyphs(text string) bool {
	return slices.ContainsFunc(clusters(text), func(c string) bool {
		_, _, ok := f.drawn(c)
		return ok && c != " "
	})
}
