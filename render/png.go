package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"

	"github.com/klauspost/compress/zlib"
)

// compression is the level of zlib; docs/decisions.md compares the levels.
const compression = 4

// encoder turns composed pictures into PNG files. It may be reused, but not by two goroutines at once.
type encoder struct {
	stream bytes.Buffer
	zlib   *zlib.Writer
}

func newEncoder() *encoder {
	e := new(encoder)
	e.zlib, _ = zlib.NewWriterLevel(&e.stream, compression) // the error is that of a level that does not exist
	return e
}

// newPicture lays a picture over rows: each row begins with one byte that names its filter and stays 0, for none. That
// is the layout of a PNG, so the pixels are compressed without being copied. rows must have the length that rowBytes
// returns, and be zero in those bytes.
func newPicture(size image.Point, colors color.Palette, rows []byte) *image.Paletted {
	return &image.Paletted{Pix: rows[1:], Stride: size.X + 1, Rect: image.Rectangle{Max: size}, Palette: colors}
}

// rowBytes returns the size of a picture in bytes, filters included.
func rowBytes(size image.Point) int { return (size.X + 1) * size.Y }

// encode appends a PNG to dst. rows are those of newPicture.
func (e *encoder) encode(dst, rows []byte, size image.Point, colors color.Palette) []byte {
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

	e.stream.Reset()
	e.zlib.Reset(&e.stream)
	_, _ = e.zlib.Write(rows) // a buffer takes all
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
