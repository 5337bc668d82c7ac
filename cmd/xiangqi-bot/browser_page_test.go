package main_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// The page's own rules, tried in the browser on its own modules: how a command is read, how markdown is shown, what it
// never does.

// commands are what a bot might register; only the page's own reading of them is under test.
const commands = `[
	{ name: "move", name_localizations: { "zh-CN": "走棋" }, description: "Play a move", options: [
		{ name: "move", name_localizations: { "zh-CN": "着法" }, description: "the move", type: 3, required: true, autocomplete: true },
		{ name: "game", description: "which game", type: 3 } ] },
	{ name: "challenge", description: "Challenge", options: [
		{ name: "opponent", description: "who", type: 6 },
		{ name: "color", name_localizations: { "zh-CN": "执子" }, description: "side", type: 3, choices: [
			{ name: "Red", name_localizations: { "zh-CN": "红方" }, value: "red" }, { name: "Black", value: "black" } ] },
		{ name: "strength", description: "1 to 10", type: 4, min_value: 1, max_value: 10 },
		{ name: "rated", description: "counts", type: 5 } ] },
	{ name: "call", description: "Call", options: [ { name: "role", description: "all of them", type: 8 } ] },
	{ name: "board", description: "Show", options: [] },
	{ name: "settings", description: "Settings", options: [
		{ name: "language", description: "Language", type: 1, options: [ { name: "to", description: "which", type: 3, required: true } ] } ] },
	{ name: "record", name_localizations: { "zh-CN": "棋谱" }, description: "Records", options: [
		{ name: "import", name_localizations: { "zh-CN": "导入" }, description: "bring", type: 1, options: [
			{ name: "file", name_localizations: { "zh-CN": "文件" }, description: "the file", type: 11, required: true },
			{ name: "text", description: "the moves", type: 3 } ] } ] },
	{ name: "rules", description: "The rules of this server", default_member_permissions: "32" }
]`

// read is what the page makes of a line: the command, the value or the problem of each option.
const read = `(async () => {
	const { begin, named, flatten, assign, resolve } = await import("/command.js");
	const known = flatten(%s, %q, 0, "2147483648");
	const room = { yes: "是", no: "否", channels: [{ id: "20", name: "general" }], roles: [{ id: "30", name: "棋手" }],
		people: [{ id: "7", name: "黑 Bob", username: "bob" }, { id: "8", name: "Carol", username: "carol" }] };
	const line = %q;
	const found = begin(known, line) ?? { command: named(known, line.slice(1)), rest: "" };
	if (!found.command) return "no command";
	const out = {};
	for (const [name, text] of assign(found.command, found.rest, room)) {
		const meant = resolve(found.command.options.find((option) => option.name === name), text, room);
		out[name] = meant.problem ? "! " + meant.problem : meant.value;
	}
	return found.command.name + " " + JSON.stringify(out);
})()`

// These change nothing on the page, so they share one.
func pageRules(t *testing.T, m machine) {
	b, p := m.visit(t)
	b.part("commands", testCommandsAreRead)
	b.part("markdown", testMarkdownIsShown)
	b.part("words", testWordsAreComplete)
	b.part("forms", testFormIsFilledIn)
	b.part("states", testStatesAreShown)
	b.part("loading", testWhatHappensWhileAChannelLoads)
	b.part("messages stay", testMessagesStayAsTheyAre)
	b.part("left", func(t *testing.T, b *tab) { testLeftPagesKeepNoStream(t, b, m, p) })
}

// A browser may keep a page that is left for the way back, and has six connections to a server: the page gives its
// stream up, and to whoever comes back it shows what was said meanwhile. Whether a page is kept is the browser's choice,
// so the page is told here what a browser tells it. Bob's page counts the streams of Alice's.
func testLeftPagesKeepNoStream(t *testing.T, b *tab, m machine, p *program) {
	bob := m.browse(t, p.url, "#1191000000000000202")
	streams := func(want int) {
		t.Helper()
		ask[bool](bob, fmt.Sprintf(`(async () => {
			const { api } = await import("/api.js");
			while ((await api.state(%q)).listening !== %d) await new Promise(requestAnimationFrame);
			return true;
		})()`, strings.TrimPrefix(asAlice, "#"), want))
	}
	tell := func(event string) {
		t.Helper()
		ask[bool](b, fmt.Sprintf(`dispatchEvent(new PageTransitionEvent(%q, { persisted: true }))`, event))
	}
	streams(1)
	tell("pagehide")
	streams(0)
	const said, shows = "while you were away", `document.querySelector("#messages").innerText.includes(%q)`
	bob.line(said)
	bob.until(fmt.Sprintf(shows, said))
	tell("pageshow")
	streams(1)
	b.until(fmt.Sprintf(shows, said))

	b.do(chromedp.Navigate("about:blank"))
	streams(0)
	b.do(chromedp.Navigate(p.url + "/" + asAlice))
	b.until(`document.body?.dataset.ready === "true"`)
	streams(1)
}

