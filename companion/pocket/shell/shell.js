/* The shell page: installs the Companion, starts it, and passes requests between its pages (in a frame)
   and the worker that answers them. */
import {
  ROOT, back, begunBefore, dropImage, fetched, imageOf, Interrupted, newest, proven, recall, remember, take, wanted,
} from "./store.js";

const BASE = new URL("app", ROOT).pathname, HOME = ROOT + "app/";
const LOCK = "companion-pencil " + ROOT, one = (id) => document.getElementById(id);
const PRINTED = /\bprint((?:\/[\w-]+)?)\/([\w-]+)\.html(?:\?|$)/;
const CLUB = /^(club\/[\w/-]+(?=\.pdf(?:\?|$))|night\/[\w-]+(?=\/\w+\.pdf(?:\?|$)))/;
const frame = one("app"), channel = window.BroadcastChannel ? new BroadcastChannel(LOCK) : {};
/* A table's own page, the only one besides the first that is kept to be drawn at once. */
const TABLE = /^t\/[A-Z]+$/, STEPS = ["read", "python", "imports", "app"];
/* On an iPhone the home screen has a storage of its own: true there, false in Safari, undefined elsewhere. */
const HOMED = navigator.standalone;
const CONTROL = 15000; // ms until the service worker must control the page
const SPACE = 150e6; // bytes that must be free for an image of the memory
let worker = null, letGo = null, state = "starting", number = 0, brought = null, install = null, come = 0, dog = 0;
let maker = null, calm = 0, woken = 0, fault = "";
const waiting = new Map(), queue = [];

/* -- texts of the shell --------------------------------------------------------------------------- */

const mb = (bytes) => (bytes / 1e6).toFixed(1);

function tell(lines, keys = []) {
  one("said").replaceChildren(...lines.map((line) => {
    const p = document.createElement("p");
    const [bold, rest] = Array.isArray(line) ? line : ["", line];
    if (bold) p.append(Object.assign(document.createElement("b"), { textContent: bold }), " ");
    p.append(rest);
    return p;
  }));
  one("keys").replaceChildren(...keys.map(([words, then, main]) => {
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: words, onclick: then });
    if (main) key.className = "go";
    return key;
  }));
  for (const id of ["bar", "bringing", "keep"]) one(id).hidden = true;
  show(false);
}
/* How far Python's start is: on the page, or in the line above the frame after a tap that has to wait for it. */
function waking(steps = woken) {
  woken = steps;
  for (const bar of [one("bar"), one("line").children[1]]) bar.value = bar === one("bar") ? steps / STEPS.length : steps;
}
function showStart() {
  one("what").hidden = true;
  tell([["One moment.", "Starting."]]);
  one("bar").hidden = false;
  waking();
}
function show(app) {
  one("own").hidden = app;
  if (app) one("coming").hidden = true;
  frame.hidden = !app;
  if (app) frame.focus();
}
/* A line above the app's frame. */
function line(words, key = "", then = null, steps = false) {
  one("line").hidden = !words;
  one("line").children[1].hidden = !steps;
  one("line").firstElementChild.textContent = words;
  const button = one("line").lastElementChild;
  button.hidden = !key;
  button.textContent = key;
  button.onclick = then;
}
/* Print pages get a bar here; printing the frame prints the app's page alone. */
function paper(place) {
  const [back, print] = one("paper").children;
  one("paper").hidden = !PRINTED.test(place) && !CLUB.test(place);
  back.onclick = () => { frame.src = HOME + (CLUB.exec(place)?.[1] || place.replace(PRINTED, "print$1?kind=$2&")); };
  // Printed before its typefaces are there, a page lacks its bold words.
  print.onclick = async () => {
    await frame.contentDocument.fonts.ready;
    frame.contentWindow.print();
  };
}
/* Opens the edition anew. No reload: Firefox would ask whether to send the form of the frame's page once more. */
const again = () => location.replace(ROOT);
const once = (words) => new Promise((done) => words(done));

/* -- installation ----------------------------------------------------------------------------------- */

