package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"

	"xiangqibot/bot/shard"
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

// frameLimit bounds a message of the gateway as it arrives. A GUILD_CREATE of a large server has several megabytes.
const frameLimit = 64 << 20

// Reasons for which a connection ends without Discord closing it.
var (
	errZombie         = errors.New("no heartbeat acknowledgement")
	errNoReady        = errors.New("the gateway did not become ready in time")
	errReconnect      = errors.New("the gateway requested a reconnect")
	errInvalidSession = errors.New("session not accepted")
)

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
	socket, response, err := websocket.Dial(dialing, url+separator+"v=10&encoding=json&compress=zstd-stream", &websocket.DialOptions{HTTPClient: client})
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

// serve runs the protocol on one connection until it ends. The error says why; it is never nil.
func (s *Session) serve(ctx context.Context, c *connection) error {
	greeting := time.NewTimer(handshakeTimeout)
	defer greeting.Stop()
	beat := time.NewTimer(time.Hour) // set by HELLO
	beat.Stop()
	defer beat.Stop()
	var interval time.Duration
	var next time.Time // of the next beat
	answered := true
	proof := false // the pending beat was sent after READY or RESUMED
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-greeting.C:
			if !s.ready {
				return errNoReady
			}
		case <-beat.C:
			if !answered {
				return errZombie
			}
			answered, proof = false, s.ready
			beat.Reset(interval)
			if err := s.heartbeat(ctx, c); err != nil {
				return err
			}
		case f, open := <-c.frames:
			if !open {
				return s.closed(c.err)
			}
			switch f.Op {
			case opHello:
				var hello struct {
					Interval int64 `json:"heartbeat_interval"` // milliseconds
				}
				if err := json.Unmarshal(f.Data, &hello); err != nil || hello.Interval <= 0 {
					return fmt.Errorf("gateway: HELLO without a heartbeat interval: %s", f.Data)
				}
				interval = time.Duration(hello.Interval) * time.Millisecond
				s.greeted = true
				// The first beat comes at a random moment of the interval, so that bots that reconnect together do not
				// beat together.
				first := rand.N(interval)
				next = time.Now().Add(first)
				beat.Reset(first)
				if err := s.identifyOrResume(ctx, c); err != nil {
					return err
				}
			case opHeartbeatAck:
				answered = true
				s.proven = s.proven || proof
			case opHeartbeat:
				if err := s.heartbeat(ctx, c); err != nil {
					return err
				}
			case opReconnect:
				return errReconnect
			case opInvalidSession:
				return s.invalid(ctx, f.Data)
			case opDispatch:
				wasReady := s.ready
				if err := s.dispatch(ctx, f); err != nil {
					return err
				}
				if soon := settling/2 + rand.N(settling); s.ready && !wasReady && interval > 0 && time.Until(next) > soon {
					// The first beat comes early: its acknowledgement proves that the connection is stable.
					beat.Reset(soon)
				}
			}
		}
	}
}

func (s *Session) heartbeat(ctx context.Context, c *connection) error {
	if s.id == "" {
		return c.send(ctx, opHeartbeat, nil)
	}
	return c.send(ctx, opHeartbeat, s.seq)
}

// identifyOrResume answers HELLO: it resumes the current session, or starts one.
func (s *Session) identifyOrResume(ctx context.Context, c *connection) error {
	if s.id != "" {
		s.resumes++
		return c.send(ctx, opResume, map[string]any{"token": s.Client.token, "session_id": s.id, "seq": s.seq})
	}
	s.identified = time.Now()
	identify := map[string]any{
		"token":      s.Client.token,
		"intents":    s.Intents,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "xiangqibot", "device": "xiangqibot"},
	}
	if s.shard != nil {
		identify["shard"] = s.shard
	}
	return c.send(ctx, opIdentify, identify)
}

// invalid handles opcode 9: the session cannot be resumed. Discord asks for a random pause of one to five seconds
// before the next attempt; waitToIdentify waits longer if the limit on identifies requires it.
func (s *Session) invalid(ctx context.Context, data json.RawMessage) error {
	var resumable bool
	if json.Unmarshal(data, &resumable) != nil || !resumable {
		s.forget()
	}
	if err := sleep(ctx, time.Second+rand.N(4*time.Second)); err != nil {
		return err
	}
	return errInvalidSession
}

func (s *Session) dispatch(ctx context.Context, f frame) error {
	if f.Seq != nil {
		s.seq = *f.Seq
	}
	switch f.Name {
	case "READY":
		var ready struct {
			SessionID string `json:"session_id"`
			ResumeURL string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(f.Data, &ready); err != nil {
			return fmt.Errorf("gateway: READY: %w", err)
		}
		s.id, s.resumeURL, s.ready, s.resumes = ready.SessionID, ready.ResumeURL, true, 0
		s.Client.responded(ctx)
		s.Connected(false)
	case "RESUMED":
		s.ready, s.resumes = true, 0
		s.Client.responded(ctx)
		s.Connected(true)
	}
	s.Event(f.Name, f.Data)
	if s.outlivesRun {
		s.resumePoint.Store(&shard.ResumePoint{Session: s.id, URL: s.resumeURL, Seq: s.seq})
		if f.Name == "READY" {
			s.began()
		}
	}
	return nil
}

// closed turns the end of a WebSocket into an error and forgets a session that Discord will not resume. A close with
// 1000 or 1001 ends the session only if the bot sends it. From Discord it means that a server restarts.
func (s *Session) closed(err error) error {
	code := int(websocket.CloseStatus(err))
	if cure, fatal := fatalCloses[code]; fatal {
		return &GatewayClosedError{Code: code, Cure: cure}
	}
	switch code {
	case 4003, 4007, 4009: // not authenticated, wrong sequence number, session timed out
		s.forget()
	}
	return fmt.Errorf("gateway: %w", err)
}
