package playground_test

import (
	"fmt"
	"testing"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/simclock"
	"xiangqibot/bot/playground/wire"
)

// TestDirectMessages: a bot may open a DM channel with anybody, but people who take no direct messages, or who have
// left, refuse its messages.
func TestDirectMessages(t *testing.T) {
	s := startServer(t, playground.Options{Rates: &ratelimit.Rates{}})
	b := newBot(t, s)
	carol := visit(t, s, playground.CarolID)
	open := func() string {
		return "/channels/" + b.rest("POST", "/users/@me/channels", object{"recipient_id": playground.CarolID},
			200)["id"].(string) + "/messages"
	}
	dm, hello := open(), object{"content": "hello"}
	b.rest("POST", dm, hello, 200)
	if m := carol.message(func(*wire.Message) bool { return true }); m.Content != "hello" {
		t.Errorf("Carol got %q", m.Content)
	}
	carol.change(object{"dms": false}, 200)
	code(t, b.rest("POST", open(), hello, 403), 50007)
	carol.change(object{"dms": true}, 200)
	b.rest("POST", dm, hello, 200)
	carol.change(object{"member": false}, 200)
	code(t, b.rest("POST", open(), hello, 403), 50278)
	carol.change(object{"member": true}, 200)
	b.rest("POST", dm, hello, 200)
}

// TestLeaving: people who have left are not members, see no channel, and have lost their roles when they come back.
func TestLeaving(t *testing.T) {
	s, b, alice := stageWith(t, playground.Options{Rates: &ratelimit.Rates{}})
	carol := visit(t, s, playground.CarolID)
	member := "/guilds/" + string(playground.GuildID) + "/members/" + string(playground.CarolID)
	role := alice.act("roles", object{"name": "棋手"}, 200)["id"].(string)
	carol.change(object{"roles": []string{role}, "manager": true}, 200)
	if got := b.rest("GET", member, nil, 200)["roles"].([]any); len(got) != 2 {
		t.Errorf("Carol has the roles %v", got)
	}
	alice.change(object{"member": false}, 409) // she owns the server
	carol.change(object{"member": false}, 200)
	code(t, b.rest("GET", member, nil, 404), 10007)
	carol.says("x", 404)
	carol.change(object{"roles": []string{role}}, 409)
	carol.hear("channel_delete", nil)
	carol.change(object{"member": true}, 200)
	carol.hear("channel", nil)
	if got := b.rest("GET", member, nil, 200)["roles"].([]any); len(got) != 0 {
		t.Errorf("Carol came back with the roles %v", got)
	}
	carol.says("x", 200)
}

// TestDeletedChannels: a channel that the owner deletes is gone for the bot, which gets an event, and stays gone after
// a restart.
func TestDeletedChannels(t *testing.T) {
	dir := t.TempDir()
	s, b, alice := stageWith(t, playground.Options{Dir: dir, Rates: &ratelimit.Rates{}})
	bob := visit(t, s, playground.BobID)
	inGeneral := "/channels/" + string(playground.GeneralID)
	thread := func(name string) string {
		return "/channels/" + b.openThread(inGeneral, object{"name": name}, 201)["id"].(string)
	}
	first, second := thread("first"), thread("second")
	bob.remove(first, 403)
	alice.remove(first, 200)
	b.event("THREAD_DELETE", nil)
	code(t, b.rest("POST", first+"/messages", object{"content": "x"}, 404), 10003)
	alice.remove(inGeneral, 200)
	var gone wire.Channel
	b.event("CHANNEL_DELETE", &gone)
	if gone.ID != playground.GeneralID {
		t.Errorf("%v is deleted", gone)
	}
	code(t, b.rest("GET", inGeneral, nil, 404), 10003)
	code(t, b.rest("PATCH", second, object{"archived": true}, 404), 10003)

	code(t, newBot(t, startAgain(t, dir)).rest("GET", inGeneral, nil, 404), 10003)
}

