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

// health asks the bot that runs with this configuration whether it is alive, as a container's health check does. The
// output says whether it is ready, too.
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
	address := "http://" + net.JoinHostPort(host, port)
	problem, err := probe(ctx, address+"/healthz")
	if err != nil {
		return fmt.Errorf("the bot does not answer: %w", err)
	}
	if problem != "" {
		return fmt.Errorf("the bot hangs: %s", problem)
	}
	state := "the bot is ready"
	if problem, err = probe(ctx, address+"/readyz"); err != nil {
		state = fmt.Sprintf("the bot is alive, and did not say whether it is ready: %v", err)
	} else if problem != "" {
		state = "the bot is alive, and not ready: " + problem
	}
	_, err = fmt.Fprintln(stdout, state)
	return err
}

// probe asks an address of the bot, which answers with a problem unless all is well.
func probe(ctx context.Context, address string) (problem string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil || answer.StatusCode == http.StatusOK {
		return "", err
	}
	return strings.TrimSpace(string(text)), nil
}
