import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = await Bun.file(createRequire(import.meta.url).resolve('axe-core/axe.min.js')).text()

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/** What moves or fades has come to rest: colours in between are nobody's choice. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })

/** The serious and critical findings of axe-core on a page as it is now. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await atRest(page)
  // Given to the page by its debugger: the policy of the page lets no foreign script in.
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> }
    }
    // What is right need not be described: that takes longer than finding what is wrong.
    return (await axe.run({ resultTypes: ['violations'] })).violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}
