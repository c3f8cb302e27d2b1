/* Editions: downloaded piece by piece, verified by hash, stored in the Cache API. */
export const ROOT = new URL("./", import.meta.url).href;
const META = "pocket-companion " + ROOT, PIECES = META + "pieces";
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
const hash = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));

/* The host's current edition; null if it cannot be reached. */
export async function newest() {
  try {
    const answer = await fetch(at("edition.json"), { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/* Downloads the missing pieces of an edition. `told(pack, bytes so far)` reports progress. */
export async function fetched(edition, told = () => {}) {
  const now = await recall("current"), had = now && await caches.open(cacheOf(now.edition));
  const before = had && await had.match(at("@edition")), old = before ? await before.json() : null;
  const cache = await caches.open(cacheOf(edition.edition)), pieces = await caches.open(PIECES);
  const done = (await (await cache.match(at("@done")))?.json()) || {};
  for (const pack of edition.packs) {
    const same = old?.packs.find((each) => each.hash === pack.hash);
    if (!done[pack.name]) {
      done[pack.name] = same ? await copied(had, old.files[same.name], cache) : await unpacked(pack, cache, pieces, told);
      await cache.put(at("@done"), new Response(JSON.stringify(done)));
    }
    told(pack, pack.size);
  }
  await cache.put(at("@edition"), new Response(JSON.stringify({ ...edition, files: done })));
  await caches.delete(PIECES);
}

async function copied(from, names, to) {
  for (const name of names) await to.put(at(name), await from.match(at(name)));
  return names;
}

async function unpacked(pack, cache, pieces, told) {
  const parts = [];
  let so = 0;
  for (const [name, size] of pack.pieces) {
    const url = at(`files/${name}.bin`);
    let kept = await pieces.match(url);
    if (!kept) {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${answer.status} for a part of it`);
      const body = await read(answer, (bytes) => told(pack, so + bytes));
      if (await hash(body) !== name) throw new Error("a part of it came damaged");
      await pieces.put(url, new Response(body));
      kept = new Response(body);
    }
    so += size;
    told(pack, so);
    parts.push(await kept.arrayBuffer());
  }
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

async function read(answer, told) {
  const parts = [], reader = answer.body.getReader();
  let so = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    told(so += value.length);
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
  await remember("home", null);
  await remember("current", { edition, before: now?.edition || "", proven: false, tries: 0 });
}

/* The active edition works: delete the previous one. */
export async function proven() {
  const now = await recall("current");
  if (now.proven) return now;
  await remember("current", { edition: now.edition, before: "", proven: true, tries: 0 });
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
