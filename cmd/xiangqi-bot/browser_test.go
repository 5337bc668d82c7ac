package main_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game/gametest"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The tests of this file and of browser_play_test.go look at the page as a person does: a real browser, the real
// program, keys and clicks. They wait for what is seen on the page and for nothing else.

var must = gametest.Must

// patience is how long a test waits for something to be seen. It is far beyond what any of it takes.
const patience = 2 * time.Minute

// TestBrowser starts one browser. Each part starts a program with a folder of its own, and opens it in a window that
// shares nothing with the others.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes too long for -short")
	}
	t.Parallel()
	m := machine{start(t, chromium(t)), t.Cleanup}
	for _, part := range []struct {
		name string
		test func(*testing.T, machine)
	}{
		{"rules", pageRules},
		{"text stays text", pageKeepsTextText},
		{"input method", pageLeavesEnterToTheInputMethod},
		{"command line", commandLineKeys},
		{"tab", tabCompletes},
		{"typing through a restart", typingThroughARestart},
		{"replaced pictures", replacedPictures},
		{"telephone", pageOnATelephone},
		{"language", pageSpeaksThePersonsLanguage},
		{"newcomer", pageGreetsInTheBrowsersLanguage},
		{"files", filesOnThePage},
		{"server", theServerOnThePage},
		{"play", playOnThePage},
		{"two people and a restart", twoPeopleAndARestart},
		{"a board by touch", boardByTouch},
		{"a record on a board", recordOnABoard},
		{"a puzzle on a board", puzzleOnABoard},
		{"a hint and a rematch on a board", hintAndRematch},
		{"a board to the end", boardToTheEnd},
		{"a board by keys", boardByKeys},
		{"a board in two windows", boardInTwoWindows},
		{"a board through a restart", boardThroughARestart},
		{"a board on a phone", boardOnAPhone},
		{"a board beside its channel", boardBesideItsChannel},
		{"a game by presses", aGameByPresses},
		{"a game by typing", aGameByTyping},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, m) })
	}
}

// asAlice in the address opens the page as Alice, whose Discord speaks Chinese.
const asAlice = "#1191000000000000201"

// A machine has a browser that runs: the context of its first tab.
type machine struct {
	browser context.Context
	atEnd   func(func()) // does something when the browser is no longer needed
}

// visit starts the program with an empty folder and opens its page once the bot has greeted.
func (m machine) visit(t *testing.T) (*tab, *program) {
	t.Helper()
	p := launch(t, "127.0.0.1:0", t.TempDir())
	b := m.browse(t, p.url, asAlice)
	b.until(`document.querySelector("#messages [data-message] .badge")`)
	// The clock moves when the bot has finished starting: its menus have emojis then, and its texts mention commands.
	ask[bool](b, `import("/api.js").then(({ api }) => api.advance("1ns")).then(() => true)`)
	return b, p
}

// A program is a running "xiangqi-bot play".
type program struct {
	url, addr string
	data      string // its folder
	proc      *exec.Cmd
}

var address = regexp.MustCompile(`http://(\S+)`)

// launch runs the program and reads from the line that it prints where the page is.
func launch(t *testing.T, addr, data string) *program {
	t.Helper()
	// Where the stories find it, too: this very file, under another name.
	p := &program{data: data, proc: exec.Command("xiangqi-bot", "play", "-addr", addr, "-data", data)} //nolint:noctx // killed by the test or its cleanup
	// The page is the same without long searches.
	p.proc.Env = append(os.Environ(), "XIANGQI_ENGINE_ENDGAME=", "XIANGQI_ENGINE_REVIEW_NODES=5000")
	out := gametest.OK(p.proc.StdoutPipe())(t)
	p.proc.Stderr = os.Stderr
	must(t, p.proc.Start())
	t.Cleanup(func() { p.kill() })
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatalf("the program printed no line: %v", err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	found := address.FindStringSubmatch(line)
	if found == nil {
		t.Fatalf("no address in %q", line)
	}
	p.url, p.addr = found[0], found[1]
	return p
}

// kill ends the program as a power cut would.
func (p *program) kill() {
	_ = p.proc.Process.Kill()
	_ = p.proc.Wait()
}

// restart starts the program that was killed in the same place.
func (p *program) restart(t *testing.T) {
	t.Helper()
	*p = *launch(t, p.addr, p.data)
}

// chromium finds a browser, or ends the test: by a skip on a developer's machine, by a failure where one is required.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	const missing = "no Chromium or Chrome in the PATH: on Debian, apt-get install chromium"
	if os.Getenv("XIANGQI_REQUIRE_BROWSER") == "1" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// start runs a browser until the test ends. The context is that of its first tab.
func start(t *testing.T, browser string) context.Context {
	t.Helper()
	// The cleanups run backwards: the browser is gone before its folder is removed.
	profile := gametest.OK(os.MkdirTemp("", "xiangqi-browser-"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browser), chromedp.UserDataDir(profile), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WindowSize(1280, 800), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	// Not the test's own context: it ends before the cleanups, which still look at the page.
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800)); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}

