// Keeps the technician's page on the phone, so that it opens without a network. It keeps no answers of the API:
// the page itself remembers the day.
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Asking extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}

interface Pushed extends Lasting {
  data: { json(): unknown } | null
}

interface Tapped extends Lasting {
  notification: { close(): void; data?: { url?: string } }
}

interface Opened {
  url: string
  focus(): Promise<unknown>
}

/** The parts of a service worker's global scope that we use. */
interface Scope {
  location: Location
  clients: {
    claim(): Promise<void>
    matchAll(among: { type: 'window'; includeUncontrolled: boolean }): Promise<Opened[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: { showNotification(title: string, shown: object): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(name: 'fetch', listener: (event: Asking) => void): void
  addEventListener(name: 'push', listener: (event: Pushed) => void): void
  addEventListener(name: 'notificationclick', listener: (event: Tapped) => void): void
}

;(() => {
  const worker = self as unknown as Scope
  const store = 'truckroll-work'
  const patienceMs = 4_000
  const languages = ['en', 'es']

  const isPage = (url: URL) => url.pathname === '/work'
  const isAsset = (url: URL) => /^\/(?:assets|brand|logo|app-icon)\//.test(url.pathname)

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

  /** The page in each language and everything it names, so that the first visit is enough. */
  async function keepPage() {
    const cache = await caches.open(store)
    const page = await fetch('/work', { cache: 'no-cache' })
    await cache.put('/work', page.clone())
    for (const language of languages) {
      const headers = { 'accept-language': language }
      // Without cookies, which would choose the language and be changed by it.
      await cache.put(inLanguage(language), await fetch('/work', { headers, credentials: 'omit' }))
    }
    await keepAssets(cache, page)
  }

  const namedIn = async (page: Response) =>
    (await page.text()).match(/\/(?:assets|brand|logo|app-icon)\/[\w.-]+/g) ?? []

  /** Everything the page names, now or later. The rest goes, unless another kept page names it. */
  async function keepAssets(cache: Cache, page: Response) {
    const there = new Map((await cache.keys()).map((one) => [new URL(one.url).pathname, one]))
    const wanted = new Set(await namedIn(page))
    await cache.addAll([...wanted].filter((path) => !there.has(path)))
    for (const kept of await cache.matchAll('/work', { ignoreSearch: true }))
      for (const path of await namedIn(kept)) wanted.add(path)
    for (const [path, request] of there)
      if (path !== '/work' && !wanted.has(path)) await cache.delete(request)
  }

  const inLanguage = (language: string) => `/work?lang=${language}`

  /** The page as it is kept: in the language that the address asks for, else in the one shown last. */
  async function keptPage(cache: Cache, { url }: Request) {
    const language = new URL(url).searchParams.get('lang')
    const asked = language === null ? undefined : await cache.match(inLanguage(language))
    return asked ?? cache.match('/work')
  }

  async function keep(cache: Cache, page: Response) {
    const language = page.headers.get('content-language')
    if (language !== null) await cache.put(inLanguage(language), page.clone())
    await cache.put('/work', page.clone())
    // Without waiting: parts that the new page loads later are needed when there is no network.
    keepAssets(cache, page.clone()).catch(() => {})
  }

  /** With hardly any network or service, the kept page is better than a long wait or an error. */
  async function freshElseKept(request: Request) {
    const cache = await caches.open(store)
    const kept = await keptPage(cache, request)
    const fresh = fetch(request).then(async (page) => {
      if (!page.ok) return kept ?? page
      await keep(cache, page)
      return page
    })
    if (!kept) return fresh
    const patient = new Promise<Response>((resolve) => setTimeout(resolve, patienceMs, kept))
    return Promise.race([fresh.catch(() => kept), patient])
  }

  /** An asset's name changes with its content, so a kept one is never stale. */
  async function keptElseFresh(request: Request) {
    const cache = await caches.open(store)
    const kept = await cache.match(request)
    if (kept) return kept
    const asset = await fetch(request)
    if (asset.ok) await cache.put(request, asset.clone())
    return asset
  }

  worker.addEventListener('push', (event) => {
    const { title, body, tag, url } = (event.data?.json() ?? {}) as Partial<Record<string, string>>
    if (title === undefined) return
    event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url }, renotify: true }))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(showDay(event.notification.data?.url ?? '/work'))
  })

  /** The day that is open already, or a new window with it. */
  async function showDay(url: string) {
    const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const day = open.find((one) => isPage(new URL(one.url)))
    await (day ? day.focus() : worker.clients.openWindow(url))
  }
})()
