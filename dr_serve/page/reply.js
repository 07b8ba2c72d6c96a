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
  constructor(path, trouble) {
    this.path = path;
    this.trouble = trouble;
    this.shown = null;
    $("reply").onsubmit = event => {
      event.preventDefault();
      this.send(this.read());
    };
    $("reply-skip").onclick = () => this.send(null);
  }

  show(asking) {
    $("reply").hidden = !asking;
    if (!asking || this.shown === asking.number) return;
    this.shown = asking.number;
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
    $("reply-title").textContent = question;
    $("reply-go").textContent = t("answerGo");
    $("reply-skip").hidden = false;
    $("reply-fields").replaceChildren(...rows.map(([row]) => row), own);
    this.read = () => words.value.trim() || rows.find(([, input]) => input.checked)?.[1].value || null;
  }

  async send(answer) {
    try {
      await post(`${this.path}/answer`, { number: this.shown, answer });
      $("reply").hidden = true;
      this.trouble(null);
      $("title").focus();
    } catch (error) {
      this.trouble(error);
    }
  }
}
