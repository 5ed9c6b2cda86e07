// Keeps the whole site for offline use. The build puts the constant `release` before this text:
// base (the site's path), version, pages, assets and later (their addresses; those of later are stored after the rest)
// and fallback (the page for unknown addresses).
"use strict";

// Caches belong to the origin, which on GitHub Pages is shared with every other project of the owner.
const ours = `queuelab ${release.base} `;
const cacheName = ours + release.version;
const patience = 2000; // milliseconds until a stored page is shown in place of one that is slow to come

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(release.base)) {
    return;
  }
  event.respondWith(event.request.mode === "navigate" ? page(event.request) : asset(event.request));
});

async function install() {
  const cache = await caches.open(cacheName);
  await Promise.all([
    ...release.assets.map((url) => storeAsset(cache, url)),
    ...release.pages.map((url) => storePage(cache, url)),
  ]);
  await Promise.all(release.later.map((url) => storeAsset(cache, url)));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((n) => n.startsWith(ours) && n !== cacheName).map((n) => caches.delete(n)));
  await self.clients.claim();
}

// An asset's address names its content: what an earlier release has stored needs no second download.
async function storeAsset(cache, url) {
  const stored = await fromEarlierRelease(url);
  await cache.put(url, stored ?? (await answered(fetch(url))));
}

async function fromEarlierRelease(url) {
  for (const name of await caches.keys()) {
    if (name.startsWith(ours)) {
      const stored = await caches.match(url, { cacheName: name });
      if (stored) {
        return stored;
      }
    }
  }
  return undefined;
}

// A page of another release would ask for assets that this cache doesn't hold, so the whole release is put off.
async function storePage(cache, url) {
  const response = await answered(fetch(url, { cache: "no-cache" }));
  const text = await response.clone().text();
  if (!text.includes(release.version)) {
    throw new Error(`${url} is not of release ${release.version}`);
  }
  await cache.put(url, response);
}

async function answered(pending) {
  const response = await pending;
  if (!response.ok) {
    throw new Error(`${response.url}: status ${response.status}`);
  }
  return response;
}

async function asset(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request)) ?? fetch(request);
}

// The network comes first, so that a new release is seen at the next load.
async function page(request) {
  const cache = await caches.open(cacheName);
  const stored = await cache.match(request, { ignoreSearch: true });
  const fresh = fetch(request, { cache: "no-cache" });
  try {
    return await (stored ? inTime(fresh, stored) : fresh);
  } catch {
    return stored ?? (await cache.match(release.fallback)) ?? Response.error();
  }
}

function inTime(fresh, stored) {
  const settled = fresh.then((response) => (response.status >= 500 ? stored : response));
  const late = new Promise((resolve) => setTimeout(resolve, patience, stored));
  settled.catch(() => {});
  return Promise.race([settled, late]);
}
