/* The shell page: installs the Companion, starts it, and passes requests between its pages (in a frame)
   and the worker that answers them. */
import { ROOT, back, cacheOf, fetched, newest, proven, recall, remember, take } from "./store.js";

const BASE = new URL("app", ROOT).pathname, HOME = ROOT + "app/";
const PENCIL = "companion-pencil " + ROOT, one = (id) => document.getElementById(id);
const PRINTED = /\bprint((?:\/[\w-]+)?)\/([\w-]+)\.html(?:\?|$)/;
const frame = one("app"), channel = new BroadcastChannel(PENCIL);
let keeper = null, letGo = null, state = "starting", number = 0, brought = null, install = null;
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
function show(app) {
  one("own").hidden = app;
  frame.hidden = !app;
}
/* A line above the app's frame. */
function line(words, key = "", then = null) {
  one("line").hidden = !words;
  one("line").firstElementChild.textContent = words;
  const button = one("line").lastElementChild;
  button.hidden = !key;
  button.textContent = key;
  button.onclick = then;
}
/* Print pages get a bar here; printing the frame prints the app's page alone. */
function paper(place) {
  const [back, print] = one("paper").children;
  one("paper").hidden = !PRINTED.test(place);
  back.onclick = () => { frame.src = HOME + place.replace(PRINTED, "print$1?kind=$2&"); };
  print.onclick = () => frame.contentWindow.print();
}
const once = (words) => new Promise((done) => words(done));

/* -- installation ----------------------------------------------------------------------------------- */

