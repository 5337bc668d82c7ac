// Slash commands as they are typed: which ones fit, what their options mean, what a line of text fills in.
// Nothing here touches the page, so every rule can be tried on plain values.

export const types = { subcommand: 1, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, attachment: 11 };

// localized picks the words of one language. English of one country replaces the other, as on Discord; nothing else does.
export function localized(words, locale, fallback) {
  const near = { "en-US": "en-GB", "en-GB": "en-US" }[locale];
  return words?.[locale] ?? words?.[near] ?? fallback;
}

// flatten turns registered commands into those that a person can type: a command with subcommands becomes one for each.
//   { id, name: "settings language", shown: "设置 语言", description, options: [option, …] }
// An option is { name, shown, description, type, required, choices: [{ name, shown, value }], autocomplete, min, max, … }.
// Commands for members with permissions that the person lacks are left out; permissions are the person's in the server, as a number in a string.
// So are those for which the person would have to install the application for themselves; installed tells whether they have.
export function flatten(commands, locale, channelType, permissions, installed) {
  const out = [];
  for (const command of commands) {
    if ((command.type ?? 1) !== 1 || !usable(command, channelType, permissions, installed)) continue;
    descend(command, [], [], "", locale, out, command.id);
  }
  return out;
}

// menuEntries lists the commands of a type in the menus of messages or of people: { name, shown }.
export function menuEntries(type, commands, { locale, channelType, permissions, installed }) {
  const here = commands.filter((command) => command.type === type && usable(command, channelType, permissions, installed));
  return here.map((command) => ({ name: command.name, shown: localized(command.name_localizations, locale, command.name) }));
}

// The types of commands in menus.
export const userMenu = 2;
export const messageMenu = 3;

// usable reports whether the person can use the command in a channel of that type: what is meant for such places,
// by an application that is installed for them: in a group (3) by the person for themselves.
function usable(command, channelType, permissions, installed) {
  const context = { 1: 1, 3: 2 }[channelType] ?? 0;
  const types = command.integration_types ?? [0];
  const ofServer = context < 2 && (Boolean(command.guild_id) || types.includes(0));
  if (!ofServer && !(installed && types.includes(1))) return false;
  return context ? command.contexts?.includes(context) ?? true : mayUse(command, permissions);
}

function mayUse(command, permissions) {
  const needed = BigInt(command.default_member_permissions ?? 0);
  return permissions === undefined || (BigInt(permissions) & needed) === needed;
}

function descend(node, names, showns, above, locale, out, id) {
  const path = [...names, node.name];
  const shown = [...showns, localized(node.name_localizations, locale, node.name)];
  const description = localized(node.description_localizations, locale, node.description) || above;
  const nested = (node.options ?? []).filter((option) => option.type === types.subcommand);
  if (nested.length) {
    for (const child of nested) descend(child, path, shown, description, locale, out, id);
    return;
  }
  out.push({ id, name: path.join(" "), shown: shown.join(" "), description, options: (node.options ?? []).map((option) => readOption(option, locale)) });
}

function readOption(option, locale) {
  return {
    name: option.name,
    shown: localized(option.name_localizations, locale, option.name),
    description: localized(option.description_localizations, locale, option.description),
    type: option.type,
    required: Boolean(option.required),
    autocomplete: Boolean(option.autocomplete),
    choices: (option.choices ?? []).map((choice) => ({ name: choice.name, shown: localized(choice.name_localizations, locale, choice.name), value: choice.value })),
    min: option.min_value, max: option.max_value,
  };
}

const same = (a, b) => String(a).toLowerCase() === String(b).toLowerCase();

