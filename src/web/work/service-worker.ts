// Keeps the worker's page on the phone, so that it opens where there is no network. It keeps no answers
// of the interface: the page itself remembers the day.
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Asking extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}

/** What we use of the global scope of a service worker. */
interface Scope {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(name: 'fetch', listener: (event: Asking) => void): void
}

;(() => {
  const worker = self as unknown as Scope
  const store = 'truckroll-work'
  const patienceMs = 4_000

  const isPage = (url: URL) => url.pathname === '/work'
  const isAsset = (url: URL) => url.pathname.startsWith('/assets/')

  worker.addEventListener('install', (event) => {
    void worker.skipWaiting()
    event.waitUntil(keepPage())
  })
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
  worker.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url)
    if (event.request.method !== 'GET' || url.origin !== worker.location.origin) return
    if (isPage(url)) event.respondWith(freshElseKept(event.request))
    else if (isAsset(url)) event.respondWith(keptElseFresh(event.request))
  })

  /** The page and everything it names, so that the first visit is enough. */
  async function keepPage() {
    const cache = await caches.open(store)
    const page = await fetch('/work', { cache: 'no-cache' })
    const assets = new Set((await page.clone().text()).match(/\/assets\/[\w.-]+/g))
    await cache.put('/work', page)
    await cache.addAll([...assets])
  }

  /** Where there is hardly any network or service, what is kept is better than a long wait or an error. */
  async function freshElseKept(request: Request) {
    const cache = await caches.open(store)
    const kept = await cache.match('/work')
    const fresh = fetch(request).then(async (page) => {
      if (!page.ok) return kept ?? page
      await cache.put('/work', page.clone())
      return page
    })
    if (!kept) return fresh
    const patient = new Promise<Response>((resolve) => setTimeout(resolve, patienceMs, kept))
    return Promise.race([fresh.catch(() => kept), patient])
  }

  /** Names change with the content, so that what is kept is never stale. */
  async function keptElseFresh(request: Request) {
    const cache = await caches.open(store)
    const kept = await cache.match(request)
    if (kept) return kept
    const asset = await fetch(request)
    if (asset.ok) await cache.put(request, asset.clone())
    return asset
  }
})()
