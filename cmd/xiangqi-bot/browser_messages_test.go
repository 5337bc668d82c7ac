package main_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// What becomes of the messages on the page while it is open: a channel loads, messages change, pictures are replaced.

// loading has a page load the messages of its channel while events come: something is done between the question and its
// answer, which knows nothing of that. It gives back the ids that the page then shows.
const loading = `(async () => {
	const { Chat } = await import("/chat.js");
	const own = { fetch: window.fetch, EventSource: window.EventSource };
	const settled = () => new Promise((done) => setTimeout(done));
	let stream, answers = [];
	const message = (id) => ({ id, channel_id: "1", author: { id: "9" }, content: id });
	const json = (value) => new Response(JSON.stringify(value));
	const state = { person: "2", bot: { id: "9" }, people: [], roles: [], permissions: [], channels: [{ id: "1", type: 0 }], commands: [], locales: [], now: Date.now() };
	window.EventSource = class { heard = {}; constructor() { stream = this; } addEventListener(kind, hear) { this.heard[kind] = hear; } close() {} };
	window.fetch = async (path) => path.startsWith("/playground/messages") ? new Promise((found) => answers.push((list) => found(json(list)))) : json(state);
	const event = (kind, data) => stream.heard[kind]({ data: JSON.stringify(data) });
	const asked = async (n) => { while (answers.length < n) await settled(); };
	const rest = async () => { for (let i = 0; i < 9; i++) await settled(); };
	const page = Array.from({ length: 50 }, (_, i) => message(String(100 + i)));
	try {
		const chat = new Chat();
		chat.become("2");
		event("hello", { now: Date.now() });
		await asked(1);
		%s;
		await rest();
		return chat.messages().map((shown) => shown.id).join(" ");
	} finally {
		Object.assign(window, own);
	}
})()`

// What comes by event while a channel is being loaded is neither lost nor brought back by an answer that is older.
func testWhatHappensWhileAChannelLoads(t *testing.T, b *tab) {
	var page []string // as many as are loaded at once
	for n := range 50 {
		page = append(page, strconv.Itoa(100+n))
	}
	for _, c := range []struct{ name, happens, want string }{
		{"nothing", `answers[0]([message("5")])`, "5"},
		{"a message comes", `event("message", message("6")); answers[0]([message("5")])`, "5 6"},
		{"the first message comes", `event("message", message("6")); answers[0]([])`, "6"},
		{"a message is taken away", `event("message_delete", { id: "5", channel_id: "1" }); answers[0]([message("5")])`, ""},
		{"it is loaded again, and the first answer is late", `event("hello", { now: Date.now() }); await asked(2); answers[1]([message("5")]); await rest();
			answers[0]([])`, "5"},
		{"a message comes between two loads", `event("hello", { now: Date.now() }); await asked(2); event("message", message("6")); answers[0]([]); await settled(); answers[1]([message("5")])`, "5 6"},
		{"one becomes another, and earlier messages are late", `answers[0](page); await rest(); chat.earlier(); await asked(2);
			chat.become("3"); event("hello", { now: Date.now() }); await asked(3); answers[2]([message("7")]); await rest(); answers[1]([message("5")])`, "7"},
		{"all was read, and it is loaded again", `answers[0](page); await rest(); chat.earlier(); await asked(2); answers[1]([]); await rest();
			event("hello", { now: Date.now() }); await asked(3); answers[2](page); await rest(); chat.earlier(); await rest(); answers[3]?.([message("5")])`,
			"5 " + strings.Join(page, " ")},
		{"one becomes another, and a form is on its way", `let said = "taken"; chat.submit({ channel_id: "1" }, {}).catch(() => { said = "refused"; });
			chat.become("3"); event("hello", { now: Date.now() }); await asked(2); answers[1]([message(said)])`, "refused"},
	} {
		if got := ask[string](b, fmt.Sprintf(loading, c.happens)); got != c.want {
			t.Errorf("%s: the page shows %q, want %q", c.name, got, c.want)
		}
	}
}

// A message is drawn anew when what it shows has changed, and not because somebody was called or takes no direct
// messages any more: a menu that is open in it, and a selection of its text, would be gone.
func testMessagesStayAsTheyAre(t *testing.T, b *tab) {
	const (
		mark = `document.querySelector("#messages [data-message]").dataset.kept = "yes"`
		kept = `document.querySelector("#messages [data-kept]") !== null`
	)
	const aliceID, bobID = "1191000000000000201", "1191000000000000202"
	does := func(act string, arguments ...any) {
		t.Helper()
		ask[bool](b, `import("/api.js").then(({ api }) => api.`+fmt.Sprintf(act, arguments...)+`).then(() => true)`)
	}
	says := func(text string) {
		t.Helper()
		does(`say(%q, location.hash.split("/")[1], %q)`, aliceID, text)
		b.until(fmt.Sprintf(`document.querySelector("#messages").innerText.includes(%q)`, text[strings.LastIndex(text, " ")+1:]))
	}
	ask[string](b, mark)
	b.click(`[data-control="language"]`)
	b.until(`document.querySelector(".menu-list:popover-open")`)
	says("<@" + bobID + "> look")
	b.until(`document.querySelector('` + bob + ` .called')`)
	if !ask[bool](b, kept) {
		t.Error("all is drawn anew where somebody is called")
	}
	if !ask[bool](b, `document.querySelector(".menu-list:popover-open") !== null`) {
		t.Error("a menu of the panel closes where somebody is called")
	}
	b.press("Escape")
	does(`changePerson(%q, { dms: false })`, bobID)
	says("refuses") // what was told before it has been heard
	if !ask[bool](b, kept) {
		t.Error("all is drawn anew where somebody takes no direct messages")
	}
	does(`changePerson(%q, { dms: true })`, bobID)
	for _, locale := range []string{"vi", "zh-CN"} {
		does(`changePerson(%q, { locale: %q })`, aliceID, locale)
		b.until(fmt.Sprintf(`document.documentElement.lang === %q && !(%s)`, locale, kept))
	}
}

// A picture that an edit has replaced before the page could fetch it is no error: the console stays clean.
func replacedPictures(t *testing.T, m machine) {
	b, _ := m.visit(t)
	const gone = "/attachments/1191000000000000010/1191000000000009999/"
	if !ask[bool](b, `new Promise((done) => { const image = new Image(); image.onload = () => done(image.naturalWidth > 0); image.onerror = () => done(false); image.src = "`+gone+`board.png"; })`) {
		t.Error("a picture that is gone is not drawn as a note")
	}
	if status := ask[int](b, `fetch("`+gone+`game.pgn").then((answer) => answer.status)`); status != 204 {
		t.Errorf("a text that is gone has the status %d, want 204", status)
	}
}
