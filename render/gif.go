package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"time"
)

// AnimationHeight is a good height for the board of an animation, in pixels.
const AnimationHeight = 560

// Frame is a scene and how long it is shown, in whole hundredths of a second. Browsers show a frame of less than 50 ms
// for much longer.
type Frame struct {
	Scene Scene
	Delay time.Duration
}

// GIF draws scenes as an animation that repeats forever. There must be at least one, and all must have the same look and
// size. Each frame after the first holds only what has changed, and all share one palette.
func (r *Renderer) GIF(frames []Frame) []byte {
	sh := r.sheet(frames[0].Scene.look())
	bounds := image.Rectangle{Max: sh.size(&frames[0].Scene)}
	colors := append(slices.Clip(sh.palette.colors), color.Transparent)
	transparent := uint8(len(colors) - 1)
	last := image.NewPaletted(bounds, colors)
	for i := range last.Pix {
		last.Pix[i] = transparent // so that all of the first frame is new
	}
	var whole gif.GIF
	for i := range frames {
		now := image.NewPaletted(bounds, colors)
		sh.compose(now, &frames[i].Scene)
		whole.Image = append(whole.Image, changes(last, now, transparent))
		whole.Delay = append(whole.Delay, int(frames[i].Delay/(10*time.Millisecond)))
		whole.Disposal = append(whole.Disposal, gif.DisposalNone)
		last = now
	}
	whole.Config = image.Config{ColorModel: colors, Width: bounds.Dx(), Height: bounds.Dy()}
	var file bytes.Buffer
	if err := gif.EncodeAll(&file, &whole); err != nil {
		panic(err) // frames of different looks or sizes: a buffer never fails
	}
	return file.Bytes()
}

// changes returns the part of now that differs from last. Its unchanged pixels are transparent.
func changes(last, now *image.Paletted, transparent uint8) *image.Paletted {
	part := changed(last, now)
	diff := image.NewPaletted(part, now.Palette)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := diff.Pix[diff.PixOffset(part.Min.X, y):][:part.Dx()]
		before, after := last.Pix[last.PixOffset(part.Min.X, y):], now.Pix[now.PixOffset(part.Min.X, y):]
		for x := range row {
			row[x] = after[x]
			if after[x] == before[x] {
				row[x] = transparent
			}
		}
	}
	return diff
}

// changed returns the smallest rectangle with all pixels that differ, or a single pixel if none does.
func changed(last, now *image.Paletted) image.Rectangle {
	var part image.Rectangle
	width := now.Rect.Dx()
	for y := range now.Rect.Dy() {
		before, after := last.Pix[last.PixOffset(0, y):], now.Pix[now.PixOffset(0, y):]
		from, to := 0, width
		for from < to && after[from] == before[from] {
			from++
		}
		for to > from && after[to-1] == before[to-1] {
			to--
		}
		if from < to {
			part = part.Union(image.Rect(from, y, to, y+1))
		}
	}
	if part.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return part
}
