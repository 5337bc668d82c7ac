package render

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"io"
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
	a := newAnimation(w, sh.layout.size(first), sh.palette.colors)
	for i := range frames {
		sh.compose(a.now, &frames[i].Scene)
		if err := a.add(frames[i].Delay); err != nil {
			return err
		}
	}
	return a.close()
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

// animation is the encoder of a GIF. Whatever the number of frames, it keeps two pictures: the last frame and the
// current one.
type animation struct {
	w           *bufio.Writer
	last, now   *image.Paletted
	hasLast     bool
	transparent uint8  // the transparent index, which keeps the pixel of the last frame
	bits        int    // bits of an index
	changed     []byte // pixels of the changed part
}

// newAnimation writes the header. Errors of w are returned by close.
func newAnimation(w io.Writer, size image.Point, colors color.Palette) *animation {
	bounds := image.Rectangle{Max: size}
	a := &animation{
		w: bufio.NewWriter(w), last: image.NewPaletted(bounds, colors), now: image.NewPaletted(bounds, colors),
		transparent: uint8(len(colors)),
	}
	for a.bits = 2; 1<<a.bits <= len(colors); a.bits++ { // one more for clear
	}
	head := []byte("GIF89a")
	head = binary.LittleEndian.AppendUint16(head, uint16(size.X))
	head = binary.LittleEndian.AppendUint16(head, uint16(size.Y))
	head = append(head, 0x80|0x70|byte(a.bits-1), 0, 0) // a global palette, eight bits per channel
	for i := range 1 << a.bits {
		var c color.RGBA
		if i < len(colors) {
			c, _ = color.RGBAModel.Convert(colors[i]).(color.RGBA)
		}
		head = append(head, c.R, c.G, c.B)
	}
	head = append(head, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...) // repeat forever
	_, _ = a.w.Write(head)
	return a
}

// add writes the picture in now as the next frame.
func (a *animation) add(delay time.Duration) error {
	part := a.now.Rect
	if a.hasLast {
		part = a.difference()
	}
	a.changed = a.changed[:0]
	for y := part.Min.Y; y < part.Max.Y; y++ {
		now := a.now.Pix[a.now.PixOffset(part.Min.X, y):][:part.Dx()]
		last := a.last.Pix[a.last.PixOffset(part.Min.X, y):][:part.Dx()]
		for x, c := range now {
			if a.hasLast && c == last[x] {
				c = a.transparent
			}
			a.changed = append(a.changed, c)
		}
	}
	a.last, a.now, a.hasLast = a.now, a.last, true

	head := []byte{0x21, 0xf9, 4, 1<<2 | 1} // keep the last frame; one index is transparent
	head = binary.LittleEndian.AppendUint16(head, uint16(delay/(10*time.Millisecond)))
	head = append(head, a.transparent, 0, 0x2c)
	for _, v := range [...]int{part.Min.X, part.Min.Y, part.Dx(), part.Dy()} {
		head = binary.LittleEndian.AppendUint16(head, uint16(v))
	}
	head = append(head, 0, byte(a.bits))
	if _, err := a.w.Write(head); err != nil {
		return err
	}
	blocks := &blockWriter{w: a.w}
	packed := lzw.NewWriter(blocks, lzw.LSB, a.bits)
	if _, err := packed.Write(a.changed); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return blocks.end()
}

// difference returns the part of the picture that has changed, or a single pixel if nothing has.
func (a *animation) difference() image.Rectangle {
	var part image.Rectangle
	width := a.now.Rect.Dx()
	for y := range a.now.Rect.Dy() {
		now := a.now.Pix[a.now.PixOffset(0, y):][:width]
		last := a.last.Pix[a.last.PixOffset(0, y):][:width]
		from, to := 0, width
		for from < to && now[from] == last[from] {
			from++
		}
		for to > from && now[to-1] == last[to-1] {
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

// close writes the trailer.
func (a *animation) close() error {
	_ = a.w.WriteByte(0x3b) // Flush returns the error
	return a.w.Flush()
}

// blockWriter splits data into blocks of at most 255 bytes, each preceded by its length.
type blockWriter struct {
	w     *bufio.Writer
	block [256]byte
	n     int
}

func (b *blockWriter) Write(data []byte) (int, error) {
	for _, c := range data {
		if err := b.WriteByte(c); err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

// WriteByte adds one byte; the LZW encoder writes one at a time.
func (b *blockWriter) WriteByte(c byte) error {
	b.n++
	b.block[b.n] = c
	if b.n == len(b.block)-1 {
		return b.flush()
	}
	return nil
}

func (b *blockWriter) flush() error {
	if b.n == 0 {
		return nil
	}
	b.block[0] = byte(b.n)
	_, err := b.w.Write(b.block[:b.n+1])
	b.n = 0
	return err
}

// end writes the last block and the empty block that terminates the data.
func (b *blockWriter) end() error {
	if err := b.flush(); err != nil {
		return err
	}
	return b.w.WriteByte(0)
}

// Flush does nothing, so that blocks are as long as possible.
func (b *blockWriter) Flush() error { return nil }
