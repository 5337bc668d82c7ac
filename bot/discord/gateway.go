package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"
)

// Opcodes of the gateway that a bot without voice uses.
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

// handshakeTimeout bounds the time until a new connection is ready.
const handshakeTimeout = 20 * time.Second

// frameLimit bounds a message of the gateway as it arrives. A GUILD_CREATE of a large server has several megabytes.
const frameLimit = 64 << 20

// frame is one message of the gateway.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Name string          `json:"t"`
}

// connection is one WebSocket with its own reader goroutine, which sends to frames until the connection ends; err
// then holds the reason.
type connection struct {
	socket *websocket.Conn
	frames chan frame
	err    error // set before frames is closed
	stop   context.CancelFunc
}

func dialGateway(ctx context.Context, client *http.Client, url string) (*connection, error) {
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	dialing, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	url += separator + "v=10&encoding=json&compress=zstd-stream"
	socket, response, err := websocket.Dial(dialing, url, &websocket.DialOptions{HTTPClient: client})
	if response != nil && response.Body != nil {
		_ = response.Body.Close() // Dial has taken over the connection, or has read as much of the refusal as it needs
	}
	if err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	socket.SetReadLimit(frameLimit)
	// The reader outlives ctx on purpose: when ctx ends, the closing handshake still takes place.
	reading, stop := context.WithCancel(context.WithoutCancel(ctx))
	c := &connection{socket: socket, frames: make(chan frame), stop: stop}
	go c.read(reading)
	return c, nil
}

// read passes on the frames. All binary messages of a connection are one compressed stream; a server that does not
// compress, such as a proxy, sends text.
func (c *connection) read(ctx context.Context) {
	defer close(c.frames)
	messages := &messageReader{ctx: ctx, socket: c.socket}
	stream := io.Reader(messages)
	switch kind, err := messages.next(); {
	case err != nil:
		c.err = err
		return
	case kind == websocket.MessageBinary:
		decoder, err := zstd.NewReader(messages, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			c.err = fmt.Errorf("gateway: %w", err)
			return
		}
		defer decoder.Close()
		stream = decoder
	}
	for frames := json.NewDecoder(stream); ; {
		var f frame
		if err := frames.Decode(&f); err != nil {
			c.err = cmp.Or(messages.err, fmt.Errorf("gateway: a frame that cannot be read: %w", err))
			return
		}
		select {
		case c.frames <- f:
		case <-ctx.Done():
			c.err = ctx.Err()
			return
		}
	}
}

// messageReader reads the messages of a socket one after the other.
type messageReader struct {
	ctx     context.Context //nolint:containedctx // that of the reader goroutine
	socket  *websocket.Conn
	message io.Reader
	err     error
}

// next waits for the next message and returns its type.
func (m *messageReader) next() (kind websocket.MessageType, err error) {
	kind, m.message, err = m.socket.Reader(m.ctx)
	m.err = err
	return kind, err
}

func (m *messageReader) Read(p []byte) (n int, err error) {
	for {
		n, err = m.message.Read(p)
		if !errors.Is(err, io.EOF) {
			m.err = err
			return n, err
		}
		if n > 0 {
			return n, nil
		}
		if _, err := m.next(); err != nil {
			return 0, err
		}
	}
}

func (c *connection) send(ctx context.Context, op int, data any) error {
	text, err := json.Marshal(struct {
		Op   int `json:"op"`
		Data any `json:"d"`
	}{op, data})
	if err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	sending, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	if err := c.socket.Write(sending, websocket.MessageText, text); err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	return nil
}

// close ends the connection and waits for its reader. With goodbye the session ends too, and the bot appears offline at
// once. Without it Discord keeps the session for some minutes, so that it can be resumed.
func (c *connection) close(goodbye bool) {
	if goodbye {
		go func() {
			for range c.frames { // drain, so that the reader can receive the peer's close frame
			}
		}()
		_ = c.socket.Close(websocket.StatusNormalClosure, "shutting down")
	}
	c.stop()
	_ = c.socket.CloseNow()
	for range c.frames {
	}
}
