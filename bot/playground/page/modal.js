// Forms that the bot asks for: a dialog with text fields, menus and files.
import { channels, people, roles } from "./controls.js";
import { append, el, freshId } from "./dom.js";
import { menu } from "./menu.js";
import { say } from "./words.js";

const kinds = {
  stringSelect: 3, textInput: 4, userSelect: 5, roleSelect: 6, channelSelect: 8, fileUpload: 19,
};
const paragraphStyle = 2;

// showModal opens a form. It closes when the bot has taken the answers, and says so when it has not.
export function showModal(form, chat, room) {
  const read = new Map(); // custom_id → function giving the value, or a promise of it
  const needed = []; // the menus in which something has to be chosen: { label, chosen }
  const titleId = freshId("form");
  const complaint = el("p", { class: "failure", role: "alert" });
  const submit = el("button", { type: "submit", class: "button button-primary" }, say("submit"));
  const cancel = el("button", { type: "button", class: "button button-secondary" }, say("cancel"));
  const sheet = el("form", {}, fields(form.components, { read, needed, chat, room }), complaint, el("div", { class: "modal-buttons" }, cancel, submit));
  const dialog = el("dialog", { class: "modal", "aria-labelledby": titleId }, el("h2", { id: titleId }, form.title), sheet);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    const missing = needed.find(({ chosen }) => !chosen());
    complaint.textContent = missing ? `${missing.label}: ${say("select")}` : "";
    if (missing) return;
    submit.disabled = true;
    try {
      await chat.submit(form, Object.fromEntries(await Promise.all([...read].map(async ([id, value]) => [id, await value()]))));
      dialog.close();
    } catch {
      complaint.textContent = say("modalFailed");
      submit.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}

function fields(components, at) {
  return components.map((label) => field(label.component, label.label, label.description, at));
}

function field(component, label, description, at) {
  const id = freshId("field");
  const required = component.required !== false;
  const caption = el("label", { for: id }, label, required && el("span", { class: "star", "aria-hidden": "true" }, " *"));
  const help = description && el("small", { id: `${id}-help` }, description);
  const box = append(el("div", { class: "modal-field" }), caption, help);
  if (component.type === kinds.textInput) {
    const input = el(component.style === paragraphStyle ? "textarea" : "input", {
      id, required, value: component.value ?? "", placeholder: component.placeholder, rows: component.style === paragraphStyle ? 4 : null,
      maxlength: component.max_length ?? 4000, "aria-describedby": help && `${id}-help`,
      autocomplete: "off", data: { control: component.custom_id },
    });
    at.read.set(component.custom_id, () => input.value);
    return append(box, input);
  }
  if (component.type === kinds.fileUpload) {
    const input = el("input", { type: "file", id, required, multiple: (component.max_values ?? 1) > 1, "aria-describedby": help && `${id}-help`, data: { control: component.custom_id } });
    at.read.set(component.custom_id, () => Promise.all([...input.files].map((file) => at.chat.upload(file))));
    return append(box, input);
  }
  let values = (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  if (required) at.needed.push({ label, chosen: () => values.length > 0 });
  const options = choices(component, at);
  at.read.set(component.custom_id, () => values);
  return append(box, menu({
    id: component.custom_id, label, placeholder: component.placeholder || say("select"), options,
    min: component.min_values ?? 1, max: component.max_values ?? 1, choose: (taken) => { values = taken; },
  }));
}

// choices are what a menu offers.
function choices(component, at) {
  switch (component.type) {
    case kinds.userSelect: return people(at);
    case kinds.roleSelect: return roles(at);
    case kinds.channelSelect: return channels(at);
    default: return (component.options ?? []).map((option) => ({ ...option, chosen: option.default }));
  }
}
