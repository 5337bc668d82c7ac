// One message of the list: who, when, what it answers, its text, embeds, files and controls.
import { append, el } from "./dom.js";
import { avatar } from "./avatar.js";
import { isLoading } from "./chat.js";
import { controls } from "./controls.js";
import { embed } from "./embed.js";
import { attachments } from "./media.js";
import { markdown, plainText } from "./markdown.js";
import { menu } from "./menu.js";
import { clockTime, dayOf, exact, now, shortDateTime } from "./time.js";
import { say, sayParts } from "./words.js";

const ephemeralFlag = 1 << 6;
const typeReply = 19;
const typesOfCommands = [20, 23]; // replies to a command that was typed, and to one of a menu

// renderMessage draws a message. A compact one follows another of the same author and shows no name.
// The room is what markdown asks for names, with the chat behind it.
export function renderMessage(message, { chat, room, compact }) {
  const author = chat.person(message.author.id) ?? { ...message.author, name: message.author.global_name ?? message.author.username };
  const forMeOnly = Boolean(message.ephemeral_for || message.local === "failed" || (message.flags & ephemeralFlag));
  const callsMe = message.author.id !== chat.me && chat.callees(message).includes(chat.me);
  const nameId = `name-${message.id}`;
  const li = el("li", {
    class: ["message", compact && "compact", forMeOnly && "only-me", callsMe && "calls-me", message.local && "local"],
    id: `message-${message.id}`, tabindex: -1, data: { message: message.id, author: message.author.id },
    "aria-labelledby": nameId, "aria-busy": isLoading(message) || message.local === "sending" ? "true" : null,
  });
  const before = context(message, chat, room);
  if (before) li.append(before);
  append(li,
    compact ? null : avatar(author, chat.people),
    el("h3", { class: compact ? "unseen" : "author-line", id: nameId },
      el("span", { class: ["author", author.bot && "author-bot"] }, author.name),
      author.bot && el("span", { class: "badge" }, say("app")),
      message.timestamp && moment(message.timestamp)),
    compact && message.timestamp && el("time", { class: "side-time", datetime: message.timestamp, "aria-hidden": "true" }, clockTime(Date.parse(message.timestamp))),
    el("div", { class: "body" }, body(message, author, chat, room)),
    forMeOnly ? onlyMe(message, chat) : answerable(message) && tools(message, author, chat));
  li.addEventListener("contextmenu", openApps);
  return li;
}

// tools are what can be done with a message: the commands of its menu and of its author's, and a reply.
function tools(message, author, chat) {
  const entries = [
    ...chat.messageCommands().map(({ name, shown }) => ({ name, value: name, label: shown, on: { message: message.id } })),
    ...chat.userCommands().map(({ name, shown }) => ({ name, value: `${name} @${author.id}`, label: `${shown} · ${author.name}`, on: { user: author.id } })),
  ];
  const apps = entries.length && menu({
    id: `apps-${message.id}`, label: say("apps"), face: say("apps"), placeholder: say("apps"),
    options: entries, choose: ([value]) => {
      const { name, on } = entries.find((known) => known.value === value);
      chat.command(name, undefined, on);
    },
  });
  return el("div", { class: "tools" }, apps, replyButton(message, author, chat));
}

// openApps opens the menu of commands by the secondary button, but where the browser's own menu is wanted: on links, pictures and selected text.
function openApps(event) {
  const button = event.currentTarget.querySelector(".tools .menu-button");
  if (!button || event.target.closest("a, img, button, input, .menu-list") || !getSelection().isCollapsed) return;
  event.preventDefault();
  button.focus();
  button.click();
}

// answerable reports whether a message can be replied to.
function answerable(message) {
  return !message.local && !message.failed && !isLoading(message);
}

function replyButton(message, author, chat) {
  return el("button", { type: "button", class: "reply", data: { reply: message.id }, title: say("reply"), "aria-label": `${say("reply")}: ${author.name}`,
    on: { click: () => chat.reply(message) } }, el("span", { "aria-hidden": "true" }, "↩ "), el("span", { "aria-hidden": "true" }, say("reply")));
}

// follows reports whether a message may be drawn compact under the one before it.
export function follows(message, previous) {
  if (!previous || previous.author.id !== message.author.id || message.local || previous.local) return false;
  if (usedCommand(message) || message.type === typeReply) return false;
  const [a, b] = [Date.parse(previous.timestamp), Date.parse(message.timestamp)];
  return b - a < 7 * 60_000 && dayOf(a) === dayOf(b) && Boolean(previous.ephemeral_for) === Boolean(message.ephemeral_for);
}

// spoken is what a screen reader hears when a message comes.
export function spoken(message, chat, room) {
  const name = chat.person(message.author.id)?.name ?? message.author.username;
  const parts = [message.failed, message.content, ...(message.embeds ?? []).flatMap((e) => [e.title, e.description])].filter(Boolean);
  const pictures = (message.attachments ?? []).map((file) => file.description).filter(Boolean);
  // Words about a picture can be long; they are shown at the picture on request.
  const sentences = (parts.length ? parts.map((part) => plainText(part, room)) : pictures).filter(Boolean).map(asSentence);
  const text = sentences.join(" ");
  return text && `${name}: ${text.slice(0, 600)}`;
}