// A tab is a page open in a window of its own. Everything on it fails the test when it takes longer than patience.
type tab struct {
	t       *testing.T
	ctx     context.Context
	console *console
}

// A console keeps what the page complained of.
type console struct {
	mu     sync.Mutex
	faults []string
}

// part is a subtest on the same tab.
func (b *tab) part(name string, test func(t *testing.T, b *tab)) {
	b.t.Helper()
	b.t.Run(name, func(t *testing.T) { test(t, &tab{t: t, ctx: b.ctx, console: b.console}) })
}

// browse opens the address in a fresh browser, as the person named in at ("#ID") or as a newcomer (""). When the test
// ends, the console of the page must be clean.
func (m machine) browse(t *testing.T, url, at string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(m.browser, chromedp.WithNewBrowserContext())
	// A window that closes may take a key from the next one: it stays, without the page.
	m.atEnd(cancel)
	t.Cleanup(func() { _ = chromedp.Do(ctx, chromedp.Navigate("about:blank")) })
	b := &tab{t: t, ctx: ctx, console: &console{}}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 800)); err != nil {
		t.Fatalf("the browser opens no window: %v", err)
	}
	b.emulateFocus(true)
	messages := chromedp.Console(ctx)
	go func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			b.console.hear(message)
		}
	}()
	b.do(chromedp.Navigate(url + at))
	b.until(`document.body.dataset.ready === "true"`)
	t.Cleanup(b.checkConsole)
	return b
}

// hear keeps complaints. That a stream breaks while the program is being restarted is no fault of the page, nor is a
// move that was refused.
func (c *console) hear(m chromedp.ConsoleMessage) {
	if m.Source == "network" && (strings.Contains(m.Text, "net::ERR_") || strings.Contains(m.Text, "status of 422 ")) {
		return
	}
	if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning || m.IsException() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.faults = append(c.faults, m.String())
	}
}

func (b *tab) checkConsole() {
	b.console.mu.Lock()
	faults := b.console.faults
	b.console.mu.Unlock()
	if len(faults) > 0 {
		b.t.Errorf("the page complained on its console:\n%s", strings.Join(faults, "\n"))
	}
	if b.t.Failed() {
		b.keepPicture()
	}
}

// keepPicture saves what the page looked like when the test failed; "go test -artifacts" keeps it.
func (b *tab) keepPicture() {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(b.t.ArtifactDir(), "page.png"), shot, 0o600)
	}
	if err != nil {
		b.t.Logf("no picture of the page: %v", err)
	}
}

// run carries out an action on the page, of which what is said where it fails.
func run[T any](b *tab, what string, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	result, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", what, err, b.text())
	}
	return result
}

// send sends the browser a command.
func send[P, R any](b *tab, command cdp.Command[P, R], params P) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	gametest.OK(chromedp.Call(ctx, command, params))(b.t)
}

func (b *tab) do(step chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	run(b, "the page cannot", step)
}

