// Embeds: the boxes with a color bar that bots put their words and pictures in.
import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { altText, picture } from "./media.js";

// embed draws one embed of a message.
export function embed(data, message, room) {
  const box = el("article", { class: "embed" },
    el("div", { class: "embed-main" },
      data.title && el("div", { class: "embed-title", role: "heading", "aria-level": 4 }, markdown(data.title, room, { inline: true })),
      data.description && el("div", { class: "embed-text" }, markdown(data.description, room)),
      data.fields?.length && el("div", { class: "embed-fields" }, data.fields.map((field) => one(field, room))),
      data.image?.url && picture({ ...data.image, alt: altText(data.image, message) }),
      data.footer && el("div", { class: "embed-footer" }, data.footer.text)));
  if (Number.isInteger(data.color)) box.style.setProperty("--bar", `#${data.color.toString(16).padStart(6, "0")}`);
  return box;
}

function one(field, room) {
  return el("div", { class: ["embed-field", field.inline && "inline"] },
    el("div", { class: "embed-field-name" }, markdown(field.name, room, { inline: true })),
    el("div", {}, markdown(field.value, room)));
}
