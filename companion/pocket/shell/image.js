/* An image of the memory of a started Python, from which the next opening goes on instead of starting anew. It is
   made on the phone by a worker of its own over an empty database, so that no score is ever in it, and may be
   missing or dropped at any time: all it saves is time. It is kept in pieces that are checked one by one. */
import create from "./runtime/pyodide.asm.mjs";
import { ROOT, dropImage, hash, images, remember } from "./store.js";

const PAGE = 65536, MOST = 64; // the unit of WebAssembly's memory; how many of them are a piece
const at = (name) => `${ROOT}@image/${name}`;

/* Keeps the image of this Python: `about` is of which edition and browser, and how long a start took without it.
   Its head is written last: without it there is none. */
export async function keep(py, about) {
  await dropImage();
  const heap = py._module.HEAPU8, words = new Uint32Array(heap.buffer), config = py._api.serializeHiwireState();
  const cache = await images(), pieces = [];
  const empty = (page) => {
    for (let n = page * PAGE / 4, end = n + PAGE / 4; n < end; n++) if (words[n]) return false;
    return true;
  };
  for (let page = 0, count = heap.length / PAGE; page < count;) {
    if (empty(page)) { page += 1; continue; }
    const first = page;
    while (page < count && page - first < MOST && !empty(page)) page += 1;
    const body = heap.slice(first * PAGE, page * PAGE);
    pieces.push({ from: first * PAGE, size: body.length, hash: await hash(body) });
    await cache.put(at(pieces.length - 1), new Response(body));
  }
  const head = { ...about, heap: heap.length, config, pieces };
  await remember("image/head", head);
}

async function restored(M, { heap, pieces, config }) {
  const began = M.HEAPU8.length, cache = await images();
  if (heap > began) M.growMemory(heap);
  if (M.HEAPU8.length !== heap) throw new Error("the image is of another size");
  let end = 0;
  for (const [number, { from, size, hash: wanted }] of pieces.entries()) {
    const kept = await cache.match(at(number)), body = kept && new Uint8Array(await kept.arrayBuffer());
    if (body?.length !== size || await hash(body) !== wanted) throw new Error("the image is damaged");
    M.HEAPU8.fill(0, end, Math.max(end, Math.min(from, began)));
    M.HEAPU8.set(body, from);
    end = from + size;
  }
  M.HEAPU8.fill(0, end, Math.max(end, began));
  M.API.restoreSnapshot = () => config;
}

/* Options of `loadPyodide`: to start from an image (`head`), or so that one can be made (`made`). A library of
   binary code is loaded before Python begins, so that it has the same address in every start. */
export function options({ library: [path, bytes], head = null, made = false }) {
  return {
    _makeSnapshot: made,
    ...(head && { _loadSnapshot: new Uint8Array(64) }), // its place is taken by `restored`
    createPyodideModule: async (settings) => {
      settings.preRun.push(async (M) => {
        M.addRunDependency("library");
        const dso = Object.assign(M.newDSO(path, undefined, "loading"), { refcount: Infinity, global: false });
        const flags = { loadAsync: true, nodelete: true, global: false, allowUndefined: true };
        dso.exports = await M.loadWebAssemblyModule(await WebAssembly.compile(bytes), flags, path, {}, undefined);
        M.removeRunDependency("library");
      });
      const M = await create(settings);
      if (head) await restored(M, head);
      return M;
    },
  };
}
