// The left column: the channels of the server with their threads, and the person's own talk with the bot.
import { el, replace } from "./dom.js";
import { compareIds } from "./snowflake.js";
import { say } from "./words.js";

const direct = 1;
const isThread = (channel) => channel.type === 11;

// sidebar keeps the column in step with the chat; opened is called when the reader has chosen a channel.
export function sidebar(root, chat, opened) {
  const draw = () => {
    const focused = document.activeElement?.dataset?.channel;
    const shown = chat.channels.filter((channel) => !channel.archived || channel.id === chat.channel);
    const tops = shown.filter((channel) => !isThread(channel)).sort((a, b) => (a.type === direct) - (b.type === direct));
    const threadsOf = (id) => shown.filter((channel) => isThread(channel) && channel.parent_id === id).sort((a, b) => compareIds(a.id, b.id));
    replace(root, el("ul", { class: "channel-list" }, tops.map((channel) => el("li", {}, link(channel), threads(threadsOf(channel.id))))));
    if (focused) root.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  };

  const threads = (list) => list.length > 0 && el("ul", { class: "thread-list", "aria-label": say("threads") }, list.map((thread) => el("li", {}, link(thread))));

  const link = (channel) => {
    const { count, mentioned } = chat.unread(channel.id);
    const mark = channel.type === direct ? "@" : isThread(channel) ? "" : "#";
    return el("button", {
      type: "button", class: ["channel", channel.id === chat.channel && "current", count && "unread", isThread(channel) && "thread"],
      data: { channel: channel.id, ...(channel.type === direct && { direct: "yes" }) }, "aria-current": channel.id === chat.channel ? "page" : null,
      on: { click: () => { chat.open(channel.id); opened(); } },
    }, mark && el("span", { class: "channel-mark", "aria-hidden": "true" }, mark), el("span", { class: "channel-name" }, channel.name),
    count > 0 && el("span", { class: ["count", mentioned && "mentioned"] }, String(count), el("span", { class: "unseen" }, ` ${say("unread")}`)));
  };

  chat.on("channels me", draw);
  return draw;
}