// matching lists the commands whose name contains what is typed, those that begin with it first.
export function matching(commands, typed) {
  const wanted = typed.toLowerCase();
  const rank = (command) => {
    const names = [command.shown, command.name].map((name) => name.toLowerCase());
    if (names.some((name) => name.startsWith(wanted))) return 0;
    return names.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return commands.filter((command) => rank(command) < 2).sort((a, b) => rank(a) - rank(b));
}

// begin finds the command that a line starts with: { command, rest }, or undefined when there is none or its name is still being typed.
// "/settings language" is tried before "/settings".
export function begin(commands, line) {
  const text = line.slice(1);
  const names = commands.flatMap((command) => [...new Set([command.shown, command.name])].map((name) => ({ command, name })));
  names.sort((a, b) => b.name.length - a.name.length);
  for (const { command, name } of names) {
    if (same(text.slice(0, name.length), name) && /^[\s\u3000]/.test(text.slice(name.length))) {
      return { command, rest: text.slice(name.length).replace(/^[\s\u3000]+/, "") };
    }
  }
  return undefined;
}

// named finds the command of exactly this name, in the person's language or by default.
export function named(commands, name) {
  return commands.find((command) => same(command.shown, name) || same(command.name, name));
}

// marker finds "name:" at the start of a text or behind a space, for the options given. The colon of a Chinese keyboard is one too.
//   { option, start, end }: text[start:end] is the marker
export function marker(options, text, from = 0) {
  const pattern = /(^|[\s\u3000])([^\s\u3000:：]+)[:：]/gu;
  pattern.lastIndex = from;
  for (let found; (found = pattern.exec(text)); ) {
    const option = options.find((known) => same(known.shown, found[2]) || same(known.name, found[2]));
    if (option) return { option, start: found.index, end: pattern.lastIndex };
    pattern.lastIndex -= 1;
  }
  return undefined;
}

// assign reads what follows a command's name: a Map from option name to the text meant for it.
// Text before any "name:" fills the options in their order: one of a closed set takes the words that it knows, free text takes the rest. A file cannot
// be typed: its option may be named, but gets no text.
export function assign(command, text, room) {
  const out = new Map();
  let rest = text.trim();
  const first = marker(command.options, rest);
  let loose = first ? rest.slice(0, first.start) : rest;
  for (let here = first; here; ) {
    const next = marker(command.options, rest, here.end);
    out.set(here.option.name, rest.slice(here.end, next?.start).trim());
    here = next;
  }
  for (const option of command.options) {
    loose = loose.trim();
    if (!loose) break;
    if (out.has(option.name) || option.type === types.attachment) continue;
    const taken = isClosed(option) ? knownPrefix(option, loose, room) : loose;
    if (!taken && !option.required) continue;
    out.set(option.name, taken || loose);
    loose = taken ? loose.slice(taken.length) : "";
  }
  return out;
}

// knownPrefix is the longest beginning of the text that a closed option understands, ending at a space.
function knownPrefix(option, text, room) {
  for (let words = text; words; words = words.replace(/(^|[\s\u3000]+)[^\s\u3000]+$/, "")) {
    if ("value" in resolve(option, words, room)) return words;
  }
  return "";
}

// isClosed reports whether an option takes only what a list offers or a number, and never free text.
export function isClosed(option) {
  return option.type !== types.string || option.choices.length > 0;
}

// offers lists what a closed option can be, as { label, detail, value }; undefined when there is no such list.
// The room says who and what is there: room.people, room.roles, room.channels, room.yes, room.no.
export function offers(option, room) {
  if (option.choices.length) return option.choices.map((choice) => ({ label: choice.shown, value: choice.value, also: [choice.name, String(choice.value)] }));
  switch (option.type) {
    case types.boolean:
      return [{ label: room.yes, value: true, also: ["true", "yes"] }, { label: room.no, value: false, also: ["false", "no"] }];
    case types.user: return room.people.map(personOffer);
    case types.role: return room.roles.map(roleOffer);
    case types.channel:
      return room.channels.map((channel) => ({ label: `#${channel.name}`, value: channel.id, also: [channel.name, `<#${channel.id}>`, channel.id] }));
    default: return undefined;
  }
}

function personOffer(person) {
  return { label: `@${person.name}`, value: person.id, person, also: [person.name, person.username ?? "", `@${person.username}`, `<@${person.id}>`, person.id] };
}

function roleOffer(role) {
  return { label: `@${role.name}`, value: role.id, also: [role.name, `<@&${role.id}>`, role.id] };
}

// fitting keeps the offers that contain what is typed, those that begin with it first.
export function fitting(list, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, "");
  if (!wanted) return list;
  const words = (offer) => [offer.label.replace(/^[@#]/, ""), ...(offer.also ?? [])].map((word) => word.toLowerCase());
  const begins = list.filter((offer) => words(offer).some((word) => word.startsWith(wanted)));
  return [...begins, ...list.filter((offer) => !begins.includes(offer) && words(offer).some((word) => word.includes(wanted)))];
}

// resolve says what a typed text means for an option: { value }, or { problem } naming the word that says what is wrong.
// Suggestions are what the bot last offered for it, so that an offer's name, typed out, gives its value.
export function resolve(option, typed, room, suggestions = []) {
  const text = typed.trim();
  if (!text) return { problem: "required" };
  if (option.type === types.attachment) return { problem: "notAFile" };
  const list = offers(option, room) ?? suggestions.map((choice) => ({ label: choice.name, value: choice.value }));
  const found = list.find((offer) => same(offer.label, text) || (offer.also ?? []).some((word) => word && same(word, text)));
  if (found) return { value: found.value };
  if (option.choices.length || [types.boolean, types.channel, types.role].includes(option.type)) return { problem: "notAChoice" };
  if (option.type === types.user) return { problem: "notAUser" };
  if (option.type === types.integer) {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < (option.min ?? -Infinity) || number > (option.max ?? Infinity)) return { problem: "notANumber" };
    return { value: number };
  }
  return { value: text };
}
