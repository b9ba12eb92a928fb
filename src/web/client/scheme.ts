// Runs in the head of every page, so the right color scheme is set before the first paint.
;(() => {
  const key = 'truckroll.scheme'
  const root = document.documentElement
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

  const stored = () => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const apply = (scheme: string | null) => {
    if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme
    else delete root.dataset.scheme
  }

  root.dataset.script = 'on'
  apply(stored())

  window.addEventListener('click', (event) => {
    const target = event.target
    if (!(target instanceof Element) || !target.closest('[data-scheme-switch]')) return
    const isDark = root.dataset.scheme === undefined ? systemIsDark.matches : root.dataset.scheme === 'dark'
    const next = isDark ? 'light' : 'dark'
    apply(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Without storage, the switch still works for this page.
    }
  })
  window.addEventListener('storage', (event) => {
    if (event.key === key) apply(event.newValue)
  })
})()
