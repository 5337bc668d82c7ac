// The page: it joins the parts together. Chat knows, the others show; nothing is kept in two places.
//
// Reading order: chat.js (what is known, and what the server tells) · timeline.js, message.js, embed.js, controls.js, markdown.js (showing it) ·
// composer.js, commandline.js, filefield.js, command.js, suggestions.js (writing) · self.js, server.js, sidebar.js (the person and the place) · menu.js, modal.js, media.js (parts) ·
// api.js (the wire) · words.js, time.js, dom.js (the ground). Plain modules, served as they lie here: no build step, nothing from elsewhere.
//
// Whom the page acts for and which channel is open are in the address (#PERSON/CHANNEL), so two windows can be two people.
import { api } from "./api.js";
import { Chat } from "./chat.js";
import { channelLabel, Composer } from "./composer.js";
import { showMessage } from "./message.js";
import { showModal } from "./modal.js";
import { self } from "./self.js";
import { sidebar } from "./sidebar.js";
import { keepFresh, setTimeLocale } from "./time.js";
import { Timeline } from "./timeline.js";
import { label, say, speak, speaker } from "./words.js";

const at = (id) => document.getElementById(id);
const chat = new Chat();
let composer = null;

// What markdown asks of the place it is shown in.
const room = {
  get me() { return chat.me; },
  get roles() { return chat.person(chat.me)?.roles ?? []; },
  userName: (id) => chat.person(id)?.name,
  roleName: (id) => chat.roles.find((role) => role.id === id)?.name,
  channelName: (id) => chat.channelById(id)?.name,
  openChannel: async (id, message) => {
    await chat.open(id);
    if (message) showMessage(message);
  },
  beginCommand: (name, id) => composer.beginCommand(name, id),
};

// The language comes first: the parts below draw in it when they hear of the same change.
chat.on("me people", () => {
  const locale = chat.person(chat.me)?.locale ?? "en-US";
  document.documentElement.lang = locale;
  speak(locale);
  setTimeLocale(locale);
  label(document);
});

composer = new Composer(at("composer"), chat);
self(at("self"), chat);
sidebar(at("channels"), chat, () => drawer(false));
const timeline = new Timeline({
  list: at("messages"), scroller: at("scroller"), earlier: at("earlier"), toPresent: at("to-present"), announcer: at("announcer"),
}, chat, room);

chat.on("me channels bot people connection", () => {
  const channel = chat.channelById(chat.channel);
  at("guild-name").textContent = chat.guild.name;
  at("place").textContent = channel ? channelLabel(channel) : "";
  const online = chat.connected && chat.bot.online; // without the server nobody knows, and nothing reaches the bot
  at("bot-status").textContent = chat.loaded ? `${chat.bot.name} · ${say(online ? "online" : "offline")}` : "";
  at("bot-status").classList.toggle("online", online);
  document.title = channel ? `${channelLabel(channel)} · ${chat.guild.name}` : chat.guild.name;
  document.body.dataset.ready = String(chat.loaded);
  if (chat.me) history.replaceState(null, "", `#${chat.me}/${chat.channel ?? ""}`);
});

chat.on("connection", () => {
  at("connection").hidden = chat.connected;
  at("connection").textContent = chat.connected ? "" : say("reconnecting");
});

chat.on("modal", ({ form }) => showModal(form, chat, room));

// A form would be sent in the name of the next person. What is only shown, such as a picture, stays.
chat.on("left", () => {
  for (const dialog of document.querySelectorAll("dialog[open]:has(form)")) dialog.close();
});

// On a narrow screen the channels are a drawer.
function drawer(open) {
  document.body.classList.toggle("drawer", open);
  at("menu").setAttribute("aria-expanded", String(open));
}
at("menu").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));
at("scroller").addEventListener("pointerdown", () => drawer(false));

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") drawer(false);
  // As on Discord, typing anywhere writes a message, unless a field, an open menu or a form is using the keys.
  const busy = event.defaultPrevented || document.activeElement?.matches("input, textarea") || document.querySelector("dialog[open]");
  if (!busy && event.key.length === 1 && event.key !== " ") composer.focus();
});

// A newcomer begins as the first person who speaks a language of their browser, so that they can read the page.
async function newcomer() {
  const state = await api.state().catch(() => null); // a server that is not there yet is waited for by chat
  return speaker(state?.people.filter((known) => !known.bot) ?? [], navigator.languages)?.id ?? null;
}

const [person, channel] = decodeURIComponent(location.hash.slice(1)).split("/");
keepFresh();
addEventListener("pagehide", () => chat.rest());
addEventListener("pageshow", (event) => event.persisted && chat.become(chat.me));
chat.become(/^\d+$/.test(person) ? person : await newcomer(), /^\d+$/.test(channel ?? "") ? channel : undefined);
if (matchMedia("(pointer: fine)").matches) composer.focus();
timeline.toEnd();
