/* The worker that runs Python: it answers requests, and writes every change to disk before it responds. */
import { loadPyodide } from "./runtime/pyodide.mjs";
import { keep, options } from "./image.js";
import { ROOT, dropImage, fileOf, files } from "./store.js";

const BLOCK = 4096, MAGIC = 0x4e504d43, FORMAT = 1, DATABASE = "/data/companion.db";
let py, call, slots = null, setup = "", seen = 0, full = false, quit = false, head = null;

/* -- the disk ------------------------------------------------------------------------------------- */

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
function crc(bytes) {
  let sum = ~0;
  for (let i = 0; i < bytes.length; i++) sum = TABLE[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/* Where the browser has no files for a site: one record of a database, written whole. */
class Record {
  static open(name) {
    return new Promise((done, failed) => {
      const asked = indexedDB.open(name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
      asked.onerror = () => failed(asked.error);
      asked.onsuccess = async () => {
        try {
          const one = new Record(asked.result), kept = await one.does("readonly", (store) => store.get("now"));
          if (kept) Object.assign(one, { now: new Uint8Array(kept.bytes), number: kept.number });
          done(one);
        } catch (error) { failed(error); }
      };
    });
  }

  constructor(database) {
    Object.assign(this, { database, now: new Uint8Array(0), number: 0, damaged: 0 });
  }

  does(mode, act) {
    return new Promise((done, failed) => {
      const change = this.database.transaction("kept", mode, { durability: "strict" }), asked = act(change.objectStore("kept"));
      change.oncomplete = () => done(asked.result);
      change.onerror = change.onabort = () => failed(change.error || asked.error);
    });
  }

  async write(bytes) {
    await this.does("readwrite", (store) => store.put({ bytes, number: this.number + 1 }, "now"));
    Object.assign(this, { now: bytes, number: this.number + 1 });
  }

  close() {
    this.database.close();
  }
}

/* Two files written alternately. Each starts with a sequence number and checksums, so that a file whose
   write was interrupted is recognised as incomplete. */
class Slots {
  static async open(folder) {
    const handles = [];
    try {
      for (const name of ["a", "b"]) {
        const file = await folder.getFileHandle(`companion.${name}`, { create: true });
        handles.push(await file.createSyncAccessHandle());
      }
    } catch (error) {
      for (const handle of handles) handle.close();
      throw error;
    }
    return new Slots(handles);
  }

  constructor(handles) {
    this.handles = handles;
    this.stale = ["all", "all"]; // blocks of each file that differ from `now`
    this.now = new Uint8Array(0);
    this.sums = new Uint32Array(0);
    this.number = 0;
    this.last = 1;
    this.damaged = 0;
    handles.forEach((handle, place) => this.look(handle, place));
  }

  look(handle, place) {
    const size = handle.getSize();
    if (!size) return;
    const head = new DataView(new ArrayBuffer(BLOCK));
    handle.read(head, { at: 0 });
    const number = head.getFloat64(8, true), length = head.getFloat64(16, true);
    const whole = head.getUint32(0, true) === MAGIC && head.getUint32(4, true) === FORMAT
      && head.getUint32(28, true) === crc(new Uint8Array(head.buffer, 0, 28)) && size >= BLOCK + length;
    if (!whole) { this.damaged += 1; return; }
    if (number <= this.number) return;
    const bytes = new Uint8Array(length);
    handle.read(bytes, { at: BLOCK });
    const sums = Uint32Array.from({ length: length / BLOCK }, (_, n) => crc(bytes.subarray(n * BLOCK, (n + 1) * BLOCK)));
    if (crc(new Uint8Array(sums.buffer)) !== head.getUint32(24, true)) { this.damaged += 1; return; }
    Object.assign(this, { now: bytes, sums, number, last: place });
    this.stale = ["all", "all"];
    this.stale[place] = new Set();
  }

  /* Writes and flushes these bytes; throws and changes nothing on failure. */
  write(bytes) {
    const blocks = bytes.length / BLOCK, place = 1 - this.last, handle = this.handles[place];
    const sums = new Uint32Array(blocks), changed = new Set();
    sums.set(this.sums.subarray(0, blocks));
    const words = new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
    const known = new BigUint64Array(this.now.buffer, this.now.byteOffset, this.now.length / 8);
    const step = BLOCK / 8;
    for (let n = 0; n < blocks; n++) {
      let same = n * step < known.length;
      for (let i = n * step; same && i < (n + 1) * step; i++) same = words[i] === known[i];
      if (same) continue;
      changed.add(n);
      sums[n] = crc(bytes.subarray(n * BLOCK, (n + 1) * BLOCK));
    }
    const wanted = this.stale[place] === "all" ? [...sums.keys()] : new Set([...this.stale[place], ...changed]);
    const head = new DataView(new ArrayBuffer(BLOCK));
    head.setUint32(0, MAGIC, true);
    head.setUint32(4, FORMAT, true);
    head.setFloat64(8, this.number + 1, true);
    head.setFloat64(16, bytes.length, true);
    head.setUint32(24, crc(new Uint8Array(sums.buffer)), true);
    head.setUint32(28, crc(new Uint8Array(head.buffer, 0, 28)), true);
    this.stale[place] = "all";
    for (const n of wanted) {
      if (n < blocks) put(handle, bytes.subarray(n * BLOCK, (n + 1) * BLOCK), BLOCK * (n + 1));
    }
    if (handle.getSize() > BLOCK + bytes.length) handle.truncate(BLOCK + bytes.length);
    put(handle, head, 0);
    handle.flush();
    this.stale[place] = new Set();
    if (this.stale[this.last] !== "all") for (const n of changed) this.stale[this.last].add(n);
    Object.assign(this, { now: bytes, sums, number: this.number + 1, last: place });
  }

  close() {
    for (const handle of this.handles) handle.close();
  }
}

function put(handle, bytes, at) {
  if (handle.write(bytes, { at }) !== bytes.byteLength) throw new DOMException("the disk is full", "QuotaExceededError");
}

/* Contents: a header with the length of the session data, the session data, the database. */
function payload(kept, database) {
  const words = new TextEncoder().encode(kept);
  const front = Math.ceil((8 + words.length) / BLOCK) * BLOCK, size = front + Math.ceil(database.length / BLOCK) * BLOCK;
  const bytes = new Uint8Array(size), head = new DataView(bytes.buffer);
  head.setUint32(0, words.length, true);
  head.setUint32(4, database.length, true);
  bytes.set(words, 8);
  bytes.set(database, front);
  return bytes;
}
function parts(bytes) {
  if (!bytes.length) return ["", new Uint8Array(0)];
  const head = new DataView(bytes.buffer, bytes.byteOffset), words = head.getUint32(0, true), size = head.getUint32(4, true);
  const front = Math.ceil((8 + words) / BLOCK) * BLOCK;
  return [new TextDecoder().decode(bytes.subarray(8, 8 + words)), bytes.subarray(front, front + size)];
}

/* -- Python ---------------------------------------------------------------------------------------- */

const say = (message, transfer = []) => postMessage(message, transfer);

/* The folder's name, or the database's: one for each place that has the edition. */
const OURS = `companion ${encodeURIComponent(ROOT).replaceAll("%", "_")}`.slice(-200);

async function openSlots() {
  if (!navigator.storage?.getDirectory) return Record.open(OURS);
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(OURS, { create: true });
  for (let tries = 0; ; tries++) {
    try {
      return await Slots.open(folder);
    } catch (error) {
      // A worker that was ended a moment ago may still have them open.
      if (error.name !== "NoModificationAllowedError" || tries === 20) throw error;
      await new Promise((again) => { setTimeout(again, 100); });
    }
  }
}

/* Python with the app's files: from an image, or from its beginning. */
async function python(edition, step, made = false) {
  const began = performance.now();
  const [core, ours, ready] = await Promise.all(
    ["python/core.pack", "python/companion.pack", "python/setup.json"].map((name) => fileOf(edition, name)));
  step("read");
  const known = JSON.parse(new TextDecoder().decode(ready)), info = { abi_version: known.abi, arch: "wasm32", platform: "", python: "", version: "" };
  const code = [...files(core)], [name, bytes] = code.find(([each]) => each.endsWith(".so"));
  py = await loadPyodide({
    indexURL: ROOT + "runtime/",
    stdLibURL: ROOT + "python/standard.zip",
    lockFileContents: JSON.stringify({ info, packages: {} }),
    packageBaseUrl: ROOT + "runtime/",
    env: { HOME: "/data", PYTHONPATH: "/app:/core", PYDANTIC_DISABLE_PLUGINS: "__all__" },
    stdout: () => {},
    stderr: (text) => console.info(text),
    fsInit: async (FS) => {
      for (const [folder, pack] of [["/core", code], ["/app", files(ours)]]) {
        const folders = new Set();
        for (const [each, body] of pack) {
          const path = `${folder}/${each}`, parent = path.slice(0, path.lastIndexOf("/"));
          if (!folders.has(parent)) FS.mkdirTree(parent);
          folders.add(parent);
          FS.writeFile(path, body, { canOwn: true });
        }
      }
      FS.mkdirTree("/data");
    },
    ...options({ library: [`/core/${name}`, bytes], head, made }),
  });
  step("python");
  call = py.pyimport("companion.pocket.inside");
  step("imports");
  return [known, performance.now() - began];
}

async function start({ edition, base, phone, image: from }) {
  const began = performance.now(), steps = {};
  const step = (name) => {
    steps[name] = performance.now() - began;
    say({ do: "step", name });
  };
  let problem = "";
  try {
    slots = await openSlots();
  } catch (error) {
    // Another window has the files open, or the disk is full: do not start without them.
    if (["NoModificationAllowedError", "QuotaExceededError"].includes(error.name)) throw error;
    problem = error.name || "refused";
  }
  head = from;
  const [known] = await python(edition, step);
  setup = JSON.stringify({ ...known, base, phone: { ...phone, problem } });
  open(slots ? slots.now : new Uint8Array(0));
  await save(""); // a disk that cannot be written shows before the first hand
  step("app");
  say({ do: "ready", steps, problem, number: slots?.number ?? 0, damaged: slots?.damaged ?? 0, heap: py._module.HEAP8.length, restored: Boolean(head) });
}

/* Makes the image; this worker does nothing else. */
async function image({ edition, base, agent }) {
  const [known, took] = await python(edition, () => {}, true);
  call.warm(JSON.stringify({ ...known, base, phone: {} }));
  call.destroy();
  await keep(py, { edition, agent, took });
}

let kept = "";
function open(bytes) {
  const [words, database] = parts(bytes);
  for (const name of [DATABASE, `${DATABASE}-journal`]) if (py.FS.analyzePath(name).exists) py.FS.unlink(name);
  if (database.length) py.FS.writeFile(DATABASE, database);
  kept = words;
  call.begin(setup, words);
}

function database() {
  const node = py.FS.lookupPath(DATABASE).node;
  return node.contents.subarray(0, node.usedBytes);
}

/* Saves if anything changed, and returns whether it did; SQLite's header has a change counter. */
async function save(words) {
  const bytes = database(), count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(24);
  if (py.FS.analyzePath(`${DATABASE}-wal`).exists) throw new Error("the database has a log beside it");
  if (words === null && count === seen) return false;
  if (words) kept = words;
  await slots?.write(payload(kept, bytes));
  seen = count;
  return true;
}

/* The app's response, and the session data if it changed. */
function asked(method, url, headers, body) {
  const done = call.answer(method, url, JSON.stringify(headers), py.toPy(new Uint8Array(body || 0)));
  const [status, found, text, words] = [done.get(0), done.get(1), done.get(2), done.get(3)];
  const view = text.getBuffer("u8"), bytes = view.data.slice();
  view.release();
  text.destroy();
  done.destroy();
  return [{ status, headers: JSON.parse(found), body: bytes.buffer }, words ?? null];
}

async function answer({ method, url, headers, body }) {
  const [found, words] = asked(method, url, headers, body);
  try {
    const written = await save(words).catch(async (error) => {
      // The image goes first, before an entry is refused.
      if (!await dropImage()) throw error;
      return save(words);
    });
    if (written && full) say({ do: "space" });
    if (written) full = false;
  } catch (error) {
    open(slots.now);
    seen = new DataView(database().buffer, database().byteOffset).getUint32(24);
    full = true;
    say({ do: "full", why: error.name });
    return asked("GET", ROOT + "app/full", headers, null)[0];
  }
  return found;
}

/* Messages in their order: an answer is written to the disk before the next request is looked at. */
let last = Promise.resolve();
onmessage = ({ data }) => { last = last.then(() => heard(data)); };

async function heard(data) {
  if (data.do === "start") {
    try {
      await start(data);
    } catch (error) {
      slots?.close();
      say({ do: "failed", name: error.name, why: String(error.message || error), restored: Boolean(head) });
    }
  } else if (data.do === "image") {
    try {
      await image(data);
      say({ do: "imaged" });
    } catch (error) {
      await dropImage();
      say({ do: "imaged", why: String(error.message || error) });
    }
  } else if (data.do === "ask") {
    if (quit) return;
    let found;
    try {
      found = await answer(data.asked);
    } catch (error) {
      console.error(String(error));
      const text = new TextEncoder().encode("Something went wrong on this page. Go back; nothing that was saved is lost.");
      found = { status: 500, headers: [["Content-Type", "text/plain; charset=utf-8"]], body: text.buffer };
      // A trap in a memory that was restored: better to begin without the image.
      if (head && error instanceof WebAssembly.RuntimeError) say({ do: "failed", name: "Trap", why: "", restored: true });
    }
    say({ do: "answer", id: data.id, answer: found }, [found.body]);
  } else if (data.do === "stop") {
    quit = true;
    slots?.close();
    say({ do: "stopped" });
  }
}
