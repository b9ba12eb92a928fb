import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = await Bun.file(createRequire(import.meta.url).resolve('axe-core/axe.min.js')).text()

/** The rules about colors, sizes and scrolling. */
const looks = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/**
 * Waits until the page has what it asked for and animations have ended: what's about to change is dimmed, and
 * colors in between are nobody's choice.
 */
export async function atRest(page: Page): Promise<void> {
  // Asked again and again, because the promise of an animation whose element is gone may never settle.
  await page.waitForFunction(
    () =>
      document.querySelector('.stale, .safe-frame[data-drawing], i[data-drawing]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}

/**
 * The serious and critical findings of axe-core on a page as it is now, or on the dialog that covers it; with
 * `moderate` also those about landmarks and the order of headings. With `look`, only what another width or color
 * scheme can change: the page itself stays the same.
 */
export async function seriousFindings(
  page: Page,
  { moderate = false, look = false } = {},
): Promise<string[]> {
  await atRest(page)
  // Injected through the debugger, because the page's policy allows no foreign script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const only = look ? { runOnly: [...looks] } : {}
  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: Finding[] }> }
    }
    // Passing rules aren't described, which would take longer than finding the failing ones.
    const covering = [...document.querySelectorAll('dialog[open]')].at(-1)
    // The rows of a table are alike, so the first ones stand for all.
    const context = { include: [covering ?? document], exclude: ['tbody tr:nth-child(n + 9)'] }
    return (await axe.run(context, { resultTypes: ['violations'], ...options })).violations
  }, only)
  return violations
    .filter(
      ({ impact }) => impact === 'serious' || impact === 'critical' || (moderate && impact === 'moderate'),
    )
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}