func testCommandsAreRead(t *testing.T, b *tab) {
	for _, c := range []struct{ locale, line, want string }{
		{"en-US", "/move 炮二平五", `move {"move":"炮二平五"}`},
		{"en-US", "/move move:h2e2 game:12", `move {"move":"h2e2","game":"12"}`},
		{"en-US", "/move game:12 h2e2", `move {"game":"12 h2e2"}`},
		{"en-US", "/move h2e2 game: 12", `move {"game":"12","move":"h2e2"}`},
		{"zh-CN", "/走棋 炮二平五", `move {"move":"炮二平五"}`},
		{"zh-CN", "/走棋　着法：炮二平五", `move {"move":"炮二平五"}`}, // the space and the colon of a Chinese keyboard
		{"zh-CN", "/challenge 执子:红方", `challenge {"color":"red"}`},
		{"en-US", "/challenge 执子:红方", `challenge {}`}, // another language's words are not this person's
		{"en-US", "/challenge @黑 Bob black 3 true", `challenge {"opponent":"7","color":"black","strength":3,"rated":true}`},
		{"en-US", "/challenge <@8> RED", `challenge {"opponent":"8","color":"red"}`},
		{"en-US", "/challenge strength:11", `challenge {"strength":"! notANumber"}`},
		{"en-US", "/challenge color:green", `challenge {"color":"! notAChoice"}`},
		{"en-US", "/challenge opponent:Dave", `challenge {"opponent":"! notAUser"}`},
		{"en-US", "/call @棋手", `call {"role":"30"}`},
		{"en-US", "/call role:<@&30>", `call {"role":"30"}`},
		{"en-US", "/call role:judges", `call {"role":"! notAChoice"}`},
		{"en-US", "/settings language to:vi", `settings language {"to":"vi"}`},
		{"en-US", "/record import file: text:1. C2=5", `record import {"file":"! required","text":"1. C2=5"}`},
		{"en-US", "/record import file:game.pgn", `record import {"file":"! notAFile"}`}, // a file is not typed
		{"zh-CN", "/棋谱 导入 文件：", `record import {"file":"! required"}`},
		{"en-US", "/record", "no command"},
		{"en-US", "/rules", "no command"}, // it is for those who may manage the server
		{"en-US", "/board", `board {}`},
		{"en-US", "/moves", "no command"},
		{"en-US", "/settings", "no command"},
	} {
		if got := ask[string](b, fmt.Sprintf(read, commands, c.locale, c.line)); got != c.want {
			t.Errorf("%s: %s is read as %s, want %s", c.locale, c.line, got, c.want)
		}
	}
}

// shown renders markdown and gives back the elements in short: tag(children), text as it is.
const shown = `(async () => {
	const { markdown } = await import("/markdown.js");
	const room = { me: "1", roles: [], roleName: (id) => ({ 30: "棋手" })[id], userName: (id) => ({ 1: "Alice", 7: "黑 Bob" })[id], channelName: (id) => ({ 20: "general" })[id] };
	const short = (node) => node.nodeType === Node.TEXT_NODE ? node.data : node.tagName.toLowerCase() + "(" + [...node.childNodes].map(short).join("") + ")";
	const box = document.createElement("div");
	box.append(...markdown(%q, room));
	return [...box.childNodes].map(short).join("");
})()`

