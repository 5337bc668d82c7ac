package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"xiangqibot/bot/playground/wire"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"
)

// Opcodes of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Close codes.
const (
	closeUnknown        websocket.StatusCode = 4000
	closeDecode         websocket.StatusCode = 4002
	closeAuthentication websocket.StatusCode = 4004
	closeTimeout        websocket.StatusCode = 4009
	closeDisallowed     websocket.StatusCode = 4014
)

// queueLimit is how many frames are queued for a bot that does not read.
const queueLimit = 10000

// zstdWindow is the window size of a compressed stream, in bytes: small enough for any decoder.
const zstdWindow = 1 << 20

// frame is a gateway payload.
type frame struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int            `json:"s"`
	T  *string         `json:"t"`
}

// A conn is a WebSocket connection of a bot.
type conn struct {
	ws         *websocket.Conn
	compressed bool          // as one stream, from the first frame to the last
	done       chan struct{} // closed when the connection is over
	queue      chan *step    // what is left to do, in order
	silent     atomic.Bool   // drop all frames
}

// step is what a connection does next: it sends a frame, or waits, or closes.
type step struct {
	frame  []byte
	wait   time.Duration
	code   websocket.StatusCode
	reason string
}

func newConn(ws *websocket.Conn, compressed bool) *conn {
	return &conn{ws: ws, compressed: compressed, done: make(chan struct{}), queue: make(chan *step, queueLimit)}
}

// enqueue never blocks: a bot that does not read is cut off.
func (c *conn) enqueue(next step) {
	select {
	case c.queue <- &next:
	default:
		_ = c.ws.CloseNow() // abruptly, on purpose
	}
}

// push queues a frame.
func (c *conn) push(frame []byte) {
	if !c.silent.Load() {
		c.enqueue(step{frame: frame})
	}
}

// send queues a frame that is no event.
func (c *conn) send(op int, data any) { c.push(wire.JSON(frame{Op: op, D: wire.JSON(data)})) }

// hold delays what is queued from now on.
func (c *conn) hold(by time.Duration) { c.enqueue(step{wait: by}) }

// closeWhenSent closes the connection once the frames that are queued have been sent.
func (c *conn) closeWhenSent(code websocket.StatusCode, reason string) {
	c.enqueue(step{code: code, reason: reason})
}

// write does what is queued until the connection ends.
func (c *conn) write(ctx context.Context) {
	var buf bytes.Buffer
	var stream *zstd.Encoder // flushed after each frame, which can only be decompressed after those before it
	if c.compressed {
		var err error
		stream, err = zstd.NewWriter(&buf, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
		if err != nil {
			return
		}
		defer func() { _ = stream.Close() }() // its remaining output is discarded
	}
	for {
		var next *step
		select {
		case next = <-c.queue:
		case <-ctx.Done():
			return
		}
		switch {
		case next.code != 0:
			_ = c.ws.Close(next.code, next.reason) // the bot may have closed it first
			return
		case next.wait > 0:
			select {
			case <-time.After(next.wait):
				continue
			case <-ctx.Done():
				return
			}
		}
		kind, data := websocket.MessageText, next.frame
		if stream != nil {
			buf.Reset()
			if _, err := stream.Write(next.frame); err != nil || stream.Flush() != nil {
				return
			}
			kind, data = websocket.MessageBinary, bytes.Clone(buf.Bytes())
		}
		if c.ws.Write(ctx, kind, data) != nil {
			return
		}
	}
}
