import type { ApiRoutes } from '../../api'

/** Reports page speed to our own service when the user leaves the page. Contains no personal data. */
export function reportVitals(): void {
  if (typeof PerformanceObserver === 'undefined') return
  const id = crypto.randomUUID()
  const values = new Map<string, number>()
  let shift = 0
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') values.set('FCP', startTime)
  })
  observe('largest-contentful-paint', ({ startTime }) => values.set('LCP', startTime))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) values.set('CLS', (shift += value))
  })
  observe('navigation', (entry) => values.set('TTFB', (entry as PerformanceNavigationTiming).responseStart))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    for (const [metric, value] of values)
      navigator.sendBeacon(
        '/api/vitals' satisfies `/api/${keyof ApiRoutes['api']}`,
        JSON.stringify({ metric, value: Math.round(value * 1_000) / 1_000, page: location.pathname, id }),
      )
    values.clear()
  })
}

/** Skips metrics this browser doesn't support. */
function observe(type: string, take: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
}
