// Embeds: the boxes with a color bar that bots put their words and pictures in.
import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { altText, picture } from "./media.js";
import { shortDateTime } from "./time.js";

// embed draws one embed of a message.
export function embed(data, message, room) {
  const box = el("article", { class: "embed" },
    el("div", { class: "embed-main" },
      author(data.author),
      data.title && el("div", { class: "embed-title", role: "heading", "aria-level": 4 }, title(data, room)),
      data.description && el("div", { class: "embed-text" }, markdown(data.description, room)),
      data.fields?.length && el("div", { class: "embed-fields" }, data.fields.map((field) => one(field, room))),
      data.thumbnail?.url && el("div", { class: "embed-thumbnail" }, picture({ ...data.thumbnail, alt: altText(data.thumbnail, message) })),
      data.image?.url && picture({ ...data.image, alt: altText(data.image, message) }),
      footer(data)));
  if (Number.isInteger(data.color)) box.style.setProperty("--bar", `#${data.color.toString(16).padStart(6, "0")}`);
  return box;
}

function author(data) {
  if (!data?.name) return null;
  return el("div", { class: "embed-author" }, data.url ? el("a", { href: data.url, target: "_blank", rel: "noreferrer noopener" }, data.name) : data.name);
}

function title(data, room) {
  const words = markdown(data.title, room, { inline: true });
  return data.url ? el("a", { href: data.url, target: "_blank", rel: "noreferrer noopener" }, words) : words;
}

function one(field, room) {
  return el("div", { class: ["embed-field", field.inline && "inline"] },
    el("div", { class: "embed-field-name" }, markdown(field.name, room, { inline: true })),
    el("div", {}, markdown(field.value, room)));
}

function footer(data) {
  if (!data.footer?.text && !data.timestamp) return null;
  const moment = data.timestamp && el("time", { datetime: data.timestamp }, shortDateTime(Date.parse(data.timestamp)));
  return el("div", { class: "embed-footer" }, data.footer?.text, data.footer?.text && moment && " • ", moment);
}