// ask evaluates an expression on the page; a promise is awaited.
func ask[T any](b *tab, expression string) T {
	b.t.Helper()
	return run(b, expression, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// until waits for a condition of the page, looked at once a frame.
func (b *tab) until(condition string) {
	b.t.Helper()
	look := fmt.Sprintf(`new Promise((found) => { const look = () => ((%s) ? found(true) : requestAnimationFrame(look)); look(); })`, condition)
	run(b, "waiting for "+condition, chromedp.Evaluate[bool](look, chromedp.EvalAwaitPromise))
}

// text is the text of the page, for the message of a failure.
func (b *tab) text() string {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText.slice(-3000)`))
	if err != nil {
		return err.Error()
	}
	return "The page shows:\n" + text
}

// keys types text, at whatever has the focus.
func (b *tab) keys(text string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(text))
}

// The keys that press knows, by the codes that browsers give them.
var pressable = map[string]int64{
	"Enter": 13, "Tab": 9, "Escape": 27, "Backspace": 8, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39,
	"Home": 36, "End": 35, "1": '1', "2": '2', "3": '3',
}

// press strikes one key, such as "Enter", "Shift+Tab" or "Alt+1". Unlike chromedp's KeyEvent it is one event, as a
// keyboard's is: a page that takes the key for itself keeps its text away as well.
func (b *tab) press(stroke string) {
	b.t.Helper()
	var modifiers int64
	key := stroke
	if rest, ok := strings.CutPrefix(stroke, "Shift+"); ok {
		key, modifiers = rest, int64(kb.ModifierShift)
	} else if rest, ok := strings.CutPrefix(stroke, "Alt+"); ok {
		key, modifiers = rest, int64(kb.ModifierAlt)
	}
	number, known := pressable[key]
	if !known {
		b.t.Fatalf("no key %q", key)
	}
	event := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyDown, Modifiers: modifiers, Key: key, Code: key, WindowsVirtualKeyCode: number,
	}
	if key == "Enter" {
		event.Text = "\r"
	}
	if len(key) == 1 {
		event.Code = "Digit" + key
	}
	send(b, input.DispatchKeyEvent, event)
	event.Type, event.Text = input.DispatchKeyEventTypeKeyUp, ""
	send(b, input.DispatchKeyEvent, event)
}

// focusBox puts the focus into the message box.
var focusBox = chromedp.Focus(chromedp.CSS("#box"))

// write types text into the message box.
func (b *tab) write(text string) {
	b.t.Helper()
	b.do(focusBox)
	b.keys(text)
}

// emulateFocus has the page take keys as if its window were in front: two windows of one browser cannot both be.
func (b *tab) emulateFocus(enabled bool) {
	b.t.Helper()
	send(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: enabled})
}

// line types a line into the message box and sends it. While many windows are busy the browser may lose a key or the
// focus of a window: what is said, and no command, is typed and sent again then.
func (b *tab) line(text string) {
	b.t.Helper()
	written := func() string { return ask[string](b, `document.querySelector("#box").value`) }
	b.write(text)
	command := strings.HasPrefix(text, "/")
	for try := 0; try < 10 && !command && written() != text; try++ {
		b.t.Logf("%q is in the box, want %q", written(), text)
		b.emulateFocus(false)
		b.emulateFocus(true)
		b.click("#box")
		ask[string](b, `document.querySelector("#box").value = ""`)
		b.keys(text)
	}
	b.press("Enter")
	for try := 0; try < 10 && !command && written() == text; try++ {
		b.t.Logf("%q is still in the box", text)
		b.press("Enter")
	}
}

// challengeFrom sends a /challenge with options, in a game that begins at a position.
func (b *tab) challengeFrom(fen, options string) {
	b.t.Helper()
	b.line("/challenge " + options + " more:true")
	b.click(`dialog [data-control="fen"]`)
	b.keys(fen)
	b.click(`dialog [type="submit"]`)
	b.until(`!document.querySelector("dialog")`)
}

// click presses what the selector finds last on the page, where the newest messages are. What came between and pushed it
// away got the click instead: then it is pressed where it is now.
func (b *tab) click(selector string) {
	b.t.Helper()
	for range 10 {
		if b.clicked(selector) {
			return
		}
	}
	b.t.Fatalf("%s cannot be clicked", selector)
}

// clicked waits for what click presses, presses once where it is, and reports whether nothing else got the click.
func (b *tab) clicked(selector string) bool {
	b.t.Helper()
	const spot = `(() => {
		const last = () => [...document.querySelectorAll(%q)].at(-1);
		const node = last();
		node.scrollIntoView({ block: "center" });
		const box = node.getBoundingClientRect();
		window.clicked = "nothing";
		document.addEventListener("click", (event) => {
			// What was drawn anew meanwhile is still what was meant.
			window.clicked = node.contains(event.target) || last()?.contains(event.target) ? "it" : "something else";
		}, { capture: true, once: true });
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`
	// A picture that is still loading will push away what is below it.
	b.until(fmt.Sprintf(`document.querySelector(%q) && [...document.images].every((image) => image.complete)`, selector))
	at := ask[[]float64](b, fmt.Sprintf(spot, selector))
	b.do(chromedp.MouseClickXY(at[0], at[1]))
	// A page that the click has led to knows nothing of it.
	got := ask[string](b, `window.clicked ?? "it"`)
	if got != "it" {
		b.t.Logf("%s got the click on %s", got, selector)
	}
	return got == "it"
}

// choose opens the menu that the selector finds and takes the option with a value. A click beside the open menu closes
// it, and so does a change of its message: then it is opened again.
func (b *tab) choose(menu, value string) {
	b.t.Helper()
	option := fmt.Sprintf(`.menu-list:popover-open [data-value=%q]`, value)
	open := func() bool { return ask[bool](b, fmt.Sprintf(`document.querySelector(%q) !== null`, option)) }
	for range 10 {
		if !open() {
			b.click(menu)
		}
		if open() && b.clicked(option) {
			return
		}
	}
	b.t.Fatalf("%s cannot be chosen in %s", value, menu)
}

// size makes the window a desk's or a telephone's.
func (b *tab) size(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
}

// reload loads the page anew and waits for it.
func (b *tab) reload() {
	b.t.Helper()
	b.do(chromedp.Reload())
	b.until(`document.body.dataset.ready === "true"`)
}

// A boardPicture is a picture of a board as the page shows it.
type boardPicture struct {
	alt   string
	image image.Image
	bytes []byte
}

// boards counts the pictures on the page.
const boards = `document.querySelectorAll("#messages .picture img").length`

// newest fetches and decodes the last picture of the page.
func (b *tab) newest(p *program) boardPicture {
	b.t.Helper()
	const last = `[...document.querySelectorAll("#messages .picture img")].at(-1)`
	b.until(last + `?.complete && ` + last + `.naturalWidth > 0`)
	found := ask[[]string](b, `(() => { const img = `+last+`; return [img.getAttribute("src"), img.alt]; })()`)
	response := gametest.OK(http.Get(p.url + found[0]))(b.t)
	defer response.Body.Close()
	data := gametest.OK(io.ReadAll(response.Body))(b.t)
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.t.Fatalf("%s: %v", found[0], err)
	}
	return boardPicture{alt: found[1], image: picture, bytes: data}
}