/* Why this browser cannot run the Companion: how that is said, and what helps; null if it can. */
function lacks() {
  if (!window.DecompressionStream || !navigator.locks || !window.BroadcastChannel) {
    return [["This phone’s browser is too old.", "The Companion needs iOS 16.4, Chrome 108, Samsung Internet 21 or Firefox 121, or a newer one."],
      "Bring the browser up to date: on an iPhone under Settings, General, Software Update; on other phones in the app store. Nothing was fetched."];
  }
  // A browser that has all of the above has this, too, unless somebody turned it off.
  return typeof WebAssembly === "object" ? null : [
    ["This browser may not run the Companion.", "WebAssembly is turned off in it; on an iPhone Lockdown Mode does that."],
    "Turn it on for this page: in Safari in the menu beside the address, Website Settings, Lockdown Mode; or use another browser. Nothing was fetched."];
}

/* How this browser puts a page on the home screen, where it offers no key for that. */
function adding() {
  const { userAgent } = navigator, firefox = userAgent.includes("Firefox/");
  if (HOMED === false) return "Tap Share, then “Add to Home Screen”.";
  if (!firefox) return "Open the browser’s menu, then “Install” or “Add to Home screen”.";
  return userAgent.includes("Android") ? "Open the menu ⋮, then “Add to Home screen”." : "Firefox on a computer cannot: make a bookmark.";
}

/* Says which table or club the link in the address holds; of a large one only the beginning is read. */
async function arriving(titles = {}) {
  const letters = location.hash.split("#take=")[1];
  if (!letters) return;
  let text = "";
  try {
    const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done && text.length < 1e6; part = await reader.read()) text += decoder.decode(part.value, { stream: true });
  } catch (error) { console.info(error); }
  const club = /"clubs":\[\{"name":"([^"\\]+)"/.exec(text)?.[1];
  const players = [...text.matchAll(/"player \d+":"([^"\\]+)"/g)].map(([, name]) => name);
  const about = club || [titles[/"game":"([\w-]+)"/.exec(text)?.[1]], ...new Set(players.slice(0, 6))].filter(Boolean).join(", ");
  one("coming").textContent = `A ${club ? "club" : "table"} is on its way to you${about ? `: ${about}` : "."}`;
  one("coming").hidden = false;
}

async function begun() {
  if (!isSecureContext || !("serviceWorker" in navigator)) {
    tell([["This window cannot keep the Companion.", "It needs https and a browser that keeps pages: not a private window, and no old phone."],
      "Open this address in the phone’s ordinary browser."]);
    return;
  }
  const lacking = lacks();
  if (lacking) {
    tell(lacking);
    return;
  }
  await arriving();
  let now;
  try {
    now = await recall("current");
    one("what").hidden = Boolean(now);
    if (!now && HOMED === false) await homeFirst();
    const there = await navigator.serviceWorker.getRegistration(ROOT);
    if (there?.scope !== ROOT || !there.active) await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch (error) {
    console.info(error);
    tell([["This window cannot keep the Companion.", "The browser refuses it, as private windows do."],
      "Open this address in an ordinary window."]);
    return;
  }
  if (!await controlled()) {
    tell([["This window is not connected to the Companion.", "Close its other tabs if there are any, then try again. The scores on this phone are untouched."]],
      [["Try again", again, true]]);
    return;
  }
  navigator.serviceWorker.addEventListener("message", asked);
  navigator.serviceWorker.startMessages?.();
  if (!now) await first();
  await takeLock();
}

/* True as soon as our service worker controls this page. On a club's server its own may do so until then; a forced
   reload leaves the page without one, so the active one is asked to claim it. */
async function controlled() {
  const ours = () => navigator.serviceWorker.controller?.scriptURL === ROOT + "sw.js";
  const end = performance.now() + CONTROL;
  while (!ours() && performance.now() < end) {
    const registration = await navigator.serviceWorker.getRegistration(ROOT);
    if (registration?.scope === ROOT) registration.active?.postMessage("claim");
    await once((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
      setTimeout(done, 500);
    });
    if (!ours()) showStart();
  }
  return ours();
}

/* Said before anything is fetched: what is entered in Safari does not go to the home screen by itself. */
function homeFirst() {
  return once((on) => tell([
    ["First put it on the home screen.", "Tap Share, then “Add to Home Screen”, and open the Companion there: what you enter there stays there."],
    "Safari deletes the scores of a page that was not opened for seven days of use, and they do not move to the home screen by themselves.",
  ], [["Go on in Safari", on]]));
}

async function first() {
  for (let pause = 2000; ; pause = Math.min(pause * 2, 30000)) {
    let edition = null;
    try {
      edition = await newest();
      const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) || {};
      if (quota && quota - usage < wanted(edition) && !await begunBefore()) throw new DOMException("no room", "QuotaExceededError");
      await bring(edition);
      await take(edition.edition);
      brought = edition;
      return;
    } catch (error) {
      console.info(error);
      if (error.name === "QuotaExceededError") {
        const space = Math.ceil(wanted(edition) / 1e6);
        await once((go) => tell([["This phone has no room for it.", `The Companion needs ${space} MB. Free some space, then try again.`]], [["Try again", go, true]]));
      } else if (error instanceof Interrupted) {
        const kept = come ? `What has come, ${mb(come)} of ${mb(sizeOf(edition))} MB, is kept; it goes on where it stopped.` : "It begins by itself when the network is there.";
        await new Promise((go) => {
          tell([error.login ? ["This network wants you to log in.", `Open any other page in the browser, log in there and come back. ${kept}`]
            : ["Connection lost.", kept]], [["Try again now", go, true]]);
          setTimeout(go, pause);
          addEventListener("online", go, { once: true });
        });
      } else {
        await once((go) => tell([["The Companion could not be set up.", `This is not a network problem (${error.message}).`],
          "Bring the browser up to date, then try again."], [["Try again", go, true]]));
      }
    }
  }
}
const sizeOf = (edition) => edition.packs.reduce((sum, pack) => sum + pack.size, 0);

