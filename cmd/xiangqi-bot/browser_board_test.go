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

// The tests of this file play on the page of a game, which "Open board" leads to.

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
