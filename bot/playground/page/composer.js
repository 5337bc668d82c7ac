// The message box. It is plain text until a command is chosen; then it becomes a line of options (commandline.js) until that is sent or left.
import { el, replace } from "./dom.js";
import { avatar } from "./avatar.js";
import { begin, flatten, matching, named } from "./command.js";
import { CommandLine } from "./commandline.js";
import { Suggestions } from "./suggestions.js";
import { say } from "./words.js";

// narrow is where the hint of the box has no room for the name of a channel, as composer.css has it.
const narrow = matchMedia("(max-width: 760px)");

export class Composer {
  #chat;
  #line = null; // the command being filled in
  #writer; // the person whose text is in the box
  #shift = false; // whether the last key was pressed with Shift, which makes Enter a line break
  #suggestions = new Suggestions();

  constructor(root, chat) {
    this.#chat = chat;
    this.box = el("textarea", {
      id: "box", rows: 1, role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-expanded": "false",
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", maxlength: 2000,
    });
    this.place = el("div", { class: "composer-place" }, this.box);
    this.send = el("button", { type: "button", class: "send", on: { click: () => this.#submit() } }, el("span", { "aria-hidden": "true" }, "➤"));
    this.complaint = el("p", { class: "complaint", role: "alert" });
    this.answers = el("p", { class: "answers", hidden: true });
    root.append(this.#suggestions.node, this.complaint, this.answers, el("div", { class: "composer" }, this.place, this.send));
    this.box.addEventListener("input", (event) => this.#typed(event));
    this.box.addEventListener("compositionend", (event) => this.#typed(event));
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("beforeinput", (event) => {
      // Enter sends. Some keyboards of telephones put the line break in without a key that could be stopped.
      if (event.inputType === "insertLineBreak" && !this.#shift) event.preventDefault();
    });
    this.box.addEventListener("blur", () => this.#suggestions.hide());
    this.box.addEventListener("focus", () => this.#suggest());
    this.#takeFiles(root);
    chat.on("trouble", ({ text }) => this.complain(text ?? say("unreachable")));
    chat.on("connection", () => {
      if (chat.connected && this.complaint.textContent === say("unreachable")) this.complain(""); // it is so no longer
    });
    chat.on("channels me", () => this.translate());
    narrow.addEventListener("change", () => this.translate());
    chat.on("reply", () => this.#showAnswered(true));
    chat.on("me commands", () => this.#leaveStale());
  }

  // #takeFiles has files that are dropped anywhere on the page, or pasted into the box, go to the command that is being written.
  #takeFiles(root) {
    const carries = (event) => event.dataTransfer?.types.includes("Files");
    const over = (is) => root.classList.toggle("dropping", is);
    document.addEventListener("dragover", (event) => {
      if (!carries(event)) return;
      event.preventDefault(); // without it the browser would leave the page and show the file
      over(true);
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
    document.addEventListener("drop", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      over(false);
      this.#takeFile(event.dataTransfer.files[0]);
    });
    root.addEventListener("paste", (event) => {
      if (!event.clipboardData.files.length) return;
      event.preventDefault();
      this.#takeFile(event.clipboardData.files[0]);
    });
  }

  #takeFile(file) {
    if (this.#line && !this.#line.sending) this.#line.takeFile(file);
    else this.complain(say("noFilePlace"));
  }

  // #showAnswered says above the box to whom one replies.
  #showAnswered(focused) {
    const message = this.#chat.replying;
    this.answers.hidden = !message;
    if (!message) return replace(this.answers);
    const name = this.#chat.person(message.author.id)?.name ?? message.author.global_name ?? message.author.username;
    replace(this.answers, el("span", {}, say("replyingTo", { name })), " ",
      el("button", { type: "button", class: "link", data: { reply: "no" }, on: { click: () => this.#stopReplying() } }, say("stopReplying")));
    if (focused) this.focus();
  }

  #stopReplying() {
    this.#chat.reply(null);
    this.focus();
  }

  // translate writes the words of the box in the language of the person one is.
  translate() {
    const channel = this.#chat.channelById(this.#chat.channel);
    if (!channel) return;
    const prompt = say("placeholder", { place: channelLabel(channel) });
    this.box.placeholder = narrow.matches ? say("shortPlaceholder") : prompt;
    this.box.setAttribute("aria-label", prompt);
    this.send.setAttribute("aria-label", say("send"));
    this.#showAnswered(false);
    this.#suggestions.list.setAttribute("aria-label", say("commands"));
  }

  // complain says what is wrong until the next key.
  complain(text) {
    this.complaint.textContent = text;
  }

  focus() {
    (this.#line ?? this.box).focus();
  }

  // beginCommand starts a command by its default name and id, as a click on </move:…> asks for it. A command that was registered anew has another id.
  beginCommand(name, id) {
    const commands = this.#commands();
    const command = named(commands.filter((known) => known.id === id), name) ?? named(commands, name);
    if (command) this.#enter(command, "");
    else this.complain(say("unknownCommand", { name: `/${name}` }));
  }

  #commands() {
    const person = this.#chat.person(this.#chat.me);
    return flatten(this.#chat.commands, person?.locale ?? "en-US", this.#chat.channelById(this.#chat.channel)?.type, person?.permissions, person?.installed);
  }

  // A command line speaks one language and one set of commands; when these change under it, it is written anew. When they come again and are the
  // same, as after a restart of the server, nothing happens to it. What one person has begun to write is not another's.
  #leaveStale() {
    const same = this.#writer === undefined || this.#writer === this.#chat.me;
    this.#writer = this.#chat.me ?? undefined;
    if (this.#line && !this.#line.sending) {
      const line = this.#line;
      const command = this.#commands().find((known) => line.sameAs(known));
      if (same && command && line.isOf(command)) return;
      this.#leave(same ? line.text(command) : "");
    }
    if (!same) this.#clear();
    const begun = !this.#line && begin(this.#commands(), `${this.box.value} `);
    if (begun && begun.rest) this.#enter(begun.command, begun.rest.trim(), this.place.contains(document.activeElement));
    else if (document.activeElement === this.box) this.#suggest(); // the list goes on under what is being typed
    else this.#suggestions.hide();
  }

  #typed(event) {
    if (this.#line) return; // some browsers tell of the end of a composition twice
    this.complain("");
    this.#grow();
    if (event.isComposing) return;
    const found = this.box.value.startsWith("/") && begin(this.#commands(), this.box.value);
    if (found) this.#enter(found.command, found.rest);
    else this.#suggest();
  }

  #grow() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, 200)}px`;
  }

  #suggest() {
    const text = this.box.value;
    if (/^\/[^\n]*$/.test(text)) {
      const typed = text.slice(1).trim();
      const items = matching(this.#commands(), typed).map((command) => ({
        label: `/${command.shown}`,
        detail: command.description,
        hint: command.options.filter((option) => option.required).map((option) => option.shown).join(" "),
        face: avatar(this.#chat.bot, this.#chat.people, "small"),
        pick: () => this.#enter(command, ""),
      }));
      this.#suggestions.show(this.box, items, { head: say("commands"), note: say("noCommands"), foot: say("keysList"), first: true });
      return;
    }
    const mention = this.#mentionBeforeCaret();
    const people = mention ? this.#callable().filter((person) => person.name.toLowerCase().includes(mention.typed.toLowerCase())) : [];
    if (!people.length) return this.#suggestions.hide();
    this.#suggestions.show(this.box, people.map((person) => ({
      label: `@${person.name}`, face: avatar(person, this.#chat.people, "small"), pick: () => this.#mention(mention, person),
    })), { foot: say("keysList"), first: true });
  }

  #mentionBeforeCaret() {
    const before = this.box.value.slice(0, this.box.selectionStart);
    const found = before.match(/(?:^|\s)@([^\s@]*)$/);
    return found && { typed: found[1], start: before.length - found[1].length - 1 };
  }

  #mention({ start }, person) {
    this.box.setRangeText(`@${person.name} `, start, this.box.selectionStart, "end");
    this.#suggest();
  }

  #key(event) {
    this.#shift = event.shiftKey;
    // While an input method is composing, Enter and the arrows belong to it. Code 229 is how some keyboards say the same.
    if (event.isComposing || event.keyCode === 229) return;
    const list = this.#suggestions;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const exact = this.#exactCommand();
      if (list.open && list.active && !(exact && !list.moved)) list.active.pick();
      else this.#submit();
    } else if (event.key === "Escape" && !list.open && this.#chat.replying) {
      event.preventDefault();
      this.#chat.reply(null);
    } else if (!list.open) {
      return;
    } else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      (list.active ?? list.first).pick();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      list.hide();
    }
  }

  // #exactCommand is the command whose whole name is in the box and which needs nothing more.
  #exactCommand() {
    const text = this.box.value.trim();
    const command = text.startsWith("/") ? named(this.#commands(), text.slice(1)) : undefined;
    return command && !command.options.some((option) => option.required) ? command : undefined;
  }

  #submit() {
    if (this.#line) return this.#line.submit();
    const text = this.box.value.trim();
    if (!text) return;
    const exact = this.#exactCommand();
    if (exact) {
      this.#hand(text, this.#chat.command(exact.name, {}));
    } else if (text.startsWith("/")) {
      const command = named(this.#commands(), text.slice(1));
      if (command) this.#enter(command, "");
      else this.complain(say("unknownCommand", { name: this.#unknown(text) }));
    } else {
      this.#hand(text, this.#chat.say(this.#withMentions(text)));
    }
  }

  // #hand clears the box of a text that is being sent. One that could not be sent comes back, unless its place is taken.
  async #hand(text, sent) {
    const writer = this.#chat.me;
    this.#clear();
    if ((await sent) || this.#line || this.box.value || writer !== this.#chat.me) return;
    this.box.value = text;
    this.#grow();
  }

  // #unknown is as much of a text as says that no command is called so: of "/settings mine" both words, since /settings there is.
  #unknown(text) {
    const words = text.split(/\s+/);
    const group = this.#commands().some((command) => [command.shown, command.name].some((name) => `/${name}`.toLowerCase().startsWith(`${words[0].toLowerCase()} `)));
    return words.slice(0, group ? 2 : 1).join(" ");
  }

  // #callable are all who can be mentioned: the people, and the bot.
  #callable() {
    return [...this.#chat.people, this.#chat.bot];
  }

  #withMentions(text) {
    const people = this.#callable().sort((a, b) => b.name.length - a.name.length);
    return people.reduce((out, person) => out.replaceAll(`@${person.name}`, `<@${person.id}>`), text);
  }

  #clear() {
    this.box.value = "";
    this.complain("");
    this.#grow();
    this.#suggestions.hide();
  }

  #enter(command, rest, focused = true) {
    this.complain("");
    this.#suggestions.hide();
    this.#line = new CommandLine(command, rest, {
      chat: this.#chat,
      suggestions: this.#suggestions,
      complain: (text) => this.complain(text),
      leave: (text) => this.#leave(text),
    });
    this.#clear();
    replace(this.place, this.#line.node);
    if (focused) this.#line.focus();
  }

  // #leave goes back to plain text, with this text in the box.
  #leave(text) {
    const hadFocus = this.place.contains(document.activeElement) || document.activeElement === document.body;
    this.#line = null;
    this.#suggestions.hide();
    this.box.value = text;
    replace(this.place, this.box);
    this.#grow();
    if (hadFocus) this.box.focus();
    if (text) this.#suggest();
  }
}

// channelLabel is how a channel is called: #general, @Bot.
export function channelLabel(channel) {
  return `${channel.type === 1 ? "@" : "#"}${channel.name}`;
}
