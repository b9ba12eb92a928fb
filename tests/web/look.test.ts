import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrast } from '../../src/lib/color'
import { brandTokens } from '../../src/web/assets/brand-tokens'
import { startTestApp } from '../support/app'

const colors = ['#1446a0', '#ffe600', '#ffffff', '#000000', '#ff0000', '#7f7f7f', '#00ffcc', '#3b0a45']
const enough = 4.5

interface Pair {
  light: string
  dark: string
}

const pairOf = (value: string): Pair => {
  const [, light = '', dark = ''] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? []
  return { light, dark }
}

const css = readFileSync(join(import.meta.dir, '../../src/web/styles/tokens.css'), 'utf8')
const ours = new Map(
  [...css.matchAll(/(--[\w-]+): (light-dark\(#\w{6}, #\w{6}\));/g)].map(
    ([, name = '', value = '']) => [name, pairOf(value)] as const,
  ),
)
const papers = ['--ground', '--paper', '--raised', '--sunken', '--hover', '--mute-soft']
const inks = ['--ink', '--ink-soft', '--accent', '--good', '--warn', '--bad', '--info']
const schemes = ['light', 'dark'] as const

test('all our text can be read on every surface, and what stands on a color on that color', () => {
  const onColors = [
    ...['accent', 'good', 'warn', 'bad', 'info'].map((name) => [`--${name}`, `--${name}-soft`]),
    ['--on-accent', '--accent'],
    ['--on-accent', '--accent-strong'],
    ['--on-bad', '--bad'],
    ['--on-bad', '--bad-strong'],
  ]
  const onPapers = inks.flatMap((ink) => papers.map((paper) => [ink, paper]))
  for (const scheme of schemes)
    for (const [one = '', other = ''] of [...onPapers, ...onColors]) {
      const found = contrast(ours.get(one)![scheme], ours.get(other)![scheme])
      expect({ scheme, one, other, ok: found >= enough }).toEqual({ scheme, one, other, ok: true })
    }
})

test("a field's edge can be seen on the papers that forms stand on", () => {
  for (const scheme of schemes)
    for (const paper of ['--ground', '--paper', '--raised', '--sunken'])
      expect(contrast(ours.get('--line-strong')![scheme], ours.get(paper)![scheme])).toBeGreaterThanOrEqual(3)
})

test.each(colors)('any brand color can be read in light and dark: %s', (color) => {
  const tokens = Object.fromEntries(
    Object.entries(brandTokens(color)).map(([name, value]) => [name, pairOf(value)]),
  )
  for (const scheme of schemes) {
    const token = (name: string) => tokens[name]?.[scheme] ?? ''
    const pairs = [
      ...papers.map((paper) => [token('--accent'), ours.get(paper)![scheme]]),
      [token('--accent'), token('--accent-soft')],
      [token('--on-accent'), token('--accent')],
      [token('--on-accent'), token('--accent-strong')],
    ]
    for (const [one = '', other = ''] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(enough)
  }
})

test('our own color has the same shades in a preview as on our pages', () => {
  for (const [name, value] of Object.entries(brandTokens('#1F6F54')))
    expect({ name, ...pairOf(value) }).toEqual({ name, ...ours.get(name)! })
})

test('only addresses that we made lead to a stylesheet', async () => {
  const app = await startTestApp()
  for (const name of ['1446a0-x.css', 'zzzzzz-0.css', '1446a0.css', 'x'])
    expect((await app.call('GET', `/brand/${name}`)).status).toBe(404)
  await app.close()
})
