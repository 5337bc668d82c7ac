package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xiangqibot/bot/game/gametest"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// The tests of this file play on the page of a game, which "Open board" leads to: whole games, each seen in its channel
// as it should be.

// openBoard presses "Open board" below the newest board in the channel and opens the page that its link leads to, in a
// window of its own.
func (b *tab) openBoard(m machine) *tab {
	b.t.Helper()
	b.until(`document.querySelector('[data-control^="1live."]')`)
	b.do(chromedp.Evaluate[chromedp.Void](`void [...document.querySelectorAll('[data-control^="1live."]')].at(-1).click()`))
	const link = `[...document.querySelectorAll('a.button[href*="/#"]')].at(-1)`
	b.until(link)
	return m.browse(b.t, ask[string](b, link+`.href`), "")
}

// telephone makes the window that of a small phone.
func (b *tab) telephone() {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2)))
}

// center is where the middle of what a selector finds is on the screen.
func (b *tab) center(selector string) (x, y float64) {
	b.t.Helper()
	at := ask[[]float64](b, fmt.Sprintf(`(() => {
		const node = document.querySelector(%q);
		node.scrollIntoView({ block: "nearest" });
		const box = node.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector))
	return at[0], at[1]
}

// onBoard is the selector of a point of the board.
func onBoard(point string) string { return fmt.Sprintf("[data-point=%s]", point) }

// tap touches a point of the board.
func (b *tab) tap(point string) {
	b.t.Helper()
	b.finger(onBoard(point))
}

// finger touches what a selector finds.
func (b *tab) finger(selector string) {
	b.t.Helper()
	x, y := b.center(selector)
	b.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	b.touch(input.DispatchTouchEventTypeTouchEnd)
}

func (b *tab) touch(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
	b.t.Helper()
	if at == nil {
		at = []*input.TouchPoint{}
	}
	send(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at})
}

// awaitMoves waits until so many moves are in the list.
func (b *tab) awaitMoves(n int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelectorAll("#moves button").length >= %d`, n))
}

// shots is the folder for pictures of the pages; empty: none are taken.
var shots = os.Getenv("XIANGQI_SHOTS")

// shoot takes a picture of the page of a game, for whoever looks at the pages.
func (b *tab) shoot(name string) {
	b.t.Helper()
	if shots == "" {
		return
	}
	must(b.t, os.WriteFile(filepath.Join(shots, name+".png"), b.capture(), 0o600))
}

// capture is a picture of a page on which everything has come to rest.
func (b *tab) capture() []byte {
	b.t.Helper()
	b.until(`[...document.querySelectorAll("#board image")].every((image) => performance.getEntriesByName(new URL(image.getAttribute("href"), location).href).some((entry) => entry.responseEnd > 0))`)
	b.do(chromedp.Sleep(400 * time.Millisecond)) // what moves has come to rest: nothing is tested here
	shot := gametest.OK(chromedp.Run(b.ctx, chromedp.CaptureScreenshot()))(b.t)
	return shot
}

// A newcomer presses twice in the channel, and touches the board twice: that is their first move.
func boardByTouch(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.until(`document.querySelector('[data-control^="1quick."]')`)
	b.do(chromedp.Evaluate[chromedp.Void](`void document.querySelector('[data-control^="1quick."]').click()`))
	page := b.openBoard(m)
	page.until(`document.querySelectorAll("#board image").length === 33`)
	page.shoot("touch-desktop")
	page.telephone()
	page.tap("h2")
	page.until(`document.querySelectorAll(".dot, .capture").length === 12`)
	page.shoot("touch-selected")
	page.tap("e2")
	page.awaitMoves(2)
	page.shoot("touch-phone")
}

const asBob, asCarol = "#1191000000000000202", "#1191000000000000203"

// begin has Alice begin a game and goes to its board.
func (b *tab) begin(options string) {
	b.t.Helper()
	b.line("/challenge color:red rated:false " + options)
	b.enterThread()
	b.until(boards + ` === 1`)
}

