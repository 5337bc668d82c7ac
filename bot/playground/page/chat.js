// Chat is what the page knows: the person it acts for, the channels, the messages, the commands, and what is still on its way.
//
// It hears the server's events and tells the views what changed, by events of its own:
//   me, people, channels, commands, bot, clock, connection   that part changed
//   left                      one becomes another person: what was begun as the one before ends
//   calls                     somebody has called people other than this person
//   messages {channel}        messages of a channel changed
//   fresh {message}           a message has just come, which deserves to be read aloud
//   modal {form}              the bot asks for a form
//   trouble {text}            the server refused something; its words say why. No text: it could not be reached
import { api, listen, Refused, Unreachable } from "./api.js";
import { localized, menuEntries, messageMenu, userMenu } from "./command.js";
import { compareIds } from "./snowflake.js";
import { setNow } from "./time.js";

const loadingFlag = 1 << 7;
const pageSize = 50;
const again = 1000; // milliseconds until the server is asked anew
// partsOfState are the events that tell of what api.state tells too.
const partsOfState = new Set(["channel", "channel_delete", "commands", "people", "roles", "bot", "clock"]);

export class Chat extends EventTarget {
  me = null; // the id of the person one is
  channel = null; // the id of the open channel
  guild = { name: "" };
  bot = { bot: true, name: "", online: false }; // like a person, with permissions
  people = [];
  roles = []; // of the server
  permissions = []; // the names of all that the bot may have or lack
  channels = [];
  commands = [];
  locales = [];
  fileLimit = 0; // bytes that a file of a command may have
  connected = true;
  loaded = false;

  #messages = new Map(); // channel id → Map of message id → message
  #complete = new Set(); // channels whose first message is known
  #arrived = null; // ids of messages that events told of while a channel was being loaded
  #held = null; // events that came while the state was being loaded: it may be older than they are
  #pending = new Map(); // nonce → what waits for ack, failed or modal
  #dismissed = new Set(JSON.parse(sessionStorage.getItem("dismissed") ?? "[]"));
  #unread = new Map(); // channel id → { count, mentioned: Set of person ids }
  #calls = new Set(); // people whom somebody has called since they were last being played
  #life = 0; // counts the people one has been, so that an answer meant for the one before is dropped
  #stop = () => {};

