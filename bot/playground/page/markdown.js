// Discord's markdown, as far as bots use it: text becomes a tree of plain objects (parse), the tree becomes nodes (render).
// Between the two nothing can go wrong for the reader: a tag that is not closed is just text.
import { el } from "./dom.js";
import { exact, relative, styled } from "./time.js";
import { say } from "./words.js";

// parse reads a message. A node is { kind, … } with `children` where it holds others and `text` where it is a leaf.
// With inline set, as in the titles of embeds, there are no headings, lists, quotes or code blocks.
export function parse(text, { inline = false } = {}) {
  return inline ? inlines(text) : blocks(text);
}

function blocks(text) {
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.join("")) out.push({ kind: "paragraph", children: inlines(plain.join("\n")) });
    plain = [];
  };
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const fence = line.match(/^(.*?)```(.*)$/);
    if (fence) {
      const rest = [fence[2], ...lines.slice(i + 1)].join("\n");
      const end = rest.indexOf("```");
      if (end > 0) {
        if (fence[1]) plain.push(fence[1]);
        flush();
        out.push(codeBlock(rest.slice(0, end)));
        const after = rest.slice(end + 3).replace(/^\n/, "");
        if (after) out.push(...blocks(after));
        return out;
      }
    }
    if (/^>>> /.test(line)) {
      flush();
      out.push({ kind: "quote", children: blocks([line.slice(4), ...lines.slice(i + 1)].join("\n")) });
      return out;
    }
    const heading = line.match(/^(#{1,3}) +(\S.*)$/);
    const small = line.match(/^-# +(\S.*)$/);
    if (/^> /.test(line)) {
      const quoted = [];
      while (i < lines.length && /^> ?/.test(lines[i])) quoted.push(lines[i++].replace(/^> ?/, ""));
      i--;
      flush();
      out.push({ kind: "quote", children: blocks(quoted.join("\n")) });
    } else if (heading) {
      flush();
      out.push({ kind: "heading", level: heading[1].length, children: inlines(heading[2]) });
    } else if (small) {
      flush();
      out.push({ kind: "small", children: inlines(small[1]) });
    } else if (item(line)) {
      const first = item(line);
      const items = [];
      for (let next; i < lines.length && (next = item(lines[i])) && next.ordered === first.ordered; i++) items.push(inlines(next.text));
      i--;
      flush();
      out.push({ kind: "list", ordered: first.ordered, start: first.start, items });
    } else {
      plain.push(line);
    }
  }
  flush();
  return out;
}

function item(line) {
  const found = line.match(/^ {0,4}(?:[-*]|(\d{1,4})\.) +(\S.*)$/);
  return found && { ordered: found[1] !== undefined, start: Number(found[1] ?? 1), text: found[2] };
}

function codeBlock(body) {
  const named = body.match(/^([\w+-]+)\n([\s\S]*)$/);
  return { kind: "codeblock", text: (named ? named[2] : body).replace(/^\n|\n$/g, "") };
}

const lastSecond = 8.64e12; // of a date in JavaScript, and the first is as far away

// Each rule is tried at the place reached; the first that fits wins. A rule returns a node for the text it took.
const rules = [
  [/^\\([^\p{L}\p{N}\s])/u, (m) => ({ kind: "text", text: m[1] })],
  [/^(`{1,2})([\s\S]*?[^`])\1(?!`)/, (m) => ({ kind: "code", text: m[2].trim() || m[2] })],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => ({ kind: "link", address: m[1], children: [{ kind: "text", text: m[1] }] })],
  [/^<@!?(\d+)>/, (m) => ({ kind: "user", id: m[1] })],
  [/^<@&(\d+)>/, (m) => ({ kind: "role", id: m[1] })],
  [/^<#(\d+)>/, (m) => ({ kind: "channel", id: m[1] })],
  [/^<\/([^:>\n]+):(\d+)>/, (m) => ({ kind: "command", name: m[1], id: m[2] })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => time(m[0], Number(m[1]), m[2])],
  [/^<a?:(\w+):(\d+)>/, (m) => ({ kind: "emoji", name: m[1] })],
  [/^\[((?:\\.|[^\]\\\n])+)\]\(\s*<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"\n]*")?\s*\)/,
    (m) => ({ kind: "link", address: m[2], children: inlines(m[1]) })],
  [/^https?:\/\/[^\s<]*[^<.,:;"')\]\s]/, (m) => ({ kind: "link", address: m[0], children: [{ kind: "text", text: m[0] }] })],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (m) => ({ kind: "strong", children: inlines(m[1]) })],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (m) => ({ kind: "underline", children: inlines(m[1]) })],
  [/^\*(?=\S)((?:\*\*(?:\\[\s\S]|[^*\\])+\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/, (m) => ({ kind: "em", children: inlines(m[1]) })],
  [/^_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/u, (m) => ({ kind: "em", children: inlines(m[1]) }), "word"],
  [/^~~([\s\S]+?)~~/, (m) => ({ kind: "strike", children: inlines(m[1]) })],
  [/^\|\|([\s\S]+?)\|\|/, (m) => ({ kind: "spoiler", children: inlines(m[1]) })],
  [/^\n/, () => ({ kind: "break" })],
];

function inlines(text) {
  const out = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const insideWord = at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1]);
    let taken = 0;
    for (const [pattern, make, needs] of rules) {
      if (needs === "word" && insideWord) continue; // snake_case is no emphasis
      const match = rest.match(pattern);
      if (!match) continue;
      pushNode(out, make(match));
      taken = match[0].length;
      break;
    }
    if (!taken) {
      const plain = rest.match(/^[\s\S][^\\`<[*_~|\nh]*/)[0];
      pushNode(out, { kind: "text", text: plain });
      taken = plain.length;
    }
    at += taken;
  }
  return out;
}

