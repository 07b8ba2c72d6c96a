// The page: which part of it is shown, the form for a new question, and the list of runs.
import { get, post, setToken } from "./api.js";
import { isGoing, RunView, statusOf, when } from "./run.js";
import { language, t, translate } from "./words.js";

const $ = id => document.getElementById(id);
const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "ja", "ko", "de", "fr", "es", "pt", "it", "ru", "ar"];
const PAGE = 50, MOST = 500, LOOK = 5000;
let listed = PAGE;
let shown = "";
let going = false;
let view = null;
let about = null;
let turn = 0;

function trouble(error) {
  $("trouble").textContent = error ? error.message : "";
  $("trouble").hidden = !error;
  if (error?.status === 401) show("key");
}

function show(part) {
  for (const id of ["key", "ask", "run"]) $(id).hidden = id !== part;
  if (part === "key") $("token").focus();
}

function choice(type, name, value, label, checked) {
  const [box, input, words] = [document.createElement("label"), document.createElement("input"), document.createElement("span")];
  Object.assign(input, { type, name, value, checked });
  words.textContent = label;
  box.append(input, words);
  return box;
}

function options(select, pairs) {
  select.replaceChildren(...pairs.map(([value, label]) => new Option(label, value)));
}

function form() {
  const { depth, length, language: own } = about.defaults;
  $("depth").replaceChildren(...["quick", "standard", "deep"].map(one => choice("radio", "depth", one, t(one), one === depth)));
  $("length").replaceChildren(...["brief", "standard", "full"].map(one => choice("radio", "length", one, t(one), one === length)));
  $("engines").replaceChildren(...about.engines.map(one => choice("checkbox", "engine", one, one, true)));
  $("engines-set").hidden = about.engines.length < 2;
  const names = new Intl.DisplayNames([language], { type: "language" });
  options($("language"), [["", t("sameLanguage")], ...LANGUAGES.map(tag => [tag, names.of(tag)])]);
  $("language").value = LANGUAGES.includes(own) ? own : "";
  options($("plan"), [["auto", t("askAuto")], ["always", t("askAlways")], ["never", t("askNever")]]);
  const writer = about.models.length ? t("model", about.models.join(", ")) : t("noModel");
  $("writer").textContent = about.lacks.join(". ") || writer;  // what runs cannot begin without comes first
}

const chosen = name => [...document.querySelectorAll(`[name=${name}]:checked`)].map(one => one.value);

$("ask").onsubmit = async event => {
  event.preventDefault();
  $("question").value = $("question").value.trim();
  if (!$("question").reportValidity()) return;
  $("go").disabled = true;
  try {
    const run = await post("/api/runs", {
      question: $("question").value, depth: chosen("depth")[0], length: chosen("length")[0],
      language: $("language").value, search: chosen("engine"), ask: $("plan").value,
    });
    $("question").value = "";
    trouble(null);
    location.hash = `run=${run.run_id}`;
  } catch (error) {
    trouble(error);
  }
  $("go").disabled = false;
};
$("question").onkeydown = event => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("ask").requestSubmit();
};
$("key").onsubmit = event => {
  event.preventDefault();
  setToken($("token").value);
  begin();
};
$("toggle").onclick = () => {
  const shown = $("past").classList.toggle("shown");
  $("toggle").setAttribute("aria-expanded", `${shown}`);
};
$("older").onclick = () => {
  listed = Math.min(listed + PAGE, MOST);
  list().catch(trouble);
};
$("skip").onclick = event => {
  event.preventDefault();
  $("main").focus();
};

// The second press of a double click is meant for the button that was there at the first.
document.addEventListener("click", event => {
  if (event.detail < 2 || !event.target.closest("#cancel, #resume, #reply button, #higher button")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

async function list() {
  const { runs, more } = await get(`/api/runs?limit=${listed}`);
  const here = new URLSearchParams(location.hash.slice(1)).get("run");
  going = runs.some(isGoing);
  $("no-runs").hidden = runs.length > 0;
  $("older").hidden = !more || listed >= MOST;
  const rows = runs.map(run => [run.run_id, run.question, [statusOf(run), when(run.created)].filter(Boolean).join(" · "), run.run_id === here]);
  if (shown === JSON.stringify(rows)) return;
  shown = JSON.stringify(rows);
  const focused = document.activeElement?.closest("#runs a")?.hash;
  $("runs").replaceChildren(...rows.map(row => entry(...row)));
  if (focused) document.querySelector(`#runs a[href="${focused}"]`)?.focus();
}

function entry(id, asked, told, isHere) {
  const [row, link, question, status] = ["li", "a", "span", "span"].map(name => document.createElement(name));
  link.href = `#run=${id}`;
  if (isHere) link.setAttribute("aria-current", "page");
  [question.className, status.className] = ["q", "s"];
  question.dir = "auto";
  question.textContent = asked;
  status.textContent = told;
  link.append(question, status);
  row.append(link);
  return row;
}

// What others do with runs (another tab, another process) is told by nobody: while one is under way the list is looked at again,
// and when the reader comes back to the page, so is what it shows. A server that cannot be reached is told of by what is shown.
function again() {
  if (!about || document.hidden || !$("key").hidden) return;
  list().catch(() => {});
}
setInterval(() => {
  if (going) again();
}, LOOK);
window.addEventListener("focus", () => {
  again();
  view?.follow();
});

async function route() {
  const mine = ++turn;
  view?.leave();
  view = null;
  trouble(null);
  $("past").classList.remove("shown");
  $("toggle").setAttribute("aria-expanded", "false");
  const id = new URLSearchParams(location.hash.slice(1)).get("run");
  try {
    if (id) {
      const run = await get(`/api/runs/${encodeURIComponent(id)}`);
      if (mine !== turn) return;  // the reader has gone on
      document.title = `${run.question} – dr`;
      show("run");
      view = new RunView(run, () => list().catch(trouble), trouble);
      $("title").focus();
    } else {
      document.title = "dr";
      show("ask");
      $("question").focus();
    }
  } catch (error) {
    if (mine !== turn) return;
    if (id) show("ask");
    trouble(error);
  }
  if ($("key").hidden) await list().catch(trouble);
}

async function begin() {
  try {
    about = await get("/api/about");
    form();
    await route();
  } catch (error) {
    trouble(error);
  }
}

translate();
window.addEventListener("hashchange", route);
begin();
