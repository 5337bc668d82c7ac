package main_test

import (
	"fmt"
	"testing"
)

// pick opens a menu of the panel and takes the option whose value is given.
func (b *tab) pick(menu, value string) {
	b.t.Helper()
	b.choose(fmt.Sprintf(`[data-control="%s"]`, menu), value)
}

// theServerOnThePage changes the server by the controls of the page: roles, direct messages, leaving and coming back,
// what the bot may do, a channel deleted.
func theServerOnThePage(t *testing.T, m machine) {
	b, _ := m.visit(t)

	// The clock goes on by itself: the text is updated.
	ask[bool](b, `(document.querySelector(".clock-time").textContent = "") === ""`)
	b.until(`/\d:\d\d/.test(document.querySelector(".clock-time").textContent)`)

	b.pick("member", "role")
	b.until(`document.activeElement?.id === "asked-name"`)
	b.keys("棋手")
	b.press("Enter")
	b.until(`document.querySelector('[data-control="member"]').innerText.includes("@ 1")`)

	// Bob calls the role in the chat: Alice is meant.
	b.become(bob, "2")
	role := ask[string](b, `fetch("/playground/state").then((answer) => answer.json()).then((state) => state.roles.find((role) => role.given).id)`)
	b.line("<@&" + role + "> here?")
	b.until(`[...document.querySelectorAll("#messages .mention")].some((node) => node.innerText === "@棋手")`)
	b.pick("member", "dms")
	b.until(`document.querySelector('[data-control="member"]').innerText.includes("🔕")`)
	b.pick("member", "member")
	b.until(`document.querySelectorAll("#channels [data-channel]").length === 1`)
	b.pick("member", "member")
	b.until(`document.querySelectorAll("#channels [data-channel]").length === 3`)

	b.become(alice, "1")
	b.click(`#channels [data-channel="1191000000000000011"]`)
	b.until(`document.querySelector("#place").innerText.includes("general")`)
	b.pick("permissions", "SEND_MESSAGES")
	b.press("Escape")
	b.until(`document.querySelector('[data-control="permissions"]').innerText.includes("6")`)
	b.pick("channel", "delete")
	b.until(`document.querySelectorAll("#channels [data-channel]").length === 2`)
	b.click(`#channels [data-channel="1191000000000000010"]`)
	b.until(`document.querySelector("#messages .mention-me")`)
}
