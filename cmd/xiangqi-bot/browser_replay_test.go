package main_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// The tests of this file look at what is over on the page of a game.

// look takes pictures of the page as it is on a desk and on a small phone.
func (b *tab) look(name string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(1280, 800))
	b.shoot(name + "-desktop")
	b.telephone()
	b.shoot(name + "-phone")
	b.do(chromedp.EmulateViewport(1280, 800))
}

// awaitPly waits until the page shows the game after so many moves.
func (b *tab) awaitPly(n int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`[...document.querySelectorAll("#moves button")].findIndex((move) => move.classList.contains("now")) === %d`, n-1))
}

// A record is gone through by keys and by touch, and reviewed: the graph leads to the mistakes.
func recordOnABoard(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.line("/record text:1. 炮二平五 马8进7 2. 马二进三 炮8进7 3. 车一进一 车9进1 4. 炮五进四 马7进5 5. 炮八平五 炮2平5")
	page := b.openBoard(m)
	page.awaitPly(10)
	page.until(`document.querySelector("#typed").hidden`)
	page.press("Home")
	page.awaitPly(0)
	page.press("ArrowRight")
	page.awaitPly(1)
	page.until(`document.querySelectorAll(".last").length === 2 && document.querySelector('[data-point="e2"]').ariaLabel.includes("炮")`)
	page.press("End")
	page.awaitPly(10)
	page.click(`#moves li:nth-child(4) button:first-child`)
	page.awaitPly(7)
	page.click(`#acts button:first-child`)
	page.until(`document.querySelector("#review .curve")`)
	page.until(`document.querySelector("#note").innerText !== "" && document.querySelector(".better")`)
	page.look("review")
	page.click(`#acts button:first-child`) // now the best line: the review is there
	page.until(`document.querySelector("#refusal.notice") && document.querySelector(".better")`)
	page.look("best-line")
	page.click(`#opening summary`)
	page.click(`#moves li:first-child button:first-child`)
	page.until(`document.querySelector("#opening").innerText.includes("盘")`)
	page.look("opening")
	page.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#review svg").dispatchEvent(new MouseEvent("click", { clientX: document.querySelector("#review svg").getBoundingClientRect().x }))`))
	page.awaitPly(0)
}

// A puzzle is solved by touch: a wrong move stays unplayed, a hint is given, and at the end stands the solution.
func puzzleOnABoard(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.line("/puzzle id:226k84")
	page := b.openBoard(m)
	page.awaitPly(1)
	page.look("puzzle")
	page.click(`#acts button:nth-child(2)`)
	page.until(`document.querySelector("#status").innerText.includes("该走这个子") && document.querySelector('[aria-selected="true"][data-point="d8"]')`)
	page.click(`#acts .danger`)
	page.until(`document.querySelector("#typed").hidden && document.querySelectorAll("#moves button").length > 2`)
	page.look("puzzle-solved")
	page.click(`#acts button:first-child`)
	page.awaitPly(1)
}

// A hint shows step by step what to play, and after the game the rematch has a board of its own.
func hintAndRematch(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.begin("strength:1")
	page := b.openBoard(m)
	page.awaitBoard(0)
	const hint = `#acts button:first-child`
	page.click(hint)
	page.until(`document.querySelector("#refusal.notice") !== null`)
	page.click(hint)
	page.until(`document.querySelector("#board .selected") !== null`)
	page.click(hint)
	page.until(`document.querySelector("#board .better")`)
	page.look("hint")
	page.tap("h2")
	page.tap("e2")
	page.awaitBoard(2)
	page.click(`#acts .danger`)
	page.click(`#asks .danger`)
	page.until(`document.querySelector("#acts .yes")`)
	page.look("over")
	page.click(`#acts .yes`)
	page.until(`location.search === "?games/2" && document.querySelector("#board image")`)
}
