// The person that the page acts for: the people to choose from, their language, and the simulated clock. Always in sight, since two people and a crowd
// are played by one.
import { el, replace } from "./dom.js";
import { avatar } from "./avatar.js";
import { ask } from "./ask.js";
import { menu } from "./menu.js";
import { channelMenu, memberMenu, permissionMenu } from "./server.js";
import { clockTime, now } from "./time.js";
import { ownName, say } from "./words.js";

const favourites = ["zh-CN", "zh-TW", "en-US", "vi"];

// self keeps the panel in step with the chat.
export function self(root, chat) {
  const who = el("div", { class: "people-row" });
  const settings = el("div", { class: "settings-row" });
  root.append(who, settings);
  const focusIn = (row) => (row.contains(document.activeElement) ? document.activeElement.dataset : {});
  const drawPeople = () => {
    const focused = focusIn(who);
    const people = chat.people.filter((person) => !person.bot);
    const buttons = people.map((person, index) => personButton(person, index, chat));
    const group = el("div", { class: "people", role: "radiogroup", "aria-label": say("playingAs") }, buttons);
    group.addEventListener("keydown", (event) => walk(event, buttons));
    const add = el("button", { type: "button", class: "add-person", title: say("addPerson"), "aria-label": say("addPerson"), on: { click: () => askName(chat) } }, "＋");
    const gear = el("button", { type: "button", class: "gear", data: { gear: "yes" }, title: say("options"), "aria-label": say("options"),
      "aria-expanded": String(root.classList.contains("set")), on: { click: () => gear.setAttribute("aria-expanded", String(root.classList.toggle("set"))) } }, "⚙");
    replace(who, group, add, gear);
    if (focused.person) who.querySelector(`[data-person="${CSS.escape(chat.me ?? "")}"]`)?.focus();
  };
  const drawSettings = () => {
    const focused = focusIn(settings);
    replace(settings, languageMenu(chat), clockMenu(chat), rightsMenu(chat), memberMenu(chat), permissionMenu(chat), channelMenu(chat));
    if (focused.control) settings.querySelector(`[data-control="${focused.control}"]`)?.focus();
  };
  const draw = () => {
    drawPeople();
    drawSettings();
  };
  chat.on("calls", drawPeople);
  chat.on("people me clock channels bot", draw);
  // Time goes by between the events too.
  setInterval(() => {
    const face = root.querySelector(".clock-time");
    const time = ` ${clockTime(now())}`;
    if (face && face.textContent !== time) face.textContent = time;
  }, 1000);
  // Alt and a digit change the person from anywhere, even while writing.
  document.addEventListener("keydown", (event) => {
    const digit = event.altKey && !event.ctrlKey && !event.metaKey && event.code.match(/^Digit([1-9])$/);
    const person = digit && chat.people.filter((known) => !known.bot)[Number(digit[1]) - 1];
    if (!person) return;
    event.preventDefault();
    if (person.id !== chat.me) chat.become(person.id);
  });
  return draw;
}

function personButton(person, index, chat) {
  const mine = person.id === chat.me;
  return el("button", {
    type: "button", class: ["person", mine && "mine"], role: "radio", "aria-checked": String(mine), tabindex: mine ? 0 : -1,
    data: { person: person.id }, "aria-keyshortcuts": index < 9 ? `Alt+${index + 1}` : null, title: index < 9 ? `Alt+${index + 1}` : null,
    on: { click: () => mine || chat.become(person.id) },
  }, avatar(person, chat.people), el("span", { class: "person-name" }, person.name),
  chat.isMentioned(person.id) && el("span", { class: "called" }, el("span", { class: "unseen" }, ` @ ${say("unread")}`)));
}

// Arrows walk round the people and choose at once, as radio buttons do.
function walk(event, buttons) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const from = buttons.indexOf(document.activeElement);
  if (!step || from < 0) return;
  event.preventDefault();
  const next = buttons[(from + step + buttons.length) % buttons.length];
  next.focus();
  next.click();
}

function languageMenu(chat) {
  const mine = chat.person(chat.me)?.locale;
  const rest = chat.locales.filter((locale) => !favourites.includes(locale)).sort((a, b) => ownName(a).localeCompare(ownName(b)));
  const locales = [...favourites.filter((locale) => chat.locales.includes(locale)), ...rest];
  return menu({
    id: "language", label: say("language"), placeholder: say("language"),
    options: locales.map((locale) => ({ label: ownName(locale), value: locale, chosen: locale === mine })),
    choose: ([locale]) => locale !== mine && chat.setLocale(locale),
  });
}

// What one may do in the server: its owner may do all, others what members may, or manage the server as well.
function rightsMenu(chat) {
  const me = chat.person(chat.me);
  const held = me?.owner ? "owner" : me?.manager ? "manager" : "member";
  const faces = { owner: "👑", manager: "🛡", member: "👤" };
  return menu({
    id: "rights", label: say("rights"), placeholder: say("rights"), disabled: held === "owner",
    face: [el("span", { "aria-hidden": "true" }, faces[held]), el("span", { class: "rights-word" }, ` ${say(held)}`)],
    options: (held === "owner" ? ["owner"] : ["member", "manager"]).map((value) => ({ label: say(value), emoji: faces[value], value, chosen: value === held })),
    choose: ([value]) => value !== held && chat.setManager(value === "manager"),
  });
}

function clockMenu(chat) {
  return menu({
    id: "clock", label: say("later"), placeholder: say("later"), face: [el("span", { "aria-hidden": "true" }, "🕒"), el("span", { class: "clock-time" }, ` ${clockTime(now())}`)],
    options: [["laterHour", "1h"], ["laterDay", "24h"], ["laterDays", "72h"], ["laterMonth", "720h"]].map(([word, value]) => ({ label: say(word), value })),
    choose: ([duration]) => chat.advance(duration),
  });
}

function askName(chat) {
  ask(say("addPerson"), (name) => chat.addPerson(name, chat.person(chat.me)?.locale ?? "en-US"));
}
