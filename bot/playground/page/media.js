// Pictures and files, and the large view of a picture.
import { el, safeAddress } from "./dom.js";
import { say } from "./words.js";

// altText finds the words that describe a picture of an embed: those of the attachment it shows.
export function altText(media, message) {
  return (message.attachments ?? []).find((known) => samePlace(known.url, media.url))?.description ?? "";
}

// picture draws an image that a click or Enter enlarges. Width and height, where they are known, keep its place free until it has come.
export function picture({ url, width, height, alt }) {
  const image = el("img", { src: url, alt: alt || say("picture"), width, height, decoding: "async" });
  const known = width && height;
  const button = el("button", { type: "button", class: ["picture", known && "sized"], title: say("enlarge"), on: { click: () => enlarge(url, alt) } }, image);
  if (known) {
    button.style.setProperty("--ratio", width / height);
    button.style.setProperty("--width", `${width}px`);
  }
  return button;
}

// attachments draws the files of a message that no embed of it shows.
export function attachments(message) {
  const shown = (message.embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]).filter(Boolean);
  const files = (message.attachments ?? []).filter((file) => !shown.some((url) => samePlace(url, file.url)));
  return files.map((file) => (isPicture(file) ? picture({ ...file, alt: file.description }) : download(file)));
}

// download draws a file as a card: name, size, what it is about, a way to keep it, and of a short text how it begins.
function download(file) {
  const name = file.filename ?? file.url;
  const save = (...inside) => el("a", { href: file.url, download: name, title: say("download", { name }) }, ...inside);
  const card = el("div", { class: "file" },
    el("div", { class: "file-head" },
      el("span", { class: "file-icon", "aria-hidden": "true" }, "📄"),
      el("div", { class: "file-words" }, save(name), el("small", {}, [fileSize(file.size ?? 0), file.description].filter(Boolean).join(" · "))),
      el("span", { class: "file-save" }, save(el("span", { "aria-hidden": "true" }, "⬇"), el("span", { class: "unseen" }, say("download", { name }))))));
  if (isText(file)) showText(card, file.url);
  return card;
}

// fileSize says how large something is, as Discord does.
export function fileSize(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1 << 20 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;
}

const longestText = 50_000; // bytes of a text that is shown under its name
const firstLines = 6;
const texts = new Map(); // address → what was read there, so that a message drawn anew does not flicker

const isText = (file) => file.size > 0 && file.size <= longestText &&
  (/^text\//.test(file.content_type ?? "") || /\.(txt|pgn|fen|ubb|md|csv|json|log)$/i.test(file.filename ?? ""));

async function showText(card, url) {
  const known = texts.get(url);
  if (known !== undefined) return card.append(preview(known));
  try {
    const answer = await fetch(safeAddress(url));
    if (answer.status !== 200) return undefined; // 204 says that it is no longer kept
    const text = await answer.text();
    texts.set(url, text);
    return card.append(preview(text));
  } catch {
    return undefined; // the beginning of a file is a help; the link is there
  }
}

// preview shows the first lines, and the others when they are asked for.
function preview(text) {
  const lines = text.trimEnd().split("\n");
  const head = lines.slice(0, firstLines).join("\n");
  const box = el("pre", { class: "file-text" }, head);
  if (lines.length <= firstLines) return box;
  const more = el("button", { type: "button", class: "link", "aria-expanded": "false" }, say("expand"));
  more.addEventListener("click", () => {
    const open = more.getAttribute("aria-expanded") !== "true";
    more.setAttribute("aria-expanded", String(open));
    more.textContent = say(open ? "collapse" : "expand");
    box.textContent = open ? text.trimEnd() : head;
  });
  return el("div", {}, box, more);
}

const isPicture = (file) => (file.content_type ?? "").startsWith("image/") || /\.(png|gif|jpe?g|webp)$/i.test(file.filename ?? "");

const samePlace = (a, b) => a === b || (safeAddress(a) !== null && safeAddress(a) === safeAddress(b));

// A click anywhere, Enter or Escape closes the large view; the browser then gives the focus back to the picture.
function enlarge(url, alt) {
  const dialog = el("dialog", { class: "lightbox", "aria-label": say("picture") },
    el("img", { src: url, alt: alt || say("picture") }),
    alt && el("p", {}, alt),
    el("button", { type: "button", class: "lightbox-close", "aria-label": say("close") }, "✕"));
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
