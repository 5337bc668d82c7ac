package gateway

import (
	"bytes"
	"compress/zlib"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A packer begins a packed stream, which lasts as long as a connection: each frame is flushed, and none can be read
// without those before it.
type packer func(to io.Writer) (flusher, error)

// flusher packs what is written; Flush lets the other side read all of it.
type flusher interface {
	io.WriteCloser
	Flush() error
}

// packers are the ways in which a bot may ask for a packed connection, by the parameter "compress".
var packers = map[string]packer{
	"":            nil,
	"zlib-stream": func(to io.Writer) (flusher, error) { return zlib.NewWriter(to), nil },
	"zstd-stream": func(to io.Writer) (flusher, error) {
		return zstd.NewWriter(to, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
	},
}

// zstdWindow is how far back a stream of zstd refers, in bytes: any reader has as much memory.
const zstdWindow = 1 << 20

// deflate packs one frame by itself.
func deflate(data []byte) []byte {
	var buf bytes.Buffer
	w := zlib.NewWriter(&buf)
	_, _ = w.Write(data) // into memory: cannot fail
	_ = w.Close()
	return buf.Bytes()
}
