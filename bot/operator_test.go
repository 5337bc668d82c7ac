package bot

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
)

// An outage of a server changes nothing. When the bot is removed from it its games are ended; when it comes back it is
// known again, and one that is blocked is left.
func TestRemovedFromAServer(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("")
	tb.gateway("GUILD_DELETE", `{"id":"9","unavailable":true}`)
	if g := tb.game(1); g.State != game.Active {
		t.Fatalf("after an outage of its server the game is %v", g.State)
	}
	tb.gateway("GUILD_DELETE", `{"id":"9"}`)
	if g := tb.game(1); g.State != game.Finished || g.End != game.Voided || g.Counts() {
		t.Fatalf("after its server is gone the game is %v, ended by %v", g.State, g.End)
	}
	rules := tb.bot.host.Operator
	if left, err := rules.Server(t.Context(), "9"); err != nil || left.Departed.IsZero() || left.Rows["servers"] != 1 {
		t.Fatalf("of the server that is gone is kept %+v, %v", left, err)
	}
	tb.gateway("GUILD_CREATE", `{"id":"9","channels":[]}`)
	if back, err := rules.Server(t.Context(), "9"); err != nil || !back.Departed.IsZero() {
		t.Fatalf("of the server that is back is kept %+v, %v", back, err)
	}
	if _, err := rules.Block(t.Context(), "9"); err != nil {
		t.Fatal(err)
	}
	left := false
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		leaves := r.Method == http.MethodDelete && strings.HasSuffix(r.URL.Path, "/users/@me/guilds/9")
		if leaves {
			left = true
			w.WriteHeader(http.StatusNoContent)
		}
		return leaves
	})
	tb.gateway("GUILD_CREATE", `{"id":"9","name":"Nine","channels":[{"id":"51","type":0}]}`)
	if !left || tb.bot.host.Names.Name("9") == "Nine" {
		t.Errorf("a blocked server was left: %v; it is known as %q", left, tb.bot.host.Names.Name("9"))
	}
	tb.command(bao, "help")
	tb.sees("12", "停止为这个服务器提供服务")
}

// At each login the servers of that shard which removed the bot while it was off are found. One of another shard, one that
// is unavailable and one that READY does not speak of are not gone.
func TestRemovedFromAServerWhileOff(t *testing.T) {
	tb := newTable(t)
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("")
	ready := func(data string) game.State {
		tb.gateway("READY", data)
		return tb.game(1).State
	}
	for _, data := range []string{
		`{}`,
		`{"guilds":[{"id":"9","unavailable":true},{"id":"10","unavailable":true}]}`,
		`{"guilds":[],"shard":[1,2]}`,
		`not JSON`,
		`{"guilds":[{"id":"11"}],"shard":[0,2]}`, // of another application, it seems
	} {
		if state := ready(data); state != game.Active {
			t.Fatalf("after READY with %s the game is %v", data, state)
		}
	}
	rules := tb.bot.host.Operator
	must(t, rules.ServerLeft(t.Context(), "10"))
	if _, err := rules.ServerBack(t.Context(), "10"); err != nil {
		t.Fatal(err)
	}
	if state := ready(`{"guilds":[{"id":"10","unavailable":true}],"shard":[0,2]}`); state != game.Finished {
		t.Fatalf("after its server removed the bot the game is %v", state)
	}
	left, err := rules.Server(t.Context(), "9")
	if err != nil || left.Departed.IsZero() {
		t.Fatalf("of the server that is gone is kept %+v, %v", left, err)
	}
	if present, err := rules.Present(t.Context()); err != nil || !slices.Equal(present, []string{"10"}) {
		t.Fatalf("the bot is still in %v, %v", present, err)
	}
}

// A person who is blocked gets that refusal for every request, and can do everything again after the block.
func TestABlockedPersonIsRefused(t *testing.T) {
	tb := newTable(t)
	if changed, err := tb.bot.host.Operator.Block(t.Context(), anna.id); err != nil || !changed {
		t.Fatal(changed, err)
	}
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("11", "does not accept commands from you")
	if err := tb.bot.Admit(t.Context(), "9", game.Person(anna.id)); err == nil {
		t.Error("the page takes the acts of somebody who is blocked")
	}
	if changed, err := tb.bot.host.Operator.Unblock(t.Context(), anna.id); err != nil || !changed {
		t.Fatal(changed, err)
	}
	tb.command(anna, "challenge", "strength", 3, "color", "red", "rated", false)
	tb.sees("", "level 3")
}