func testMarkdownIsShown(t *testing.T, b *tab) {
	for _, c := range []struct{ text, want string }{
		{"plain words", "p(plain words)"},
		{"two\nlines", "p(twobr()lines)"},
		{"**bold** and *slanted* and _too_", "p(strong(bold) and em(slanted) and em(too))"},
		{"__under__ ~~struck~~", "p(u(under) s(struck))"},
		{"snake_case_name stays", "p(snake_case_name stays)"},
		{"**open stays", "p(**open stays)"},
		{`\*not slanted\*`, "p(*not slanted*)"},
		{"`**code**`", "p(code(**code**))"},
		{"```\nblock **x**\n```", "pre(code(block **x**))"},
		{"```go\nfunc\n```after", "pre(code(func))p(after)"},
		{"||hidden||", "p(span(span(hidden)))"},
		{"[rules](https://example.org/a)", "p(a(rules))"},
		{"see https://example.org/a.", "p(see a(https://example.org/a).)"},
		{"at https://discord.com/channels/1/20/300.", "p(at button(#general › 💬).)"},
		{"[the board](https://discord.com/channels/1/20/300)", "p(button(the board))"},
		{"https://discord.com/channels/1/21/300", "p(a(https://discord.com/channels/1/21/300))"}, // a channel that nobody sees
		{"[bad](javascript:alert(1))", "p([bad](javascript:alert(1)))"},
		{"<@7> and <@!1> and <@9>", "p(span(@黑 Bob) and span(@Alice) and span(@9))"},
		{"<@&30> <@&9>", "p(span(@棋手) span(@9))"},
		{"</move:5>", "p(button(/move))"},
		{"> quoted\n> more\nafter", "blockquote(p(quotedbr()more))p(after)"},
		{"# Title\n-# small", "p(Title)p(small)"},
		{"3. three\n4. four", "ol(li(three)li(four))"},
		{"<b>no</b> <script>alert(1)</script>", "p(<b>no</b> <script>alert(1)</script>)"},
		{"", ""},
	} {
		if got := ask[string](b, fmt.Sprintf(shown, c.text)); got != c.want {
			t.Errorf("%q is shown as %s, want %s", c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		markup, want string
	}{
		{"<t:1000003600:R>", "in 1 hour"}, {"<t:1000259200:R>", "in 3 days"}, {"<t:999999400:R>", "10 minutes ago"}, {"<t:1000000059:R>", "in 59 seconds"},
		{"<t:1000003595:R>", "in 1 hour"}, {"<t:1005184000:R>", "in 2 months"}, {"<t:1000000000:D>", "September 9, 2001"},
		// A date has room for the first, and for none of the others.
		{"<t:8640000000000:R>", "in 273,941 years"}, {"<t:8640000000001>", "<t:8640000000001>"}, {"<t:-9999999999999:R>", "<t:-9999999999999:R>"},
	} {
		moment := ask[string](b, fmt.Sprintf(`(async () => {
			const [{ markdown }, { setTimeLocale, setNow }] = [await import("/markdown.js"), await import("/time.js")];
			setTimeLocale("en-US");
			setNow(new Date(1_000_000_000_000).toISOString());
			return markdown(%q, {})[0].textContent;
		})()`, c.markup))
		if moment != c.want {
			t.Errorf("%s is shown as %q, want %q", c.markup, moment, c.want)
		}
	}
}

// Every language of the page says everything that English says, with the same places to fill in.
func testWordsAreComplete(t *testing.T, b *tab) {
	var table map[string]map[string]string
	text := ask[string](b, `import("/words.js").then(({ languages }) => JSON.stringify(languages))`)
	must(t, json.Unmarshal([]byte(text), &table))
	places := func(words map[string]string) map[string]string {
		out := make(map[string]string)
		for key, word := range words {
			var found []string
			for _, part := range strings.Split(word, "{")[1:] {
				name, _, _ := strings.Cut(part, "}")
				found = append(found, name)
			}
			out[key] = strings.Join(found, " ")
		}
		return out
	}
	for _, language := range []string{"zh-CN", "zh-TW", "vi"} {
		if diff := cmp.Diff(places(table["en"]), places(table[language])); diff != "" {
			t.Errorf("%s differs from en in its words or their places:\n%s", language, diff)
		}
	}
}

// A form that a bot asks for is filled in by keys. A refusal keeps it open with what was typed, an answer closes it.
func testFormIsFilledIn(t *testing.T, b *tab) {
	ask[bool](b, `(async () => {
		const { showModal } = await import("/modal.js");
		window.taken = [];
		const chat = { people: [], submit: async (form, values) => {
			window.taken.push(values);
			if (window.taken.length === 1) throw new Error("no answer");
		} };
		showModal({ custom_id: "f", title: "Your move", components: [
			{ type: 18, label: "Move", component: { type: 4, custom_id: "mv", style: 1, required: true } },
			{ type: 18, label: "Note", component: { type: 4, custom_id: "note", style: 2, required: false } } ] }, chat, {});
		return true;
	})()`)
	b.press("Enter") // a required field is empty: nothing is sent
	b.keys("炮二平五")
	b.press("Enter")
	b.until(`document.querySelector("dialog.modal .failure")?.textContent`)
	b.press("Tab")
	b.keys("centre")
	b.press("Shift+Tab")
	b.press("Enter")
	b.until(`!document.querySelector("dialog.modal")`)
	const want = `[{"mv":"炮二平五","note":""},{"mv":"炮二平五","note":"centre"}]`
	if got := ask[string](b, `JSON.stringify(window.taken)`); got != want {
		t.Errorf("the form was sent as %s, want %s", got, want)
	}
	testFormWithFiles(t, b)
	testFormOfOnePerson(t, b)
}

// Whoever becomes another person leaves the form of the one before.
func testFormOfOnePerson(t *testing.T, b *tab) {
	t.Helper()
	ask[bool](b, `import("/modal.js").then(({ showModal }) => showModal({ custom_id: "f", title: "A form", components: [] }, {}, {})).then(() => true)`)
	b.become(bob, "2")
	if ask[bool](b, `document.querySelector("dialog[open]") !== null`) {
		t.Error("Bob has the form of Alice")
	}
	b.become(alice, "1")
	b.until(`document.documentElement.lang === "zh-CN"`)
}

// A file of a form is handed in when the form is sent.
func testFormWithFiles(t *testing.T, b *tab) {
	ask[bool](b, `(async () => {
		const { showModal } = await import("/modal.js");
		window.taken = [];
		const chat = { submit: async (form, values) => window.taken.push(values), upload: async (file) => "id of " + file.name };
		showModal({ custom_id: "f", title: "A form", components: [
			{ type: 18, label: "files", component: { custom_id: "files", type: 19 } } ] }, chat, {});
		const files = new DataTransfer();
		files.items.add(new File(["1. C2=5"], "game.pgn"));
		document.querySelector("dialog.modal [data-control=files]").files = files.files;
		document.querySelector("dialog.modal [type=submit]").click();
		return true;
	})()`)
	b.until(`!document.querySelector("dialog.modal")`)
	const want = `[{"files":["id of game.pgn"]}]`
	if got := ask[string](b, `JSON.stringify(window.taken)`); got != want {
		t.Errorf("the form was sent as %s, want %s", got, want)
	}
}

// state draws a message of the bot and gives back what a reader finds there.
const state = `(async () => {
	const { renderMessage } = await import("/message.js");
	const message = { id: "5", channel_id: "1", author: { id: "9", username: "bot" }, timestamp: "2026-01-01T00:00:00Z", ...%s };
	const chat = { me: "1", people: [], pendingOn: () => (%s), callees: () => [], person: () => undefined, messageById: () => undefined, commandName: (name) => "/" + name, messageCommands: () => [], userCommands: () => [] };
	const node = renderMessage(message, { chat, room: { me: "1", userName: () => "Alice" }, compact: false });
	return [...node.querySelectorAll(%q)].map((part) => part.textContent).join("|");
})()`

func testStatesAreShown(t *testing.T, b *tab) {
	const row = `{ components: [{ type: 1, components: [
		{ type: 2, style: 4, label: "Resign", custom_id: "r" }, { type: 2, style: 2, label: "Old", custom_id: "o", disabled: true } ] }] }`
	for _, c := range []struct{ name, message, act, selector, want string }{
		{"thinking", `{ flags: 128, loading: true }`, "undefined", ".waiting", "bot 正在思考"},
		{"no answer", `{ flags: 128, failed: "The application did not respond" }`, "undefined", ".failure", "应用程序没有响应"},
		{"for one person", `{ ephemeral_for: "1", flags: 64, content: "psst" }`, "undefined", ".only-me-line button", "忽略这条消息"},
		{"edited", `{ content: "x", edited_timestamp: "2026-01-01T00:01:00Z" }`, "undefined", ".edited", "（已编辑）"},
		{"used a command", `{ type: 20, content: "x", interaction: { name: "move", user: { id: "1", username: "alice" } } }`, "undefined", ".context > span:last-child", "alice 使用了 /move"},
		{"an answer to a long message", `{ type: 19, content: "x", message_reference: { message_id: "4" }, referenced_message: { id: "4", author: { id: "9", username: "bot" }, content: "long ".repeat(40) } }`,
			"undefined", ".preview", strings.Repeat("long ", 23) + "long…"},
		{"buttons", row, "undefined", ".controls button:not(:disabled)", "Resign"},
		{"disabled", row, "undefined", "button:disabled", "Old"},
		{"pressed", row, `{ state: "waiting", custom_id: "r" }`, "[aria-busy]", "Resign"},
		{"press without answer", row, `{ state: "failed", custom_id: "r" }`, ".failure", "该交互失败"},
		{"picture", `{ attachments: [{ filename: "board.png", url: "data:image/gif;base64,R0lGODlhAQABAAAAACw=", width: 648, height: 800, description: "a board" }] }`, "undefined", ".picture", ""},
		{"file", `{ attachments: [{ filename: "game.xqf", url: "/attachments/1/2/game.xqf", size: 2048, description: "round 3" }] }`, "undefined", ".file-words", "game.xqf2.0 KB · round 3"},
		{"fields", `{ embeds: [{ title: "T", fields: [{ name: "N", value: "**V**" }] }] }`, "undefined", ".embed-title, .embed-field", "T|NV"},
		{"a link that is none", `{ embeds: [{ title: "T", url: "javascript:alert(1)" }] }`, "undefined", "a[href]", ""},
	} {
		if got := ask[string](b, fmt.Sprintf(state, c.message, c.act, c.selector)); got != c.want {
			t.Errorf("%s: %s shows %q, want %q", c.name, c.selector, got, c.want)
		}
	}
}

// What people write is shown as they wrote it; nothing of it becomes a part of the page.
func pageKeepsTextText(t *testing.T, m machine) {
	b, _ := m.visit(t)
	const text = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`
	b.line(text)
	b.until(`[...document.querySelectorAll("#messages .text")].at(-1)?.textContent.includes("onerror")`)
	if got := ask[string](b, `[...document.querySelectorAll("#messages .text")].at(-1).textContent`); got != text {
		t.Errorf("the message is shown as %q", got)
	}
	if ask[bool](b, `document.querySelector("#messages .text img, #messages .text script") !== null || document.title === "broken"`) {
		t.Error("a message became a part of the page")
	}
}

// narrow makes the window as narrow as a telephone, and the page with it.
func (b *tab) narrow() {
	b.t.Helper()
	b.size(390, 844)
	b.until(`innerWidth === 390`)
	b.fitsNarrow("the page")
}

func (b *tab) fitsNarrow(what string) {
	b.t.Helper()
	if wide := ask[int](b, `document.documentElement.scrollWidth`); wide > 390 {
		b.t.Errorf("%s is %d pixels wide on a screen of 390", what, wide)
	}
}

// On a telephone nothing sticks out, and who one is stays in sight.
func pageOnATelephone(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.begin("strength:1")
	b.narrow()
	if sticking := ask[string](b, `[...document.querySelectorAll("#messages *, #composer *, #self *")]
		.filter((node) => node.checkVisibility() && !node.closest(".unseen") && node.getBoundingClientRect().right > 390.5 && !node.closest(".people, pre"))
		.map((node) => node.className).join(", ")`); sticking != "" {
		t.Errorf("these stick out: %s", sticking)
	}
	b.until(`document.querySelector('` + alice + `').checkVisibility()`)
	b.until(`!document.querySelector('[data-control="clock"]').checkVisibility()`) // behind the one sign for settings
	b.click("[data-gear]")
	b.until(`document.querySelector('[data-control="clock"]').checkVisibility()`)
	b.fitsNarrow("with its settings the page")
	b.click("[data-gear]")
	b.until(`!document.querySelector("#sidebar .channel").checkVisibility({ visibilityProperty: true })`)
	b.click("#menu")
	b.until(`document.querySelector("#sidebar .channel").checkVisibility({ visibilityProperty: true })`)
}

// The person's language is that of the page's own words.
func pageSpeaksThePersonsLanguage(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.until(`document.documentElement.lang === "zh-CN" && document.querySelector("#box").placeholder.includes("命令")`)
	b.press("Alt+2")
	b.until(`document.documentElement.lang === "en-US" && document.querySelector("#box").placeholder.includes("commands")`)
	b.pick("language", "zh-TW")
	b.until(`document.documentElement.lang === "zh-TW" && document.querySelector("#box").placeholder.includes("指令")`)
	b.reload() // and it stays so: the person's language is kept by the server
	b.until(`document.documentElement.lang === "zh-TW"`)
}

// A newcomer begins as a person of the language that the browser asks for, here American English.
func pageGreetsInTheBrowsersLanguage(t *testing.T, m machine) {
	b := m.browse(t, launch(t, "127.0.0.1:0", t.TempDir()).url, "")
	b.until(`document.querySelector('` + bob + `')?.getAttribute("aria-checked") === "true" && document.documentElement.lang === "en-US"`)
	for _, test := range []struct{ languages, want string }{
		{`["vi-VN", "en-US"]`, "vi"},
		{`["zh-HK", "fr"]`, "zh-CN"},
		{`["fr", "en-GB"]`, "en-US"},
		{`["fr"]`, "nobody"},
	} {
		people := `["zh-CN", "en-US", "vi"].map((locale) => ({ locale }))`
		got := ask[string](b, `import("/words.js").then(({ speaker }) => speaker(`+people+`, `+test.languages+`)?.locale ?? "nobody")`)
		if got != test.want {
			t.Errorf("a browser for %s begins in %s, want %s", test.languages, got, test.want)
		}
	}
}
