/* The offline version's service worker: serves files from the installed edition, and passes requests under
   app/ to the shell, whose worker answers them as a server would. */
const ROOT = new URL("./", self.location).href;
const APP = ROOT + "app";
const META = "pocket-companion " + ROOT;
const OURS = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
  + "frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PYTHON = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const AGAIN = "<!doctype html><meta charset=utf-8><title>Companion</title><p>This page is no longer connected. Open the Companion again: nothing is lost.";

self.addEventListener("install", () => {
  if (!self.registration.active) self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data === "take") event.waitUntil(self.skipWaiting());
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = request.url.split("#")[0];
  if (!url.startsWith(ROOT)) return;
  const path = url.slice(ROOT.length).split("?")[0];
  if (path === "edition.json" || path === "sw.js" || path.startsWith("files/")) return;
  if (path.startsWith("app/static/")) event.respondWith(file(path, request));
  else if (path === "app" || path.startsWith("app/")) event.respondWith(page(request, url));
  else if (request.method === "GET") event.respondWith(file(path || "index.html", request));
});

// The active edition; one that never answered a request is rolled back.
async function current(opening) {
  const meta = await caches.open(META), kept = await meta.match(ROOT + "@current");
  if (!kept) return null;
  const now = await kept.json();
  if (opening && !now.proven) {
    now.tries += 1;
    if (now.tries > 2 && now.before) Object.assign(now, { edition: now.before, before: "", proven: true, failed: now.edition });
    await meta.put(ROOT + "@current", new Response(JSON.stringify(now))).catch(() => {}); // disk full
  }
  return META + now.edition;
}

async function file(path, request) {
  const name = await current(path === "index.html");
  const kept = name && await (await caches.open(name)).match(ROOT + path);
  const found = kept || await fetch(request);
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", path === "worker.js" || path.startsWith("runtime/") ? PYTHON : OURS);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  return new Response(found.body, { status: found.status, headers });
}

async function page(request, url) {
  // A form from another site has that site's referrer, or none.
  if (request.method !== "GET" && !request.referrer.startsWith(ROOT)) return new Response("This came from another site.", { status: 403 });
  const asked = { method: request.method, url, headers: Object.fromEntries(request.headers) };
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  for (const shell of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (shell.url.split("#")[0].split("?")[0].replace(/index\.html$/, "") !== ROOT) continue;
    const answer = await ask(shell, { ...asked, body });
    if (answer) return answered(answer);
  }
  if (request.destination === "document") return Response.redirect(`${ROOT}#${url.slice(APP.length) || "/"}`, 303);
  return new Response(AGAIN, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

function ask(shell, asked) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { port1.close(); done(data); };
    shell.postMessage({ do: "ask", asked }, [port2]);
  });
}

function answered({ status, headers, body }) {
  const sent = new Headers(headers);
  if (status > 300 && status < 400 && status !== 304) return Response.redirect(new URL(sent.get("Location"), ROOT), status);
  return new Response([204, 304].includes(status) ? null : body, { status, headers: sent });
}
