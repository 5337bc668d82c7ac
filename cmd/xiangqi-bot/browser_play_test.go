package main_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const (
	alice = `[data-person="1191000000000000201"]`
	bob   = `[data-person="1191000000000000202"]`
)

// lastText is the text of the newest message.
const lastText = `[...document.querySelectorAll("#messages [data-message]")].at(-1)?.innerText ?? ""`

// How the custom ids of some of the menus and buttons of the bot begin, see view.Press.ID.
const (
	pieceMenu = `[data-control^="1piece."]`
	// Up to 15 moves of a piece are buttons, more are a menu.
	targetButton = `[data-control^="1play."]`
	targetMenu   = `[data-control^="1target."]`
	acceptKey    = `[data-control^="1accept."]`
)

// A person plays the bot: types a move in full, plays one by mouse and one by keyboard alone, and is told why a wrong
// one is wrong.
func playOnThePage(t *testing.T, m machine) {
	b, p := m.visit(t)

	b.begin("strength:1")
	before := b.newest(p)
	if size := before.image.Bounds(); size.Dy() != 700 || size.Dx() < 600 {
		t.Errorf("the picture is %v large, want 700 pixels high", size)
	}
	b.until(`document.querySelector('` + pieceMenu + `')`)

	b.part("typing", func(t *testing.T, b *tab) {
		b.line("/move 炮二平五")
		b.awaitReply(2)
		b.until(boards + ` === 1`) // the older board has lost its picture
		after := b.newest(p)
		if bytes.Equal(before.bytes, after.bytes) {
			t.Error("the picture is the same as before the moves")
		}
		if after.image.Bounds() != before.image.Bounds() {
			t.Errorf("the picture is %v large, and was %v", after.image.Bounds(), before.image.Bounds())
		}
		if after.alt == before.alt || after.alt == "" {
			t.Errorf("the words of the picture are %q after the moves and were %q", after.alt, before.alt)
		}
	})

	b.part("a wrong move", func(t *testing.T, b *tab) {
		b.line("/move 帅五进五")
		b.until(`document.querySelector("#messages .only-me")`)
		if text := ask[string](b, lastText); !strings.Contains(text, "帅") {
			t.Errorf("a move out of the palace is answered with %q", text)
		}
		b.click("[data-dismiss]")
		b.until(`!document.querySelector("#messages .only-me")`)
	})

	b.part("clicking", func(t *testing.T, b *tab) {
		b.click(pieceMenu)
		b.until(`document.querySelector(".menu-list:popover-open .menu-option .emoji img")?.naturalWidth > 0`)
		b.shoot("menu of pieces")
		b.click(".menu-list:popover-open .menu-option")
		b.click(targetButton)
		b.awaitReply(3)
	})

	b.part("enlarging", func(t *testing.T, b *tab) {
		b.click("#messages .picture")
		b.until(`document.querySelector("dialog.lightbox[open] img")?.alt.length > 0`)
		b.press("Escape")
		b.until(`!document.querySelector("dialog.lightbox") && document.activeElement.matches(".picture")`)
	})

	b.part("keyboard alone", func(t *testing.T, b *tab) {
		b.do(focusBox)
		b.walk("Shift+Tab", "1piece.")
		b.press("ArrowDown") // opens the menu
		b.press("ArrowDown")
		b.press("Enter")
		b.until(`document.querySelector('` + targetButton + `')`)
		b.walk("Tab", "1play.")
		b.press("Enter")
		b.awaitReply(4)
	})

	b.part("the way to the board", func(t *testing.T, b *tab) {
		b.line("/games")
		const way = `#messages .only-me li .mention`
		b.until(`document.querySelector('` + way + `')`)
		if text := ask[string](b, `document.querySelector('`+way+`').innerText`); !strings.HasSuffix(text, "› 💬") {
			t.Errorf("the list leads to the board by %q", text)
		}
		b.click(way)
		b.until(`document.activeElement.id.startsWith("message-") && document.activeElement.querySelector(".picture")`)
	})
}

// enterThread goes into the thread of the newest game by the button that leads there.
func (b *tab) enterThread() {
	b.t.Helper()
	const way = `#messages .controls [data-channel]`
	b.until(`document.querySelector('` + way + `')`)
	b.click(way)
	b.until(`!document.querySelector('` + way + `')`)
}

// awaitReply waits until the newest board is that of a round, and asks for a move again.
func (b *tab) awaitReply(round int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`[...document.querySelectorAll("#messages [data-message]:has(.picture)")].some((message) =>
		message.innerText.includes("第%d回合") && message.querySelector('%s'))`, round, pieceMenu))
}

// awaitMove waits until the one board that is shown is that after a move, in coordinates.
func (b *tab) awaitMove(move string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`%s === 1 && document.querySelector("#messages .picture img").alt.includes("%s")`, boards, move))
}

