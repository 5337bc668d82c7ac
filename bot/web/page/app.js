// The page of one game: it shows what the server says, and sends what the person does.
import { Board } from "./board.js";
import { byId, el, icon, renew } from "./dom.js";
import { Opening } from "./opening.js";
import { begin, follow, order, read } from "./net.js";
import { Review } from "./review.js";
import * as sound from "./sound.js";

let look = null; // language, colors and words
let state = null; // the game as the server says it is
let actual = null; // the game itself, while the page shows a line that is planned on the board
let ahead = 0; // how far the clock of the server is ahead of the page's
let pending = null; // the move that is on its way: {from, to}
let ply = null; // the number of moves that are shown, while the person goes through the game; null: all
let advice = null; // the move of a hint or of the best line, and after how many moves: {move, ply}
const orders = { sent: 0, shown: 0 }; // the numbers of the last order that was sent, and of the last one whose answer is shown
let turned = false; // the person has turned the board

const board = new Board(byId("board"), chooseMove);
const review = new Review(byId("review"), go);
const opening = new Opening(byId("opening"));

const word = (key) => look?.words[key] ?? "";
const other = { red: "black", black: "red" };

// position is what stands where after so many moves: a piece that goes somewhere takes what is there.
function position(count) {
  const pieces = { ...state.start };
  for (const { move } of state.moves.slice(0, count)) step(pieces, move.slice(0, 2), move.slice(2));
  return pieces;
}

function step(pieces, from, to) {
  pieces[to] = pieces[from];
  delete pieces[from];
}

// shownPly is how many moves are shown.
const shownPly = () => ply ?? state?.moves.length ?? 0;

// draw shows the board as it is, as it was, or as it will be when the move on its way is played.
function draw() {
  const past = ply !== null && ply < state.moves.length;
  const shown = { pieces: { ...state.pieces }, legal: pending || past ? {} : state.legal, last: state.last ?? [], check: state.check };
  if (past) {
    const move = state.moves[ply - 1]?.move;
    Object.assign(shown, { pieces: position(ply), last: move ? [move.slice(0, 2), move.slice(2)] : [], check: "" });
  } else if (pending) {
    step(shown.pieces, pending.from, pending.to);
    Object.assign(shown, { last: [pending.from, pending.to], check: "" });
  }
  if (advice?.ply === shownPly() && !pending) shown.better = advice.move;
  else if (state.over) shown.better = review.note(shownPly())?.best;
  board.turn(state.flipped !== turned);
  board.show(shown);
}

function showPlayers() {
  const lower = state.flipped !== turned ? "black" : "red";
  drawPlayer(byId("lower"), lower);
  drawPlayer(byId("upper"), other[lower]);
}

function drawPlayer(place, side) {
  const player = state.players[side];
  const turn = !state.over && state.turn === side;
  place.className = `player ${side}${turn ? " turn" : ""}`;
  place.style.setProperty("--case", look.colors.case);
  place.style.setProperty("--ink", look.colors.ink);
  place.style.setProperty("--taken", player.taken.length);
  const picture = (code, kind) => el("img", { src: `./art/${look.theme}/${look.pieces}/${code}.png`, className: kind, alt: "" });
  const here = !state.game ? "" : player.online ? "here" : "away";
  renew(place, [side, look.language, look.theme, look.pieces, here, player.name, player.note, player.taken, player.left < 0], () => [
    picture(`${side[0]}k`, "badge"),
    el("span", { className: `name ${here}`, title: `${player.name} ${word(here)}` }, el("span", {}, player.name), player.note && el("small", {}, ` ${player.note}`)),
    el("span", { className: "taken", title: word("captured") }, player.taken.map((code) => picture(code, "man"))),
    ...(player.left < 0 ? [] : [el("time", { className: "clock", id: `clock-${side}` })]),
  ]);
}

function showClocks() {
  if (!state || !look) return;
  for (const side of ["red", "black"]) {
    const face = byId(`clock-${side}`);
    if (!face) continue;
    const used = state.running === side ? Math.max(0, performance.now() + ahead - state.at) : 0;
    const left = Math.max(0, state.players[side].left - used);
    const text = clockText(left);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("short", left < 20_000 && state.running === side);
  }
}

