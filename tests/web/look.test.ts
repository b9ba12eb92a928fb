import { expect, test } from 'bun:test'
import { contrast } from '../../src/lib/color'
import { brandTokens } from '../../src/web/assets/brand-tokens'
import { startTestApp } from '../support/app'

const colors = ['#1446a0', '#ffe600', '#ffffff', '#000000', '#ff0000', '#7f7f7f', '#00ffcc', '#3b0a45']
const enough = 4.5

/** The papers of tokens.css. */
const papers = { light: ['#ffffff', '#f5f7f5'], dark: ['#0e1411', '#161e1a', '#1d2722'] }

test.each(colors)('any brand color can be read in light and dark: %s', (color) => {
  const tokens = Object.fromEntries(
    Object.entries(brandTokens(color)).map(([name, value]) => {
      const [, light = '', dark = ''] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? []
      return [name, { light, dark }]
    }),
  )
  for (const scheme of ['light', 'dark'] as const) {
    const token = (name: string) => tokens[name]?.[scheme] ?? ''
    const pairs = [
      ...papers[scheme].map((paper) => [token('--accent'), paper]),
      [token('--accent'), token('--accent-soft')],
      [token('--on-accent'), token('--accent')],
      [token('--on-accent'), token('--accent-strong')],
    ]
    for (const [one = '', other = ''] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(enough)
  }
})

test('only addresses that we made lead to a stylesheet', async () => {
  const app = await startTestApp()
  for (const name of ['1446a0-x.css', 'zzzzzz-0.css', '1446a0.css', 'x'])
    expect((await app.call('GET', `/brand/${name}`)).status).toBe(404)
  await app.close()
})
