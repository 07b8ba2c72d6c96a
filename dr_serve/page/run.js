// One run on the page: followed while it goes, with its questions; then its report.
import { events, file, get, post, Refused } from "./api.js";
import { Board, STEPS } from "./board.js";
import { Higher } from "./higher.js";
import { Reply } from "./reply.js";
import { language, t } from "./words.js";

const $ = id => document.getElementById(id);
const PAUSE = 1500, HELD = 60000;
const NAMES = { "report.pdf": "PDF", "report.docx": "Word", "report.md": "Markdown", "report.html": "HTML", "verification.md": "checks" };

export function item(text, note = "") {
  const row = document.createElement("li");
  const [main, side] = [document.createElement("span"), document.createElement("span")];
  [main.className, side.className] = ["t", "n"];
  main.dir = "auto";
  main.textContent = text;
  side.textContent = note;
  row.append(main, ...(note ? [side] : []));
  return row;
}

// A report is shown in a frame of its own: one frame led from report to report would be gone through by the browser's "back".
function sheet(address) {
  const frame = $("sheet").cloneNode();
  frame.title = t("report");
  if (address) frame.src = address;
  else frame.removeAttribute("src");
  $("sheet").replaceWith(frame);
}

export function statusOf(run) {
  const words = [t(run.status) ?? run.status];
  if (run.passed === false) words.push(t("notPassed"));
  if (run.status === "running" && !run.here) words.push(t("elsewhere"));
  return words.join(" · ");
}

export const isGoing = run => ["running", "asking", "waiting"].includes(run.status);

export class RunView {
  // `changed` is called where the run stands otherwise than before, and `trouble` with an error that is to be told, or null.
  constructor(run, changed, trouble) {
    this.path = `/api/runs/${run.run_id}`;
    this.run = run;
    this.changed = changed;
    this.trouble = error => this.gone.signal.aborted || trouble(error);
    this.board = new Board();
    this.gone = new AbortController();
    this.reply = new Reply(this.path, run => this.answered(run), this.trouble, this.gone.signal);
    this.higher = new Higher(ceilings => this.goHigher(ceilings), this.trouble);
    $("title").textContent = run.question;
    for (const id of ["paper", "reply", "cancel", "resume"]) $(id).hidden = true;
    for (const id of ["cancel", "resume", "reply-go", "reply-skip", "higher-go"]) $(id).disabled = false;
    sheet("");
    $("how").open = true;
    $("cancel").onclick = () => this.act("cancel", $("cancel"));
    $("resume").onclick = () => this.act("resume", $("resume"));
    this.clock = setInterval(() => this.figures(), 1000);
    this.draw();
    this.follow();
  }

  leave() {
    this.gone.abort();
    clearInterval(this.clock);
  }

  async goHigher(ceilings) {
    await this.act("resume", $("higher-go"), ceilings);
    if ($("higher").hidden) $("title").focus();
  }

  // The run goes on, or waits for a place to do so; the rest is told by its events.
  answered(run) {
    Object.assign(this.run, run);
    this.changed();
    this.draw();
  }

  async act(what, button, body = {}) {
    button.disabled = true;
    try {
      this.run = await post(`${this.path}/${what}`, body);
      this.changed();
      if (this.gone.signal.aborted) return;  // the buttons are another run's by now
      this.trouble(null);
      if (what === "resume") {
        $("paper").hidden = true;  // its report, if there is one, will be another, however soon
        this.resumed = true;
        this.board.since = Infinity;  // until the run tells how long it took so far
        this.follow();
      }
    } catch (error) {
      this.trouble(error);
      if (this.gone.signal.aborted) return;
      if (error.status === 409) this.follow();  // it stands otherwise than the page shows
    }
    button.disabled = false;
    this.draw();
  }

  // Until the run is over: events as they come; where the line breaks, the rest from the last number on.
  async follow() {
    if (this.following) return;
    this.following = true;
    let lost = false;
    while (!this.gone.signal.aborted) {
      this.resumed = false;
      try {
        await this.look();
        if (lost) this.trouble(null);
        lost = false;
        for await (const event of events(`${this.path}/events`, this.board.last, this.gone.signal)) {
          const before = this.board.asking;
          this.board.take(event);
          if (this.board.asking !== before) this.look().catch(this.trouble);
          this.drawSoon();
        }
        await this.look();
        if (!isGoing(this.run) && !this.resumed) break;  // resumed since: what came of the look was older
      } catch (error) {
        if (this.gone.signal.aborted) return;
        lost = true;
        this.trouble(error instanceof Refused ? error : new Error(t("lost")));
        if (error instanceof Refused && error.status < 500 && error.status !== 429) break;
      }
      await new Promise(resolve => setTimeout(resolve, PAUSE));
    }
    this.following = false;
  }

  async look() {
    const run = await get(this.path);
    if (this.gone.signal.aborted) return;
    const other = run.status !== this.run.status;
    this.run = run;
    if (other) {
      this.changed();
      this.trouble(null);  // what was refused before may not be now
    }
    if (isGoing(run)) $("paper").hidden = true;
    this.reply.show(run.asking);
    this.draw();
    if (run.files.includes("report.html") && ["complete", "partial"].includes(run.status)) await this.paper();
  }

