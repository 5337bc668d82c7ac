package main

import (
	"bufio"
	"context"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"xiangqibot/bot/playground"
)

// The playground alone takes any client by the address and the token that it prints, and discord.api leads ours there.
func TestPlaygroundAlone(t *testing.T) {
	data := t.TempDir()
	page, api, tokens, stop := alone(t, data, 1)
	token := tokens["Xiangqi"]
	if token != playground.Token() {
		t.Errorf("the tokens are %v", tokens)
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
	stop()

	// Further applications are made once, and each has a token of its own that it keeps.
	_, _, first, stop := alone(t, data, 3, "-application", "Music", "-application", "Polls")
	stop()
	_, api, again, stop := alone(t, data, 3, "-application", "music")
	if !maps.Equal(first, again) || first["Xiangqi"] != token || first["Music"] == first["Polls"] {
		t.Errorf("the tokens are %v, and after a restart %v", first, again)
	}
	token = again["Polls"]
	if status, text := ask(http.DefaultClient, api+"/v10/users/@me"); status != http.StatusOK || !strings.Contains(text, `"username":"polls"`) {
		t.Errorf("the token of Polls is %d %s", status, text)
	}
	stop()
	if (discordConfig{}).transport() != nil {
		t.Error("without discord.api there is a transport of its own")
	}
}

// alone runs the playground in a folder and reads what it prints: its addresses and count tokens, by name.
func alone(t *testing.T, data string, count int, more ...string) (page, api string, tokens map[string]string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, append([]string{"playground", "-addr", "127.0.0.1:0", "-data", data}, more...), write, io.Discard)
		_ = write.Close()
		ended <- err
	}()
	tokens = map[string]string{}
	lines := bufio.NewScanner(read)
	for len(tokens) < count && lines.Scan() {
		what, value, _ := strings.Cut(lines.Text(), " ")
		switch value = strings.TrimSpace(value); what {
		case "page":
			page = value
		case "api":
			api = value
		case "token":
			token, name, _ := strings.Cut(value, " ")
			tokens[name] = token
		}
	}
	return page, api, tokens, func() {
		http.DefaultClient.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
