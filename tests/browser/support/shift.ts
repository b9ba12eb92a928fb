import type { Page, Route } from 'playwright-core'

/** Adds up everything that moves without somebody having pressed anything. Call it before the page opens. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: { value: number; what: string[] }[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
        if (!entry.hadRecentInput)
          moved.push({
            value: entry.value,
            what: entry.sources.map(({ node, previousRect: before, currentRect: after }) => {
              const name = node instanceof Element ? node.outerHTML.slice(0, 60) : 'text'
              return `${name} from ${before.x},${before.y} to ${after.x},${after.y}`
            }),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

interface LayoutShift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

export interface Shifts {
  sum: number
  /** What moved, for whoever has to find the cause. */
  what: string[]
}

/** Opens a screen whose answers come one at a time, each after the one before it was painted. */
export async function shiftsOf(page: Page, address: string): Promise<Shifts> {
  const held: Route[] = []
  await page.route('**/api/**', (route) => void held.push(route))
  await page.goto(`/admin?tab=${address}`)
  await page.locator('main h1').waitFor()
  await painted(page)
  for (let quiet = 0; quiet < 3;) {
    const next = held.shift()
    quiet = next === undefined ? quiet + 1 : 0
    await next?.fulfill({ response: await next.fetch() })
    await painted(page)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { moved: { value: number; what: string[] }[] }).moved,
  )
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    what: shifts.map(({ value, what }) => `${value.toFixed(3)} ${what.join(' ')}`),
  }
}

/** Two frames later the page has drawn what it got, and its observer has heard of it. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(), 40))),
      ),
  )