  async paper() {
    if (!$("paper").hidden) return;
    $("paper").hidden = false;
    $("run").classList.add("done");
    $("how").open = false;
    $("forms").replaceChildren(this.button(t("openReport"), () => this.beside("report.html")), ...this.run.files
      .filter(name => NAMES[name])
      .map(name => this.button(NAMES[name] === "checks" ? t("checks") : NAMES[name], () => this.keep(name))));
    const { url } = await post(`${this.path}/link`, { file: "report.html" });
    if (!this.gone.signal.aborted) sheet(url);
  }

  button(label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = async () => {
      button.disabled = true;
      await act().catch(this.trouble);
      button.disabled = false;
    };
    return button;
  }

  // A tab is opened at once and led on later: a browser lets only a click open one.
  async beside(name) {
    const tab = window.open("about:blank");
    try {
      const { url } = await post(`${this.path}/link`, { file: name });
      (tab ?? window).location.href = url;
    } catch (error) {
      tab?.close();
      throw error;
    }
  }

  // It is fetched before it is saved: where it cannot be made, the page says why and is not left.
  async keep(name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await file(`${this.path}/files/${name}`));
    link.download = `${this.run.run_id}-${name}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), HELD);
  }

  drawSoon() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.draw();
    });
  }

  draw() {
    if (this.gone.signal.aborted) return;
    const { run, board } = this;
    const now = Object.keys(STEPS).filter(step => board.state(step) === "now");
    const going = run.status === "running" && now.length ? ` · ${t(now.at(-1))}` : "";
    const status = statusOf(run) + going;
    if ($("status").textContent !== status) $("status").textContent = status;  // a screen reader says each change once
    $("status").dataset.s = run.status;
    $("cancel").hidden = !(run.here && isGoing(run));
    $("how-title").textContent = t(isGoing(run) ? "howNow" : "how");
    $("run").classList.toggle("done", !$("paper").hidden);
    $("resume").hidden = !run.resumable;
    this.higher.show(run.held);
    $("stages").replaceChildren(...Object.keys(STEPS).map(step => this.stage(step)));
    const asked = board.elsewhere.map(([why, pages]) => t(why, pages));
    const said = [...board.errors.keys()];
    const whole = said.filter(one => !said.some(other => other !== one && other.includes(one)));  // a provider's, told again by the run
    const errors = [...whole, ...new Set(asked), ...(board.missing ? [t("gap", board.missing)] : [])];
    $("errors").hidden = !errors.length;
    $("errors").replaceChildren(...errors.map(text => item(text)));
    $("queries").replaceChildren(...[...board.queries].map(([query, hits]) => item(query, hits === null ? "…" : t("hits", hits))));
    $("query-count").textContent = board.queries.size || "";
    $("sources").replaceChildren(...[...board.read.values()].map(page => item(page.title || page.url, page.via || host(page.url))));
    $("source-count").textContent = board.read.size || "";
    $("unread").hidden = !board.unread.size;
    $("unread").firstElementChild.textContent = t("unread", board.unread.size);
    $("unread-list").replaceChildren(...[...board.unread].map(([url, reason]) => item(brief(url), reason)));
    this.figures();
  }

  stage(step) {
    const row = document.createElement("li");
    const state = this.board.state(step);
    row.dataset.s = state;
    if (state === "now" && this.run.status === "running") row.setAttribute("aria-current", "step");
    const rounds = this.run.ceilings?.rounds;
    const round = step === "search" && this.board.round && rounds > 1 ? ` (${t("round", this.board.round, rounds)})` : "";
    row.textContent = t(step) + round;
    return row;
  }

  figures() {
    const { board, run } = this, most = run.ceilings ?? {}, parts = [];
    const seconds = board.seconds(run.status === "running" && run.here);
    if (seconds) parts.push(seconds < 60 ? t("seconds", seconds) : t("minutes", Math.floor(seconds / 60), seconds % 60));
    if (board.searches) parts.push(most.searches ? t("searchesOf", board.searches, most.searches) : t("searches", board.searches));
    if (board.read.size) parts.push(t("pages", board.read.size));
    if (board.asked) parts.push(most.tokens ? t("tokensOf", board.tokens, most.tokens) : t("tokens", board.tokens));
    if (board.asked) parts.push(board.usd === null ? t("unknownPrice") : most.usd ? t("usdOf", board.usd.toFixed(2), most.usd) : t("usd", board.usd.toFixed(2)));
    $("figures").textContent = parts.join(" · ");
  }
}

function host(url) {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "file:" ? brief(url) : parsed.host;
  } catch {
    return "";
  }
}

function brief(url) {
  if (!url.startsWith("file:")) return url;
  const name = url.split("/").at(-1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

// Empty where a damaged run does not say.
export function when(text) {
  const day = new Date(text);
  return isNaN(day) ? "" : new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(day);
}