// walk goes by Tab or Shift+Tab until the focus is on a control whose id begins so.
func (b *tab) walk(stroke, id string) {
	b.t.Helper()
	for range 60 {
		if strings.HasPrefix(ask[string](b, `document.activeElement?.dataset.control ?? ""`), id) {
			return
		}
		b.press(stroke)
	}
	b.t.Fatalf("no way by %s to a control %s…\n%s", stroke, id, b.text())
}

// Two people play each other, both played by one person; what is only for one the other does not see. Then the program
// is killed and comes back.
func twoPeopleAndARestart(t *testing.T, m machine) {
	b, p := m.visit(t)
	b.line("/challenge opponent:@Bob color:red rated:false")
	b.until(`document.querySelector('` + acceptKey + `')`)
	b.until(`document.querySelector('` + bob + ` .called')`) // Bob's picture shows that somebody calls him

	b.become(bob, "2")
	b.click(acceptKey)
	b.enterThread()
	b.until(boards + ` === 1`)
	b.line("/move h7e7") // Red moves first
	b.until(`document.querySelector("#messages .only-me")`)

	b.become(alice, "1")
	b.until(boards + ` === 1`)
	if ask[bool](b, `document.querySelector("#messages .only-me") !== null`) {
		t.Error("Alice sees what only Bob may see")
	}
	b.line("/move 炮二平五")
	b.awaitMove("h2e2")

	b.write("half a wor")
	b.until(`document.querySelector("#box").value === "half a wor"`)
	b.become(bob, "2")
	b.until(`document.querySelector("#box").value === ""`) // what Alice had begun to write is not Bob's
	b.awaitMove("h2e2")
	b.line("/move h9g7")
	b.awaitMove("h9g7")

	p.kill()
	b.until(`!document.querySelector("#connection").hidden`)
	p.restart(t)
	b.until(`document.querySelector("#connection").hidden && document.querySelector("#bot-status.online")`)
	b.awaitMove("h9g7")

	b.become(alice, "1")
	b.line("/move 马二进三")
	b.awaitMove("h0g2")
}

// wonInTwo is a position in which Red wins with two moves: after the first Black can only move the pawn.
const wonInTwo = `3k5/9/9/R8/1R6p/9/9/9/9/4K4 w - - 0 1`

// A whole game is played by presses alone, in the panel: one private message that shows the board after each answer and
// asks for the next piece, until the game is over.
func aGameByPresses(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.beginWon()
	const panel = `#messages .only-me `
	b.choose(pieceMenu, "a6")
	b.until(`document.querySelector('` + panel + targetMenu + `')`)
	first := ask[string](b, `document.querySelector("#messages .only-me").dataset.message`)
	b.choose(panel+targetMenu, "a8")
	b.until(`document.querySelector('` + panel + pieceMenu + `') && !document.querySelector('` + panel + targetMenu + `')
		&& document.querySelector("#messages .only-me .picture img")?.alt.includes("i5i4")`) // the board after the answer
	b.choose(panel+pieceMenu, "b5")
	b.until(`document.querySelector('` + panel + targetMenu + `')`)
	b.choose(panel+targetMenu, "b9")
	b.until(`document.querySelector("#messages .only-me")?.innerText.includes("绝杀")`)
	b.until(`[...document.querySelectorAll("#messages [data-message]:not(.only-me)")].at(-1).innerText.includes("红胜")`)
	if shown := ask[string](b, `[...document.querySelectorAll("#messages .only-me")].map((m) => m.dataset.message).join()`); shown != first {
		t.Errorf("the private messages are %s, want the panel %s alone", shown, first)
	}
}

// A whole game is played by moves typed bare into the direct messages with the bot, one of them as a reply to the board
// by the page's own button.
func aGameByTyping(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.click(`#channels [data-direct]`)
	b.challengeFrom(wonInTwo, "color:red strength:1 rated:false")
	b.until(boards + ` === 1`)
	b.line("车九进二")
	b.until(`[...document.querySelectorAll("#messages [data-message]")].at(-1).innerText.includes("第2回合")`)
	b.click(`#messages [data-message]:has(.picture) [data-reply]`)
	b.until(`!document.querySelector(".answers").hidden && document.activeElement.id === "box"`)
	b.keys("b5b9")
	b.press("Enter")
	b.until(`document.querySelector(".answers").hidden && document.querySelector("#messages .context .preview")`)
	b.until(`[...document.querySelectorAll("#messages [data-message]")].some((m) => m.innerText.includes("绝杀") && m.innerText.includes("红胜"))`)
}

// become changes the person by Alt and a digit.
func (b *tab) become(person, digit string) {
	b.t.Helper()
	b.press("Alt+" + digit)
	b.until(`document.querySelector('` + person + `')?.getAttribute("aria-checked") === "true"`)
	// The messages of the new person are there once the box speaks the new language and the list is filled.
	b.until(`document.querySelector("#messages [data-message]")`)
}