// beginWon has Alice begin a game that is won with two moves, and goes to its board.
func (b *tab) beginWon() {
	b.t.Helper()
	b.challengeFrom(wonInTwo, "color:red rated:false strength:1")
	b.enterThread()
	b.until(boards + ` === 1`)
}

// awaitBoard waits until the page shows so many moves, none on its way.
func (b *tab) awaitBoard(moves int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelectorAll("#moves button").length === %d && document.querySelector("#connection").hidden
		&& document.querySelector("#status").innerText !== "" && !document.querySelector(".points.choosing")`, moves))
}

// awaitEnd waits until the page and the channel say how the game ended, there and here, and the channel shows the last
// board alone.
func (b *tab) awaitEnd(page *tab, there, here string) {
	b.t.Helper()
	page.until(fmt.Sprintf(`document.querySelector("#status").innerText.includes(%q) && document.querySelectorAll("#acts .danger").length === 0`, there))
	b.until(fmt.Sprintf(`[...document.querySelectorAll("#messages [data-message]:not(.only-me)")].some((m) => m.innerText.includes(%q))`, here))
	b.until(boards + ` === 1`)
}

// drag moves a piece with the finger on it.
func (b *tab) drag(from, to string) {
	b.t.Helper()
	x, y := b.center(onBoard(from))
	toX, toY := b.center(onBoard(to))
	b.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for _, part := range []float64{0.1, 0.5, 1} {
		b.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + part*(toX-x), Y: y + part*(toY-y)})
	}
	b.touch(input.DispatchTouchEventTypeTouchEnd)
}

// A whole game by touch: a piece that is dragged, a move that is refused with what is in its way, and the mate by taps.
func boardToTheEnd(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.beginWon()
	page := b.openBoard(m)
	page.do(chromedp.EmulateViewport(1024, 768, chromedp.EmulateTouch))
	page.awaitBoard(0)
	page.drag("a6", "a8")
	page.awaitBoard(2)
	page.tap("b5")
	page.tap("a9") // no rook goes there
	page.until(`document.querySelector("#refusal").innerText !== ""`)
	page.tap("b5")
	page.tap("b9")
	page.awaitBoard(3)
	b.awaitEnd(page, "绝杀", "红胜")
}

// A whole game by keys alone: over the board to the pieces, then a move as it is written.
func boardByKeys(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.beginWon()
	page := b.openBoard(m)
	page.awaitBoard(0)
	page.press("Tab")
	at := func(want string) {
		t.Helper()
		if got := ask[string](page, `document.activeElement.dataset.point ?? document.activeElement.id`); got != want {
			t.Fatalf("the keys have led to %q, want %q", got, want)
		}
	}
	steps := func(keys ...string) {
		for _, key := range keys {
			page.press(key)
		}
	}
	at("e0")
	steps("Home", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp")
	at("a6")
	page.press("Enter")
	page.until(`document.activeElement.getAttribute("aria-selected") === "true"`)
	steps("ArrowUp", "ArrowUp")
	at("a8")
	page.press("Enter")
	page.awaitBoard(2)
	for range 20 {
		if ask[bool](page, `document.activeElement.id === "text"`) {
			break
		}
		page.press("Tab")
	}
	at("text")
	page.keys("车八进四")
	page.press("Enter")
	page.awaitBoard(3)
	b.awaitEnd(page, "绝杀", "红胜")
}

// Two people play by the clock, each in a window of their own, and a third watches: one board in the channel is all that
// it takes.
func boardInTwoWindows(t *testing.T, m machine) {
	b, p := m.visit(t)
	other, third := m.browse(t, p.url, asBob), m.browse(t, p.url, asCarol)
	b.challengeFrom(wonInTwo, "opponent:@Bob color:red time:3+2 rated:false")
	other.until(`document.querySelector('` + acceptKey + `')`)
	other.click(acceptKey)
	other.enterThread()
	red, black := b.reach(m), other.openBoard(m)
	red.awaitBoard(0)
	black.awaitBoard(0)
	black.click(`#acts [name=plan]`) // Black plans a reply by playing both moves
	black.until(`document.body.dataset.planning === "true"`)
	black.tapBoth("a6", "a8")
	black.awaitBoard(1)
	black.tapBoth("i5", "i4")
	black.awaitBoard(2)
	black.look("plan")
	black.click(`#acts .yes`)
	black.until(`document.querySelector("#status").innerText.includes("1 planned line")`)
	black.shoot("planned")
	black.click(`#acts button:last-child`)
	black.awaitBoard(0)
	red.tapBoth("a6", "a8")
	red.awaitBoard(2)
	black.awaitBoard(2)
	watcher := third.reach(m)
	for name, page := range map[string]*tab{"Red": red, "Black": black, "the watcher": watcher} {
		page.awaitBoard(2)
		page.until(`document.querySelector("#watchers").innerText.startsWith("1 ")`)
		for _, side := range []string{"red", "black"} {
			clock := ask[string](page, `document.querySelector("#clock-`+side+`").innerText`)
			if clock > "3:02" {
				t.Errorf("%s sees %s on the clock of %s", name, clock, side)
			}
		}
	}
	watcher.tap("b5")
	if ask[bool](watcher, `document.querySelector(".points.choosing, #acts button, #typed:not([hidden])") !== null`) {
		t.Error("a watcher may act")
	}
	red.tapBoth("b5", "b9")
	for _, page := range []*tab{red, black, watcher} {
		page.awaitBoard(3)
		page.until(`document.querySelector(".player.turn") === null`)
	}
	b.awaitEnd(red, "绝杀", "Red wins")
	other.awaitEnd(black, "Checkmate", "Red wins")
}