async function begun() {
  if (!("serviceWorker" in navigator) || !isSecureContext) {
    tell([["This window cannot keep the Companion.", "It needs https and a browser that keeps pages: not a private window, and no old phone."],
      "Open this address in the phone’s ordinary browser."]);
    return;
  }
  let now;
  try {
    now = await recall("current");
    const there = await navigator.serviceWorker.getRegistration(ROOT);
    if (there?.scope !== ROOT || !there.active) await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  } catch (error) {
    tell([["This window cannot keep the Companion.", `The browser refuses it (${error.name}), as private windows do.`],
      "Open this address in an ordinary window."]);
    return;
  }
  // On a club's server its own service worker may control this page until ours takes over.
  while (navigator.serviceWorker.controller?.scriptURL !== ROOT + "sw.js") {
    await once((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
  navigator.serviceWorker.addEventListener("message", asked);
  navigator.serviceWorker.startMessages?.();
  if (!now) await first();
  await pencil();
}

async function first() {
  for (let pause = 2000; ; pause = Math.min(pause * 2, 30000)) {
    const edition = await newest();
    try {
      if (!edition) throw new Error("no connection");
      await bring(edition);
      await take(edition.edition);
      brought = edition;
      return;
    } catch (error) {
      if (error.name === "QuotaExceededError") {
        const room = Math.ceil(edition.packs.reduce((sum, pack) => sum + pack.whole + pack.size, 0) / 1e6);
        await once((again) => tell([["This phone has no room for it.", `The Companion needs ${room} MB. Free some space, then try again.`]], [["Try again", again, true]]));
        continue;
      }
      await new Promise((again) => {
        tell([["The way here is interrupted.", `What has come is kept; it goes on where it stopped (${error.message}).`]], [["Try again now", again, true]]);
        setTimeout(again, pause);
        addEventListener("online", again, { once: true });
      });
    }
  }
}

async function bring(edition) {
  const all = edition.packs.reduce((sum, pack) => sum + pack.size, 0), got = {};
  const rows = edition.packs.map((pack) => {
    const row = document.createElement("li");
    row.append(pack.title, document.createElement("small"));
    return row;
  });
  tell([["Getting ready", ""]]);
  const words = one("said").querySelector("b");
  one("packs").replaceChildren(...rows);
  for (const id of ["bar", "bringing"]) one(id).hidden = false;
  const told = (pack, bytes) => {
    got[pack.name] = bytes;
    const sum = Object.values(got).reduce((a, b) => a + b, 0), place = edition.packs.indexOf(pack);
    words.textContent = `Getting ready: ${mb(sum)} of ${mb(all)}\u00a0MB`;
    one("bar").value = sum / all;
    one("bar").textContent = `${Math.round(100 * sum / all)} %`;
    rows[place].className = bytes >= pack.size ? "done" : "";
    rows[place].lastElementChild.textContent = bytes >= pack.size ? `${mb(pack.size)} MB` : `${mb(bytes)} of ${mb(pack.size)} MB`;
  };
  for (const pack of edition.packs) told(pack, 0);
  await fetched(edition, told);
}

/* Installed: tips while Python starts. */
function welcome({ packs }) {
  tell([["Works without a network from now on.", ""],
    `${mb(packs.reduce((sum, pack) => sum + pack.size, 0))} MB are on this phone. Fourteen games, their rules and the referee open in flight mode, too.`],
  [["Choose a game", () => choose(""), true]]);
  one("said").firstElementChild.className = "done";
  one("add").onclick = () => install?.prompt();
  for (const key of one("keep").querySelectorAll("[data-place]")) key.onclick = () => choose(key.dataset.place);
  one("keep").hidden = false;
}
function choose(place) {
  brought = null;
  heard.place = place;
  if (state !== "ready") { tell([["One moment.", ""]]); return; }
  frame.src = HOME + place;
  show(true);
}
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install = event;
  one("add").lastElementChild.textContent = "one tap; it then opens like any other app";
});

/* -- one window writes -------------------------------------------------------------------------------- */

/* One window has the files open. Others say so, and can take over. */
async function pencil() {
  const free = await once((done) => {
    navigator.locks.request(PENCIL, { ifAvailable: true }, (lock) => {
      done(Boolean(lock));
      return lock && new Promise((release) => { letGo = release; });
    });
  });
  if (free) return start();
  state = "elsewhere";
  tell([["Another window has the pencil.", "The Companion is open in another tab or window of this browser. Only one of them can keep the score."]],
    [["Take the pencil here", () => taken(), true]]);
  const calm = new AbortController();
  const wait = navigator.locks.request(PENCIL, { signal: calm.signal }, () => {
    if (state !== "elsewhere") return undefined;
    start();
    return new Promise((release) => { letGo = release; });
  }).catch(() => {});
  async function taken() {
    tell([["Taking the pencil.", "A moment."]]);
    channel.postMessage("give");
    const slow = setTimeout(async () => {
      if (state !== "elsewhere") return;
      calm.abort();
      await wait;
      state = "starting";
      navigator.locks.request(PENCIL, { steal: true }, () => {
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
  if (data !== "give" || !keeper) return;
  lost();
};

/* Another window takes over: finish pending requests, then close the files. */
async function lost() {
  state = "elsewhere";
  const worker = keeper;
  keeper = null;
  if (worker) {
    await once((done) => {
      const patience = setTimeout(done, 3000);
      worker.addEventListener("message", ({ data }) => { if (data.do === "stopped") { clearTimeout(patience); done(); } });
      worker.postMessage({ do: "stop" });
    });
    worker.terminate();
  }
  for (const [, port] of waiting) port.postMessage(null);
  waiting.clear();
  line("");
  letGo?.();
  letGo = null;
  tell([["Another window has the pencil now.", "Every score is saved."]], [["Take it back", () => location.reload(), true]]);
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

async function start() {
  state = "starting";
  performance.mark("starting");
  const now = await recall("current"), home = await recall("home");
  const from = sessionStorage.getItem("place"), named = placed(location.hash);
  if (location.hash) history.replaceState(null, "", ROOT);
  const place = named ?? from ?? "";
  if (named !== null) brought = null;
  heard.place = home && place === "" ? null : place;
  if (home && place === "") {
    frame.src = HOME;
    show(true);
  } else if (brought) welcome(brought);
  else tell([["One moment.", ""]]);
  keeper = new Worker(new URL("keeper.js", ROOT), { type: "module", name: "keeper" });
  keeper.onmessage = ({ data }) => heard[data.do](data);
  keeper.onerror = (event) => heard.failed({ name: "Error", why: event.message || "the worker did not start" });
  // Some browsers ask the user: do not wait, the next start has the answer.
  const asking = navigator.storage?.persist?.().catch(() => false);
  const persisted = await navigator.storage?.persisted?.()
    || await Promise.race([asking, new Promise((done) => { setTimeout(done, 300); })]);
  const storage = { persisted, ...(await navigator.storage?.estimate?.()) };
  keeper.postMessage({ do: "start", edition: now.edition, base: BASE, phone: { storage } });
}

const heard = {
  async ready(told) {
    state = "ready";
    performance.mark("ready");
    const now = await proven().catch(() => recall("current")), tapped = queue.length;
    while (queue.length) pass(...queue.shift());
    const drawn = once((done) => frame.addEventListener("load", done, { once: true }));
    if (brought) { /* the page asks the user */ }
    else if (heard.place !== null) {
      frame.src = HOME + heard.place;
      show(true);
      await drawn;
    } else if (frame.contentWindow.location.href === HOME && !tapped) {
      frame.contentWindow.location.replace(HOME);
      await drawn;
    }
    window.companion = { ...told, edition: now.edition };
    if (told.problem) unkept(told.problem);
    if (now.failed) line("The newer Companion did not start on this phone. This one goes on.", "Good", () => line(""));
    update();
  },
  answer({ id, answer }) {
    waiting.get(id)?.postMessage(answer);
    waiting.delete(id);
  },
  async failed({ name, why }) {
    keeper?.terminate();
    keeper = null;
    if (name === "NoModificationAllowedError") {
      tell([["Another window does not let go of the scores.", "Close every other tab of the Companion, then try again."]], [["Try again", () => location.reload(), true]]);
    } else if (name === "QuotaExceededError") {
      tell([["This phone takes no more.", "What was saved before is untouched. Make room on the phone, then try again."]], [["Try again", () => location.reload(), true]]);
    } else if (await back()) location.reload();
    else {
      tell([["The Companion did not start.", why], "The scores on this phone are untouched."],
        [["Try again", () => location.reload(), true], ["Bring the program anew", async () => { await remember("current", null); location.reload(); }]]);
    }
  },
  full({ why }) {
    line(`This phone takes no more (${why}). Make room before you go on: what you enter now is not kept.`, "Save a copy", () => { frame.src = HOME + "saved"; });
  },
  room() {
    line("");
  },
  stopped() {},
};

function unkept(why) {
  line(`Nothing is kept in this window (${why}): when it is closed, the scores are gone. Use an ordinary window, or save a copy at the end.`, "Save a copy", () => { frame.src = HOME + "saved"; });
}

/* Requests from the service worker. Until Python has started, the home page is the cached one. */
async function asked({ data, ports: [port] }) {
  if (data?.do !== "ask") return;
  if (state === "elsewhere") { port.postMessage(null); return; }
  if (state === "starting" && data.asked.method === "GET" && data.asked.url === HOME) {
    const home = await recall("home");
    if (home && state === "starting") {
      const body = new TextEncoder().encode(home.text);
      performance.mark("home");
      port.postMessage({ status: 200, headers: home.headers, body: body.buffer });
      return;
    }
  }
  if (state === "ready") pass(data.asked, port);
  else queue.push([data.asked, port]);
}

function pass(request, port) {
  waiting.set(++number, port);
  keeper.postMessage({ do: "ask", id: number, asked: request });
}

frame.addEventListener("load", async () => {
  const { contentDocument: page, contentWindow } = frame;
  if (!page || contentWindow.location.href === "about:blank") return;
  const place = contentWindow.location.href.split("#")[0];
  if (!place.startsWith(HOME)) return;
  document.title = page.title || "The Companion";
  paper(place.slice(HOME.length));
  sessionStorage.setItem("place", place.slice(HOME.length));
  if (place === HOME && state === "ready") keepHome();
});

async function keepHome() {
  const port = new MessageChannel();
  port.port2.onmessage = async ({ data }) => {
    if (data?.status === 200) await remember("home", { text: new TextDecoder().decode(data.body), headers: data.headers }).catch(() => {}); // disk full: no cached home page
    const due = data?.headers.find(([name]) => name === "X-Companion-Uncopied")?.[1];
    if (due && one("line").hidden) line(`${due} evenings without a copy.`, "Save a copy", () => { line(""); frame.src = HOME + "saved"; });
    port.port2.close();
  };
  pass({ method: "GET", url: HOME, headers: {}, body: null }, port.port1);
}

/* -- updates -------------------------------------------------------------------------------------------- */

/* Downloaded in the background, installed when the user agrees. */
async function update() {
  const now = await recall("current"), found = navigator.onLine === false ? null : await newest();
  if (!found || found.format !== 1 || found.edition === now.edition || found.edition === now.failed) return;
  try {
    await fetched(found);
  } catch {
    return; // resumed at the next start
  }
  line("A newer Companion is ready. Your scores stay as they are.", "Take it now", async () => {
    await take(found.edition);
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
    registration?.waiting?.postMessage("take");
    location.reload();
  });
}

begun();
