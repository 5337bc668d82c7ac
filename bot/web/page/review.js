// The review of a game that is over: the graph of the chances, how well both sides played, and what is said of the moves.
import { el, svg } from "./dom.js";

const [width, height] = [320, 96];

// Review shows a review in a place, and calls go(ply) when the person has chosen a move on the graph.
export class Review {
  constructor(place, go) {
    this.place = place;
    this.go = go;
    this.take(null);
  }

  // take shows another review; null: none.
  take(review) {
    this.review = review;
    this.place.hidden = !review;
    if (!review) return;
    if (review.wait) return this.place.replaceChildren(el("p", {}, review.wait));
    const count = review.chances.length - 1;
    this.x = (ply) => (ply / Math.max(1, count)) * width;
    const y = (chance) => (1 - chance) * height;
    const line = review.chances.map((chance, ply) => `${this.x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join("L");
    this.cursor = svg("path", { class: "cursor" });
    const graph = svg("svg", { viewBox: `0 -4 ${width} ${height + 8}`, preserveAspectRatio: "none", role: "img", "aria-label": review.text },
      svg("path", { class: "red", d: `M0 ${height}L${line}L${width} ${height}z` }),
      svg("path", { class: "half", d: `M0 ${height / 2}H${width}` }),
      svg("path", { class: "curve", d: `M${line}` }), this.cursor,
      // A line without length is a dot, however the graph is stretched.
      ...Object.entries(review.notes).filter(([, note]) => note.text).map(([ply, note]) =>
        svg("path", { class: note.grave ? "grave" : "mistake", d: `M${this.x(ply)} ${y(review.chances[ply])}h0` })));
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      this.go(Math.round(((event.clientX - box.left) / box.width) * count));
    });
    this.place.replaceChildren(el("figcaption", {}, review.title), graph, el("div", { className: "sums" },
      review.sums.map(({ side, lines }) => el("div", {}, el("strong", {}, side), lines.map((text) => el("p", {}, text))))));
  }

  // show marks the move that is shown.
  show(ply) {
    if (this.review && !this.review.wait) this.cursor.setAttribute("d", `M${this.x(ply)} -4V${height + 4}`);
  }

  // note is what is said of a move: its sign, the text, and the better move.
  note(ply) {
    return this.review?.notes?.[ply];
  }

  // sign is what stands after a move in the list.
  sign(ply) {
    const note = this.note(ply);
    return note && el("b", { className: note.grave ? "grave" : note.text ? "mistake" : "" }, note.sign);
  }
}