// remove deletes a channel as the person at the page.
func (v *visitor) remove(channel string, status int) {
	v.t.Helper()
	v.send("DELETE", channel, object{"person": v.person}, status)
}

// TestLockedThreads: a message reopens an archived thread, but a locked one only if the owner posts it.
func TestLockedThreads(t *testing.T) {
	s, b, alice := stageWith(t, playground.Options{Rates: &ratelimit.Rates{}})
	bob := visit(t, s, playground.BobID)
	id := b.openThread(inXiangqi, object{"name": "Game"}, 201)["id"].(string)
	thread, x := "/channels/"+id, object{"content": "x"}
	change := func(archived, locked bool) {
		alice.send("PATCH", thread, object{"person": playground.AliceID, "archived": archived, "locked": locked}, 200)
	}
	archived := func() bool {
		return b.rest("GET", thread, nil, 200)["thread_metadata"].(object)["archived"].(bool)
	}
	bob.send("PATCH", thread, object{"person": playground.BobID, "archived": true}, 403)

	change(true, false)
	code(t, b.rest("PATCH", thread, object{"name": "Over"}, 400), 50083)
	bob.act("say", object{"channel": id, "content": "x"}, 200)
	if archived() {
		t.Error("it sleeps although Bob said something")
	}
	change(true, true)
	bob.act("say", object{"channel": id, "content": "x"}, 403)
	code(t, b.rest("POST", thread+"/messages", x, 400), 50083)
	code(t, b.rest("PATCH", thread, object{"archived": false}, 403), 50013)
	change(false, true)
	code(t, b.rest("POST", thread+"/messages", x, 400), 160005)
}

// TestIdleThreadsAreArchived: a thread is archived at the time when it has been idle for long enough, however far the
// clock jumps.
func TestIdleThreadsAreArchived(t *testing.T) {
	s := startServer(t, playground.Options{Clock: simclock.NewFrozen(noon)})
	b := newBot(t, s)
	open := func(minutes int) string {
		return "/channels/" + b.openThread(inXiangqi, object{"name": "Game", "auto_archive_duration": minutes}, 201)["id"].(string)
	}
	long, short := open(1440), open(60)
	s.Advance(30 * time.Minute)
	b.rest("POST", short+"/messages", object{"content": "x"}, 200)
	s.Advance(59 * time.Minute)
	meta := func(thread string) (archived bool, at time.Time) {
		m := b.rest("GET", thread, nil, 200)["thread_metadata"].(object)
		at, err := time.Parse(time.RFC3339, m["archive_timestamp"].(string))
		if err != nil {
			t.Fatal(err)
		}
		return m["archived"].(bool), at
	}
	if archived, _ := meta(short); archived {
		t.Error("the thread sleeps 59 minutes after the last word")
	}
	s.Advance(90 * 24 * time.Hour)
	for thread, after := range map[string]time.Duration{short: 90 * time.Minute, long: 24 * time.Hour} {
		if archived, at := meta(thread); !archived || !at.Equal(noon.Add(after)) {
			t.Errorf("after months the thread is archived: %v, at %v, not %v after noon", archived, at, after)
		}
	}
}

// TestPermissionsComeAndGo: permissions revoked from the bot's role or in one channel persist across a restart.
func TestPermissionsComeAndGo(t *testing.T) {
	dir := t.TempDir()
	_, b, alice := stageWith(t, playground.Options{Dir: dir, Rates: &ratelimit.Rates{}})
	change := func(body object) { alice.send("POST", "/permissions", body, 200) }
	alice.send("POST", "/permissions", object{"lose": []string{"FLY"}}, 400)
	open := func(channel wire.ID, status int) object {
		return b.openThread("/channels/"+string(channel), object{"name": "x"}, status)
	}
	change(object{"lose": []string{"CREATE_PUBLIC_THREADS"}, "channel": playground.XiangqiID})
	code(t, open(playground.XiangqiID, 403), 50013)
	open(playground.GeneralID, 201)
	change(object{"lose": []string{"CREATE_PUBLIC_THREADS"}})
	code(t, open(playground.GeneralID, 403), 50013)
	change(object{"get": []string{"CREATE_PUBLIC_THREADS"}, "channel": playground.XiangqiID})
	open(playground.XiangqiID, 201)

	next := newBot(t, startAgain(t, dir))
	code(t, next.openThread("/channels/"+string(playground.GeneralID), object{"name": "x"}, 403), 50013)
	next.openThread(inXiangqi, object{"name": "x"}, 201)
}

