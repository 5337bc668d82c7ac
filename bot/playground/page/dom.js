// Making elements. Text always goes in as text: there is no way here to hand markup to the browser,
// so nothing that a person or a bot writes can become an element or a script.

// el makes an element. Attributes are set as attributes, except:
//   class     the class name; a list may hold falsy entries, which are left out
//   data      an object of data-* values
//   on        an object of event listeners
//   value, disabled, checked, hidden, open, multiple: properties
// An attribute that is null, undefined or false is left out. Children may be nodes, strings, lists or falsy.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = [value].flat().filter(Boolean).join(" ");
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (properties.has(name)) node[name] = value;
    else if (name === "href" || name === "src") setAddress(node, name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

const properties = new Set(["value", "disabled", "checked", "hidden", "open", "multiple"]);

// append adds children to a node; lists are flattened and falsy entries are skipped.
export function append(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child);
  }
  return node;
}

// replace empties a node and fills it anew.
export function replace(node, ...children) {
  node.replaceChildren();
  return append(node, ...children);
}

// safeAddress returns the address when it is one that a page may link to, and null for javascript: and its like.
// Files are served by this same server whatever host of Discord's the bot was told, so only their path is kept.
export function safeAddress(address) {
  let url;
  try {
    url = new URL(address, location.origin);
  } catch {
    return null;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const ours = [location.hostname, "cdn.discordapp.com"].includes(url.hostname);
  if (ours && url.pathname.startsWith("/attachments/")) return url.pathname;
  return url.href;
}

function setAddress(node, name, value) {
  const address = value.startsWith("#") || value.startsWith("data:image/") ? value : safeAddress(value);
  if (address) node.setAttribute(name, address);
}

let last = 0;

// freshId returns an id that no other element of the page has.
export function freshId(prefix) {
  last += 1;
  return `${prefix}-${last}`;
}