// asSentence ends a text with a full stop unless it has an end of its own.
const asSentence = (text) => (/\p{P}$/u.test(text) ? text : `${text}.`);

function body(message, author, chat, room) {
  if (message.local === "sending") return el("p", { class: "waiting" }, say("sending"), dots());
  if (message.local === "failed") return el("p", { class: "failure" }, say("didNotRespond"));
  if (message.failed) return el("p", { class: "failure" }, say("didNotRespond"));
  if (isLoading(message)) return el("p", { class: "waiting" }, say("thinking", { name: author.name }), dots());
  const parts = [];
  if (message.content) parts.push(el("div", { class: ["text", onlyEmoji(message.content) && "jumbo"] }, markdown(message.content, room)));
  if (message.edited_timestamp) parts.push(el("small", { class: "edited", title: exact(Date.parse(message.edited_timestamp)) }, say("edited")));
  parts.push(attachments(message));
  for (const one of message.embeds ?? []) parts.push(embed(one, message, room));
  if (message.components?.length) parts.push(controls(message, chat, room));
  if (message.reactions?.length) parts.push(el("p", { class: "reactions" }, message.reactions.map((reaction) => `${reaction.emoji.name} ${reaction.count}`).join("  ")));
  if (message.thread) parts.push(threadLink(message.thread.id, message.thread.name, chat));
  return parts;
}

function moment(iso) {
  const ms = Date.parse(iso);
  const days = dayOf(now()) - dayOf(ms);
  const time = clockTime(ms);
  const text = days === 0 ? say("today", { time }) : days === 1 ? say("yesterday", { time }) : shortDateTime(ms);
  return el("time", { class: "stamp", datetime: iso, title: exact(ms) }, text);
}

// dots are three points that come and go; they do not move for people who asked for less motion.
function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

function usedCommand(message) {
  return message.interaction ?? (typesOfCommands.includes(message.type) ? message.interaction_metadata : undefined);
}

// context is the line above a message that tells what it answers.
function context(message, chat, room) {
  if (message.local) return commandLine(chat.person(chat.me), message.command, message, chat);
  const used = usedCommand(message);
  if (used?.user && (used.name || typesOfCommands.includes(message.type))) return commandLine(chat.person(used.user.id) ?? used.user, used.name, message, chat);
  if (message.type !== typeReply || !message.message_reference) return null;
  // null means that the message is gone, or that only one person can see it.
  const answered = message.referenced_message ?? chat.messageById(message.message_reference.message_id);
  if (!answered) return el("p", { class: "context" }, el("em", {}, say("unreadable")));
  const person = chat.person(answered.author.id) ?? { name: answered.author.username };
  const preview = answered.content || answered.embeds?.[0]?.title || answered.embeds?.[0]?.description || say("picture");
  return el("p", { class: "context" }, avatar(person, chat.people, "small"), el("strong", {}, person.name), " ",
    el("button", { type: "button", class: "preview", on: { click: () => showMessage(answered.id) } }, shortened(plainText(preview, room))));
}

// shortened is the beginning of a text that is only pointed at.
function shortened(text) {
  return text.length > 120 ? `${text.slice(0, 119).trimEnd()}…` : text;
}

function commandLine(person, name, message, chat) {
  const who = el("strong", {}, person?.name ?? person?.global_name ?? person?.username ?? "");
  const parts = name ? sayParts("used", { name: who, command: el("span", { class: "mention" }, chat.commandName(name)) }) : sayParts("usedSomething", { name: who });
  return el("p", { class: "context" }, avatar(person, chat.people, "small"), el("span", {}, parts));
}

// showMessage brings a message of the open channel into sight, if it is among those that are shown.
export function showMessage(id) {
  const target = document.getElementById(`message-${id}`);
  target?.scrollIntoView({ block: "center" });
  target?.focus();
}

function threadLink(id, name, chat) {
  if (!id) return null;
  return el("button", { type: "button", class: "thread-link", "aria-label": `${say("openThread")}: ${name}`, on: { click: () => chat.open(id) } },
    el("strong", {}, name), el("span", {}, " ›"));
}

function onlyMe(message, chat) {
  return el("p", { class: "only-me-line" }, el("span", { "aria-hidden": "true" }, "👁 "), say("onlyYou"), " · ",
    el("button", { type: "button", class: "link", data: { dismiss: message.id }, on: { click: () => chat.dismiss(message) } }, say("dismiss")));
}

const emojiRun = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\s])+$/u;

// Like the real thing, a message of a few emoji and nothing else shows them large.
function onlyEmoji(text) {
  return text.length <= 40 && emojiRun.test(text);
}
