// What can be changed about the server while it is played: whether one is in it, takes direct messages, has the app for
// oneself and has roles; for its owner the open channel or thread, and what the bot may do there.
import { ask } from "./ask.js";
import { el } from "./dom.js";
import { menu } from "./menu.js";
import { say } from "./words.js";

const thread = (channel) => channel.type === 11;

// memberMenu is about the person one is.
export function memberMenu(chat) {
  const me = chat.person(chat.me) ?? { roles: [] };
  const given = chat.roles.filter((role) => role.given);
  const options = [
    { value: "dms", emoji: me.dms ? "🔕" : "🔔", label: say(me.dms ? "refuseDMs" : "acceptDMs"), act: () => chat.change({ dms: !me.dms }) },
    { value: "installed", emoji: me.installed ? "🗑" : "📦", label: say(me.installed ? "uninstall" : "install"), act: () => chat.change({ installed: !me.installed }) },
    !me.owner && { value: "member", emoji: me.member ? "🚪" : "👋", label: say(me.member ? "leave" : "join"), act: () => chat.change({ member: !me.member }) },
    ...(me.member ? given.map((role) => roleOption(role, me, chat)) : []),
    me.member && { value: "role", emoji: "➕", label: say("newRole"), act: () => ask(say("newRole"), (name) => chat.addRole(name)) },
  ].filter(Boolean);
  const face = [me.member === false && "🚪", me.dms === false ? "🔕" : "🔔", `@ ${me.roles?.length ?? 0}`].filter(Boolean).join(" ");
  return acts("member", say("membership"), face, options);
}

function roleOption(role, me, chat) {
  const has = me.roles.includes(role.id);
  const roles = has ? me.roles.filter((id) => id !== role.id) : [...me.roles, role.id];
  return { value: role.id, emoji: has ? "☑" : "☐", label: `@${role.name}`, act: () => chat.change({ roles }) };
}

// channelMenu is what the owner can do to the open channel or thread; for others there is none.
export function channelMenu(chat) {
  const channel = chat.channelById(chat.channel);
  if (!chat.person(chat.me)?.owner || !channel || channel.recipient || channel.type === 3) return null;
  const options = thread(channel) ? [
    { value: "archive", label: say(channel.archived ? "unarchive" : "archive"), act: () => chat.changeChannel({ archived: !channel.archived }) },
    { value: "lock", label: say(channel.locked ? "unlock" : "lock"), act: () => chat.changeChannel({ locked: !channel.locked }) },
  ] : [];
  options.push({ value: "delete", label: say("deleteChannel", { name: channel.name }), act: () => chat.deleteChannel() });
  const face = [thread(channel) ? "🧵" : "#", channel.archived && "💤", channel.locked && "🔒", channel.name].filter(Boolean).join(" ");
  return acts("channel", say("thisChannel"), face, options);
}

// permissionMenu is what the bot may do in the open channel, for the owner to change. What it has is marked.
export function permissionMenu(chat) {
  const channel = chat.channelById(chat.channel);
  if (!chat.person(chat.me)?.owner || !channel || channel.recipient || channel.type === 3) return null;
  const has = channel.permissions;
  const label = say("botMay");
  return menu({
    id: "permissions", label, placeholder: label, face: el("span", {}, `🤖 ${has.length}`), min: 0, max: chat.permissions.length, hint: false,
    options: chat.permissions.map((name) => ({ label: name, value: name, chosen: has.includes(name) })),
    choose: (names) => chat.permit(names),
  });
}

// acts is a menu of things to do: each option has what happens when it is taken.
function acts(id, label, face, options) {
  return menu({ id, label, placeholder: label, face: el("span", {}, face), options, choose: ([value]) => options.find((option) => option.value === value).act() });
}
