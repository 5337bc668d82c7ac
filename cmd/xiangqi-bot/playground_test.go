package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"xiangqibot/bot/playground"
)

// The playground alone prints its page and a token, and discord.api leads the bot there.
func TestPlaygroundAlone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"playground", "-addr", "127.0.0.1:0", "-data", t.TempDir()}, write, io.Discard)
		_ = write.Close()
		ended <- err
	}()
	printed := map[string]string{}
	for lines := bufio.NewScanner(read); len(printed) < 2 && lines.Scan(); {
		what, value, _ := strings.Cut(lines.Text(), " ")
		printed[what] = strings.TrimSpace(value)
	}
	if printed["token"] != playground.Token() {
		t.Errorf("the playground prints %v", printed)
	}
	client := &http.Client{Transport: discordConfig{API: printed["page"]}.transport()}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://discord.com/api/v10/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+printed["token"])
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(text), `"bot":true`) {
		t.Errorf("the playground says %d %s (%v)", answer.StatusCode, text, err)
	}
	http.DefaultClient.CloseIdleConnections()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if (discordConfig{}).transport() != nil {
		t.Error("without discord.api there is a transport of its own")
	}
}
