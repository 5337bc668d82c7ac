package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground"

	"github.com/google/go-cmp/cmp"
)

// What "play" takes of a configuration, and what it ignores: the keys that the help of -config names.
func TestPlayAdaptsItsConfiguration(t *testing.T) {
	read := func(text string) config {
		t.Helper()
		c := gametest.OK(readConfig(defaultConfig(), "config.yaml", []byte(text), nil))(t)
		playOptions{data: "games"}.adapt(&c)
		return c
	}
	want := read("")
	if want.Engine.Endgame != filepath.Join("games", "endgame") || want.Database != "sqlite:"+filepath.Join("games", "xiangqi.db") {
		t.Errorf("without a configuration endgame tables are in %q, games in %q", want.Engine.Endgame, want.Database)
	}
	ignored := "database: sqlite:other.db\ndiscord: {guild: \"1191000000000000001\", api: \"http://127.0.0.1:1\"}\nhttp: {address: \"127.0.0.1:1\"}\nweb: {address: \"127.0.0.1:1\", url: \"http://127.0.0.1:1\"}\n" +
		"backup: {folder: copies, every: 1h, keep: 3}\nlog: {level: debug, format: json}\n"
	if diff := cmp.Diff(want, read(ignored)); diff != "" {
		t.Errorf("of what is to be ignored this is not:\n%s", diff)
	}
	want.Discord.Messages, want.Discord.Transport, want.Engine.Endgame = "direct", overHTTP, "tables"
	if diff := cmp.Diff(want, read("discord: {messages: direct, transport: http}\nengine: {endgame: tables}\n")); diff != "" {
		t.Errorf("what is to be taken is not:\n%s", diff)
	}
	if c := read("engine: {endgame: \"\"}\n"); c.Engine.Endgame != "" {
		t.Errorf("without endgame tables they are in %q", c.Engine.Endgame)
	}
}

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
	found, err := discordConfig{API: printed["page"]}.inspect(t.Context(), printed["token"])
	if err != nil || found.Servers != 1 {
		t.Errorf("the playground says %+v (%v)", found, err)
	}
	http.DefaultClient.CloseIdleConnections()
	cancel()
	must(t, <-ended)
	if (discordConfig{}).transport() != nil {
		t.Error("without discord.api there is a transport of its own")
	}
}