  // become makes one another person: everything is loaded anew, since each person sees other messages and other words.
  // With no person the server's first is taken, with no channel the one that is open or else the first.
  become(person, channel) {
    this.#stop();
    this.#giveUp();
    this.#messages.clear();
    this.#complete.clear();
    this.#life += 1;
    this.#arrived = null;
    this.#held = null;
    if (person !== this.me) this.#tell("left");
    this.me = person;
    if (channel) this.channel = channel;
    this.#stop = listen(person ?? undefined, {
      onEvent: (kind, data) => this.#hear(kind, data),
      onLost: () => this.#lost(),
    });
  }

  // rest ends the stream of a page that is left. The browser may keep such a page for the way back, and a stream would
  // keep its connection: after five of them none is left for the next page.
  rest() {
    this.#stop();
  }

  // #lost tells that the stream broke. A server that is there and does not know this person has begun anew: its first person is taken.
  async #lost() {
    this.connected = false;
    this.#tell("connection");
    if (this.me === null) return;
    const life = this.#life;
    try {
      await api.state(this.me);
    } catch (error) {
      if (error instanceof Refused && life === this.#life) this.become(null);
    }
  }

  // #join loads what the server knows. While the stream is open and an answer is lost, it asks again: until then the page is not connected.
  async #join() {
    const life = this.#life;
    try {
      await this.#load();
    } catch (error) {
      if (error instanceof Refused) this.#tell("trouble", troubleOf(error));
      else if (!(error instanceof Unreachable)) throw error;
      else if (!this.connected || !this.loaded) setTimeout(() => life === this.#life && this.#join(), again);
    }
  }

  async #load() {
    const held = [];
    this.#held = held;
    let state;
    try {
      state = await api.state(this.me ?? undefined);
    } catch (error) {
      if (held === this.#held) this.#held = null;
      throw error;
    }
    if (held !== this.#held) return; // another person, or the stream broke once more
    this.#held = null;
    this.#calls.delete(state.person);
    this.me = state.person;
    this.guild = state.guild;
    this.bot = { ...state.bot, bot: true };
    this.people = state.people;
    this.roles = state.roles;
    this.permissions = state.permissions;
    this.channels = state.channels;
    this.commands = state.commands;
    this.locales = state.locales;
    this.fileLimit = state.file_limit;
    setNow(state.now);
    if (!this.channels.some((channel) => channel.id === this.channel)) {
      this.channel = (this.channels.find((channel) => channel.type === 0) ?? this.channels[0])?.id ?? null;
    }
    for (const id of this.#messages.keys()) if (id !== this.channel) this.#messages.delete(id);
    this.connected = true;
    this.loaded = true;
    for (const part of ["connection", "me", "people", "channels", "commands", "bot"]) this.#tell(part);
    for (const [kind, data] of held) this.#hear(kind, data);
    await this.#loadMessages();
  }

  async #loadMessages() {
    const life = this.#life;
    const channel = this.channel;
    if (!channel) return;
    this.#unread.delete(channel);
    // What arrives meanwhile may be missing in the list, so there has to be a place for it from now on.
    if (!this.#messages.has(channel)) this.#messages.set(channel, new Map());
    this.#arrived = new Set();
    const arrived = this.#arrived;
    const list = await api.messages(this.me, channel, undefined, pageSize);
    if (life !== this.#life || arrived !== this.#arrived) return; // another person, or a later look knows more
    const old = this.#messages.get(channel) ?? new Map();
    const fresh = new Map(list.map((message) => [message.id, message]));
    for (const [id, message] of old) if (arrived.has(id) || message.local) fresh.set(id, message);
    for (const id of arrived) if (!old.has(id)) fresh.delete(id); // it was taken away meanwhile
    this.#messages.set(channel, fresh);
    if (list.length < pageSize) this.#complete.add(channel);
    else this.#complete.delete(channel); // the earlier ones that were read went with the old list
    this.#arrived = null;
    this.#tell("messages", { channel });
  }

  // open shows another channel.
  async open(channel) {
    if (channel !== this.channel) this.reply(null);
    if (channel === this.channel || !this.channels.some((known) => known.id === channel)) return;
    this.channel = channel;
    this.#unread.delete(channel);
    this.#tell("channels");
    this.#tell("messages", { channel });
    await this.#try(this.#loadMessages());
  }

  // earlier loads the messages before those that are shown.
  async earlier() {
    const channel = this.channel;
    const first = this.messages().find((message) => !message.local);
    if (!first || this.#complete.has(channel)) return;
    const known = this.#messages.get(channel);
    const list = await this.#try(api.messages(this.me, channel, first.id, pageSize));
    // Those that are known by now may be another person's, or of a later look that begins elsewhere.
    if (!list || known !== this.#messages.get(channel)) return;
    for (const message of list) if (!known.has(message.id)) known.set(message.id, message);
    if (list.length < pageSize) this.#complete.add(channel);
    this.#tell("messages", { channel });
  }

  // messages are those of the open channel that this person sees, the oldest first.
  messages() {
    const all = [...(this.#messages.get(this.channel)?.values() ?? [])];
    return all.filter((message) => !this.#dismissed.has(message.id)).sort(byAge);
  }

  // messageById finds a message of the open channel among those that are shown.
  messageById(id) {
    return this.#messages.get(this.channel)?.get(id);
  }

  // hasEarlier reports whether there are messages before those that are shown.
  hasEarlier() {
    return this.loaded && this.messages().some((message) => !message.local) && !this.#complete.has(this.channel);
  }

  person(id) {
    return id === this.bot.id ? this.bot : this.people.find((person) => person.id === id);
  }

  // members are the people who have not left the server.
  members() {
    return this.people.filter((person) => person.member !== false);
  }

  // callees are the ids of those whom a message calls, by themselves or by a role of theirs.
  callees(message) {
    const roles = message.mention_roles ?? [];
    const byRole = this.people.filter((person) => person.roles?.some((role) => roles.includes(role)));
    return [...(message.mentions ?? []), ...byRole].map((user) => user.id);
  }

  // commandName is what this person calls a command, with its subcommands and the slash of those that are typed.
  commandName(name) {
    const locale = this.person(this.me)?.locale;
    let nodes = this.commands;
    const inMenu = nodes.find((known) => known.name === name && known.type > 1);
    if (inMenu) return localized(inMenu.name_localizations, locale, name);
    return "/" + name.split(" ").map((word) => {
      const node = nodes.find((known) => known.name === word);
      nodes = node?.options ?? [];
      return localized(node?.name_localizations, locale, word);
    }).join(" ");
  }

  channelById(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  // unread tells how many messages came into a channel while another was open, and whether one of them calls this person.
  unread(channel) {
    const seen = this.#unread.get(channel);
    return { count: seen?.count ?? 0, mentioned: seen?.mentioned.has(this.me) ?? false };
  }

  // isMentioned reports whether somebody has mentioned this person since the page last acted for them.
  isMentioned(person) {
    return this.#calls.has(person);
  }

  // dismiss hides an ephemeral message, or one that only the page itself made.
  dismiss(message) {
    const known = this.#messages.get(message.channel_id);
    if (message.local) known?.delete(message.id);
    else {
      this.#dismissed.add(message.id);
      sessionStorage.setItem("dismissed", JSON.stringify([...this.#dismissed].slice(-500)));
    }
    this.#tell("messages", { channel: message.channel_id });
  }

  // pendingOn tells what a message's control is doing: "waiting", "failed" or undefined.
  pendingOn(message) {
    for (const act of this.#pending.values()) if (act.message === message.id) return act;
    return undefined;
  }

  // reply has the next message answer another one; null: none.
  reply(message) {
    if (this.replying === message) return;
    this.replying = message;
    this.#tell("reply", {});
  }

  // say sends a plain message; false, and trouble told, when it was not taken.
  async say(content) {
    const answered = this.replying;
    this.reply(null);
    try {
      await api.say(this.me, this.channel, content, answered?.id);
      return true;
    } catch (error) {
      this.#tell("trouble", troubleOf(error));
      return false;
    }
  }

  // messageCommands are those in the menu of a message: { name, shown }; userCommands those in the menu of its author.
  messageCommands() {
    return this.#menuCommands(messageMenu);
  }

  userCommands() {
    return this.#menuCommands(userMenu);
  }

  #menuCommands(type) {
    const { locale = "en-US", permissions, installed } = this.person(this.me) ?? {};
    return menuEntries(type, this.commands, { locale, permissions, installed, channelType: this.channelById(this.channel)?.type });
  }

  // command sends a slash command, or one of the menu of a message or a user: { message } or { user }, by id. Until the bot answers, a message of the page's own says that it is on its way.
  async command(name, options, on) {
    const nonce = newNonce();
    const channel = this.channel;
    const note = {
      id: `local-${nonce}`, local: "sending", channel_id: channel, author: { id: this.bot.id }, content: "", command: name,
      after: this.messages().filter((message) => !message.local).at(-1)?.id ?? "0", timestamp: null,
    };
    this.#remember(note);
    this.#pending.set(nonce, { note });
    try {
      await api.command({ person: this.me, channel, name, options, ...on, nonce });
      return true;
    } catch (error) {
      this.#forget(note);
      this.#pending.delete(nonce);
      this.#tell("trouble", troubleOf(error));
      return false;
    }
  }

  // upload hands in a file for an option of a command and returns its id; undefined, and trouble told, when it was not taken.
  async upload(file) {
    try {
      return (await api.upload(this.me, file)).id;
    } catch (error) {
      this.#tell("trouble", troubleOf(error));
      return undefined;
    }
  }

  // click presses a button of a message, select chooses in a menu of it.
  click(message, custom_id) {
    return this.#act(message, custom_id, (nonce) =>
      api.click({ person: this.me, channel: message.channel_id, message: message.id, custom_id, nonce }));
  }

  select(message, custom_id, values) {
    return this.#act(message, custom_id, (nonce) =>
      api.select({ person: this.me, channel: message.channel_id, message: message.id, custom_id, values, nonce }));
  }

  async #act(message, custom_id, send) {
    for (const [nonce, act] of this.#pending) if (act.message === message.id) this.#pending.delete(nonce);
    const nonce = newNonce();
    this.#pending.set(nonce, { message: message.id, channel: message.channel_id, custom_id, state: "waiting" });
    this.#tell("messages", { channel: message.channel_id });
    try {
      await send(nonce);
    } catch (error) {
      this.#pending.delete(nonce);
      this.#tell("messages", { channel: message.channel_id });
      this.#tell("trouble", troubleOf(error));
    }
  }

  // submit sends a form back. It settles when the bot has taken it, and fails with words when it has not.
  submit(form, values) {
    const nonce = newNonce();
    return new Promise((taken, refused) => {
      this.#pending.set(nonce, { taken, refused });
      const act = { person: this.me, channel: form.channel_id, interaction: form.interaction, custom_id: form.custom_id, values, nonce };
      api.modal(act).catch((error) => {
        this.#pending.delete(nonce);
        refused(error);
      });
    });
  }

  // complete asks the bot for the choices of an option that is being typed.
  async complete(name, options, focused) {
    return (await api.autocomplete(this.me, this.channel, name, options, focused)).choices;
  }

  async addPerson(name, locale) {
    const person = await this.#try(api.addPerson(name, locale));
    if (person) this.become(person.id);
  }

  async setLocale(locale) {
    const person = await this.#try(api.changePerson(this.me, { locale }));
    if (!person) return;
    this.people = this.people.map((known) => (known.id === person.id ? { ...known, ...person } : known));
    this.#tell("people");
    await this.#try(this.#load());
  }

  // setManager says whether this person may manage the server.
  async setManager(manager) {
    await this.#try(api.changePerson(this.me, { manager }));
  }

  // change says something else of this person: { member }, { dms } or { roles }.
  async change(changes) {
    await this.#try(api.changePerson(this.me, changes));
  }

  // addRole makes a role that this person has from then on.
  async addRole(name) {
    const role = await this.#try(api.addRole(name));
    if (role) await this.change({ roles: [...this.person(this.me).roles, role.id] });
  }

  // changeChannel archives or locks the open thread, deleteChannel takes the open thread or channel away.
  async changeChannel(changes) {
    await this.#try(api.changeChannel(this.me, this.channel, changes));
  }

  async deleteChannel() {
    await this.#try(api.deleteChannel(this.me, this.channel));
  }

  // permit says what the bot may do in the open channel, by names; what is not named it loses.
  async permit(names) {
    const channel = this.channelById(this.channel);
    await this.#try(api.permissions(channel.parent_id ?? channel.id, this.permissions.filter((name) => !names.includes(name)), names));
  }

  async advance(duration) {
    const answer = await this.#try(api.advance(duration));
    if (answer) setNow(answer.now);
    this.#tell("clock");
  }

  #hear(kind, data) {
    if (this.#held && partsOfState.has(kind)) {
      this.#held.push([kind, data]);
      return;
    }
    switch (kind) {
      case "hello":
        setNow(data.now);
        this.#giveUp();
        this.#join();
        break;
      case "message":
        this.#receive(data);
        break;
      case "message_delete":
        this.#arrived?.add(data.id);
        this.#messages.get(data.channel_id)?.delete(data.id);
        this.#tell("messages", { channel: data.channel_id });
        break;
      case "channel":
        this.channels = [...this.channels.filter((channel) => channel.id !== data.id), data];
        this.#tell("channels");
        break;
      case "channel_delete":
        this.channels = this.channels.filter((channel) => channel.id !== data.id);
        if (this.channel === data.id) this.open(this.#refuge()?.id);
        this.#tell("channels");
        break;
      case "commands":
        this.commands = data.commands;
        this.#tell("commands");
        break;
      case "people":
        this.people = data.people;
        this.#tell("people");
        break;
      case "roles":
        this.roles = data.roles;
        this.#tell("people");
        break;
      case "bot":
        this.bot = { ...this.bot, ...data };
        this.#tell("bot");
        break;
      case "ack":
      case "failed":
      case "modal":
        this.#settle(kind, data);
        break;
      case "clock":
        setNow(data.now);
        this.#tell("clock");
        break;
    }
  }

  // #refuge is where to go when the open channel is gone: people who have left the server have their direct messages.
  #refuge() {
    const text = this.person(this.me)?.member && this.channels.find((channel) => channel.type === 0);
    return text || this.channels.find((channel) => channel.recipient);
  }

  #receive(message) {
    this.#arrived?.add(message.id);
    const known = this.#messages.get(message.channel_id);
    const isNew = !known?.has(message.id);
    const before = known?.get(message.id);
    known?.set(message.id, message);
    for (const [nonce, act] of this.#pending) {
      if (act.message === message.id) this.#pending.delete(nonce); // the bot changed the message: that was its answer
    }
    if (message.channel_id !== this.channel && isNew && message.author.id !== this.me) {
      const seen = this.#unread.get(message.channel_id) ?? { count: 0, mentioned: new Set() };
      seen.count += 1;
      for (const id of this.callees(message)) seen.mentioned.add(id);
      this.#unread.set(message.channel_id, seen);
      this.#tell("channels");
    }
    if (isNew) this.#noteCalls(message);
    this.#tell("messages", { channel: message.channel_id });
    const answered = before && isLoading(before) && !isLoading(message);
    if (message.channel_id === this.channel && ((isNew && !isLoading(message)) || answered)) this.#tell("fresh", { message });
  }

  #noteCalls(message) {
    const called = this.callees(message).filter((id) => id !== this.me && id !== message.author.id);
    for (const id of called) this.#calls.add(id);
    if (called.length) this.#tell("calls");
  }

  #settle(kind, data) {
    const act = this.#pending.get(data.nonce);
    if (kind === "modal") this.#tell("modal", { form: data });
    if (!act) return;
    this.#pending.delete(data.nonce);
    if (act.note) {
      this.#forget(act.note);
      if (kind === "failed") this.#remember({ ...act.note, local: "failed" });
    } else if (act.taken) {
      if (kind === "failed") act.refused(new Error(data.message));
      else act.taken();
    } else {
      if (kind === "failed") this.#pending.set(data.nonce, { ...act, state: "failed" });
      this.#tell("messages", { channel: act.channel });
    }
  }

  // #giveUp marks what was on its way as failed when its stream breaks or ends: no event will report it.
  #giveUp() {
    for (const act of this.#pending.values()) {
      act.refused?.(new Refused(""));
      if (act.note) this.#messages.get(act.note.channel_id)?.set(act.note.id, { ...act.note, local: "failed" });
    }
    this.#pending.clear();
  }

  #remember(note) {
    if (!this.#messages.has(note.channel_id)) this.#messages.set(note.channel_id, new Map());
    this.#messages.get(note.channel_id).set(note.id, note);
    this.#tell("messages", { channel: note.channel_id });
  }

  #forget(note) {
    this.#messages.get(note.channel_id)?.delete(note.id);
    this.#tell("messages", { channel: note.channel_id });
  }

  // #try waits for an answer; a refusal is told to the reader and gives undefined.
  async #try(promise) {
    try {
      return await promise;
    } catch (error) {
      if (error instanceof Refused) this.#tell("trouble", troubleOf(error));
      else if (!(error instanceof Unreachable)) throw error; // of a lost server the broken stream tells already
      return undefined;
    }
  }

  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  // on calls a function whenever one of the named parts changes.
  on(kinds, listener) {
    for (const kind of kinds.split(" ")) this.addEventListener(kind, (event) => listener(event.detail, kind));
  }
}

// troubleOf is what to tell of a failure. That the server was not reached is for the page to say, in the reader's words.
function troubleOf(error) {
  return { text: error instanceof Unreachable ? undefined : error.message };
}

// isLoading reports whether the bot has said that it is thinking and has not answered yet.
export function isLoading(message) {
  return Boolean(message.loading || (message.flags & loadingFlag)) && !message.failed;
}

// The page's own notes follow the message that was the last when they were made.
function byAge(a, b) {
  return compareIds(a.after ?? a.id, b.after ?? b.id) || (a.local ? 1 : 0) - (b.local ? 1 : 0) || (a.local && b.local ? 0 : compareIds(a.id, b.id));
}

// Not crypto.randomUUID: a page that is read over plain HTTP from another machine does not have it.
function newNonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
