// The list above the message box: commands, choices, people, or what the bot proposes.
// The input that asked for it keeps the focus; the list only shows which entry Enter or Tab would take.
import { el, freshId, replace } from "./dom.js";

export class Suggestions {
  #items = [];
  #rows = [];
  #active = -1;
  #owner = null;
  moved = false; // whether the reader has pointed at an entry

  constructor() {
    this.list = el("div", { class: "suggestion-list", role: "listbox", id: freshId("suggestions") });
    this.head = el("div", { class: "suggestion-head" });
    this.foot = el("div", { class: "suggestion-foot", "aria-hidden": "true" });
    this.node = el("div", { class: "suggestions", hidden: true }, this.head, this.list, this.foot);
    this.node.addEventListener("pointerdown", (event) => event.preventDefault()); // the input keeps the focus
  }

  // show puts entries { label, detail, hint, face, pick } under a heading, for the input that asks.
  // With first set, the first entry is what Enter takes; else Enter takes none until the reader points at one.
  show(owner, items, { head, foot, note, first = false } = {}) {
    if (this.#owner !== owner) this.#release();
    this.#owner = owner;
    this.#items = items;
    this.moved = false;
    replace(this.head, head);
    replace(this.foot, items.length ? foot : null);
    this.#rows = items.map((item, index) => this.#row(item, index));
    replace(this.list, this.#rows.length ? this.#rows : note && el("p", { class: "suggestion-note", role: "option", "aria-disabled": "true" }, note));
    this.list.scrollTop = 0;
    this.node.hidden = !items.length && !note && !head;
    owner.setAttribute("aria-controls", this.list.id);
    owner.setAttribute("aria-expanded", String(items.length > 0));
    this.#point(first && items.length ? 0 : -1);
  }

  hide() {
    this.#release();
    this.#items = [];
    this.#rows = [];
    this.#active = -1;
    this.moved = false;
    this.node.hidden = true;
    replace(this.list);
  }

  get open() {
    return !this.node.hidden && this.#items.length > 0;
  }

  // active is the entry that Enter would take, or undefined; first is the one at the top.
  get active() {
    return this.#items[this.#active];
  }

  get first() {
    return this.#items[0];
  }

  // move points at the next or the one before, round the ends.
  move(step) {
    if (!this.#items.length) return;
    this.moved = true;
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    this.#point((from + step + this.#items.length) % this.#items.length);
  }

  #point(index) {
    this.#active = index;
    this.#rows.forEach((row, at) => {
      row.classList.toggle("active", at === index);
      row.setAttribute("aria-selected", String(at === index));
    });
    if (index >= 0) {
      this.#owner.setAttribute("aria-activedescendant", this.#rows[index].id);
      this.#rows[index].scrollIntoView({ block: "nearest" });
    } else {
      this.#owner?.removeAttribute("aria-activedescendant");
    }
  }

  #release() {
    this.#owner?.removeAttribute("aria-activedescendant");
    this.#owner?.setAttribute("aria-expanded", "false");
    this.#owner = null;
  }

  #row(item, index) {
    const row = el("div", { class: "suggestion", role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false" },
      item.face, el("span", { class: "suggestion-words" }, el("span", { class: "suggestion-label" }, item.label), item.detail && el("small", {}, item.detail)),
      item.hint && el("span", { class: "suggestion-hint" }, item.hint));
    row.addEventListener("click", () => item.pick());
    return row;
  }
}
