package gateway

import (
	"compress/zlib"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A newCompressor starts a compressed stream for a whole connection: it is flushed after each frame, and a frame can
// only be decompressed after those before it.
type newCompressor func(to io.Writer) (compressor, error)

// A compressor compresses what is written; after Flush the other side can read all of it.
type compressor interface {
	io.WriteCloser
	Flush() error
}

// compressors are the transport compressions, by the query parameter "compress".
var compressors = map[string]newCompressor{
	"":            nil,
	"zlib-stream": func(to io.Writer) (compressor, error) { return zlib.NewWriter(to), nil },
	"zstd-stream": func(to io.Writer) (compressor, error) {
		return zstd.NewWriter(to, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
	},
}

// zstdWindow is the window size of a zstd stream, in bytes: small enough for any decoder.
const zstdWindow = 1 << 20
