// What people play in a position of a game that is over. It is asked for while the reader has it open.
import { el } from "./dom.js";
import { read } from "./net.js";

const pause = 250; // milliseconds: whoever leafs through a game asks for nothing on the way

// Opening shows it in a place.
export class Opening {
  constructor(place) {
    this.place = place;
    this.forget();
    place.addEventListener("toggle", () => this.show(this.ply, !place.hidden));
  }

  // forget drops what was said of another game.
  forget() {
    this.known = new Map();
  }

  // show says what is played after so many moves.
  show(ply, possible) {
    this.ply = ply;
    this.place.hidden = !possible;
    clearTimeout(this.timer);
    if (!possible || !this.place.open) return;
    if (this.known.has(ply)) this.fill(this.known.get(ply));
    else this.timer = setTimeout(() => this.ask(ply), pause);
  }

  async ask(ply) {
    const known = this.known;
    const answer = await read(`opening?ply=${ply}`);
    if (answer) known.set(ply, answer);
    if (ply === this.ply && known === this.known) this.fill(answer);
  }

  fill(said) {
    this.place.lastElementChild.replaceChildren(...(said?.lines ?? []).map((line) => el("p", {}, line)), el("small", {}, said?.source ?? ""));
  }
}
