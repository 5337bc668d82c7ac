package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"xiangqibot/bot/discord/discordtest"

	"github.com/bwmarrin/discordgo"
	"github.com/coder/websocket"
)

// peer is Discord's end of one gateway connection, as a test plays it.
type peer struct {
	t      *testing.T
	ctx    context.Context
	socket *websocket.Conn
	host   string // the host the bot asked for
	seen   func(frame)
}

// gatewayTo is a transport to a gateway that plays its end of each connection.
func gatewayTo(t *testing.T, address discordgo.GatewayBotResponse, play func(*peer)) http.RoundTripper {
	address.URL = "ws://gateway.test"
	return discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v10/gateway/bot" {
			_ = json.NewEncoder(w).Encode(address) // the session may be told to end just now
			return
		}
		if r.URL.Query().Get("v") != "10" || r.URL.Query().Get("encoding") != "json" {
			t.Errorf("the bot asked for %s, version 10 in JSON was expected", r.URL)
		}
		socket, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = socket.CloseNow() }()
		play(&peer{t: t, ctx: r.Context(), socket: socket, host: r.Host})
	}))
}

func (p *peer) send(op int, data any) { p.write(map[string]any{"op": op, "d": data}) }

func (p *peer) event(seq int64, name string, data any) {
	p.write(map[string]any{"op": opDispatch, "s": seq, "t": name, "d": data})
}

func (p *peer) write(message any) {
	text, err := json.Marshal(message)
	if err != nil {
		p.t.Error(err)
		return
	}
	_ = p.socket.Write(p.ctx, websocket.MessageText, text) // the bot may be gone already; what it does then is what is tested
}

func (p *peer) hello() { p.send(opHello, map[string]int{"heartbeat_interval": 40_000}) }

// ready greets and takes the session up, whichever way the bot asked for; it returns the bot's first frame.
func (p *peer) ready() frame {
	p.hello()
	first := p.next()
	if first.Op == opResume {
		p.event(50, "RESUMED", nil)
	} else {
		p.event(1, "READY", map[string]string{"session_id": "s1", "resume_gateway_url": "ws://resume.test"})
	}
	return first
}

// next reads the bot's next frame that is no heartbeat; the zero frame has Op -1 when the connection is over.
func (p *peer) next() frame {
	for {
		f := p.any()
		if f.Op != opHeartbeat {
			return f
		}
		p.send(opHeartbeatAck, nil)
	}
}

func (p *peer) any() frame {
	_, data, err := p.socket.Read(p.ctx)
	if err != nil {
		return frame{Op: -1, Name: fmt.Sprint(int(websocket.CloseStatus(err)))}
	}
	var f frame
	if err := json.Unmarshal(data, &f); err != nil {
		p.t.Errorf("the bot sent %q: %v", data, err)
	}
	if p.seen != nil {
		p.seen(f)
	}
	return f
}

func (p *peer) close(code int) { _ = p.socket.Close(websocket.StatusCode(code), "") }
