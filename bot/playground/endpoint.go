package playground

import (
	"crypto/ed25519"
	"encoding/hex"
	"sync/atomic"
)

// An endpoint is the URL at which an application receives interactions by HTTP instead of over the gateway, and the key
// that signs them. It has no lock: its URL may be read and changed at any time.
type endpoint struct {
	key ed25519.PrivateKey
	url atomic.Pointer[string] // nil: none, interactions go over the gateway
}

// newEndpoint derives the key from a seed, and creates the seed if there is none. The seed is stored: bots keep the
// public key.
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

// publicKey returns the key that verifies the signatures, in the format of the application object.
func (e *endpoint) publicKey() string {
	return hex.EncodeToString(e.key.Public().(ed25519.PublicKey))
}

// on reports whether interactions go by HTTP.
func (e *endpoint) on() bool { return e.url.Load() != nil }

// shown returns the URL in the format of the application object.
func (e *endpoint) shown() any {
	if to := e.url.Load(); to != nil {
		return *to
	}
	return nil
}

// set sets a verified URL for interactions, or the gateway if it is empty.
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
