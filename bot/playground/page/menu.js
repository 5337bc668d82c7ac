// A menu to choose one or several of a list, as under messages and in the panel of the person one is.
//
// The button keeps the focus; the list is shown above everything and follows the keys: ↑ ↓ Home End, letters to find, Enter or Space to
// take, Escape to leave. A menu of several answers when it is left, as on Discord.
import { el, freshId, replace } from "./dom.js";
import { say } from "./words.js";

// emojiOf is what an emoji looks like: a character, or the picture of one that an application has uploaded.
export function emojiOf(emoji) {
  return emoji.id ? el("img", { src: `/emojis/${emoji.id}.png`, alt: `:${emoji.name}:` }) : (emoji.name ?? emoji);
}

const beside = (emoji) => el("span", { class: "emoji", "aria-hidden": "true" }, emojiOf(emoji));

// menu returns the element. Options are { label, value, description, emoji, chosen }, where an emoji is a character or Discord's object;
// choose is called with the values taken.
// With a face given, the button shows it and not what is chosen. With hint false nothing under it tells how many may be chosen.
export function menu({ id, label, placeholder, options, min = 1, max = 1, disabled = false, busy = false, hint: hinted = true, face, choose }) {
  const listId = freshId("list");
  const chosen = new Set(options.filter((option) => option.chosen).map((option) => option.value));
  const shownFace = el("span", { class: "menu-face" });
  const button = el("button", {
    type: "button", class: ["menu-button", busy && "busy"], role: "combobox", disabled, data: { control: id, label: label ?? "" },
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": listId, "aria-busy": busy ? "true" : null,
  }, shownFace, el("span", { class: "menu-arrow", "aria-hidden": "true" }, "⌄"));
  const list = el("div", { class: "menu-list", id: listId, role: "listbox", popover: "manual", "aria-label": label ?? placeholder, "aria-multiselectable": max > 1 ? "true" : null });
  const rows = options.map((option, index) => row(option, `${listId}-${index}`));
  list.append(...rows);
  let active = -1;
  let typed = "";
  let typedAt = 0;

  const isOpen = () => list.matches(":popover-open");

  function showChosen() {
    const taken = options.filter((option) => chosen.has(option.value));
    const text = taken.map((option) => option.label).join(", ");
    replace(shownFace, face ?? (taken.length ? taken.flatMap((option, index) => [index > 0 && ", ", option.emoji && beside(option.emoji), option.label]) : placeholder));
    shownFace.classList.toggle("empty", !text && !face);
    button.setAttribute("aria-label", [label ?? placeholder, text].filter(Boolean).join(": "));
    rows.forEach((node, index) => node.setAttribute("aria-selected", String(chosen.has(options[index].value))));
  }

  function point(index) {
    active = options.length ? (index + options.length) % options.length : -1;
    rows.forEach((node, at) => node.classList.toggle("active", at === active));
    if (active >= 0) {
      button.setAttribute("aria-activedescendant", rows[active].id);
      rows[active].scrollIntoView({ block: "nearest" });
    }
  }

  function open() {
    if (isOpen() || busy || !options.length) return;
    list.showPopover();
    place();
    button.setAttribute("aria-expanded", "true");
    point(Math.max(0, options.findIndex((option) => chosen.has(option.value))));
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("scroll", moved, true);
    window.addEventListener("resize", close);
  }

  function close() {
    if (!isOpen()) return;
    list.hidePopover();
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-activedescendant");
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("scroll", moved, true);
    window.removeEventListener("resize", close);
    const before = options.filter((option) => option.chosen).map((option) => option.value);
    const after = [...chosen];
    if (max > 1 && after.length >= min && (after.length !== before.length || after.some((value) => !before.includes(value)))) choose(after);
  }

  // The list hangs under the button, or above it where there is more room.
  function place() {
    const at = button.getBoundingClientRect();
    const below = innerHeight - at.bottom - 12;
    const above = at.top - 12;
    const up = below < Math.min(list.scrollHeight, 240) && above > below;
    list.style.maxHeight = `${Math.max(96, Math.min(320, up ? above : below))}px`;
    list.style.minWidth = `${at.width}px`;
    list.style.left = `${Math.max(8, Math.min(at.left, innerWidth - list.offsetWidth - 8))}px`;
    list.style.top = up ? `${at.top - list.offsetHeight - 4}px` : `${at.bottom + 4}px`;
  }

  function outside(event) {
    if (!list.contains(event.target) && !button.contains(event.target)) close();
  }

  // When what lies under it scrolls, the list goes along, until its button is out of sight.
  function moved(event) {
    if (event.target === list) return;
    const at = button.getBoundingClientRect();
    if (at.bottom < 0 || at.top > innerHeight) close();
    else place();
  }

  function take(index) {
    const option = options[index];
    if (!option) return;
    if (max === 1) {
      chosen.clear();
      chosen.add(option.value);
      showChosen();
      close();
      choose([option.value]);
    } else {
      if (chosen.has(option.value)) chosen.delete(option.value);
      else if (chosen.size < max) chosen.add(option.value);
      showChosen();
    }
  }

  function row(option, rowId) {
    const node = el("div", { class: "menu-option", role: "option", id: rowId, data: { value: option.value } },
      option.emoji && beside(option.emoji),
      el("span", { class: "menu-words" }, el("span", {}, option.label), option.description && el("small", {}, option.description)));
    node.addEventListener("pointerdown", (event) => event.preventDefault()); // the button keeps the focus
    node.addEventListener("click", () => take(rows.indexOf(node)));
    node.addEventListener("pointermove", () => point(rows.indexOf(node)));
    return node;
  }

  // Letters find the next option that begins with what is typed in one breath, else one that contains it.
  function find(letter) {
    typed = performance.now() - typedAt < 800 ? typed + letter : letter;
    typedAt = performance.now();
    const wanted = typed.toLowerCase();
    const labels = options.map((option) => option.label.toLowerCase());
    const found = labels.findIndex((text) => text.startsWith(wanted));
    const inside = found >= 0 ? found : labels.findIndex((text) => text.includes(wanted));
    if (inside >= 0) point(inside);
  }

  button.addEventListener("click", () => (isOpen() ? close() : open()));
  button.addEventListener("blur", close);
  button.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowDown: () => (isOpen() ? point(active + 1) : open()),
      ArrowUp: () => (isOpen() ? point(active - 1) : open()),
      Home: () => isOpen() && point(0),
      End: () => isOpen() && point(options.length - 1),
      Enter: () => (isOpen() ? take(active) : open()),
      " ": () => (isOpen() ? take(active) : open()),
    };
    if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    } else if (event.key.length === 1 && isOpen()) {
      event.preventDefault();
      find(event.key);
    }
  });

  showChosen();
  const hint = max > 1 && hinted ? el("small", { class: "menu-hint" }, say("selectSome", { min, max })) : null;
  return el("div", { class: "menu" }, button, list, hint);
}
