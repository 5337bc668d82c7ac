// The connection to the server: the session, the stream of events with long polling in its place, and orders.

// All addresses are relative: the page works below any prefix.
const api = (path) => `./api/${path}`;

const streamPatience = 5_000; // for the first event of a stream: a proxy that holds it back is not waited for
const silence = 40_000; // without any event a line is dead: the server says something every 15 seconds
const hiddenFor = 20_000; // then a hidden page lets its stream go, so that the channel calls the person again
const timeout = 15_000; // for an order
const thinking = 120_000; // for an order that the engine has to answer: sent again, its search would begin again

let session = ""; // in a frame of another site there are no cookies
let at = ""; // what the page is about: "games/12"

const headers = () => (session ? { Authorization: `Bearer ${session}` } : {});

// begin redeems the grant in the fragment, or takes up the session of an earlier visit. It returns the text that says why the page cannot be opened, "" if it can.
export async function begin() {
  const token = location.hash.slice(1);
  at = location.search.slice(1);
  if (!token && at) return "";
  history.replaceState(null, "", location.pathname); // nobody else shall read it from the address
  const answer = await post("session", { token });
  if (!answer.ok) return (await answer.json().catch(() => ({}))).text || answer.statusText;
  const given = await answer.json();
  [session, at] = [given.session, given.at];
  history.replaceState(null, "", `?${at}`);
  return "";
}

function post(path, body, within = timeout) {
  return fetch(api(path), {
    method: "POST", headers: { "Content-Type": "application/json", ...headers() }, body: JSON.stringify(body),
    signal: AbortSignal.timeout(within),
  });
}

// order sends a move or another act until it is answered. Sent again it has the same key, so that it is done once. It returns the status and what was said.
export async function order(path, body, patience) {
  const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now();
  const within = ["hint", "analysis"].includes(body.act) ? thinking : timeout;
  for (let pause = 500; ; pause = Math.min(pause * 2, 4000)) {
    try {
      const answer = await post(`${at}/${path}`, { ...body, key }, within);
      if (answer.status < 500) return { status: answer.status, ...(await answer.json().catch(() => ({}))) };
    } catch {
      // not reached: tried again
    }
    patience();
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

// read asks for something beside the game; null if there is nothing.
export async function read(path) {
  const answer = await fetch(api(`${at}/${path}`), { headers: headers(), signal: AbortSignal.timeout(timeout) }).catch(() => null);
  return answer?.status === 200 ? answer.json() : null;
}

// follow keeps the page up to date: it calls on.look, on.state, on.offline and on.refused (with a text), until the function that it returns is called.
export function follow(on) {
  let ended = false;
  let current = null; // what ends the attempt that is under way
  const still = !at.startsWith("games/"); // it does not change by itself, and is read once
  let held = still; // a proxy holds streams back
  let wake = () => {};

  const heard = { version: "" };
  const take = ({ look, message }) => {
    if (look) on.look(look);
    heard.version = message.version;
    on.state(message.state, message.now);
  };

  async function attempt() {
    const control = new AbortController();
    current = control;
    if (held) {
      const answer = await fetch(api(`${at}?after=${encodeURIComponent(heard.version)}`), {
        headers: headers(), signal: AbortSignal.any([control.signal, AbortSignal.timeout(silence)]),
      });
      if (await refused(answer)) return;
      take(await answer.json());
      if (still) ended = true;
      return;
    }
    let dead = setTimeout(() => control.abort("held"), streamPatience);
    try {
      const answer = await fetch(api(`${at}/events`), { headers: headers(), signal: control.signal });
      if (await refused(answer)) return;
      for await (const { event, data } of events(answer.body)) {
        clearTimeout(dead);
        dead = setTimeout(() => control.abort("silent"), silence);
        if (event === "look") on.look(data);
        else if (event === "state") take({ message: data });
        else if (event === "gone") return end(() => on.refused(data.text));
      }
    } finally {
      clearTimeout(dead);
      if (control.signal.reason === "held" && !document.hidden) held = true;
    }
  }

  async function refused(answer) {
    if (answer.ok) return false;
    if (answer.status !== 401 && answer.status !== 403) throw new Error(answer.statusText);
    const { text } = await answer.json();
    end(() => on.refused(text));
    return true;
  }

  function end(say) {
    ended = true;
    say();
  }

  let hiding = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => current?.abort("hidden"), hiddenFor);
    else restart();
  });
  addEventListener("pageshow", (shown) => shown.persisted && restart());
  addEventListener("online", restart);

  // A phone that slept may hold a stream that is dead without knowing it.
  function restart() {
    current?.abort("again");
    wake();
  }

  (async () => {
    for (let failures = 0; !ended;) {
      try {
        await attempt();
        failures = 0;
      } catch {
        // said below
      }
      if (ended) return;
      const reason = current.signal.reason;
      if (reason === "again" || held) continue;
      if (!document.hidden && reason !== "held") on.offline();
      const pause = Math.min(500 * 2 ** failures++, 8000) * (0.75 + Math.random() / 2);
      await new Promise((resume) => {
        wake = resume;
        setTimeout(() => document.hidden || resume(), pause);
      });
    }
  })();
  return () => {
    ended = true;
    restart();
  };
}

// events reads server-sent events from a stream.
async function* events(body) {
  let buffer = "";
  for await (const text of texts(body)) {
    buffer += text;
    for (let end; (end = buffer.indexOf("\n\n")) >= 0; buffer = buffer.slice(end + 2)) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(buffer.slice(0, end)) ?? [];
      if (event) yield { event, data: JSON.parse(data) };
    }
  }
}

async function* texts(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