// reach goes to the newest game and opens its page.
func (b *tab) reach(m machine) *tab {
	b.t.Helper()
	b.enterThread()
	return b.openBoard(m)
}

// tapBoth touches two points: a piece and where it goes.
func (b *tab) tapBoth(from, to string) {
	b.t.Helper()
	b.tap(from)
	b.until(`document.querySelector(".points.choosing")`)
	b.tap(to)
}

// The program is killed in the middle of a game; the page that was left open says so, and goes on by itself.
func boardThroughARestart(t *testing.T, m machine) {
	b, p := m.visit(t)
	b.beginWon()
	page := b.openBoard(m)
	page.awaitBoard(0)
	page.tapBoth("a6", "a8")
	page.awaitBoard(2)
	p.kill()
	page.until(`!document.querySelector("#connection").hidden`)
	page.tapBoth("b5", "b9") // it is sent when there is somebody to take it
	p.restart(t)
	page.awaitBoard(3)
	b.until(`document.querySelector("#connection").hidden && document.querySelector("#bot-status.online")`)
	b.awaitEnd(page, "绝杀", "红胜")
}

// A whole game on a small phone, which its person gives up: nothing lies outside the screen, and what is touched is large
// enough.
func boardOnAPhone(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.begin("strength:1")
	page := b.openBoard(m)
	page.do(chromedp.EmulateViewport(320, 568, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2)))
	page.awaitBoard(0)
	page.tapBoth("h2", "e2")
	page.awaitBoard(2)
	wide := ask[[]string](page, `[...document.querySelectorAll("#game *")].filter((node) => node.getBoundingClientRect().right > innerWidth + 1 && !node.closest(".taken, #moves")).map((node) => node.outerHTML.slice(0, 100))`)
	if scrolls := ask[bool](page, `document.documentElement.scrollWidth > innerWidth`); scrolls || len(wide) > 0 {
		t.Errorf("the page is wider than the phone: %v", wide)
	}
	small := ask[[]string](page, `[...document.querySelectorAll("button")].filter((node) => { const r = node.getBoundingClientRect(); return r.width > 0 && Math.min(r.width, r.height) < 30; }).map((node) => node.outerHTML.slice(0, 100))`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %v", small)
	}
	page.finger("#acts .danger")
	page.until(`document.querySelector("#asks[open]")`)
	page.shoot("phone-asks")
	page.finger("#asks .danger")
	b.awaitEnd(page, "认输", "黑胜")
}
