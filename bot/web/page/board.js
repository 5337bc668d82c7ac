// The board: a drawing of it, and over that a grid of 90 buttons, one a point, which take touches, clicks, keys and screen readers. It knows no rules: the server says where a piece may go.
import { el, svg } from "./dom.js";

const files = "abcdefghi";
const cell = 100;
const margin = 80;
const width = 8 * cell + 2 * margin;
const height = 9 * cell + 2 * margin;
const disc = 148 / 1.2; // the width of the picture of a piece
const threshold = { mouse: 4, touch: 9, pen: 6 }; // pixels: less is a tap

// Board shows positions, and calls choose(from, to) when the person has chosen a move.
export class Board {
  constructor(place, choose) {
    this.choose = choose;
    this.pieces = new Map(); // by point: the picture of the piece there
    this.legal = {};
    this.selected = null;
    this.flipped = false;
    this.ground = svg("image", { width, height });
    this.below = svg("g");
    this.men = svg("g");
    this.above = svg("g");
    this.drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, this.ground, this.below, this.men, this.above);
    this.buttons = new Map();
    this.grid = el("div", { role: "grid", className: "points" });
    place.append(this.drawing, this.grid);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("pointerdown", (event) => this.down(event));
    this.grid.addEventListener("pointermove", (event) => this.drag(event));
    this.grid.addEventListener("pointerup", (event) => this.up(event));
    this.grid.addEventListener("pointercancel", () => this.letGo());
    this.grid.addEventListener("contextmenu", (event) => event.preventDefault());
    // A pointer has been heard already; a key and a screen reader click without one.
    this.grid.addEventListener("click", (event) => event.detail === 0 && event.target.dataset.point && this.tap(event.target.dataset.point));
  }

  // look sets what the board and the pieces look like.
  look(look, label) {
    this.theme = look;
    this.grid.setAttribute("aria-label", label);
    const style = this.drawing.style;
    for (const [name, color] of Object.entries(look.colors)) style.setProperty(`--${name}`, color);
    for (const [code, node] of [...this.men.children].map((n) => [n.dataset.code, n])) node.setAttribute("href", this.picture(code));
    this.turn(this.flipped, true);
  }

  picture(code) {
    return `./art/${this.theme.theme}/${this.theme.pieces}/${code}.png`;
  }

  // turn puts Black at the bottom, or Red.
  turn(flipped, again = false) {
    if (flipped === this.flipped && !again && this.buttons.size > 0) return;
    this.flipped = flipped;
    this.ground.setAttribute("href", `./art/${this.theme.theme}/${this.theme.labels}${flipped ? "-flipped" : ""}.jpg`);
    const focused = document.activeElement?.dataset?.point;
    this.grid.replaceChildren();
    this.buttons.clear();
    for (let row = 0; row < 10; row++) {
      const line = el("div", { role: "row" });
      for (let column = 0; column < 9; column++) {
        const point = this.pointAt(column, row);
        const button = el("button", { type: "button", role: "gridcell", tabIndex: -1 });
        button.dataset.point = point;
        this.buttons.set(point, button);
        line.append(button);
      }
      this.grid.append(line);
    }
    (this.buttons.get(focused) ?? this.buttons.get(flipped ? "e9" : "e0")).tabIndex = 0;
    if (focused) this.buttons.get(focused)?.focus();
    for (const [point, node] of this.pieces) this.put(node, point);
    this.label();
    this.mark();
  }

  pointAt(column, row) {
    return this.flipped ? files[8 - column] + row : files[column] + (9 - row);
  }

  // xy is where a point is on the drawing.
  xy(point) {
    const file = files.indexOf(point[0]);
    const rank = Number(point[1]);
    const [column, row] = this.flipped ? [8 - file, rank] : [file, 9 - rank];
    return [margin + column * cell, margin + row * cell];
  }

  put(node, point, dx = 0, dy = 0) {
    const [x, y] = this.xy(point);
    node.style.transform = `translate(${x - disc / 2 + dx}px, ${y - disc / 2 + dy}px)`;
  }

  // show shows a position: what stands where, where the person may go, the last move, a check, and a better move. Pieces that have moved glide.
  show({ pieces, legal, last, check, better }) {
    [this.legal, this.last, this.check, this.better] = [legal, last, check, better];
    const gone = new Map();
    for (const [point, node] of this.pieces) {
      if (pieces[point] !== node.dataset.code) {
        gone.set(point, node);
        this.pieces.delete(point);
      }
    }
    for (const [point, code] of Object.entries(pieces)) {
      if (this.pieces.has(point)) continue;
      // Of two that could have come here it is the one of the last move.
      const from = [...gone].filter(([, node]) => node.dataset.code === code).map(([at]) => at);
      const at = from.find((p) => last.includes(p)) ?? from[0];
      let node = gone.get(at);
      gone.delete(at);
      node ??= svg("image", { width: disc, height: disc, href: this.picture(code), "data-code": code });
      this.men.append(node); // over what it takes
      this.put(node, point);
      this.pieces.set(point, node);
    }
    for (const node of gone.values()) {
      node.classList.add("taken");
      setTimeout(() => node.remove(), 250);
    }
    if (this.selected && !legal[this.selected]) this.selected = null;
    this.refusal = [];
    this.label();
    this.mark();
  }

  // pick takes up a piece, as a touch does.
  pick(point) {
    this.selected = point;
    this.mark();
  }

  // explain marks what is in the way of a refused move.
  explain(marks) {
    this.selected = null;
    this.refusal = marks;
    this.mark();
  }

  label() {
    if (!this.theme) return;
    const { names } = this.theme;
    for (const [point, button] of this.buttons) {
      const code = this.pieces.get(point)?.dataset.code;
      button.setAttribute("aria-label", code ? `${names[code]}, ${names[point]}` : names[point]);
      button.classList.toggle("movable", Boolean(this.legal[point]));
    }
  }

  mark() {
    if (!this.theme) return;
    const targets = this.selected ? this.legal[this.selected] : [];
    for (const [point, button] of this.buttons) {
      button.setAttribute("aria-selected", String(point === this.selected));
      button.classList.toggle("target", targets.includes(point));
    }
    this.grid.classList.toggle("choosing", Boolean(this.selected));
    this.below.replaceChildren(...(this.last ?? []).map((point, i) => this.corners(point, i === 0)));
    const drawn = targets.map((point) => this.dot(point));
    if (this.check) drawn.push(this.ring(this.check, "check"));
    if (this.selected) drawn.push(this.ring(this.selected, "selected"));
    if (targets.includes(this.held?.aim)) drawn.push(this.ring(this.held.aim, "aim"));
    for (const { point, kind } of this.refusal ?? []) {
      drawn.push(kind === "dot" ? this.dot(point) : kind === "obstacle" ? this.cross(point) : this.ring(point, "selected"));
    }
    if (this.better) drawn.push(this.arrow(this.better.slice(0, 2), this.better.slice(2)));
    this.above.replaceChildren(...drawn);
  }

  // arrow shows a move that was not played.
  arrow(from, to) {
    const [[x, y], [toX, toY]] = [this.xy(from), this.xy(to)];
    const length = Math.hypot(toX - x, toY - y);
    const d = `M30 -7H${length - 46}V-24L${length - 8} 0L${length - 46} 24V7H30z`;
    return svg("path", { d, class: "better", transform: `translate(${x} ${y}) rotate(${Math.atan2(toY - y, toX - x) * 180 / Math.PI})` });
  }

  // corners frame a point of the last move: the shape tells where a piece came from, not the color alone.
  corners(point, origin) {
    const [x, y] = this.xy(point);
    const [far, near] = origin ? [26, 12] : [49, 27];
    const d = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => `M${x + a * near} ${y + b * far}H${x + a * far}V${y + b * near}`).join("");
    return svg("g", { class: "last" }, svg("path", { d, class: "edge" }), svg("path", { d }));
  }

  dot(point) {
    const [cx, cy] = this.xy(point);
    return this.pieces.has(point) ? svg("circle", { cx, cy, r: 51, class: "capture" }) : svg("circle", { cx, cy, r: 15, class: "dot" });
  }

  ring(point, name) {
    const [cx, cy] = this.xy(point);
    return svg("circle", { cx, cy, r: 49, class: name });
  }

  cross(point) {
    const [x, y] = this.xy(point);
    const d = `M${x + 18} ${y - 42}l24 24m0 -24l-24 24`;
    return svg("g", { class: "cross" }, svg("path", { d, class: "edge" }), svg("path", { d }));
  }

  // tap chooses a piece, or where it goes.
  tap(point) {
    this.refusal = [];
    if (this.selected && this.selected !== point && !this.legal[point]) {
      const from = this.selected;
      this.selected = null;
      this.mark();
      this.choose(from, point);
      return;
    }
    this.selected = this.selected === point || !this.legal[point] ? null : point;
    this.mark();
  }

  key(event) {
    const at = event.target.dataset?.point;
    if (!at) return;
    if (event.key === "Escape") {
      this.selected = null;
      this.mark();
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-9, 0], End: [9, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const [x, y] = this.xy(at);
    const clamp = (value, most) => Math.max(0, Math.min(most, value));
    const column = clamp((x - margin) / cell + step[0], 8);
    const row = clamp((y - margin) / cell + step[1], 9);
    this.rove(this.pointAt(column, row));
    this.buttons.get(this.pointAt(column, row)).focus();
  }

  // rove makes a point the one that Tab leads to.
  rove(point) {
    for (const button of this.buttons.values()) button.tabIndex = -1;
    this.buttons.get(point).tabIndex = 0;
  }

  down(event) {
    const point = event.target.dataset?.point;
    if (!event.isPrimary || event.button !== 0 || !point) return;
    this.held = { point, x: event.clientX, y: event.clientY, id: event.pointerId, node: this.legal[point] && this.pieces.get(point), moved: false, was: this.selected };
    if (this.held.node) this.grid.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const held = this.held;
    if (!held?.node || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < (threshold[event.pointerType] ?? 6)) return;
    if (!held.moved) {
      held.moved = true;
      this.refusal = [];
      this.selected = held.point;
      this.mark();
      held.node.classList.add("held");
      this.men.append(held.node);
    }
    const scale = width / this.drawing.getBoundingClientRect().width;
    const lift = event.pointerType === "touch" ? -cell * 0.6 : 0; // above the finger
    this.put(held.node, held.point, dx * scale, dy * scale + lift);
    const aim = this.nearest(event.clientX, event.clientY);
    if (aim === held.aim) return;
    held.aim = aim;
    this.mark();
  }

  up(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.id) return;
    if (!held.moved) {
      this.held = null;
      this.rove(held.point);
      this.tap(held.point);
      return;
    }
    const target = this.nearest(event.clientX, event.clientY);
    this.letGo();
    if (!target || target === held.point) return; // it stays selected
    if (this.legal[held.point]?.includes(target)) this.put(held.node, target);
    this.selected = null;
    this.mark();
    this.choose(held.point, target);
  }

  // nearest is the point at a place on the screen, undefined off the board.
  nearest(clientX, clientY) {
    const box = this.drawing.getBoundingClientRect();
    const column = Math.round(((clientX - box.left) / box.width * width - margin) / cell);
    const row = Math.round(((clientY - box.top) / box.height * height - margin) / cell);
    return column >= 0 && column < 9 && row >= 0 && row < 10 ? this.pointAt(column, row) : undefined;
  }

  letGo() {
    const held = this.held;
    this.held = null;
    if (!held?.node) return;
    held.node.classList.remove("held");
    this.put(held.node, held.point);
  }
}
