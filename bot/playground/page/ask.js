// A small form for one name.
import { el } from "./dom.js";
import { say } from "./words.js";

// ask opens the form and gives take what was written.
export function ask(title, take) {
  const input = el("input", { id: "asked-name", required: true, maxlength: 32, autocomplete: "off" });
  const cancel = el("button", { type: "button", class: "button button-secondary", on: { click: () => dialog.close() } }, say("cancel"));
  const form = el("form", {}, el("div", { class: "modal-field" }, el("label", { for: "asked-name" }, say("name")), input),
    el("div", { class: "modal-buttons" }, cancel, el("button", { type: "submit", class: "button button-primary" }, say("submit"))));
  const dialog = el("dialog", { class: "modal", "aria-label": title }, el("h2", {}, title), form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    take(input.value.trim());
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
