package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// healthTimeout is how long a bot may take to report its health.
const healthTimeout = 8 * time.Second

// health asks the bot that runs with this configuration whether it is ready, as a container's health check does.
func health(ctx context.Context, c config, stdout io.Writer) error {
	if c.Metrics.Address == "" {
		return &permanentError{errors.New("nobody can be asked: set metrics.address in the configuration")}
	}
	host, port, err := net.SplitHostPort(c.Metrics.Address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	address := "http://" + net.JoinHostPort(host, port) + "/readyz"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot is not ready: %s", strings.TrimSpace(string(text)))
	}
	_, err = fmt.Fprintln(stdout, "the bot is ready")
	return err
}
