// What a run has told so far, counted. Stages of others may emit what they like, so nothing is taken for granted.
export const STEPS = {
  understand: ["intake"], plan: ["plan"], search: ["harvest"], read: ["fetch", "extract"], reflect: ["reflect"],
  write: ["analyse", "chart", "draft"], verify: ["verify", "write", "audit", "cache"],
};
const LOOP = ["harvest", "fetch", "extract", "reflect"];
const WHOLE = { plan: "report-plan", harvest: "serp-query", chart: "chart-planning", write: "final-report" };
const STANDS = ["interrupted", "question", "confirm"];  // after which the clock stands until it is told of again

export class Board {
  last = 0; title = ""; round = 0; rounds = 0; stages = new Map(); queries = new Map(); read = new Map(); unread = new Map();
  errors = new Map(); elsewhere = []; searches = 0; tokens = 0; usd = 0; asked = 0; missing = 0; elapsed = 0; since = Infinity; asking = 0;

  take(event) {
    const { stage, status } = event, data = event.data ?? {};
    if (event.seq) this.last = event.seq;
    if (typeof data.elapsed === "number") {
      this.elapsed = data.elapsed;
      this.since = event.type === "error" || STANDS.includes(status) ? Infinity : Date.parse(event.at);
    }
    if (event.type === "error") return void this.errors.set(event.message, data);
    if (event.type !== "progress") return;
    if (status === "gap") this.missing += data.missed ?? 1;
    else if (event.step === "search-task") this.search(status, data);
    else if (stage && event.step === (WHOLE[stage] ?? "") && ["start", "complete", "skipped"].includes(status)) this.step(stage, status, data);
    else if (status === "planned" && data.title) this.title = data.title;
    else if (stage === "fetch" && status === "read") { this.read.set(data.url, data); this.unread.delete(data.url); }
    else if (stage === "fetch" && status === "unread") this.unread.set(data.url, data.reason ?? "");
    else if (status === "elsewhere") this.elsewhere.push(data.read ? ["unrelated", data.read] : ["unreadable", data.pages ?? 0]);
    else if (status === "answered") this.model(data);
    else if (status === "question" || status === "confirm") this.asking = event.seq;
    else if (status === "clarified" || status === "confirmation") this.asking = 0;
  }

  search(status, data) {
    if (!data.query) return;
    if (status === "start" && !this.queries.has(data.query)) this.queries.set(data.query, null);
    if (status === "complete") {
      this.queries.set(data.query, data.hits ?? 0);
      this.searches += 1;
    }
  }

  step(stage, status, data) {
    if (stage === "harvest" && status === "start") {
      this.round = data.round ?? this.round;
      for (const name of LOOP) this.stages.delete(name);
    }
    this.stages.set(stage, status === "start" ? "now" : "done");
  }

  model(data) {
    this.asked += 1;
    if (data.reused) return; // it was counted when it was bought
    this.tokens += (data.prompt_tokens ?? 0) + (data.completion_tokens ?? 0);
    this.usd = this.usd === null || data.usd == null ? null : this.usd + data.usd;
  }

  // Seconds of the run: as it told them last, and those since where it is under way. Nobody knows what a machine did that slept.
  seconds(isGoing) {
    const since = isGoing ? (Date.now() - this.since) / 1000 : 0;
    return Math.round(this.elapsed + (since > 0 && since < 3600 ? since : 0));
  }

  // done: every stage of it is; now: one is under way, or it is half done
  state(step) {
    const states = STEPS[step].map(stage => this.stages.get(stage));
    if (states.every(state => state === "done")) return "done";
    return states.some(Boolean) ? "now" : "";
  }
}
