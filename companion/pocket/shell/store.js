/* Editions: downloaded piece by piece, verified by hash, stored in the Cache API. */
export const ROOT = new URL("./", import.meta.url).href;
const META = "pocket-companion " + ROOT, PIECES = META + "pieces", AT_ONCE = 4;
const at = (name) => ROOT + name;

export const cacheOf = (edition) => META + edition;

export async function recall(name) {
  const kept = await (await caches.open(META)).match(at("@" + name));
  return kept ? kept.json() : null;
}

export async function remember(name, value) {
  const meta = await caches.open(META);
  if (value === null) await meta.delete(at("@" + name));
  else await meta.put(at("@" + name), new Response(JSON.stringify(value)));
}

const hex = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
export const hash = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));

/* What came is not what was asked for, or nothing came: the network's fault. `login`: a page answered instead. */
export class Interrupted extends Error {
  constructor(message, login = false) {
    super(message);
    this.login = login;
  }
}

/* A response of the host; pages of a network that wants a log-in redirect elsewhere. */
async function sent(url, options) {
  const answer = await fetch(url, { redirect: "manual", ...options }).catch(() => { throw new Interrupted("no connection"); });
  if (answer.type === "opaqueredirect" || answer.status === 511) throw new Interrupted("a log-in page answers", true);
  if (!answer.ok) throw new Interrupted(`the host answers ${answer.status}`);
  return answer;
}

/* The host's current edition. */
export async function newest() {
  const answer = await sent(at("edition.json"), { cache: "no-store" });
  const text = await answer.text().catch(() => { throw new Interrupted("no connection"); });
  try {
    const edition = JSON.parse(text);
    if (edition.packs) return edition;
  } catch { /* no JSON: a page of somebody else */ }
  throw new Interrupted("a page answers", true);
}

/* Bytes of room that an edition wants, on the disk and on the way there; and whether some of it has come. */
export const wanted = (edition) => edition.packs.reduce((sum, pack) => sum + pack.whole + pack.size, 0);
export const begunBefore = () => caches.has(PIECES);

/* Downloads the missing pieces of an edition, four at a time in their order, and unpacks what is whole.
   `progress(pack, bytes so far)` reports progress. */
export async function fetched(edition, progress = () => {}) {
  const now = await recall("current"), had = now && await caches.open(cacheOf(now.edition));
  const before = had && await had.match(at("@edition")), old = before ? await before.json() : null;
  const cache = await caches.open(cacheOf(edition.edition)), pieces = await caches.open(PIECES);
  const done = (await (await cache.match(at("@done")))?.json()) || {};
  const same = (pack) => old?.packs.find((each) => each.hash === pack.hash);
  const turn = inTurn(AT_ONCE), coming = new Map();
  for (const pack of edition.packs) {
    if (done[pack.name] || same(pack)) continue;
    const came = pack.pieces.map(() => 0);
    coming.set(pack, pack.pieces.map(([name], place) => turn(() => piece(name, pieces, (bytes) => {
      came[place] = bytes;
      progress(pack, came.reduce((a, b) => a + b));
    }))));
  }
  for (const pack of edition.packs) {
    if (!done[pack.name]) {
      const parts = coming.get(pack);
      done[pack.name] = parts ? await unpacked(pack, await Promise.all(parts), cache) : await copied(had, old.files[same(pack).name], cache);
      await cache.put(at("@done"), new Response(JSON.stringify(done)));
    }
    progress(pack, pack.size);
  }
  await cache.put(at("@edition"), new Response(JSON.stringify({ ...edition, files: done })));
  await caches.delete(PIECES);
}

/* Runs so many acts at once; after one that failed, no other begins. */
function inTurn(most) {
  const queue = [];
  let running = 0, failed = null;
  const next = () => {
    while (running < most && queue.length) {
      const [act, done, refused] = queue.shift();
      if (failed) { refused(failed); continue; }
      running += 1;
      act().then(done, (error) => { failed = error; refused(error); }).finally(() => { running -= 1; next(); });
    }
  };
  return (act) => {
    const promise = new Promise((done, refused) => { queue.push([act, done, refused]); });
    promise.catch(() => {}); // whoever waits for it first is notified
    next();
    return promise;
  };
}

async function copied(from, names, to) {
  for (const name of names) await to.put(at(name), await from.match(at(name)));
  return names;
}

/* A piece, from what came before or from the host. */
async function piece(name, pieces, progress) {
  const url = at(`files/${name}.bin`), kept = await pieces.match(url);
  let body = kept && await kept.arrayBuffer();
  if (!body) {
    body = await read(await sent(url), progress);
    if (await hash(body) !== name) throw new Interrupted("a part of it came damaged");
    await pieces.put(url, new Response(body));
  }
  progress(body.byteLength);
  return body;
}

async function unpacked(pack, parts, cache) {
  const plain = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  if (await hash(bytes) !== pack.hash) throw new Error("it came damaged");
  const names = [];
  for (const [name, body, type] of files(bytes)) {
    await cache.put(at(name), new Response(body, { headers: { "Content-Type": type, "Content-Length": String(body.length) } }));
    names.push(name);
  }
  return names;
}

async function read(answer, progress) {
  const parts = [], reader = answer.body.getReader();
  let so = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new Interrupted("no connection"); });
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    progress(so += value.length);
  }
}

/* The files of a pack: a header with their lengths, then their contents. */
export function* files(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let place = 4 + length;
  for (const [name, size, type] of index) {
    yield [name, bytes.subarray(place, place + size), type];
    place += size;
  }
}

/* Activates an edition, on trial until it has answered a request; the previous one is kept. */
export async function take(edition) {
  const now = await recall("current");
  for (const page of ["home", "table"]) await remember(page, null);
  await remember("current", { edition, before: now?.edition || "", proven: false, tries: 0 });
}

/* The active edition works: delete the previous one. */
export async function proven() {
  const now = await recall("current");
  if (now.proven) return now;
  await remember("current", { edition: now.edition, before: "", proven: true, tries: 0 });
  await dropImage();
  for (const name of await caches.keys()) {
    if (name.startsWith(META) && ![META, PIECES, cacheOf(now.edition)].includes(name)) await caches.delete(name);
  }
  return now;
}

/* Rolls back to the previous edition; false if there is none. */
export async function back() {
  const now = await recall("current");
  if (now.proven || !now.before) return false;
  await remember("current", { edition: now.before, before: "", proven: true, tries: 0, failed: now.edition });
  return true;
}

export async function fileOf(edition, name) {
  const kept = await (await caches.open(cacheOf(edition))).match(at(name));
  if (!kept) throw new Error(`${name} is missing`);
  return new Uint8Array(await kept.arrayBuffer());
}

/* The image of the memory (image.js) lies in the cache that the service worker has open, too: WebKit forgets what a
   worker alone had open. */
export const images = () => caches.open(META);

/* What is known of the image of this edition in this browser; null if there is none. */
export async function imageOf(edition) {
  const head = await recall("image/head");
  return head?.edition === edition && head.agent === navigator.userAgent ? head : null;
}

/* Removes the image; whether there was one. */
export async function dropImage() {
  const meta = await images(), there = await meta.delete(at("@image/head"));
  for (const each of await meta.keys()) if (each.url.startsWith(at("@image/"))) await meta.delete(each);
  return there;
}
