// The list of messages: it keeps what has not changed, holds to the bottom while the reader is there, and keeps the keyboard's place
// when a message changes under it.
import { el, replace } from "./dom.js";
import { channelLabel } from "./composer.js";
import { follows, renderMessage, spoken } from "./message.js";
import { dayOf, longDate } from "./time.js";
import { say } from "./words.js";

const nearBottom = 80; // pixels from the end that still count as reading the newest

export class Timeline {
  #drawn = new Map(); // message id → { message, compact, act, words, node }
  #channel = null;
  #stuck = true; // whether the end of the list is in view and is to stay in view

  constructor({ list, scroller, earlier, toPresent, announcer }, chat, room) {
    Object.assign(this, { list, scroller, earlier, toPresent, announcer, chat, room });
    this.words = ""; // see wordsOf; when they change, all is drawn anew
    scroller.addEventListener("scroll", () => this.#scrolled());
    earlier.addEventListener("click", () => chat.earlier());
    toPresent.addEventListener("click", () => this.toEnd());
    // Pictures make the list grow after it is drawn.
    new ResizeObserver(() => this.#stuck && this.#jump()).observe(list);
    new ResizeObserver(() => this.#stuck && this.#jump()).observe(scroller);
    chat.on("messages", ({ channel }) => channel === chat.channel && this.draw());
    chat.on("me people commands", () => {
      this.words = wordsOf(chat);
      this.draw();
    });
    chat.on("fresh", ({ message }) => this.#announce(message));
  }

  // draw brings the list up to what the chat knows.
  draw() {
    const { chat } = this;
    if (chat.channel !== this.#channel) {
      this.#channel = chat.channel;
      this.#drawn.clear();
      this.#stuck = true;
    }
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    const first = this.list.querySelector("[data-message]");
    const focus = this.#focusPlace();
    const messages = chat.messages();
    const nodes = [];
    const drawn = new Map();
    if (chat.loaded && !chat.hasEarlier()) nodes.push(this.#welcome());
    let previous = null;
    let day = null;
    for (const message of messages) {
      const newDay = message.timestamp && dayOf(Date.parse(message.timestamp)) !== day;
      if (newDay) {
        day = dayOf(Date.parse(message.timestamp));
        nodes.push(divider(message.timestamp));
      }
      const compact = !newDay && follows(message, previous);
      const known = this.#drawn.get(message.id);
      const act = chat.pendingOn(message);
      const same = known && known.message === message && known.compact === compact && known.act === act && known.words === this.words;
      const node = same ? known.node : renderMessage(message, { chat, room: this.room, compact });
      drawn.set(message.id, { message, compact, act, words: this.words, node });
      nodes.push(node);
      previous = message;
    }
    this.#drawn = drawn;
    this.#fill(nodes);
    this.earlier.hidden = !chat.hasEarlier();
    if (focus) this.#restoreFocus(focus);
    if (this.#stuck) this.#jump();
    else if (first && first !== this.list.querySelector("[data-message]")) this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd; // older ones came above
  }

  // toEnd shows the newest message.
  toEnd() {
    this.#stuck = true;
    this.#jump();
  }

  // #fill puts the nodes into the list and touches only what differs: an open menu or a selection of text in the others stays.
  #fill(nodes) {
    const wanted = new Set(nodes);
    for (const node of [...this.list.children]) if (!wanted.has(node)) node.remove();
    nodes.forEach((node, index) => {
      if (this.list.children[index] !== node) this.list.insertBefore(node, this.list.children[index] ?? null);
    });
  }

  #focusPlace() {
    const node = document.activeElement;
    const item = node?.closest?.("[data-message]");
    return item && this.list.contains(item) ? { message: item.dataset.message, control: node.dataset.control, node } : null;
  }

  // The focused button may have been drawn anew, be disabled now or be gone: then the same button, else the message, takes the focus.
  #restoreFocus({ message, control, node }) {
    if (node.isConnected && document.activeElement === node) return;
    const item = this.#drawn.get(message)?.node;
    const same = control && item?.querySelector(`[data-control="${CSS.escape(control)}"]:not(:disabled)`);
    (same || item)?.focus({ preventScroll: true });
  }

  #scrolled() {
    this.#stuck = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < nearBottom;
    if (this.#stuck) this.toPresent.hidden = true;
    if (this.scroller.scrollTop < 40 && !this.#stuck) this.chat.earlier();
  }

  #jump() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #announce(message) {
    if (!this.#stuck) this.toPresent.hidden = false;
    const words = spoken(message, this.chat, this.room);
    if (words) replace(this.announcer, el("p", {}, words));
  }

  #welcome() {
    const channel = this.chat.channelById(this.chat.channel);
    return el("li", { class: "welcome" }, el("h2", {}, channel ? channelLabel(channel) : ""), el("p", {}, channel ? say("welcome", { place: channelLabel(channel) }) : ""));
  }
}

// wordsOf is what messages are drawn with besides themselves: the names, the roles and the commands, in the language of the person one is.
// The rest of what is told of people, such as whether they take direct messages, changes no message.
function wordsOf({ me, people, roles, bot, commands }) {
  const { locale, permissions, installed } = people.find((person) => person.id === me) ?? {};
  const known = people.map(({ id, name, member, roles }) => [id, name, member, roles]);
  return JSON.stringify([me, locale, permissions, installed, known, roles, bot.name, commands]);
}

function divider(iso) {
  return el("li", { class: "divider" }, el("span", {}, longDate(Date.parse(iso))));
}
