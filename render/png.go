package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// compression is the zlib compression level; docs/decisions.md compares the levels.
const compression = 4

// compressors are reused, since each has a megabyte of tables.
var compressors = sync.Pool{New: func() any {
	w, _ := zlib.NewWriterLevel(nil, compression) // fails only for an invalid level
	return w
}}

// encodeBoard returns a picture of a board as a PNG, by a faster compressor than that of image/png.
func encodeBoard(img *image.Paletted) []byte {
	file := chunks("\x89PNG\r\n\x1a\n")

	var header [13]byte
	binary.BigEndian.PutUint32(header[0:], uint32(img.Rect.Dx()))
	binary.BigEndian.PutUint32(header[4:], uint32(img.Rect.Dy()))
	header[8], header[9] = 8, 3 // eight bits per pixel, indexed
	file.add("IHDR", header[:])

	table := make([]byte, 0, 3*256)
	for _, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		table = append(table, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	file.add("PLTE", table)

	var stream bytes.Buffer
	w, _ := compressors.Get().(*zlib.Writer)
	defer compressors.Put(w)
	w.Reset(&stream)
	noFilter := []byte{0}
	for y := range img.Rect.Dy() { // writing to a buffer cannot fail
		_, _ = w.Write(noFilter)
		_, _ = w.Write(img.Pix[y*img.Stride:][:img.Rect.Dx()])
	}
	_ = w.Close()
	file.add("IDAT", stream.Bytes())
	file.add("IEND", nil)
	return file
}

// encodePNG returns a picture in true color as a PNG.
func encodePNG(img image.Image, level png.CompressionLevel) []byte {
	var file bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: level}).Encode(&file, img) // a buffer never fails
	return file.Bytes()
}

// chunks is a PNG that is being written.
type chunks []byte

// add appends a chunk: length, name, data, checksum.
func (c *chunks) add(name string, data []byte) {
	*c = binary.BigEndian.AppendUint32(*c, uint32(len(data)))
	start := len(*c)
	*c = append(append(*c, name...), data...)
	*c = binary.BigEndian.AppendUint32(*c, crc32.ChecksumIEEE((*c)[start:]))
}
