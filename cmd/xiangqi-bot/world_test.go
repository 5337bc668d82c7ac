package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"xiangqibot/bot/playground"
)

// startWorld starts a simulated Discord, which ends with the test.
func startWorld(t *testing.T, options playground.Options) *playground.Server {
	t.Helper()
	world, err := playground.New(options)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Start(nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := world.Close(); err != nil {
			t.Error(err)
		}
	})
	return world
}

// askPage asks something of the API of a page. With status 200 the text is read into answer, unless that is nil.
func askPage(ctx context.Context, method, url string, body, answer any) (status int, text string, err error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return 0, "", err
	}
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(sent))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer got.Body.Close()
	data, err := io.ReadAll(got.Body)
	if err == nil && got.StatusCode == http.StatusOK && answer != nil {
		err = json.Unmarshal(data, answer)
	}
	return got.StatusCode, string(data), err
}