// startAgain starts the second server after that of a folder: the first one has loaded and saved all of it.
func startAgain(t *testing.T, dir string) *playground.Server {
	t.Helper()
	first := copyFolder(t, dir)
	startServer(t, playground.Options{Dir: first})
	return startServer(t, playground.Options{Dir: copyFolder(t, first)})
}

// TestRoleMentions: a message mentions a role if allowed_mentions allows it and the role is mentionable.
func TestRoleMentions(t *testing.T) {
	_, b, alice := stageWith(t, playground.Options{Rates: &ratelimit.Rates{}})
	role := func(name string, mentionable bool) string {
		return alice.act("roles", object{"name": name, "mentionable": mentionable}, 200)["id"].(string)
	}
	open, closed := role("棋手", true), role("judges", false)
	post := func(allowed object) string {
		body := object{"content": "<@&" + open + "> <@&" + closed + "> <@&1>"}
		if allowed != nil {
			body["allowed_mentions"] = allowed
		}
		return string(wire.JSON(b.rest("POST", inXiangqi+"/messages", body, 200)["mention_roles"]))
	}
	one := `["` + open + `"]`
	for _, c := range []struct {
		allowed object
		want    string
	}{
		{nil, one}, {object{"parse": []string{}}, "[]"},
		{object{"roles": []string{open}}, one}, {object{"roles": []string{closed}}, "[]"},
	} {
		if got := post(c.allowed); got != c.want {
			t.Errorf("with allowed_mentions %v the message calls %s, not %s", c.allowed, got, c.want)
		}
	}
}

// TestManagers: the server's owner and those made managers may manage it; the bot is told with each act, and a command
// can ask for it.
func TestManagers(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, playground.Options{Dir: dir})
	bot := connectBot(t, s)
	bot.register(moveCommand(), object{"name": "clear", "description": "Managers only",
		"default_member_permissions": fmt.Sprint(wire.ManageGuild)})
	manages := func(v *visitor) bool {
		v.t.Helper()
		return moves(bot, v).Member.Permissions&wire.ManageGuild != 0
	}
	alice, bob := visit(t, s, playground.AliceID), visit(t, s, playground.BobID)
	if !manages(alice) || manages(bob) {
		t.Fatal("at first only the owner may manage the server")
	}
	bob.types("/clear", 403)
	if bob.change(object{"manager": true}, 200)["manager"] != true || !manages(bob) {
		t.Error("a manager may not manage")
	}
	member := bot.rest("GET", "/guilds/"+string(playground.GuildID)+"/members/"+string(playground.BobID), nil, 200)
	if roles := member["roles"].([]any); len(roles) != 1 {
		t.Errorf("Bob's roles are %v", roles)
	}
	bob.types("/clear", 200)
	bot.interaction()
	next := startServer(t, playground.Options{Dir: copyFolder(t, dir)})
	if people := visit(t, next, playground.BobID).get("state",
		200)["people"].([]any); people[1].(object)["manager"] != true {
		t.Errorf("after a restart the people are %v", people)
	}
	bob.change(object{"manager": false}, 200)
	if manages(bob) {
		t.Error("who was a manager still manages")
	}
	alice.change(object{"manager": false}, 409)
}
