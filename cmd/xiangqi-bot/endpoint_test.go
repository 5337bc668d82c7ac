package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xiangqibot/bot/game/gametest"
)

// A bot that has a certificate of its own speaks nothing but TLS, and takes a renewed one without a restart. Files that
// do not belong together, as they may for a moment while both are replaced, leave the pair before in use.
func TestEndpointOwnCertificate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := config{
		Discord: discordConfig{Transport: overHTTP},
		HTTP: httpConfig{
			Address: "127.0.0.1:0", Certificate: filepath.Join(folder, "cert.pem"), Key: filepath.Join(folder, "key.pem"),
		},
	}
	written := time.Now().Add(-time.Hour)
	put := func(certificate, key []byte) {
		t.Helper()
		written = written.Add(time.Minute)
		for file, text := range map[string][]byte{c.HTTP.Certificate: certificate, c.HTTP.Key: key} {
			must(t, errors.Join(os.WriteFile(file, text, 0o600), os.Chtimes(file, written, written)))
		}
	}
	trusted := x509.NewCertPool()
	first, firstKey := newCertificate(t, trusted, 1)
	second, secondKey := newCertificate(t, trusted, 2)

	put(first, secondKey)
	if bad := c.HTTP.checkCertificate(); bad.key != "http.certificate" {
		t.Errorf("a certificate with another one's key: %+v", bad)
	}
	put(first, firstKey)
	if bad := c.HTTP.checkCertificate(); bad.key != "" {
		t.Errorf("a certificate with its key: %+v", bad)
	}
	e := gametest.OK(c.endpoint(t.Context()))(t)
	go func() {
		_ = serveOn(t.Context(), e.Listener, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	}()
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true, // every request shakes hands
		TLSClientConfig:   &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
	}}
	get := func(scheme string) (*http.Response, error) {
		answer, err := client.Get(scheme + "://" + e.Listener.Addr().String())
		if err == nil {
			answer.Body.Close()
		}
		return answer, err
	}

	if answer, err := get("http"); err == nil && answer.StatusCode == http.StatusOK {
		t.Error("a request without TLS is served")
	}
	for _, step := range []struct {
		name             string
		certificate, key []byte
		serves           int64
	}{
		{"the first", first, firstKey, 1},
		{"half replaced", second, firstKey, 1},
		{"replaced", second, secondKey, 2},
		{"empty files", nil, nil, 2},
		{"the first again", first, firstKey, 1},
	} {
		put(step.certificate, step.key)
		answer, err := get("https")
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if got := answer.TLS.PeerCertificates[0].SerialNumber; got.Int64() != step.serves {
			t.Errorf("%s: certificate %v is served, want %d", step.name, got, step.serves)
		}
	}
}

// newCertificate makes a certificate for this machine, with a serial number, and its key, both in PEM.
func newCertificate(t *testing.T, trusted *x509.CertPool, serial int64) (certificate, key []byte) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		BasicConstraintsValid: true, IsCA: true,
	}
	der := gametest.OK(x509.CreateCertificate(rand.Reader, template, template, public, private))(t)
	secret := gametest.OK(x509.MarshalPKCS8PrivateKey(private))(t)
	certificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	trusted.AppendCertsFromPEM(certificate)
	return certificate, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}
