package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// The playground alone takes any client by the address and the token that it prints, and discord.api leads ours there.
func TestPlaygroundAlone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"playground", "-addr", "127.0.0.1:0", "-data", t.TempDir()}, write, io.Discard)
	}()
	var page, api, token string
	if _, err := fmt.Fscanf(read, "page %s\napi %s\ntoken %s\n", &page, &api, &token); err != nil {
		t.Fatal(err)
	}
	if api != page+"/api" {
		t.Errorf("the page is at %s, the API at %s", page, api)
	}
	ask := func(client *http.Client, url string) (int, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bot "+token)
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	ours := &http.Client{Transport: discordConfig{API: page}.transport()}
	for _, c := range []struct {
		client *http.Client
		base   string
	}{{http.DefaultClient, api}, {ours, "https://discord.com/api"}} {
		if status, text := ask(c.client, c.base+"/v10/users/@me"); status != http.StatusOK || !strings.Contains(text, `"bot":true`) {
			t.Errorf("%s says %d %s", c.base, status, text)
		}
		if status, text := ask(c.client, c.base+"/v10/gateway/bot"); status != http.StatusOK || !strings.Contains(text, `"ws://127.0.0.1:`) {
			t.Errorf("%s says %d %s", c.base, status, text)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if (discordConfig{}).transport() != nil {
		t.Error("without discord.api Discord is elsewhere")
	}
}
