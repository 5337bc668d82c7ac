// Moments in words. The playground has a clock of its own, which can be set forward to see a deadline pass,
// so "now" is the server's and not the browser's.

let offset = 0; // milliseconds by which the server's clock is ahead of the browser's
let locale = "en";

// setNow tells what time the server has.
export function setNow(iso) {
  const server = Date.parse(iso);
  if (!Number.isNaN(server)) offset = server - Date.now();
}

// now is the server's time in milliseconds.
export function now() {
  return Date.now() + offset;
}

// setTimeLocale chooses the language of all moments written from here on.
export function setTimeLocale(name) {
  try {
    locale = Intl.getCanonicalLocales(name)[0];
  } catch {
    locale = "en";
  }
}

const format = (ms, options) => new Intl.DateTimeFormat(locale, options).format(ms);

export const clockTime = (ms) => format(ms, { timeStyle: "short" });
export const longDate = (ms) => format(ms, { dateStyle: "long" });
export const exact = (ms) => format(ms, { dateStyle: "full", timeStyle: "short" });
export const shortDateTime = (ms) => format(ms, { dateStyle: "short", timeStyle: "short" });

// dayOf numbers the local days, so that two moments of one day are equal.
export function dayOf(ms) {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

// styled writes a moment as the markup <t:SECONDS:STYLE> asks for it.
export function styled(ms, style) {
  switch (style) {
    case "t": return format(ms, { timeStyle: "short" });
    case "T": return format(ms, { timeStyle: "medium" });
    case "d": return format(ms, { dateStyle: "short" });
    case "D": return format(ms, { dateStyle: "long" });
    case "F": return format(ms, { dateStyle: "full", timeStyle: "short" });
    case "R": return relative(ms);
    default: return format(ms, { dateStyle: "long", timeStyle: "short" });
  }
}

// The units of relative moments: their seconds, and how many there are at most before the next one counts.
const steps = [
  ["second", 1, 60], ["minute", 60, 60], ["hour", 3_600, 24], ["day", 86_400, 30], ["month", 30 * 86_400, 12], ["year", 365 * 86_400, Infinity],
];

// relative writes how far a moment is from now: "in 3 days", "2 分钟前". What is a moment less than a day away is a day away and not 24 hours.
export function relative(ms) {
  const seconds = (ms - now()) / 1000;
  const [unit, size] = steps.find(([, size, most]) => Math.round(Math.abs(seconds) / size) < most);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

// keepFresh rewrites every relative moment on the page from time to time. Run it once.
export function keepFresh() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) node.textContent = relative(Number(node.dataset.relative));
  }, 15_000);
}
