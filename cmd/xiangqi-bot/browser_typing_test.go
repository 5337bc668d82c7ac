package main_test

import (
	"fmt"
	"strings"
	"testing"
)

// While an input method composes Chinese, Enter chooses a word and sends nothing.
func pageLeavesEnterToTheInputMethod(t *testing.T, m machine) {
	b, _ := m.visit(t)
	const strike = `(() => {
		const field = document.activeElement;
		field.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
		field.value = "炮二平五";
		field.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
		return field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, isComposing: true }));
	})()`
	for _, typed := range []string{"", "/move "} {
		b.press("Escape")
		b.press("Escape")
		b.write(typed)
		if !ask[bool](b, strike) {
			t.Errorf("after %q the page takes Enter away from the input method", typed)
		}
		if left := ask[string](b, `document.activeElement.value`); left != "炮二平五" {
			t.Errorf("after %q Enter left %q in the field, want the text that is being composed", typed, left)
		}
	}
	if ask[bool](b, `document.querySelector("#messages .local, #messages [data-author='1191000000000000201']") !== null`) {
		t.Error("something was sent")
	}
}

// Keys walk through a command as on Discord: Tab completes, Backspace goes back, Escape leaves.
func commandLineKeys(t *testing.T, m machine) {
	b, _ := m.visit(t)
	field := func() string {
		return ask[string](b, `document.activeElement.dataset.option ?? document.activeElement.id`)
	}

	b.write("/chal")
	b.until(`document.querySelectorAll(".suggestion").length === 1`)
	b.press("Tab")
	b.until(`document.querySelector(".command-line")`)
	b.keys("color:")
	if got := field(); got != "color" {
		t.Fatalf("after color: the field is %q", got)
	}
	b.press("ArrowDown") // from Red, which is first, to Black
	b.press("Tab")
	if got := ask[string](b, `document.querySelector("[data-option=color]").value`); got == "" {
		t.Error("Tab took no choice")
	}
	b.press("Backspace") // from the end back into the chip
	if got := field(); got != "color" {
		t.Errorf("Backspace at the end leads to %q", got)
	}
	b.press("Escape") // closes the list
	b.press("Escape") // leaves the command
	if got := field(); got != "box" {
		t.Errorf("after Escape the focus is on %q", got)
	}

	b.keys("/move ")
	b.press("Enter")
	b.until(`document.querySelector(".chip.wrong [data-option=move]")`) // a required option is missed, and nothing sent
	b.keys("game:4 move:")                                              // a number ends at its blank; the option that is there already is gone to, not written into
	if got := ask[string](b, `document.activeElement.dataset.option + "=" + document.activeElement.value`); got != "move=" {
		t.Errorf("after game:4 move: the field is %q", got)
	}
	b.press("Backspace") // out of the empty chip: the name is text again
	if got := ask[string](b, `document.querySelector("#box").value`); !strings.HasPrefix(got, "/") {
		t.Errorf("Backspace out of the first chip leaves %q", got)
	}
	if ask[bool](b, `document.querySelector("#messages .local") !== null`) {
		t.Error("a command without its required option was sent")
	}
}

// Tab completes what the bot offers, as on Discord: the first of its choices, though the text is valid as it is. It
// waits for them.
func tabCompletes(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.begin("strength:1")
	value := func(option string) string {
		return ask[string](b, fmt.Sprintf(`document.querySelector("[data-option=%s]")?.value ?? ""`, option))
	}
	b.write("/move 炮二平")
	b.press("Tab") // at once, before the bot has been asked
	b.until(`document.querySelector("[data-option=move]").value.length > 3`)
	if got := value("move"); got != "炮二平一" {
		t.Errorf("Tab made %q of 炮二平, want the first choice", got)
	}
	b.until(`document.activeElement.matches(".tail")`)
	b.press("Tab") // at the end it opens the option that is left
	b.until(`document.activeElement.dataset.option === "game"`)
	b.press("Escape")
	b.press("Escape")
	b.until(`document.activeElement.id === "box"`)

	b.keys("/move 炮二")
	b.until(`[...document.querySelectorAll(".suggestion")].some((row) => row.innerText.startsWith("炮二平一"))`)
	first := ask[string](b, `document.querySelector(".suggestion-label").innerText`)
	b.press("Tab") // now from the list on show, or from the one that the bot is about to send
	b.until(fmt.Sprintf(`document.querySelector("[data-option=move]").value === %q`, first))
	b.press("Escape")
	b.press("Escape")
	b.keys("/move 炮二平九")
	b.until(`document.querySelector(".suggestion-note") && !document.querySelector(".suggestion")`)
	b.press("Tab") // nothing fits: what was typed stays, and Tab goes on
	b.until(`document.activeElement.matches(".tail")`)
	if got := value("move"); got != "炮二平九" {
		t.Errorf("Tab made %q of a text that fits nothing", got)
	}
}

// The server goes away and comes back while somebody writes: the page says so for as long as it lasts, and nothing
// typed is lost.
func typingThroughARestart(t *testing.T, m machine) {
	b, p := m.visit(t)
	b.until(`document.querySelector("#bot-status.online")`)
	restart := func(meanwhile func()) {
		t.Helper()
		p.kill()
		b.until(`!document.querySelector("#connection").hidden && document.querySelector("#connection").innerText !== ""`)
		if ask[bool](b, `document.querySelector("#bot-status").matches(".online")`) {
			t.Error("without the server the bot is shown as online")
		}
		meanwhile()
		p.restart(t)
		b.until(`document.querySelector("#connection").hidden && document.querySelector("#bot-status.online") && document.querySelector(".complaint").innerText === ""`)
	}
	const line = `[...document.querySelectorAll(".command-line .chip")].map((chip) => chip.innerText.trim() + "=" + chip.querySelector("input").value).join(" ")`

	// The name of a command, half typed, with the list that fits it.
	b.write("/chal")
	b.until(`document.querySelectorAll(".suggestion").length === 1`)
	restart(func() {})
	if open := ask[int](b, `document.querySelectorAll(".suggestion").length`); open != 1 {
		t.Errorf("after the restart the list has %d entries, want the one that fits", open)
	}

	// A command that is being filled in.
	b.keys("lenge color:")
	b.press("Tab")
	b.keys("strength:")
	b.press("Tab")
	before := ask[string](b, line)
	restart(func() {
		b.press("Enter") // nobody is there to take it
		b.until(`document.querySelector(".complaint").innerText !== ""`)
	})
	if after := ask[string](b, line); after != before || !strings.Contains(after, "=") {
		t.Errorf("after the restart the line is %q, and was %q", after, before)
	}
	b.press("Escape")
	b.press("Escape")
	b.until(`document.activeElement.id === "box"`)

	// Plain text, sent while nobody is there to take it.
	restart(func() {
		b.line("good evening")
		b.until(`document.querySelector(".complaint").innerText !== "" && document.querySelector("#box").value === "good evening"`)
	})
	if got := ask[string](b, `document.querySelector("#box").value`); got != "good evening" {
		t.Errorf("after the restart the box has %q", got)
	}
	b.do(focusBox)
	b.press("Enter")
	b.until(`document.querySelector("#box").value === "" && [...document.querySelectorAll("#messages .text")].at(-1).innerText === "good evening"`)
}
