// What is shown in place of a report whose address is not valid any more: it names the run.
import { translate } from "./words.js";

document.getElementById("run").href = `/#run=${location.pathname.split("/")[2]}`;
translate();
