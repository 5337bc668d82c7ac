// Round pictures of people. The first two are the generals of the board, as Alice plays Red and Bob plays Black.
import { el } from "./dom.js";

const hues = [210, 280, 30, 160, 330, 95, 250, 60];

// avatar draws a person or the bot, from { id, name, bot }. The name is beside it everywhere, so a screen reader skips the picture.
export function avatar(person, people, size = "") {
  const place = people.filter((known) => !known.bot).findIndex((known) => known.id === person?.id);
  let look = "hue";
  let letter = [...(person?.name ?? person?.username ?? "?").trim()][0]?.toUpperCase() ?? "?";
  if (person?.bot) [look, letter] = ["bot", "象"];
  else if (place === 0) [look, letter] = ["red", "帥"];
  else if (place === 1) [look, letter] = ["black", "將"];
  const node = el("span", { class: ["avatar", `avatar-${look}`, size && `avatar-${size}`], "aria-hidden": "true", lang: "zh-TW" }, letter);
  if (look === "hue") node.style.setProperty("--hue", hues[Math.max(place, 0) % hues.length]);
  return node;
}
