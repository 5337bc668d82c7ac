package render

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"
)

const (
	// MaxFrames is the maximum number of frames in an animation.
	MaxFrames = 300
	// MinDelay is the minimum duration of a frame: browsers show a shorter one for much longer.
	MinDelay = 50 * time.Millisecond
	// maxDelay is the maximum duration of a frame in a GIF.
	maxDelay = 65535 * 10 * time.Millisecond
	// AnimationHeight is a good height for the board of an animation, in pixels.
	AnimationHeight = 560
)

// Frame is a scene and how long it is shown, at least [MinDelay]. The delay is truncated to hundredths of a second.
type Frame struct {
	Scene Scene
	Delay time.Duration
}

// GIF writes scenes to w as an animation that repeats forever. All scenes must have the same look and size. Each frame
// after the first holds only what has changed, and all share one palette.
//
// The error says which frame cannot be drawn and why, or is that of w.
func (r *Renderer) GIF(w io.Writer, frames []Frame) error {
	if len(frames) == 0 || len(frames) > MaxFrames {
		return fmt.Errorf("render: an animation of %d frames cannot be drawn: use 1 to %d", len(frames), MaxFrames)
	}
	first := &frames[0].Scene
	for i := range frames {
		if err := frames[i].validate(first); err != nil {
			return fmt.Errorf("frame %d: %w", i, err)
		}
	}
	sh := r.sheet(look{first.Theme, first.Pieces, first.height()})
	bounds := image.Rectangle{Max: sh.layout.size(first)}
	colors := append(slices.Clip(sh.palette.colors), color.Transparent)
	transparent := uint8(len(colors) - 1)
	last, now := image.NewPaletted(bounds, colors), image.NewPaletted(bounds, colors)
	for i := range last.Pix {
		last.Pix[i] = transparent // so that all of the first frame is new
	}
	whole := gif.GIF{Config: image.Config{ColorModel: colors, Width: bounds.Dx(), Height: bounds.Dy()}}
	for i := range frames {
		sh.compose(now, &frames[i].Scene)
		whole.Image = append(whole.Image, changes(last, now, transparent))
		whole.Delay = append(whole.Delay, int(frames[i].Delay/(10*time.Millisecond)))
		whole.Disposal = append(whole.Disposal, gif.DisposalNone)
		last, now = now, last
	}
	return gif.EncodeAll(w, &whole)
}

// validate returns why the frame cannot be part of an animation that begins with the scene first.
func (f *Frame) validate(first *Scene) error {
	s := &f.Scene
	if err := s.Validate(); err != nil {
		return err
	}
	if f.Delay < MinDelay || f.Delay > maxDelay {
		return fmt.Errorf("render: a frame cannot be shown for %v: use %v to %v", f.Delay, MinDelay, maxDelay)
	}
	own, want := look{s.Theme, s.Pieces, s.height()}, look{first.Theme, first.Pieces, first.height()}
	if l := newLayout(s.height()); own != want || l.size(s) != l.size(first) {
		return fmt.Errorf("render: its look %v or its size %v is not that of the first frame, %v and %v",
			own, newLayout(s.height()).size(s), want, newLayout(first.height()).size(first))
	}
	return nil
}

// changes returns the part of the picture now that differs from the last one. Its unchanged pixels are transparent.
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

// changed returns the part of the picture that has changed, or a single pixel if nothing has.
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
