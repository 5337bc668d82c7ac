package render

import (
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
)

// encoder turns composed pictures into PNG files. It may be used again, but not by two goroutines at once.
type encoder struct {
	deflate deflater
	stream  []byte
}

// newPicture lays a picture over rows: before the pixels of each row stands one byte that names the row's filter
// and stays 0, for none. That is how a PNG wants its data, so the pixels are compressed where they lie.
// rows must have the length that rowBytes gives, and be zero in those bytes.
func newPicture(size image.Point, colors color.Palette, rows []byte) *image.Paletted {
	return &image.Paletted{Pix: rows[1:], Stride: size.X + 1, Rect: image.Rectangle{Max: size}, Palette: colors}
}

// rowBytes is how many bytes a picture takes, filters included.
func rowBytes(size image.Point) int { return (size.X + 1) * size.Y }

// encode appends a PNG to dst. rows are those under a picture; cell is where repetitions are to be looked for.
func (e *encoder) encode(dst, rows []byte, size image.Point, colors color.Palette, cell int) []byte {
	dst = append(dst, "\x89PNG\r\n\x1a\n"...)

	var header [13]byte
	binary.BigEndian.PutUint32(header[0:], uint32(size.X))
	binary.BigEndian.PutUint32(header[4:], uint32(size.Y))
	header[8], header[9] = 8, 3 // eight bits a pixel, by palette
	dst = appendChunk(dst, "IHDR", header[:])

	table := make([]byte, 0, 3*256)
	for _, c := range colors {
		r, g, b, _ := c.RGBA()
		table = append(table, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	dst = appendChunk(dst, "PLTE", table)

	e.stream = e.deflate.compress(e.stream[:0], rows, repeats(size.X+1, cell))
	dst = appendChunk(dst, "IDAT", e.stream)
	return appendChunk(dst, "IEND", nil)
}

// repeats lists how far back a board repeats itself: by runs of one colour, by the row above (also a pixel or two to either
// side, for slanting edges), by discs on the same rank, and by rows a little farther up.
func repeats(stride, cell int) []int {
	back := []int{1, stride, stride - 1, stride + 1, stride - 2, stride + 2}
	for k := range 8 {
		back = append(back, (k+1)*cell)
	}
	for k := 2; k <= 5; k++ {
		back = append(back, k*stride)
	}
	for i := range back {
		back[i] = min(back[i], maxDistance)
	}
	return back
}

// appendChunk appends one chunk of a PNG: length, name, data, checksum.
func appendChunk(dst []byte, name string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	start := len(dst)
	dst = append(dst, name...)
	dst = append(dst, data...)
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
}
