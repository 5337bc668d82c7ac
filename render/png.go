package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"

	"github.com/klauspost/compress/zlib"
)

// compression is the zlib compression level; docs/decisions.md compares the levels.
const compression = 4

// encoder encodes pictures as PNG files. It is reusable, but not safe for concurrent use.
type encoder struct {
	stream bytes.Buffer
	zlib   *zlib.Writer
}

func newEncoder() *encoder {
	e := new(encoder)
	e.zlib, _ = zlib.NewWriterLevel(&e.stream, compression) // fails only for an invalid level
	return e
}

// newPicture returns a picture whose pixels are in rows. Each row begins with a byte for its PNG filter, which must be
// 0, for none. Since that is the layout of a PNG, the pixels are compressed without being copied. rows must have the
// length that rowBytes returns.
func newPicture(size image.Point, colors color.Palette, rows []byte) *image.Paletted {
	return &image.Paletted{Pix: rows[1:], Stride: size.X + 1, Rect: image.Rectangle{Max: size}, Palette: colors}
}

// rowBytes returns the size of a picture in bytes, including the filter bytes.
func rowBytes(size image.Point) int { return (size.X + 1) * size.Y }

// encode appends a PNG to dst. rows are those of newPicture.
func (e *encoder) encode(dst, rows []byte, size image.Point, colors color.Palette) []byte {
	dst = append(dst, "\x89PNG\r\n\x1a\n"...)

	var header [13]byte
	binary.BigEndian.PutUint32(header[0:], uint32(size.X))
	binary.BigEndian.PutUint32(header[4:], uint32(size.Y))
	header[8], header[9] = 8, 3 // eight bits per pixel, indexed
	dst = appendChunk(dst, "IHDR", header[:])

	table := make([]byte, 0, 3*256)
	for _, c := range colors {
		r, g, b, _ := c.RGBA()
		table = append(table, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	dst = appendChunk(dst, "PLTE", table)

	e.stream.Reset()
	e.zlib.Reset(&e.stream)
	_, _ = e.zlib.Write(rows) // writing to a buffer cannot fail
	_ = e.zlib.Close()
	dst = appendChunk(dst, "IDAT", e.stream.Bytes())
	return appendChunk(dst, "IEND", nil)
}

// appendChunk appends one chunk of a PNG: length, name, data, checksum.
func appendChunk(dst []byte, name string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	start := len(dst)
	dst = append(dst, name...)
	dst = append(dst, data...)
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
}
