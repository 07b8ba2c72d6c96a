// The offer to go on with a run that its ceilings held back: a field for each of them, filled with what is enough, and a line
// where the server allows less than that.
import { language, t } from "./words.js";

const $ = id => document.getElementById(id);
const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
const STEP = { tokens: "1", searches: "1", usd: "any", seconds: "any" };

// An amount of what a ceiling is for, in words.
const amount = (name, value) => t(name, name === "usd" ? exact.format(value) : value);

function field(name, { ceiling, enough, most }) {
  const [row, words, input] = [document.createElement("label"), document.createElement("span"), document.createElement("input")];
  const value = most === null ? enough : Math.min(enough, most);
  Object.assign(input, { type: "number", name, step: STEP[name], min: `${ceiling}`, value: `${value}`, required: true });
  input.setAttribute("aria-describedby", "higher-limits");
  words.className = "quiet";
  words.textContent = t("soFar", t(`${name}Name`), exact.format(ceiling));
  row.append(words, input);
  return { row, input };
}

function line(text) {
  const row = document.createElement("p");
  row.textContent = text;
  return row;
}

export class Higher {
  // `go` is called with the body of the request, and `trouble` with an error that is to be told.
  constructor(go, trouble) {
    this.shown = "";
    $("higher").hidden = true;
    $("higher").onsubmit = event => {
      event.preventDefault();
      const over = this.rows.find(({ input, most }) => most !== null && Number(input.value) > most);
      if (!over) return void go(Object.fromEntries(this.rows.map(({ name, input }) => [`max_${name}`, Number(input.value)])));
      trouble(new Error(t("aboveMost", amount(over.name, Number(over.input.value)), amount(over.name, over.most))));
      over.input.focus();
    };
  }

  // What was typed stays while the offer is the same.
  show(held) {
    const offers = Object.entries(held ?? {}), offer = JSON.stringify(held);
    $("higher").hidden = !offers.length;
    if (!offers.length || this.shown === offer) return;
    this.shown = offer;
    const open = offers.every(([, { ceiling, most }]) => most === null || most > ceiling) ? offers : []; // one alone is of no use
    const short = offers.filter(([, { enough, most }]) => most !== null && most < enough);
    this.rows = open.map(([name, one]) => ({ name, most: one.most, ...field(name, one) }));
    $("higher-fields").replaceChildren(...this.rows.map(({ row }) => row));
    $("higher-limits").replaceChildren(...short.map(([name, { enough, most }]) => line(t("tooLittle", amount(name, most), amount(name, enough)))));
    $("higher-go").hidden = !open.length;
  }
}