async function bring(edition) {
  const all = sizeOf(edition), got = {};
  const rows = edition.packs.map((pack) => {
    const row = document.createElement("li");
    row.append(pack.title, document.createElement("small"));
    return row;
  });
  tell([["Getting ready", ""]]);
  arriving(edition.titles);
  const words = one("bringing").firstElementChild, heading = one("said").querySelector("b");
  let quarter = 0;
  one("packs").replaceChildren(...rows);
  for (const id of ["bar", "bringing"]) one(id).hidden = false;
  const progress = (pack, bytes) => {
    got[pack.name] = bytes;
    const sum = Object.values(got).reduce((a, b) => a + b, 0), place = edition.packs.indexOf(pack);
    come = sum;
    words.textContent = `${mb(sum)} of ${mb(all)}\u00a0MB`;
    // Read aloud at quarters only.
    if (Math.floor(4 * sum / all) > quarter) {
      quarter = Math.floor(4 * sum / all);
      heading.textContent = quarter < 4 ? `Getting ready: ${25 * quarter} %` : "Getting ready: all is here";
    }
    one("bar").value = sum / all;
    one("bar").textContent = `${Math.round(100 * sum / all)} %`;
    rows[place].className = bytes >= pack.size ? "done" : "";
    rows[place].lastElementChild.textContent = bytes >= pack.size ? `${mb(pack.size)} MB` : `${mb(bytes)} of ${mb(pack.size)} MB`;
  };
  for (const pack of edition.packs) progress(pack, 0);
  await fetched(edition, progress);
}

/* Installed: tips while Python starts. */
function welcome(edition) {
  one("what").hidden = true;
  tell([["Works without a network from now on.", ""],
    `${mb(sizeOf(edition))} MB are on this phone. Fourteen games, their rules and the referee open in flight mode, too.`],
  [["Choose a game", () => choose(""), true]]);
  one("said").firstElementChild.className = "done";
  one("add").onclick = () => install.prompt();
  one("add").parentElement.hidden = HOMED === true || matchMedia("(display-mode: standalone)").matches;
  one("adding").lastElementChild.textContent = adding();
  if (HOMED) one("bring").textContent = "Scores in Safari? Bring them over";
  for (const key of one("keep").querySelectorAll("[data-place]")) key.onclick = () => choose(key.dataset.place);
  one("keep").hidden = false;
}
function choose(place) {
  brought = null;
  heard.place = place;
  if (state !== "ready") { showStart(); return; }
  frame.src = HOME + place;
  show(true);
}
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install = event;
  one("add").hidden = false;
  one("adding").hidden = true;
});

