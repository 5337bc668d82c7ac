package discord

import (
	"net/http"
	"time"
)

const (
	// quietFor is how long nothing may come over a connection before it is asked whether it is still there.
	quietFor = 5 * time.Second
	// pongWithin is how long the answer to that may take.
	pongWithin = 3 * time.Second
)

// orOrdinary is the transport that was given, or the ordinary one for nil.
func orOrdinary(transport http.RoundTripper) http.RoundTripper {
	if transport == nil {
		return newTransport()
	}
	return transport
}

// newTransport is the ordinary way to Discord.
//
// Discord speaks HTTP/2: all calls share one connection, and one whose packets are lost, since a firewall was restarted
// or a network was changed, would be given up by the system after a quarter of an hour only. So it is asked whether it
// is still there, and the calls go over another one if it is not.
func newTransport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: quietFor, PingTimeout: pongWithin}
	return transport
}
