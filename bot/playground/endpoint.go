package playground

import (
	"crypto/ed25519"
	"encoding/hex"
	"sync/atomic"
)

// An endpoint is where an application takes interactions by HTTP instead of over the gateway. They are signed with the
// application's key as on Discord. It has no lock: its URL may be read and changed at any time.
type endpoint struct {
	key ed25519.PrivateKey
	url atomic.Pointer[string] // nil: none, the gateway has the interactions
}

// newEndpoint takes the key of a seed, which is made if it is none: what a bot was given of it once has to fit forever.
func newEndpoint(seed *[]byte) (*endpoint, error) {
	if len(*seed) != ed25519.SeedSize {
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		*seed = key.Seed()
	}
	return &endpoint{key: ed25519.NewKeyFromSeed(*seed)}, nil
}

// publicKey is what verifies the signatures, as the application shows it.
func (e *endpoint) publicKey() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// on reports whether interactions go by HTTP.
func (e *endpoint) on() bool { return e.url.Load() != nil }

// shown is the URL as the application shows it.
func (e *endpoint) shown() any {
	if to := e.url.Load(); to != nil {
		return *to
	}
	return nil
}

// set has interactions sent to a URL that was tried, or over the gateway if it is empty.
func (e *endpoint) set(to string) {
	if to == "" {
		e.url.Store(nil)
	} else {
		e.url.Store(&to)
	}
}

func (e *endpoint) sign(stamp string, body []byte) []byte {
	return ed25519.Sign(e.key, append([]byte(stamp), body...))
}