/* -- one window writes -------------------------------------------------------------------------------- */

/* One window has the files open. Others say so, and can take over. */
async function takeLock() {
  const free = await once((done) => {
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      done(Boolean(lock));
      return lock && new Promise((release) => { letGo = release; });
    });
  });
  if (free) return start();
  state = "elsewhere";
  tell([["Another window keeps the score.", "The Companion is open in another tab or window of this browser. Only one of them can keep the score."]],
    [["Keep the score here", () => taken(), true]]);
  const calm = new AbortController();
  const wait = navigator.locks.request(LOCK, { signal: calm.signal }, () => {
    if (state !== "elsewhere") return undefined;
    start();
    return new Promise((release) => { letGo = release; });
  }).catch(() => {});
  async function taken() {
    tell([["Taking over.", "A moment."]]);
    channel.postMessage("give");
    const slow = setTimeout(async () => {
      if (state !== "elsewhere") return;
      calm.abort();
      await wait;
      state = "starting";
      navigator.locks.request(LOCK, { steal: true }, () => {
        start();
        return new Promise((release) => { letGo = release; });
      }).catch(lost);
    }, 4000);
    await wait;
    clearTimeout(slow);
  }
  return undefined;
}

channel.onmessage = async ({ data }) => {
  if (data !== "give" || !worker) return;
  lost();
};

/* Another window takes over: finish pending requests, then close the files. */
async function lost() {
  state = "elsewhere";
  const stopping = worker;
  worker = null;
  clearTimeout(dog);
  unimage();
  if (stopping) {
    await once((done) => {
      const patience = setTimeout(done, 3000);
      stopping.addEventListener("message", ({ data }) => { if (data.do === "stopped") { clearTimeout(patience); done(); } });
      stopping.postMessage({ do: "stop" });
    });
    stopping.terminate();
  }
  for (const [, port] of waiting) port.postMessage(null);
  waiting.clear();
  line("");
  letGo?.();
  letGo = null;
  tell([["Another window keeps the score now.", "Every score is saved."]], [["Take it back", again, true]]);
}

/* The app URL for a URL of the shell; a table in the fragment is passed on. */
function placed(hash) {
  if (hash.startsWith("#take=")) return `take${hash}`;
  if (!hash.startsWith("#/")) return null;
  const { href } = new URL(hash.slice(2), HOME);
  return href.startsWith(HOME) ? href.slice(HOME.length) : null; // nothing else of this host is framed
}
addEventListener("hashchange", () => {
  const place = placed(location.hash);
  if (state !== "ready" || place === null) return;
  history.replaceState(null, "", ROOT);
  frame.src = HOME + place;
});

/* -- the app ------------------------------------------------------------------------------------------ */

/* The kept page of a place: the first one, and that of the table that was open last. */
async function pageOf(place) {
  const kept = await recall(place ? "table" : "home");
  return kept && (kept.place || "") === place ? kept : null;
}

async function start() {
  state = "starting";
  performance.mark("starting");
  const now = await recall("current");
  const from = sessionStorage.getItem("place"), named = placed(location.hash);
  if (location.hash) history.replaceState(null, "", ROOT);
  const place = named ?? from ?? "";
  if (named !== null) brought = null;
  const drawn = await pageOf(place);
  heard.place = drawn ? null : place;
  if (drawn) {
    frame.src = HOME + place;
    show(true);
  } else if (brought) welcome(brought);
  else showStart();
  // Some browsers ask the user: do not wait, the next start has the answer.
  const asking = navigator.storage?.persist?.().catch(() => false);
  const persisted = await navigator.storage?.persisted?.()
    || await Promise.race([asking, new Promise((done) => { setTimeout(done, 300); })]);
  const storage = { persisted, ...(await navigator.storage?.estimate?.()) };
  await wake(now, { storage, homed: HOMED });
}

