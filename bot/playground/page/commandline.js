// A command being filled in: its name, a chip for each option in use, and room at the end to add another.
//
// Typing goes on as if it were one line: "name:" opens the chip of that name, Tab completes and goes on, Backspace in an empty chip
// takes it away, the arrows walk from chip to chip, Enter sends once everything required is there.
import { el, freshId } from "./dom.js";
import { avatar } from "./avatar.js";
import { FileField } from "./filefield.js";
import { assign, fitting, isClosed, marker, offers, resolve, types } from "./command.js";
import { say } from "./words.js";

const pause = 120; // milliseconds without a key before the bot is asked for choices

export class CommandLine {
  sending = false;
  #command;
  #at; // what the composer lends: chat, suggestions, complain, leave
  // { option, node, input, picked, suggestions, asking, tabbed }; asking is the question to the bot that is under way (0: none), tabbed the one
  // whose answer Tab waits for. One for a file has field as well.
  #chips = [];
  #asked = 0; // counts questions to the bot, so that a late answer to an old one is dropped

  constructor(command, rest, at) {
    this.#command = command;
    this.#at = at;
    this.tail = this.#input({ class: "chip-input tail", "aria-label": say("options") });
    this.more = el("span", { class: "more" });
    this.node = el("div", { class: "command-line", role: "group", "aria-label": `/${command.shown}: ${command.description}` },
      el("span", { class: "command-name", "aria-hidden": "true" }, `/${command.shown}`), this.tail, this.more);
    this.node.addEventListener("pointerdown", (event) => {
      if (event.target === this.node || event.target === this.more) {
        event.preventDefault();
        this.tail.focus();
      }
    });
    this.tail.addEventListener("input", (event) => this.#tailTyped(event));
    this.tail.addEventListener("compositionend", (event) => this.#tailTyped(event));
    this.tail.addEventListener("keydown", (event) => this.#tailKey(event));
    this.tail.addEventListener("focus", () => this.#suggestOptions());
    const filled = assign(command, rest, this.#room());
    for (const option of command.options) {
      if (option.required || filled.has(option.name)) this.#add(option, filled.get(option.name) ?? "");
    }
    if (!filled.size && rest) this.tail.value = rest;
    this.#countMore();
  }

  // focus goes to the first option that still needs a value, else to the end.
  focus() {
    const empty = this.#chips.find((chip) => !chip.input.value);
    const last = this.#chips.at(-1);
    this.#focusAt(empty?.input ?? (last && !this.tail.value ? last.input : this.tail));
  }

  // sameAs reports whether the line is of a command, whatever has changed about it.
  sameAs({ name }) {
    return this.#command.name === name;
  }

  // text is the line as it would be typed, by the names that a command has for its options. Files cannot be typed and are left out.
  text(command = this.#command) {
    const shown = (option) => command.options.find((known) => known.name === option.name)?.shown ?? option.shown;
    const options = this.#chips.filter((chip) => !chip.field && chip.input.value).map((chip) => `${shown(chip.option)}:${chip.input.value}`);
    return [`/${command.shown}`, ...options, this.tail.value].join(" ").trim();
  }

  // isOf reports whether the line is of just this command: nothing in it has to change.
  isOf(command) {
    return JSON.stringify(command) === JSON.stringify(this.#command);
  }

  // submit sends the command, or says what is missing.
  async submit() {
    if (this.sending) return;
    this.#spreadTail();
    const options = {};
    for (const chip of this.#chips) {
      const meant = this.#meaning(chip);
      const skipped = meant.problem === "required" && !chip.option.required;
      chip.node.classList.toggle("wrong", Boolean(meant.problem) && !skipped);
      chip.input.setAttribute("aria-invalid", String(Boolean(meant.problem) && !skipped));
      if (skipped) continue;
      if (meant.problem) {
        this.#at.complain(`${chip.option.shown}: ${say(meant.problem)}`);
        this.#focusAt(chip.input);
        return;
      }
      options[chip.option.name] = meant.value;
    }
    if (this.tail.value.trim()) {
      this.#at.complain(say("noMatches"));
      this.tail.focus();
      return;
    }
    this.sending = true;
    this.#at.suggestions.hide();
    const sent = (await this.#handIn(options)) && (await this.#at.chat.command(this.#command.name, options));
    this.sending = false;
    if (sent && this.node.isConnected) this.#at.leave("");
  }

  // #handIn uploads the files among the values and puts their ids in their place; false when one was not taken.
  async #handIn(options) {
    for (const [name, value] of Object.entries(options)) {
      if (!(value instanceof File)) continue;
      options[name] = await this.#at.chat.upload(value);
      if (!options[name]) return false;
    }
    return true;
  }

  // takeFile gives a file that was dropped or pasted to the first option for one that is free, else to the first.
  takeFile(file) {
    const option = this.#unused().find((unused) => unused.type === types.attachment);
    const chips = this.#chips.filter((chip) => chip.field);
    const chip = chips.find((held) => !held.field.file) ?? (option && this.#add(option, "")) ?? chips[0];
    if (!chip) {
      this.#at.complain(say("noFilePlace"));
      return;
    }
    this.#focusAt(chip.input);
    chip.field.take(file);
  }

  // What was typed at the end without a name fills the options that are still free, in their order.
  #spreadTail() {
    const text = this.tail.value.trim();
    if (!text) return;
    const free = { ...this.#command, options: this.#unused() };
    const filled = assign(free, text, this.#room());
    if (!filled.size) return;
    this.#setValue(this.tail, "");
    for (const option of free.options) if (filled.has(option.name)) this.#add(option, filled.get(option.name));
  }

  #room() {
    const { roles, channels } = this.#at.chat;
    return { people: this.#at.chat.members(), roles, channels, yes: say("yes"), no: say("no") };
  }

  #unused() {
    return this.#command.options.filter((option) => !this.#chips.some((chip) => chip.option === option));
  }

  #meaning(chip) {
    if (chip.field) return chip.field.file ? { value: chip.field.file } : { problem: "required" };
    if (this.#isPicked(chip)) return { value: chip.picked.value };
    return resolve(chip.option, chip.input.value, this.#room(), chip.suggestions);
  }

  #countMore() {
    const count = this.#unused().length;
    this.more.textContent = count ? say("moreOptional", { count }) : "";
    this.tail.parentElement?.classList.toggle("full", count === 0);
  }

  // #input makes a field that is as wide as its text.
  #input(attributes) {
    return el("input", {
      type: "text", role: "combobox", "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-expanded": "false",
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", size: 1, ...attributes,
    });
  }

  #setValue(input, text) {
    input.value = text;
    fit(input);
  }

  #add(option, text) {
    const id = freshId("option");
    const numeric = option.type === types.integer && !option.choices.length;
    const input = this.#input({
      class: "chip-input", id, "aria-required": String(option.required), "aria-description": option.description,
      inputmode: numeric ? "numeric" : null, data: { option: option.name },
    });
    const node = el("span", { class: "chip" }, el("label", { for: id }, option.shown), input);
    const chip = { option, node, input, picked: null, suggestions: [], asking: 0, tabbed: 0 };
    if (option.type === types.attachment) this.#forFile(chip);
    else this.#setValue(input, text);
    input.addEventListener("input", (event) => this.#chipTyped(chip, event));
    input.addEventListener("compositionend", (event) => this.#chipTyped(chip, event));
    input.addEventListener("keydown", (event) => this.#chipKey(chip, event));
    input.addEventListener("focus", () => this.#suggest(chip));
    input.addEventListener("blur", () => this.#blurred(chip));
    this.#chips.push(chip);
    this.tail.before(node);
    this.#countMore();
    return chip;
  }

  #forFile(chip) {
    chip.field = new FileField(chip.input, {
      limit: this.#at.chat.fileLimit,
      complain: (text) => this.#at.complain(text),
      changed: () => {
        if (chip.field.file) this.#next(chip);
        else this.#focusAt(chip.input);
        chip.node.classList.remove("wrong");
      },
    });
    for (const name of ["role", "aria-autocomplete", "aria-haspopup", "aria-expanded"]) chip.input.removeAttribute(name); // it offers no list
    chip.node.append(...chip.field.nodes);
  }

  #remove(chip) {
    chip.node.remove();
    this.#chips = this.#chips.filter((other) => other !== chip);
    this.#countMore();
  }

  #open(option, text = "") {
    const chip = this.#chips.find((known) => known.option === option) ?? this.#add(option, text);
    this.#focusAt(chip.input);
  }

  #focusAt(input) {
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }

  #blurred(chip) {
    this.#asked += 1;
    const meant = this.#meaning(chip);
    chip.node.classList.toggle("wrong", Boolean(meant.problem) && chip.input.value.trim() !== "");
    this.#at.suggestions.hide();
  }

  #chipTyped(chip, event) {
    fit(chip.input);
    this.#at.complain("");
    chip.node.classList.remove("wrong");
    chip.input.removeAttribute("aria-invalid");
    if (event.isComposing) return;
    const again = marker([chip.option], chip.input.value);
    if (again && again.start === 0 && again.end === chip.input.value.length) this.#setValue(chip.input, ""); // its own name, typed where it is already
    const found = marker(this.#unused().concat(this.#chips.filter((other) => other !== chip && !other.input.value).map((other) => other.option)), chip.input.value);
    if (found) {
      const after = chip.input.value.slice(found.end);
      this.#setValue(chip.input, chip.input.value.slice(0, found.start).trim());
      const target = this.#chips.find((known) => known.option === found.option) ?? this.#add(found.option, "");
      if (!chip.input.value && !chip.option.required) this.#remove(chip);
      this.#focusAt(target.input);
      this.#setValue(target.input, after.trimStart());
      this.#suggest(target);
      return;
    }
    // A closed option that is complete ends at the space behind it, so that a whole line can be typed without stopping.
    if (isClosed(chip.option) && /\S\s$/.test(chip.input.value) && this.#isWhole(chip)) {
      this.#setValue(chip.input, chip.input.value.trim());
      this.#next(chip);
      return;
    }
    this.#suggest(chip);
  }

  // #isWhole reports whether the text is one of the offers and not the beginning of a longer one.
  #isWhole(chip) {
    const text = chip.input.value.toLowerCase();
    const longer = (offers(chip.option, this.#room()) ?? []).some((offer) => [offer.label, ...offer.also].some((word) => word.toLowerCase().replace(/^[@#]/, "").startsWith(text.replace(/^[@#]/, ""))));
    return !longer && "value" in this.#meaning(chip);
  }

  #suggest(chip) {
    const { suggestions } = this.#at;
    const asked = (this.#asked += 1);
    const head = [el("strong", {}, chip.option.shown), ` ${chip.option.description}`, !chip.option.required && el("em", {}, ` (${say("optional")})`)];
    const list = offers(chip.option, this.#room());
    if (list) {
      // With a finished value in the chip nothing more is to choose, and Enter sends.
      const whole = "value" in this.#meaning(chip);
      suggestions.show(chip.input, fitting(list, whole && chip.picked ? "" : chip.input.value).slice(0, 25).map((offer) => this.#entry(chip, offer)),
        { head, note: say("noMatches"), foot: say("keysList"), first: !whole });
      return;
    }
    if (!chip.option.autocomplete) {
      suggestions.show(chip.input, [], { head });
      return;
    }
    const old = chip.suggestions.map((choice) => this.#entry(chip, { label: choice.name, value: choice.value }));
    suggestions.show(chip.input, old, { head, note: say("loadingChoices"), foot: say("keysList") });
    chip.asking = asked;
    setTimeout(() => this.#ask(chip, asked, head), chip.input.value ? pause : 0);
  }

  async #ask(chip, asked, head) {
    const current = () => asked === this.#asked && document.activeElement === chip.input;
    if (!current()) {
      if (chip.asking === asked) chip.asking = 0;
      return;
    }
    const options = {};
    for (const other of this.#chips) {
      const meant = this.#meaning(other);
      if (other !== chip && !other.field && "value" in meant) options[other.option.name] = meant.value;
    }
    options[chip.option.name] = chip.input.value;
    let choices = [];
    try {
      choices = await this.#at.chat.complete(this.#command.name, options, chip.option.name);
    } catch {
      // Choices are a help, not a need: without them the text can still be typed out.
    }
    if (chip.asking === asked) chip.asking = 0;
    if (!current()) return;
    chip.suggestions = choices;
    if (chip.tabbed === asked) {
      this.#take(chip);
      return;
    }
    const { suggestions } = this.#at;
    const pointed = suggestions.moved ? suggestions.active?.label : undefined;
    suggestions.show(chip.input, choices.map((choice) => this.#entry(chip, { label: choice.name, value: choice.value })),
      { head, note: say("noMatches"), foot: say("keysList") });
    const again = choices.findIndex((choice) => choice.name === pointed);
    for (let i = 0; i <= again; i++) suggestions.move(1);
  }

  #entry(chip, offer) {
    return {
      label: offer.label,
      face: offer.person && avatar(offer.person, this.#at.chat.people, "small"),
      pick: () => {
        chip.picked = offer;
        this.#setValue(chip.input, offer.label);
        this.#next(chip);
      },
    };
  }

  // #next goes to the next option that must be given, else to the end, where Enter sends.
  #next(chip) {
    const missing = this.#chips.find((other) => other !== chip && other.option.required && !other.input.value);
    this.#focusAt(missing?.input ?? this.tail);
  }

  #suggestOptions() {
    const typed = this.tail.value.trim().toLowerCase();
    const names = (option) => [option.shown, option.name].map((name) => name.toLowerCase());
    const items = this.#unused().filter((option) => names(option).some((name) => name.includes(typed))).map((option) => ({
      label: option.shown,
      detail: option.description,
      hint: option.required ? null : say("optional"),
      pick: () => {
        this.#setValue(this.tail, "");
        this.#open(option);
      },
    }));
    if (!items.length) this.#at.suggestions.hide();
    else this.#at.suggestions.show(this.tail, items, { head: say("options"), foot: say("keysList") });
  }

  #tailTyped(event) {
    fit(this.tail);
    this.#at.complain("");
    if (event.isComposing) return;
    const found = marker(this.#unused(), this.tail.value);
    if (found && !this.tail.value.slice(0, found.start).trim()) {
      const after = this.tail.value.slice(found.end);
      this.#setValue(this.tail, "");
      this.#open(found.option, after.trimStart());
      return;
    }
    this.#suggestOptions();
  }

  // #commonKey does what is the same in a chip and at the end; it returns whether the key was taken.
  #commonKey(input, event) {
    const { suggestions } = this.#at;
    const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const atEnd = input.selectionStart === input.value.length;
    const fields = [...this.#chips.map((chip) => chip.input), this.tail];
    const place = fields.indexOf(input);
    const act = {
      ArrowDown: suggestions.open && (() => suggestions.move(1)),
      ArrowUp: suggestions.open && (() => suggestions.move(-1)),
      ArrowLeft: atStart && place > 0 && (() => this.#focusAt(fields[place - 1])),
      ArrowRight: atEnd && place < fields.length - 1 && (() => {
        fields[place + 1].focus();
        fields[place + 1].setSelectionRange(0, 0);
      }),
      Escape: () => (suggestions.open ? suggestions.hide() : this.#at.leave("")),
    }[event.key];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  #chipKey(chip, event) {
    if (event.isComposing || event.keyCode === 229 || this.#commonKey(chip.input, event)) return;
    if (chip.field && this.#fileKey(chip, event)) return;
    const { suggestions } = this.#at;
    if (event.key === "Enter") {
      event.preventDefault();
      if (suggestions.open && suggestions.active && (suggestions.moved || chip.input.value.trim() || chip.option.required)) suggestions.active.pick();
      else this.submit();
    } else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.#tab(chip);
    } else if (event.key === "Backspace" && chip.input.value === "") {
      event.preventDefault();
      const place = this.#chips.indexOf(chip);
      if (!chip.option.required) this.#remove(chip);
      if (place > 0) this.#focusAt(this.#chips[place - 1].input);
      else if (chip.option.required || !this.#chips.length) this.#at.leave(`/${this.#command.shown}`);
      else this.tail.focus();
    }
  }

  // #tab takes the entry that is pointed at, else the first, as on Discord. Where the chip has what it needs it goes on to the next one.
  #tab(chip) {
    const { suggestions } = this.#at;
    if (chip.option.autocomplete && !this.#isPicked(chip) && !suggestions.moved) {
      // What the text can become is for the bot to say. While it is being asked Tab waits: the list on show is of an older text.
      if (chip.asking) chip.tabbed = chip.asking;
      else this.#take(chip);
      return;
    }
    const entry = suggestions.open ? suggestions.active ?? (chip.input.value ? suggestions.first : undefined) : undefined;
    if (entry && !(this.#isFinished(chip) && !suggestions.moved)) entry.pick();
    else this.#following(chip).focus();
  }

  // #take puts the first of the bot's choices into the chip; without any it goes on with what was typed.
  #take(chip) {
    const [choice] = chip.suggestions;
    if (choice) this.#entry(chip, { label: choice.name, value: choice.value }).pick();
    else this.#following(chip).focus();
  }

  #isPicked(chip) {
    return Boolean(chip.picked) && chip.picked.label === chip.input.value;
  }

  // #fileKey does what a key means where a file is chosen; it returns whether the key was taken. Letters go on behind it: the next option's name.
  #fileKey(chip, event) {
    const { field } = chip;
    if (event.key === " " || (event.key === "Enter" && !field.file)) {
      event.preventDefault();
      field.choose();
      return true;
    }
    if (event.key === "Backspace" && field.file) {
      event.preventDefault();
      field.clear();
      return true;
    }
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#focusAt(this.tail);
      return true;
    }
    return false;
  }

  #isFinished(chip) {
    return "value" in this.#meaning(chip);
  }

  #following(chip) {
    return this.#chips[this.#chips.indexOf(chip) + 1]?.input ?? this.tail;
  }

  #tailKey(event) {
    if (event.isComposing || event.keyCode === 229 || this.#commonKey(this.tail, event)) return;
    const { suggestions } = this.#at;
    if (event.key === "Enter") {
      event.preventDefault();
      if (suggestions.open && suggestions.moved && suggestions.active) suggestions.active.pick();
      else this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && suggestions.open) {
      event.preventDefault();
      (suggestions.active ?? suggestions.first).pick();
    } else if (event.key === "Backspace" && this.tail.value === "") {
      event.preventDefault();
      if (this.#chips.length) this.#focusAt(this.#chips.at(-1).input);
      else this.#at.leave(`/${this.#command.shown}`);
    }
  }
}

// A Chinese character is twice as wide as a digit; size counts digits.
function fit(input) {
  const width = [...input.value].reduce((sum, letter) => sum + (letter.codePointAt(0) > 0x2e7f ? 2 : 1), 0);
  input.size = Math.max(1, Math.min(width + 1, 40));
}
