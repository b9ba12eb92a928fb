// Keeps the page of a technician on the way up to date, without moving the focus or the place that is read.
;(() => {
  const seconds = 20
  const partsOf = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-live]')]
  const isLive = () => document.querySelector('[data-live="updates"]')?.childElementCount !== 0

  const update = async () => {
    if (document.hidden || !isLive()) return
    const answer = await fetch(location.href, { cache: 'no-store' })
    // The link has expired, and leads elsewhere now.
    if (answer.redirected || answer.status === 410) location.reload()
    if (!answer.ok) return
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    document.title = next.title
    const fresh = new Map(partsOf(next).map((part) => [part.dataset.live, part]))
    for (const part of partsOf(document)) {
      const changed = fresh.get(part.dataset.live)
      if (changed && changed.innerHTML !== part.innerHTML) part.replaceChildren(...changed.childNodes)
    }
  }
  // Without a connection, the next attempt may succeed.
  const tryUpdate = () => update().catch(() => {})
  const updateLater = () => {
    if (isLive()) setTimeout(() => void tryUpdate().then(updateLater), seconds * 1000)
  }

  updateLater()
  document.addEventListener('visibilitychange', () => void tryUpdate())
})()
