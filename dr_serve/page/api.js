// Talking with the server. The token comes in the part of the address that is never sent, and lives as long as the tab.
import { t } from "./words.js";

const KEY = "dr-token";
// The token, or the whole address with it; what no header can hold is no token, and is refused as such.
export const setToken = pasted => sessionStorage.setItem(KEY, encodeURIComponent(pasted.trim().split("#token=").at(-1)));
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given) {
  setToken(given);
  history.replaceState(null, "", location.pathname);
}

// What the server says in a code as well is told in the language of the page, and the rest in the server's own words.
export class Refused extends Error {
  constructor(status, said) {
    const key = `refused_${said.code}`, own = t(key);
    super(own === key ? [said.error, said.remedy].filter(Boolean).join(". ") : own);
    this.status = status;
  }
}

function headers(more = {}) {
  const token = sessionStorage.getItem(KEY);
  return { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more };
}

async function checked(answer) {
  if (answer.ok) return answer;
  let said = { error: `${answer.status}` };
  try {
    said = await answer.json();
  } catch {
    // an answer that is not ours: its number is all there is to say
  }
  throw new Refused(answer.status, said);
}

// An answer, read by `read`; what browsers say of a server that does not answer is in words of their own.
async function asked(read, path, options = { headers: headers() }) {
  try {
    return await read(await checked(await fetch(path, options)));
  } catch (error) {
    throw error instanceof Refused ? error : new Error(t("unreached"));
  }
}

export const get = path => asked(answer => answer.json(), path);

export const file = path => asked(answer => answer.blob(), path);

export function post(path, body = {}) {
  const more = headers({ "x-dr": "1", "content-type": "application/json" });
  return asked(answer => answer.json(), path, { method: "POST", headers: more, body: JSON.stringify(body) });
}

// Events behind number `after`, until the stream ends. An EventSource cannot send the token, so the lines are read here.
export async function* events(path, after, signal) {
  const answer = await checked(await fetch(path, { headers: headers(after ? { "last-event-id": `${after}` } : {}), signal }));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    waiting += value;
    let end;
    while ((end = waiting.indexOf("\n\n")) >= 0) {
      const event = parsed(waiting.slice(0, end));
      waiting = waiting.slice(end + 2);
      if (event) yield event;
    }
  }
}

function parsed(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
  }
  return fields.data ? { type: fields.event, ...JSON.parse(fields.data) } : null;
}