/* Starts the worker: from an image of the memory where there is one, or as if there were none. */
async function wake(now, phone, cold = false) {
  const image = cold ? null : await imageOf(now.edition).catch(() => null);
  waking(0);
  worker = new Worker(new URL("worker.js", ROOT), { type: "module", name: "python" });
  worker.onmessage = ({ data }) => heard[data.do](data);
  worker.onerror = (event) => heard.failed({ name: "Error", why: event.message || "the worker did not start", restored: Boolean(image) });
  heard.cold = () => wake(now, phone, true);
  // A damaged image may hang: what takes far longer than a start without it is given up.
  if (image) dog = setTimeout(() => heard.failed({ name: "Slow", why: "", restored: true }), Math.max(20000, 3 * image.took));
  worker.postMessage({ do: "start", edition: now.edition, base: BASE, phone, image });
}

const heard = {
  step({ name }) {
    waking(STEPS.indexOf(name) + 1);
  },
  async ready(status) {
    clearTimeout(dog);
    state = "ready";
    performance.mark("ready");
    if (!one("line").children[1].hidden) line("");
    // What a page asks for by itself is no tap.
    const tapped = queue.some(([each]) => each.method !== "GET" || !each.headers["hx-request"]);
    const now = await proven().catch(() => recall("current"));
    while (queue.length) pass(...queue.shift());
    const drawn = once((done) => frame.addEventListener("load", done, { once: true }));
    const shown = frame.contentWindow.location.href.split("#")[0];
    if (brought) { /* the page asks the user */ }
    else if (heard.place !== null) {
      frame.src = HOME + heard.place;
      show(true);
      await drawn;
    } else if (shown.startsWith(HOME) && !tapped) {
      frame.contentWindow.location.replace(shown);
      await drawn;
    }
    window.companion = { ...status, edition: now.edition, fault };
    if (status.restored) await remember("imaged", null).catch(() => {});
    if (status.problem) unkept();
    if (now.failed) line("The newer Companion did not start on this phone. This one goes on.", "Good", () => line(""));
    update();
    quiet();
  },
  answer({ id, answer }) {
    waiting.get(id)?.postMessage(answer);
    waiting.delete(id);
  },
  async failed({ name, why, restored }) {
    clearTimeout(dog);
    worker?.terminate();
    worker = null;
    if (restored) {
      fault = `${name} ${why}`; // for whoever looks into it: nobody is told, a start without an image is as good
      await dropImage().catch(() => {});
    }
    if (restored && state === "starting") heard.cold();
    else if (restored) again();
    else if (name === "NoModificationAllowedError") {
      tell([["Another window is still using the scores.", "Close every other tab of the Companion, then try again."]], [["Try again", again, true]]);
    } else if (name === "QuotaExceededError") {
      tell([["This phone’s storage is full.", "What was saved before is untouched. Make room on the phone, then try again."]], [["Try again", again, true]]);
    } else if (await back()) again();
    else {
      tell([["The Companion did not start.", why], "The scores on this phone are untouched."],
        [["Try again", again, true], ["Download the app again", async () => { await remember("current", null); again(); }]]);
    }
  },
  full() {
    line("This phone’s storage is full. Make room before you go on: what you enter now is not kept.", "Save a copy", () => { frame.src = HOME + "saved"; });
  },
  space() {
    line("");
  },
  stopped() {},
};

function unkept() {
  const copy = ["Save a copy", () => { frame.src = HOME + "saved"; }];
  line("Nothing is kept in this window: when it is closed, the scores are gone. Use an ordinary window, or save a copy at the end.",
    "I see", () => line("Nothing is kept in this window.", ...copy));
}

/* -- the image of the memory --------------------------------------------------------------------------- */

/* After some quiet a second worker makes the image for the next opening. Two tries for an edition, until one was
   opened from, and only where there is room: it must not cost anybody anything. */
function quiet(pause = 15000) {
  clearTimeout(calm);
  if (window.companion?.restored || window.companion?.imaged !== undefined) return;
  calm = setTimeout(imaging, pause);
}
addEventListener("companion:quiet", () => quiet(0));

