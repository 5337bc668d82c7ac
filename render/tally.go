package render

import (
	"image"
	"strconv"
)

// drawTally draws a tally in a part of dst, a row for each bar. The largest count has the longest bar.
func (b *bars) drawTally(dst *image.Paletted, p *palette, l layout, part image.Rectangle, tally []Bar) {
	most := 1
	for _, bar := range tally {
		most = max(most, bar.Count)
	}
	pad := round(l.em(0.25))
	left := part.Min.X + pad + round(0.30*float64(part.Dx())) // where the bars begin
	room := part.Max.X - left - round(l.em(1.1))              // for the longest, which is followed by its count
	ink, fill := painter(dst, p, b.statusInk), p.nearestExact(b.count)
	for i, bar := range tally {
		top := part.Min.Y + i*l.status
		line := baseline(top+l.status/2, b.status.size)
		b.status.fit(bar.Label, float64(left-part.Min.X-2*pad)).draw(part.Min.X+pad, line, ink)
		right := left + room*bar.Count/most
		if thick := l.status * 5 / 16; right > left {
			fillRounded(dst, image.Rect(left, top+l.status/2-thick, right, top+l.status/2+thick), max(2, l.cell/18), fill)
		}
		count := b.status.fit(strconv.Itoa(bar.Count), l.em(0.9))
		count.draw(right+round(l.em(0.14)), line, ink)
	}
}
