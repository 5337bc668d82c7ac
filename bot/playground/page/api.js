// What the page asks of the server, and the stream of what happens there.

// Refused is an answer other than 2xx; its message is the server's own words, which say what would be right.
export class Refused extends Error {}

// Unreachable means that no answer came: the server is just being restarted.
export class Unreachable extends Error {}

async function call(method, path, body) {
  const request = { method, headers: { accept: "application/json" } };
  if (body instanceof Blob) {
    request.headers["content-type"] = "application/octet-stream";
    request.body = body;
  } else if (body !== undefined) {
    request.headers["content-type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response, text;
  try {
    response = await fetch(path, request);
    text = await response.text();
  } catch (error) {
    throw new Unreachable(error.message);
  }
  let answer;
  try {
    answer = text ? JSON.parse(text) : undefined;
  } catch {
    throw new Refused(`${response.status}: ${text}`);
  }
  if (!response.ok) throw new Refused(answer?.error ?? `${response.status} ${response.statusText}`);
  return answer;
}

const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined)).toString();

// api holds one function for each thing that can be asked. All return promises, which fail with Refused or Unreachable.
export const api = {
  // The file's name travels in the address, its content is the body. The answer's id is what an option of a command is given.
  upload: (person, file) => call("POST", `/playground/files?${query({ person, filename: file.name })}`, file),
  state: (person) => call("GET", `/playground/state?${query({ person })}`),
  messages: (person, channel, before, limit) => call("GET", `/playground/messages?${query({ person, channel, before, limit })}`),
  addPerson: (name, locale) => call("POST", "/playground/people", { name, locale }),
  addRole: (name) => call("POST", "/playground/roles", { name, mentionable: true }),
  changeChannel: (person, id, changes) => call("PATCH", `/playground/channels/${encodeURIComponent(id)}`, { person, ...changes }),
  deleteChannel: (person, id) => call("DELETE", `/playground/channels/${encodeURIComponent(id)}`, { person }),
  permissions: (channel, lose, get) => call("POST", "/playground/permissions", { channel, lose, get }),
  changePerson: (id, changes) => call("PATCH", `/playground/people/${encodeURIComponent(id)}`, changes),
  say: (person, channel, content, reply_to) => call("POST", "/playground/say", { person, channel, content, reply_to }),
  autocomplete: (person, channel, name, options, focused) => call("POST", "/playground/autocomplete", { person, channel, name, options, focused }),
  // These reach the bot. What comes of them is told by the events ack, failed and modal, which repeat the nonce.
  command: (act) => call("POST", "/playground/command", act),
  click: (act) => call("POST", "/playground/click", act),
  select: (act) => call("POST", "/playground/select", act),
  modal: (act) => call("POST", "/playground/modal", act),
  advance: (duration) => call("POST", "/playground/clock", { advance: duration }),
};

const kinds = ["hello", "message", "message_delete", "channel", "channel_delete", "commands", "people", "roles", "bot", "ack", "failed", "modal", "clock"];

// listen opens the stream of one person. It comes back by itself when the server went away:
//   onEvent(kind, data)  something happened; "hello" comes first, and again after every loss: what is loaded after it misses nothing
//   onLost()             the stream broke, or a new try failed
// It returns a function that ends it.
export function listen(person, { onEvent, onLost }) {
  let source;
  let timer;
  let wait = 250;
  const connect = () => {
    source = new EventSource(`/playground/events?${query({ person })}`);
    source.onopen = () => {
      wait = 250;
    };
    // The browser's own retry gives up on some errors and is slow on others, so each new try is a new source.
    source.onerror = () => {
      source.close();
      onLost();
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, 2000);
    };
    for (const kind of kinds) source.addEventListener(kind, (event) => onEvent(kind, event.data ? JSON.parse(event.data) : undefined));
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
