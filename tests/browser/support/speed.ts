import type { CDPSession, Page, Route } from 'playwright-core'

/**
 * A screen is interactive once it shows its data and no script holds the browser any longer. A link to an item opens a
 * drawer, and nobody can use the list behind it, so the drawer's data counts there. A customer has a page.
 */
const showsData = () => {
  const query = new URLSearchParams(location.search)
  const opensDrawer = query.has('job') || (query.has('id') && query.get('tab') !== 'customers')
  const shown = document.querySelector(opensDrawer ? 'dialog[open]' : 'main')
  return (
    shown?.querySelector(opensDrawer ? '.overlay-body section' : 'h1') != null &&
    shown.querySelector('.skeleton, [aria-busy="true"]') === null
  )
}

export interface Trips {
  /** Rounds of requests after the document, each waiting for the answers to the one before. */
  rounds: string[][]
  /** Plain bytes of every script that came before the screen was interactive. */
  scriptBytes: number
}

/**
 * Opens a screen with every request held until the page has asked for all it can, so each round is one trip to
 * the service. The machine's speed makes no difference.
 */
export async function countTrips(page: Page, address: string): Promise<Trips> {
  let held: Route[] = []
  const rounds: string[][] = []
  let scriptBytes = 0
  await page.route('**', (route) => void held.push(route))
  const opening = page.goto(`/admin?tab=${address}`, { waitUntil: 'commit' })
  while (!held.some(isDocument)) await Bun.sleep(1)
  // Whatever came before the document, the page before this one asked for.
  const passed = held.splice(0, held.findIndex(isDocument) + 1)
  await Promise.all(passed.map((route) => route.continue()))
  await opening
  for (;;) {
    let asked: number
    do {
      asked = held.length
      await aMoment(page)
    } while (held.length > asked)
    if (await isReady(page)) break
    const round = held
    held = []
    if (round.length === 0) continue
    rounds.push(round.map((route) => new URL(route.request().url()).pathname))
    const sizes = await Promise.all(round.map(pass))
    scriptBytes += sizes.reduce((sum, size) => sum + size, 0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.allSettled(held.map((route) => route.continue()))
  return { rounds, scriptBytes }
}

const isDocument = (route: Route) => route.request().isNavigationRequest()

/** Returns how many bytes of script came along. */
async function pass(route: Route): Promise<number> {
  const response = await route.fetch()
  await route.fulfill({ response })
  return response.headers()['content-type']?.includes('javascript') ? (await response.body()).length : 0
}

const isReady = (page: Page) => page.evaluate(showsData)

/** The page's thread was free for a while, so whatever a script or the document wanted is on its way. */
const aMoment = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => setTimeout(() => setTimeout(done, 40), 40)))

/** Milliseconds from the start of the navigation until the screen is interactive. */
export async function timeScreen(page: Page, address: string, slowdown: number): Promise<number> {
  const debug: CDPSession = await page.context().newCDPSession(page)
  // The screen before this one is gone, so that putting it away takes no time of this one.
  await page.goto('/robots.txt')
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`/admin?tab=${address}`, { waitUntil: 'commit' })
  const time = await page.evaluate(
    (source) =>
      new Promise<number>((done) => {
        // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- a function of this file
        const isReady = new Function(`return (${source})()`) as () => boolean
        // An event knows the time since the navigation, whatever clock the page was given.
        const answer = () => done(new Event('answer').timeStamp)
        const look = () => {
          // These tasks run once this frame is drawn and its effects are done, as a click would.
          if (isReady()) setTimeout(() => setTimeout(answer))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    showsData.toString(),
  )
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await debug.detach()
  return time
}

/**
 * Puts the browser on the service's day and leaves everything else alone. A test's clock also plays timers, frames and
 * idle moments, which takes time and comes in another order than on a real page.
 */
export async function moveDate(page: Page, to: number): Promise<void> {
  await page.addInitScript((shift: number) => {
    const Real = Date
    const here = () => Real.now() + shift
    globalThis.Date = new Proxy(Real, {
      construct: (_, given: [], target) =>
        Reflect.construct(Real, given.length === 0 ? [here()] : given, target) as Date,
      get: (_, name) => (name === 'now' ? here : Reflect.get(Real, name)),
    })
  }, to - Date.now())
}
