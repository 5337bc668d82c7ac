// The part of a command line in which a file is chosen: by a click or Enter, by dropping it on the page, or by pasting it.
import { el } from "./dom.js";
import { fileSize } from "./media.js";
import { say } from "./words.js";

// FileField makes a chip's field one for a file. The field shows the name and takes the keys; it cannot be written in.
//   limit     how many bytes a file may have
//   changed   called when a file was taken or removed
//   complain  called with words when one cannot be taken
export class FileField {
  file = null;
  #input;
  #at;

  constructor(input, at) {
    this.#input = input;
    this.#at = at;
    input.readOnly = true;
    input.placeholder = say("chooseFile");
    input.size = input.placeholder.length;
    this.picker = el("input", { type: "file", hidden: true });
    this.size = el("small", { class: "file-size", hidden: true });
    this.remover = el("button", { type: "button", class: "file-remove", hidden: true, on: { click: () => this.clear() } }, "✕");
    this.picker.addEventListener("change", () => this.picker.files[0] && this.take(this.picker.files[0]));
    input.addEventListener("click", () => this.choose());
  }

  get nodes() {
    return [this.picker, this.size, this.remover];
  }

  // choose opens the browser's own window of files.
  choose() {
    this.picker.value = ""; // so that the same file can be chosen again
    this.picker.click();
  }

  take(file) {
    const { limit, complain } = this.#at;
    if (file.size > limit) {
      complain(say("fileTooLarge", { name: file.name, size: fileSize(file.size), limit: fileSize(limit) }));
      return;
    }
    complain("");
    this.#hold(file);
  }

  clear() {
    this.#hold(null);
  }

  #hold(file) {
    this.file = file;
    this.#input.value = file?.name ?? "";
    this.size.textContent = file ? fileSize(file.size) : "";
    this.size.hidden = this.remover.hidden = !file;
    const words = file && say("removeFile", { name: file.name });
    this.remover.title = words ?? "";
    this.remover.setAttribute("aria-label", words ?? "");
    this.#at.changed();
  }
}