async function imaging() {
  if (state !== "ready" || maker) return;
  if (document.hidden) { quiet(); return; }
  const { edition } = window.companion, before = await recall("imaged"), same = before?.edition === edition;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) || {};
  const no = (await imageOf(edition) && "is there") || (same && before.tries > 1 && "failed twice") || (quota - usage < SPACE && "no room")
    || (navigator.deviceMemory < 2 && "little memory");
  if (no) { window.companion.imaged = no; return; }
  await remember("imaged", { edition, tries: same ? before.tries + 1 : 1 });
  maker = new Worker(new URL("worker.js", ROOT), { type: "module", name: "image" });
  maker.onerror = unimage;
  maker.onmessage = ({ data }) => {
    if (data.do !== "imaged") return;
    window.companion.imaged = data.why || "";
    unimage();
  };
  // A worker may call the browser by another name than a page does.
  maker.postMessage({ do: "image", edition, base: BASE, agent: navigator.userAgent });
}
function unimage() {
  clearTimeout(calm);
  maker?.terminate();
  maker = null;
}

/* Requests from the service worker. Until Python has started, the first page and the last table are the kept ones. */
async function asked({ data, ports: [port] }) {
  if (data?.do !== "ask") return;
  if (state === "elsewhere") { port.postMessage(null); return; }
  const { method, url, headers } = data.asked;
  if (state === "starting" && method === "GET" && url.startsWith(HOME) && !headers["hx-request"]) {
    const kept = await pageOf(url.slice(HOME.length));
    if (kept && state === "starting") {
      const body = new TextEncoder().encode(kept.text);
      performance.mark(kept.place ? "table" : "home");
      port.postMessage({ status: 200, headers: kept.headers, body: body.buffer });
      return;
    }
  }
  if (state === "ready") pass(data.asked, port);
  else queue.push([data.asked, port]);
}

function pass(request, port) {
  if (request.method !== "GET") {
    if (calm) quiet();
    clearTimeout(keepTable.soon);
    keepTable.soon = setTimeout(keepTable, 1500);
  }
  waiting.set(++number, port);
  worker.postMessage({ do: "ask", id: number, asked: request });
}

frame.addEventListener("load", async () => {
  const { contentDocument: page, contentWindow } = frame;
  if (!page || contentWindow.location.href === "about:blank") return;
  const place = contentWindow.location.href.split("#")[0];
  if (!place.startsWith(HOME)) return;
  document.title = page.title || "The Companion";
  paper(place.slice(HOME.length));
  sessionStorage.setItem("place", place.slice(HOME.length));
  if (state === "starting") page.addEventListener("click", tapped, true);
  else if (place === HOME) keepHome();
  else keepTable();
});

/* A tap before Python is there was heard, and is seen to wait for it. */
function tapped(event) {
  const it = event.target.closest?.("a[href], button, summary, label");
  if (!it || state !== "starting") return;
  it.style.outline = "3px solid currentColor";
  waking();
  line("One moment: it starts.", "", null, true);
}

/* Keeps a page to be drawn at once by the next opening; `then` gets its headers. */
function keepPage(name, url, more, then = () => {}) {
  const port = new MessageChannel();
  port.port2.onmessage = async ({ data }) => {
    port.port2.close();
    if (data?.status !== 200) return;
    await remember(name, { text: new TextDecoder().decode(data.body), headers: data.headers, ...more }).catch(() => {}); // disk full
    then(data.headers);
  };
  pass({ method: "GET", url, headers: {}, body: null }, port.port1);
}

function keepHome() {
  keepPage("home", HOME, {}, (headers) => {
    const due = headers.find(([name]) => name === "X-Companion-Uncopied")?.[1];
    if (due && one("line").hidden) line(`${due} evenings are not backed up.`, "Save a copy", () => { line(""); frame.src = HOME + "saved"; });
  });
}

function keepTable() {
  const url = frame.contentWindow.location.href.split(/[?#]/)[0], place = url.slice(HOME.length);
  if (state === "ready" && TABLE.test(place)) keepPage("table", url, { place });
}

/* -- updates -------------------------------------------------------------------------------------------- */

/* Downloaded in the background, installed when the user agrees. */
async function update() {
  const now = await recall("current"), found = navigator.onLine === false ? null : await newest().catch(() => null);
  if (!found || found.format !== 1 || found.edition === now.edition || found.edition === now.failed) return;
  try {
    await fetched(found);
  } catch {
    return; // resumed at the next start
  }
  line("An update is ready. Your scores stay as they are.", "Update now", async () => {
    await take(found.edition);
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
    registration?.waiting?.postMessage("take");
    again();
  });
}

begun();
