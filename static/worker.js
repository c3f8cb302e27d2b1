/* Service worker: caches the shell and all rules pages. Tables are never cached: an old score must not
   look like the current one. The server fills in version and list. */
const NAME = "companion-__VERSION__";
const KEPT = ["__KEPT__"];

// One file at a time: together they would delay the first answers at a table.
const fill = async () => {
  const cache = await caches.open(NAME);
  for (const path of KEPT) await cache.add(path);
  await self.skipWaiting();
};

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => names.filter((name) => name.startsWith("companion-") && name !== NAME))
    .then((old) => Promise.all(old.map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/pocket")) return;
  if (url.pathname.startsWith("/static/")) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
    return;
  }
  if (request.mode !== "navigate" && request.headers.get("HX-Request")) return;
  const away = () => request.mode === "navigate" ? caches.match("/away") : Response.error();
  event.respondWith(fetch(request).catch(async () =>
    (await caches.match(request)) || (await caches.match(url.pathname)) || away()));
});
