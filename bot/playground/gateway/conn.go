package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
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

// A conn is a WebSocket connection of a bot. It has its own lock, which is taken last: nothing is called while it is
// held.
type conn struct {
	ws        *websocket.Conn
	packed    bool          // the whole connection is compressed as one stream
	done      chan struct{} // closed when the connection is over
	mu        sync.Mutex
	queue     [][]byte // unsent frames
	closing   *closing // how to close once the queue is sent
	wake      chan struct{}
	holdUntil <-chan time.Time // nothing is sent until then; nil: no hold

	silent atomic.Bool // drop everything that is sent
}

type closing struct {
	code   websocket.StatusCode
	reason string
}

// push queues a frame. It never blocks.
func (c *conn) push(frame []byte) {
	if c.silent.Load() {
		return
	}
	c.mu.Lock()
	if len(c.queue) >= queueLimit && c.closing == nil {
		c.closing = &closing{closeUnknown, "too slow"}
	} else if c.closing == nil {
		c.queue = append(c.queue, frame)
	}
	c.mu.Unlock()
	c.wakeWriter()
}

// send queues a frame that is no event.
func (c *conn) send(op int, data any) { c.push(wire.JSON(frame{Op: op, D: wire.JSON(data)})) }

// closeWhenSent closes the connection once the queue has been sent.
func (c *conn) closeWhenSent(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	if c.closing == nil {
		c.closing = &closing{code, reason}
	}
	c.mu.Unlock()
	c.wakeWriter()
}

// hold delays all unsent and later frames.
func (c *conn) hold(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holdUntil = time.After(by)
}

func (c *conn) wakeWriter() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// next returns what to do next: wait for held if it is not nil; otherwise send the frames, and close if end is not nil.
func (c *conn) next() (frames [][]byte, end *closing, held <-chan time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if held, c.holdUntil = c.holdUntil, nil; held != nil {
		return nil, nil, held
	}
	frames, c.queue = c.queue, nil
	return frames, c.closing, nil
}

// write sends the queue until the connection ends.
func (c *conn) write(ctx context.Context) {
	var buf bytes.Buffer
	var stream *zstd.Encoder // flushed after each frame, which can only be decompressed after those before it
	if c.packed {
		var err error
		stream, err = zstd.NewWriter(&buf, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
		if err != nil {
			return
		}
		defer func() { _ = stream.Close() }() // its remaining output is discarded
	}
	for {
		frames, end, held := c.next()
		if held != nil {
			select {
			case <-held:
				continue
			case <-ctx.Done():
				return
			}
		}
		for _, f := range frames {
			kind, data := websocket.MessageText, f
			if stream != nil {
				buf.Reset()
				if _, err := stream.Write(f); err != nil || stream.Flush() != nil {
					return
				}
				kind, data = websocket.MessageBinary, bytes.Clone(buf.Bytes())
			}
			if c.ws.Write(ctx, kind, data) != nil {
				return
			}
		}
		if end != nil {
			_ = c.ws.Close(end.code, end.reason) // the bot may have closed it first
			return
		}
		select {
		case <-c.wake:
		case <-ctx.Done():
			return
		}
	}
}