function clockText(left) {
  const seconds = Math.floor(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (n) => String(n).padStart(2, "0");
  if (days > 0) {
    const parts = { days, hours: hours % 24 };
    return Intl.DurationFormat ? new Intl.DurationFormat(look.language, { style: "narrow" }).format(parts) : `${days}:${two(parts.hours)}:00:00`;
  }
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  if (left < 20_000) return `0:${two(seconds)}.${Math.floor((left % 1000) / 100)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

function showMoves() {
  const shown = shownPly();
  const begin = state.begins === "black" ? 1 : 0;
  const written = state.moves.map(({ text }, i) => [text, review.sign(i + 1)]);
  const anew = renew(byId("moves"), [state.first, begin, shown, written.map(([text, sign]) => [text, sign?.outerHTML])], () => {
    const rows = [];
    let number = state.first;
    written.forEach(([text, sign], i) => {
      if (i === 0 || (i + begin) % 2 === 0) rows.push(el("li", { value: number++ }, i === 0 && begin ? el("span", { className: "none" }, "…") : null));
      const at = i + 1 === shown;
      rows.at(-1).append(el("button", { type: "button", className: at ? "now" : "", "aria-current": at ? "true" : null, on: { click: () => go(i + 1) } }, text, sign));
    });
    return rows;
  });
  const now = byId("moves").querySelector(".now");
  if (anew && now) byId("moves").scrollTop = now.offsetTop - byId("moves").clientHeight / 2;
  for (const id of ["first", "previous"]) byId(id).disabled = shown === 0;
  for (const id of ["next", "latest"]) byId(id).disabled = shown === state.moves.length;
}

function showActs() {
  const acts = state.acts.filter(({ act }) => act !== "review" || !review.review);
  renew(byId("acts"), acts, () => acts.map((act) => el("button", { type: "button", name: act.act, className: act.style, on: { click: () => doAct(act) } }, act.label)));
}

// show brings everything up to date.
function show() {
  byId("game").hidden = false;
  byId("title").textContent = state.title ?? word("title");
  byId("watchers").textContent = state.watchers > 0 ? `${state.watchers} ${word("watchers")}` : "";
  byId("status").textContent = pending ? word("sending") : state.status;
  byId("note").textContent = review.note(shownPly())?.text ?? state.moves[shownPly() - 1]?.note ?? "";
  review.show(shownPly());
  opening.show(shownPly(), state.over && !state.puzzle && state.moves.length > 0);
  byId("typed").hidden = state.over || !state.you || Boolean(state.plan);
  draw();
  showPlayers();
  showMoves();
  showActs();
  showClocks();
  document.title = `${!state.over && state.you === state.turn ? "● " : ""}${byId("title").textContent}`;
  document.body.dataset.revision = state.revision;
  document.body.dataset.over = state.over;
  document.body.dataset.planning = Boolean(state.plan);
}

// go shows the game after so many moves.
function go(count) {
  ply = count >= state.moves.length ? null : Math.max(0, count);
  refuse("");
  show();
}

// refuse says why something was refused; where it was not, what it has led to.
function refuse(text, marks = [], isNotice = false) {
  byId("refusal").textContent = stamps(text);
  byId("refusal").classList.toggle("notice", isNotice);
  if (marks.length > 0) board.explain(marks);
}

// stamps writes the times that a text holds as Discord's.
function stamps(text) {
  return text.replace(/<t:(\d+):\w>/g, (_, at) => new Intl.RelativeTimeFormat(look.language).format(Math.max(1, Math.round(at - (performance.now() + ahead) / 1000)), "second"));
}

async function chooseMove(from, to) {
  if (!state.legal[from] || pending) return;
  refuse("");
  const legal = state.legal[from].includes(to);
  if (legal) {
    pending = { from, to };
    sound.play(state.pieces[to] ? "capture" : "move");
    show();
  }
  if (state.plan) await send("acts", { act: "plan", move: [...state.plan, from + to].join(" ") });
  else if (state.puzzle) await send("acts", { act: `to-${state.puzzle}-${from}${to}` });
  else await send("moves", { move: from + to, board: state.board });
}

async function send(path, body) {
  const number = ++orders.sent;
  const asked = shownPly();
  const answer = await order(path, body, offline);
  if (number < orders.shown) delete answer.message; // it was overtaken: what the page shows is newer
  if (answer.message) orders.shown = number;
  pending = answer.status === 200 ? pending : null;
  if (answer.status === 401 || answer.status === 403) return problem(answer.text);
  if (answer.open) return reopen(answer.open);
  if (answer.notice) pending = null;
  advice = answer.better ? { move: answer.better, ply: asked } : null;
  if (advice && asked !== shownPly()) delete answer.notice; // the person has gone on meanwhile
  if (answer.message) {
    pending = null;
    if (answer.message.state.plan) imagine(answer.message.state);
    else take(answer.message.state, answer.message.now);
  } else {
    show();
  }
  if (answer.text ?? answer.notice) refuse(answer.text ?? answer.notice, answer.marks ?? [], !answer.text);
  return answer;
}

// imagine shows a line that is planned on the board, while the game itself goes on.
function imagine(planned) {
  actual ??= state;
  const { players, at, watchers, running } = actual;
  take({ ...planned, players, at, watchers, running }, performance.now() + ahead);
}

// present takes what has become of the game. A line that is being planned stays on the board until somebody moves.
function present(next, now) {
  const goes = actual && !next.over && next.board === actual.board;
  actual = goes ? next : null;
  if (goes) imagine(state);
  else take(next, now);
}

// reopen goes to the page of another game.
function reopen(url) {
  leave();
  history.replaceState(null, "", location.pathname + new URL(url).hash);
  [state, actual, ply, pending, turned] = [null, null, null, null, false];
  refuse("");
  review.take(null);
  opening.forget();
  return open();
}

async function doAct(act) {
  if (act.asks && !(await confirm(act))) return;
  refuse("");
  if (!act.act) {
    const game = actual;
    actual = null;
    return take(game, performance.now() + ahead);
  }
  const answer = await send("acts", { act: act.act, move: act.move, ply: shownPly(), board: state.plan && state.board });
  if (act.act === "review" && answer?.status === 200) readReview();
}

// readReview shows the review of what is over, and follows one that goes on.
async function readReview() {
  const given = await read("review");
  if (!given) return;
  review.take(given);
  show();
  if (given.wait) setTimeout(readReview, 2000);
}

function confirm(act) {
  const dialog = byId("asks");
  dialog.querySelector("p").textContent = act.asks;
  const [yes, no] = dialog.querySelectorAll("button");
  [yes.textContent, no.textContent] = [act.yes, act.no];
  return new Promise((decide) => {
    const close = (decision) => {
      dialog.close();
      decide(decision);
    };
    yes.onclick = () => close(true);
    no.onclick = () => close(false);
    dialog.oncancel = () => decide(false);
    dialog.showModal();
    no.focus();
  });
}

function offline() {
  byId("connection").textContent = word("offline");
  byId("connection").hidden = !look;
}

function problem(text) {
  byId("game").hidden = true;
  byId("problem").textContent = text;
  byId("problem").hidden = false;
  document.body.dataset.ready = "true";
}

function take(next, now) {
  const before = state;
  ahead = now - performance.now();
  state = next;
  byId("connection").hidden = true;
  const news = before && (next.revision !== before.revision || next.moves.length !== before.moves.length);
  if (news) {
    if (next.moves.length !== before.moves.length) advice = null;
    if (next.moves.length > before.moves.length && !(pending && next.moves.length === before.moves.length + 1)) {
      const captured = Object.keys(next.pieces).length < Object.keys(before.pieces).length;
      sound.play(next.check ? "check" : captured ? "capture" : "move");
    }
    if (next.over && !before.over) sound.play("end");
    if (!next.over) review.take(null);
    if (ply !== null && next.moves.length !== before.moves.length) ply = null;
    if (next.moves.length !== before.moves.length || next.over !== before.over) refuse("");
  }
  // The move on its way is over when the server has it, or something else has happened.
  if (pending && (!before || next.board !== before.board)) pending = null;
  if (next.over && !next.puzzle && next.moves.length > 0 && (!before || news)) readReview();
  show();
  if (next.picked) board.pick(next.picked);
  document.body.dataset.ready = "true";
}

function dress(given) {
  look = given;
  document.documentElement.lang = look.language;
  board.look(look, word("board"));
  byId("moves").setAttribute("aria-label", word("moves"));
  byId("text").placeholder = word("type");
  byId("text").setAttribute("aria-label", word("type"));
  byId("play").textContent = word("play");
  byId("opening").firstElementChild.textContent = word("opening");
  for (const id of ["first", "previous", "next", "latest", "flip"]) {
    byId(id).title = word(id);
    byId(id).setAttribute("aria-label", word(id));
    byId(id).replaceChildren(icon(id));
  }
  board.grid.setAttribute("aria-description", word("keys"));
  showSound();
}

function showSound() {
  const button = byId("sound");
  button.replaceChildren(icon(sound.isSilent() ? "silent" : "sound"));
  button.title = word(sound.isSilent() ? "silent" : "sound");
  button.setAttribute("aria-label", button.title);
}

byId("sound").addEventListener("click", () => {
  sound.toggle();
  showSound();
});
byId("flip").addEventListener("click", () => {
  turned = !turned;
  show();
});
byId("first").addEventListener("click", () => go(0));
byId("previous").addEventListener("click", () => go(shownPly() - 1));
byId("next").addEventListener("click", () => go(shownPly() + 1));
byId("latest").addEventListener("click", () => go(state.moves.length));
// The arrow keys go through the game, except where they go over the board or through a text.
document.addEventListener("keydown", (event) => {
  const to = { ArrowLeft: shownPly() - 1, ArrowRight: shownPly() + 1, Home: 0, End: state?.moves.length }[event.key];
  if (to === undefined || !state || event.defaultPrevented || event.target.tagName === "INPUT" || byId("asks").open) return;
  event.preventDefault();
  go(to);
});
byId("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (!text) return;
  refuse("");
  const answer = state.puzzle ? await send("acts", { act: `write-${state.puzzle}`, move: text }) : await send("moves", { move: text });
  if (answer?.status === 200) byId("text").value = "";
});
setInterval(showClocks, 100);

let leave = () => {};

async function open() {
  const wrong = await begin();
  if (wrong) problem(wrong);
  else leave = follow({ look: dress, state: present, offline, refused: problem, gone: () => problem(word("gone")) });
}

await open();
