// The controls under a message: rows of buttons and menus.
import { el } from "./dom.js";
import { placeOf } from "./markdown.js";
import { emojiOf, menu } from "./menu.js";
import { say } from "./words.js";

const kinds = { row: 1, button: 2, stringSelect: 3, userSelect: 5, roleSelect: 6, channelSelect: 8 };

const buttonStyles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary", 6: "premium" };
const linkStyle = 5;

// controls draws the components of a message, and under them the word that the last use of one of them failed.
export function controls(message, chat, room) {
  const act = chat.pendingOn(message);
  const draw = (component) => part(component, { message, chat, room, act, draw });
  return el("div", { class: "controls" }, message.components.map(draw),
    act?.state === "failed" && el("p", { class: "failure", role: "alert" }, say("interactionFailed")));
}

function part(component, at) {
  switch (component.type) {
    case kinds.row: return el("div", { class: "row" }, component.components.map(at.draw));
    case kinds.button: return button(component, at);
    case kinds.stringSelect: return select(component, component.options, at);
    case kinds.userSelect: return select(component, people(at), at);
    case kinds.roleSelect: return select(component, roles(at), at);
    case kinds.channelSelect: return select(component, channels(at), at);
    default: return null;
  }
}

export const people = ({ chat }) => chat.members().map((person) => ({ label: person.name, value: person.id }));
export const roles = ({ chat }) => chat.roles.map((role) => ({ label: `@${role.name}`, value: role.id }));
export const channels = ({ chat }) => chat.channels.map((channel) => ({ label: `#${channel.name}`, value: channel.id }));

function button(component, { message, chat, room, act }) {
  const face = [component.emoji && el("span", { class: "emoji", "aria-hidden": component.label ? "true" : null }, emojiOf(component.emoji)), component.label];
  const look = ["button", `button-${buttonStyles[component.style] ?? "secondary"}`];
  if (component.style === linkStyle) {
    const { channel, message } = placeOf(component.url) ?? {};
    if (channel && room.channelName(channel)) {
      return el("button", { type: "button", class: look, data: { channel }, on: { click: () => room.openChannel(channel, message) } }, face);
    }
    return el("a", { class: look, href: component.url, target: "_blank", rel: "noreferrer noopener" }, face, el("span", { "aria-hidden": "true" }, " ↗"));
  }
  const waiting = act?.state === "waiting" && act.custom_id === component.custom_id;
  // A waiting button stays focusable, so that the keyboard does not lose its place; it only does nothing.
  return el("button", {
    type: "button", class: [...look, waiting && "busy"], disabled: Boolean(component.disabled), "aria-busy": waiting ? "true" : null,
    data: { control: component.custom_id ?? "" },
    on: { click: () => waiting || chat.click(message, component.custom_id) },
  }, face);
}

function select(component, options, { message, chat, act }) {
  const mine = act?.custom_id === component.custom_id;
  const preset = new Set((component.default_values ?? []).map((value) => value.id));
  return menu({
    id: component.custom_id,
    placeholder: component.placeholder || say("select"),
    options: options.map((option) => ({ ...option, chosen: option.default ?? preset.has(option.value) })),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: Boolean(component.disabled),
    busy: mine && act.state === "waiting",
    choose: (values) => chat.select(message, component.custom_id, values),
  });
}
