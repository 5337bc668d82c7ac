package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// queueLimit is how many frames may wait for a bot that does not read.
const queueLimit = 10000

// frame is one message on the gateway.
type frame struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
	S  *int            `json:"s"`
	T  *string         `json:"t"`
}

// A conn is one WebSocket of a bot. It has a lock of its own, which is taken last: nothing is called while it is held.
type conn struct {
	ws       *websocket.Conn
	version  int
	pack     packer        // ?compress=…: makes one packed stream of the whole connection; nil: none
	done     chan struct{} // closed when the connection is over
	mu       sync.Mutex
	queue    [][]byte // frames not sent yet
	closing  *closing // what to do after the queue is sent
	wake     chan struct{}
	compress bool             // IDENTIFY asked for zlib on large frames
	held     <-chan time.Time // until then nothing is sent; nil: everything is

	deaf   atomic.Bool // heartbeats get no ACK
	silent atomic.Bool // nothing is sent
}

type closing struct {
	code   websocket.StatusCode
	reason string
}

// push queues a frame. It never waits.
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
	c.kick()
}

// end closes the connection once what is queued has been sent.
func (c *conn) end(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	if c.closing == nil {
		c.closing = &closing{code, reason}
	}
	c.mu.Unlock()
	c.kick()
}

// compressLarge sets whether large frames are sent packed, as IDENTIFY may ask.
func (c *conn) compressLarge(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.compress = on
}

// hold keeps back what is not sent yet, and what follows.
func (c *conn) hold(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = time.After(by)
}

func (c *conn) kick() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// next is what to do now: to send frames and perhaps to end, or, where held is not nil, to wait for that first.
func (c *conn) next() (frames [][]byte, end *closing, compress bool, held <-chan time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if held, c.held = c.held, nil; held != nil {
		return nil, nil, false, held
	}
	frames, c.queue = c.queue, nil
	return frames, c.closing, c.compress, nil
}

// write sends what is queued until the connection ends.
func (c *conn) write(ctx context.Context) {
	var buf bytes.Buffer
	var stream flusher
	if c.pack != nil {
		var err error
		if stream, err = c.pack(&buf); err != nil {
			return
		}
		defer func() { _ = stream.Close() }() // what it still writes goes nowhere
	}
	for {
		frames, end, compress, held := c.next()
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
			switch {
			case stream != nil:
				buf.Reset()
				if _, err := stream.Write(f); err != nil || stream.Flush() != nil {
					return
				}
				kind, data = websocket.MessageBinary, bytes.Clone(buf.Bytes())
			case compress && len(f) > 1024: // Discord packs what is worth it
				kind, data = websocket.MessageBinary, deflate(f)
			}
			if c.ws.Write(ctx, kind, data) != nil {
				return
			}
		}
		if end != nil {
			_ = c.ws.Close(end.code, end.reason) // the bot may have gone first
			return
		}
		select {
		case <-c.wake:
		case <-ctx.Done():
			return
		}
	}
}
