// A question of a run, or its plan, with room for the answer.
import { post } from "./api.js";
import { t } from "./words.js";

const $ = id => document.getElementById(id);

function field(type, label, value = "") {
  const [row, words, input] = [document.createElement("label"), document.createElement("span"), document.createElement("input")];
  Object.assign(input, { type, value, maxLength: 300, dir: "auto", name: "reply" });
  words.textContent = label;
  row.className = type === "radio" ? "option" : "";
  words.className = type === "radio" ? "" : "quiet";
  words.dir = "auto";
  row.append(...(type === "radio" ? [input, words] : [words, input]));
  return [row, input];
}

export class Reply {
  constructor(path, answered, trouble, gone) {
    this.path = path;
    this.answered = answered;
    this.trouble = trouble;
    this.gone = gone;
    this.shown = "";
    $("reply").onsubmit = event => {
      event.preventDefault();
      this.send(this.read());
    };
    $("reply-skip").onclick = () => this.send(null);
  }

  show(asking) {
    $("reply").hidden = !asking;
    if (!asking || this.shown === JSON.stringify(asking)) return;
    this.shown = JSON.stringify(asking);  // a resumed run counts its questions anew
    this.number = asking.number;
    if (asking.kind === "plan") this.plan(asking);
    else this.question(asking);
    $("reply-title").focus();
  }

  plan({ focuses }) {
    const rows = focuses.map((focus, at) => field("text", t("planHint", at + 1), focus));
    if (rows.length < 5) rows.push(field("text", t("addFocus")));
    $("reply-title").textContent = t("planTitle");
    $("reply-go").textContent = t("planGo");
    $("reply-skip").hidden = true;
    $("reply-fields").replaceChildren(...rows.map(([row]) => row));
    this.read = () => {
      const wanted = rows.map(([, input]) => input.value.trim()).filter(Boolean);
      return wanted.join("\n") === focuses.join("\n") ? null : wanted;
    };
  }

  question({ question, options }) {
    const rows = options.map(option => field("radio", option, option));
    const [own, words] = field("text", options.length ? t("ownWords") : "");
    if (!options.length) words.setAttribute("aria-labelledby", "reply-title");
    words.required = true;  // who has no answer leaves it to dr, by the other button
    words.onchange = () => words.value = words.value.trim();
    for (const [, input] of rows) input.onchange = () => words.required = false;
    $("reply-title").textContent = question;
    $("reply-go").textContent = t("answerGo");
    $("reply-skip").hidden = false;
    $("reply-fields").replaceChildren(...rows.map(([row]) => row), own);
    this.read = () => words.value.trim() || rows.find(([, input]) => input.checked)?.[1].value || null;
  }

  async send(answer) {
    const buttons = [$("reply-go"), $("reply-skip")];
    for (const button of buttons) button.disabled = true;
    try {
      const run = await post(`${this.path}/answer`, { number: this.number, answer });
      if (this.gone.aborted) return;  // what is shown is another run's by now
      $("reply").hidden = true;
      this.trouble(null);
      this.answered(run);
      $("title").focus();
    } catch (error) {
      if (this.gone.aborted) return;
      this.trouble(error);
    }
    for (const button of buttons) button.disabled = false;
  }
}