// time is a moment. One that no date can hold is just text.
function time(text, seconds, style = "f") {
  return Math.abs(seconds) > lastSecond ? { kind: "text", text } : { kind: "time", seconds, style };
}

function pushNode(out, node) {
  const previous = out.at(-1);
  if (node.kind === "text" && previous?.kind === "text") previous.text += node.text;
  else out.push(node);
}

// render turns a tree into nodes. The room resolves ids:
//   room.userName(id), room.roleName(id), room.channelName(id): a name or undefined
//   room.me, room.roles: who the reader is, and the ids of their roles
//   room.openChannel(id, message), room.beginCommand(name, id): what a click on such a mention does; the message may be undefined
function render(nodes, room) {
  return nodes.map((node) => one(node, room));
}

// markdown is parse and render in one go.
export function markdown(text, room, options) {
  return render(parse(text, options), room);
}

// placeOf is the channel, and the message if there is one, to which an address of Discord's own leads; null for any other address.
export function placeOf(address) {
  const found = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?$/.exec(address);
  return found && { channel: found[1], message: found[2] };
}

// plainText is what a screen reader is told of a message: the words without the marks, in one line.
export function plainText(text, room) {
  const box = el("div", {}, render(parse(text), room));
  for (const end of box.querySelectorAll("br, p, li, blockquote, pre")) end.after(" ");
  return box.textContent.trim();
}

function one(node, room) {
  const inner = () => render(node.children, room);
  switch (node.kind) {
    case "text": return node.text;
    case "break": return el("br");
    case "paragraph": return el("p", {}, inner());
    case "heading": return el("p", { class: `heading heading-${node.level}`, role: "heading", "aria-level": node.level + 2 }, inner());
    case "small": return el("p", { class: "small" }, inner());
    case "quote": return el("blockquote", {}, inner());
    case "list": {
      const items = node.items.map((children) => el("li", {}, render(children, room)));
      return node.ordered ? el("ol", { start: node.start }, items) : el("ul", {}, items);
    }
    case "codeblock": return el("pre", { tabindex: 0 }, el("code", {}, node.text));
    case "code": return el("code", {}, node.text);
    case "strong": return el("strong", {}, inner());
    case "em": return el("em", {}, inner());
    case "underline": return el("u", {}, inner());
    case "strike": return el("s", {}, inner());
    case "spoiler": return spoiler(inner());
    case "link": return link(node, inner(), room);
    case "emoji": return `:${node.name}:`;
    case "time": return moment(node);
    case "user": return el("span", { class: ["mention", node.id === room.me && "mention-me"], data: { user: node.id } }, `@${room.userName(node.id) ?? node.id}`);
    case "role": return el("span", { class: ["mention", room.roles.includes(node.id) && "mention-me"] }, `@${room.roleName(node.id) ?? node.id}`);
    case "channel": return el("button", { type: "button", class: "mention", on: { click: () => room.openChannel(node.id) } }, `#${room.channelName(node.id) ?? node.id}`);
    case "command": return el("button", { type: "button", class: "mention", on: { click: () => room.beginCommand(node.name, node.id) } }, `/${node.name}`);
    default: throw new Error(`markdown has no way to show a ${node.kind}`);
  }
}

// An address of Discord's own that leads to a place here is shown as Discord shows it: by the name of the channel, with a sign for a message.
function link({ address, children }, inner, room) {
  const place = placeOf(address);
  const name = place && room.channelName(place.channel);
  if (!name) return el("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, inner);
  const bare = children.length === 1 && children[0].text === address;
  return el("button", { type: "button", class: "mention", on: { click: () => room.openChannel(place.channel, place.message) } },
    bare ? `#${name}${place.message ? " › 💬" : ""}` : inner);
}

function moment({ seconds, style }) {
  const ms = seconds * 1000;
  const data = style === "R" ? { relative: ms } : {};
  return el("time", { class: "moment", datetime: new Date(ms).toISOString(), title: exact(ms), data }, style === "R" ? relative(ms) : styled(ms, style));
}

// A spoiler is a button until it is opened, so that a keyboard can open it, and its text is hidden from a screen reader until then.
function spoiler(children) {
  const content = el("span", { class: "spoiler-content", "aria-hidden": "true", inert: true }, children);
  const cover = el("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": say("spoiler") }, content);
  const open = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    cover.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label"]) cover.removeAttribute(name);
    content.removeAttribute("aria-hidden");
    content.inert = false;
    cover.removeEventListener("click", open);
    cover.removeEventListener("keydown", open);
  };
  cover.addEventListener("click", open);
  cover.addEventListener("keydown", open);
  return cover;
}
