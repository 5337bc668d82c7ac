// The sounds of a game, made here: no file is fetched. They begin after the first touch, as browsers demand.

let context = null;
let silent = read();

function read() {
  try {
    return localStorage.getItem("silent") === "yes";
  } catch {
    return false; // a page in a frame may have no storage
  }
}

export const isSilent = () => silent;

// toggle turns the sound on or off, and remembers it.
export function toggle() {
  silent = !silent;
  try {
    localStorage.setItem("silent", silent ? "yes" : "no");
  } catch {
    // it holds until the page is closed
  }
}

addEventListener("pointerdown", () => { context ??= new AudioContext(); }, { once: true });

// play sounds a "move", a "capture", a "check" or the "end" of the game.
export function play(what) {
  if (silent || !context) return;
  if (context.state === "suspended") context.resume();
  const knocks = { move: [[0, 210, 0.5]], capture: [[0, 150, 0.8], [0.05, 260, 0.4]], check: [[0, 210, 0.6], [0.12, 420, 0.5]], end: [[0, 330, 0.5], [0.16, 262, 0.5], [0.34, 196, 0.6]] };
  for (const [after, pitch, strength] of knocks[what]) knock(context.currentTime + after, pitch, strength);
}

// knock is wood on wood: a short tone that falls.
function knock(at, pitch, strength) {
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.6, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  gain.gain.setValueAtTime(strength, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.14);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.15);
}
