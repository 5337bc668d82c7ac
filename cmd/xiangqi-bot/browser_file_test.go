package main_test

import (
	"fmt"
	"strings"
	"testing"
)

// moves is a record whose text is long enough to be shown in part.
const moves = "1. 兵一进一 卒1进1\n2. 兵三进一 卒3进1\n3. 兵五进一 卒5进1\n4. 兵七进一 卒7进1\n5. 兵九进一 卒9进1\n" +
	"6. 马二进三 马8进7\n7. 马八进七 马2进3\n8. 车一进一 车9进1\n9. 车九进一 车1进1\n"

// A file is chosen, dropped, taken away again and sent; what comes back is a card with the beginning of its text.
func filesOnThePage(t *testing.T, m machine) {
	b, _ := m.visit(t)
	b.write("/record")
	b.until(`document.querySelectorAll(".suggestion").length === 1`)
	b.press("Tab")
	b.until(`document.querySelector(".command-line") && document.querySelectorAll(".suggestion").length > 1`)
	b.keys("file:")
	b.until(`document.activeElement.dataset.option === "file"`)

	// drop gives the page a file, as if it was let go above it.
	drop := func(name, text string) {
		b.t.Helper()
		ask[bool](b, fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			data.items.add(new File([%s], %q));
			return document.querySelector("#messages").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
		})()`, text, name))
	}
	field := func() string { return ask[string](b, `document.querySelector("[data-option=file]")?.value ?? "none"`) }
	drop("large.pgn", `new Uint8Array(10 * 1024 * 1024 + 1)`)
	if complaint := ask[string](b, `document.querySelector(".complaint").textContent`); !strings.Contains(complaint, "10.0 MB") || field() != "" {
		t.Errorf("a file too large is answered with %q, and the field has %q", complaint, field())
	}
	drop("wrong.pgn", `"x"`)
	if got := field(); got != "wrong.pgn" {
		t.Errorf("after dropping a file the field has %q", got)
	}
	b.click(".file-remove")
	if got := field(); got != "" {
		t.Errorf("after removing the file the field has %q", got)
	}
	ask[bool](b, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([%q], "game.pgn"));
		const picker = document.querySelector(".chip input[type=file]");
		picker.files = data.files;
		return picker.dispatchEvent(new Event("change"));
	})()`, moves))
	if got := field(); got != "game.pgn" {
		t.Errorf("after choosing a file the field has %q", got)
	}
	b.press("Enter")
	b.until(lastText + `.includes("第18步")`)
	b.line("/record record:1 format:moves")
	b.until(`document.querySelector("#messages .file-text")`)
	if got := ask[string](b, `document.querySelector("#messages .file-words").textContent`); !strings.Contains(got, "record-1.txt") {
		t.Errorf("the card says %q", got)
	}
	if got := ask[string](b, `document.querySelector("#messages .context").textContent`); !strings.Contains(got, "/棋谱") {
		t.Errorf("the message says that %q", got)
	}
	lines := `document.querySelector("#messages .file-text").textContent.split("\n").length`
	if n := ask[int](b, lines); n != 6 {
		t.Errorf("of the text %d lines are shown", n)
	}
	b.click("#messages .file button")
	back := ask[string](b, `fetch(document.querySelector("#messages .file a").href).then((answer) => answer.text())`)
	if n := ask[int](b, lines); n <= 6 || n != strings.Count(strings.TrimSpace(back), "\n")+1 {
		t.Errorf("when asked for, %d lines of %q are shown", n, back)
	}

	// Without a place for it a file is refused in words, and the page stays.
	drop("game.pgn", `"x"`)
	b.until(`document.querySelector(".complaint").textContent !== ""`)

	// A message has the commands of its menu, by a button and by the mouse's other one, and says which was used.
	b.line("炮二平五")
	const message, entry = `#messages [data-message]:has(.tools .menu)`, `.menu-list:popover-open [data-value="Import game"]`
	b.until(lastText + `.includes("炮二平五")`)
	ask[bool](b, `[...document.querySelectorAll('`+message+`')].at(-1).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))`)
	b.until(`document.querySelector('` + entry + `')`)
	if words := ask[string](b, `document.querySelector('`+entry+`').innerText`); words != "导入棋谱" {
		t.Errorf("the menu offers %q", words)
	}
	b.click(entry)
	b.until(lastText + `.includes("第1步")`)
	if got := ask[string](b, lastText); !strings.Contains(got, "导入棋谱") || strings.Contains(got, "/导入棋谱") {
		t.Errorf("the answer says %q", got)
	}

	// Each subcommand is an entry of its own. Commands for managers are offered to them only.
	b.press("Alt+2")
	b.until(`document.documentElement.lang === "en-US"`)
	b.write("/manage")
	b.until(`document.querySelector(".suggestion-note")`)
	b.press("Escape")
	b.pick("rights", "manager")
	b.until(`document.querySelector('[data-control="rights"]').textContent.includes("🛡")`)
	ask[string](b, `document.querySelector("#box").value = ""`)
	b.write("/manage")
	b.until(`document.querySelectorAll(".suggestion-label").length > 1`)

	b.narrow()
	b.until(`!document.querySelector("#sidebar .channel").checkVisibility({ visibilityProperty: true })`)
}
