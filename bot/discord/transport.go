package discord

import (
	"net/http"
	"time"
)

const (
	// pingAfter is how long a connection may be silent before it is pinged.
	pingAfter = 5 * time.Second
	// pongTimeout bounds the time for the reply to a ping.
	pongTimeout = 3 * time.Second
)

// orDefault returns transport, or the default one if that is nil.
func orDefault(transport http.RoundTripper) http.RoundTripper {
	if transport == nil {
		return defaultTransport()
	}
	return transport
}

// defaultTransport returns the transport used for Discord by default.
//
// Discord speaks HTTP/2: all calls share one connection. If its packets get lost, because a firewall was restarted or
// the network has changed, the operating system would give it up only after a quarter of an hour. So it is pinged, and
// calls use a new connection if there is no reply.
func defaultTransport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pongTimeout}
	return transport
}
