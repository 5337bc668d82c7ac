// Pictures and files, and the large view of a picture.
import { el, safeAddress } from "./dom.js";
import { say } from "./words.js";

// altText finds the words that describe a picture: its own, or those of the attachment it shows.
export function altText(media, message) {
  const file = (message.attachments ?? []).find((known) => samePlace(known.url, media.url));
  return media.description ?? file?.description ?? "";
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

// attachments draws the files of a message that no embed or component of it shows.
export function attachments(message) {
  const shown = (message.embeds ?? []).flatMap((embed) => [embed.image?.url, embed.thumbnail?.url]).filter(Boolean);
  const files = (message.attachments ?? []).filter((file) => !shown.some((url) => samePlace(url, file.url)));
  return files.map((file) => (isPicture(file) ? picture({ ...file, alt: file.description }) : download(file)));
}

// download draws a file as a link with its size.
export function download(file) {
  const size = file.size >= 1 << 20 ? `${(file.size / (1 << 20)).toFixed(1)} MB` : `${Math.max(1, Math.round((file.size ?? 0) / 1024))} KB`;
  return el("p", { class: "file" }, el("a", { href: file.url, download: file.filename ?? true }, file.filename ?? file.url), el("small", {}, ` ${size}`));
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
