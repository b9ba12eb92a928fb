import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { icons } from '../../src/web/icons/icons'
import * as components from '../../src/web/components'

/** The sources of the pages people use. The design page shows everything, so it doesn't count. */
const sources = [...new Bun.Glob('src/web/**/*.{ts,tsx}').scanSync('.')]
  .filter((path) => !/^src\/web\/(?:icons|admin\/design)\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('pages load only icons that one of them shows', () => {
  const isShown = (name: string) =>
    sources.some(({ text }) => text.includes(`'${name}'`) || text.includes(`"${name}"`))
  expect(Object.keys(icons).filter((name) => !isShown(name))).toEqual([])
})

test('every icon is one path, and none of its parts begins where another one ended', () => {
  for (const path of Object.values(icons)) expect(path).toMatch(/^M[\d.][^m<]*$/)
})

test('every component is on a page, not only on the design page', () => {
  const isUsed = (name: string) => sources.some(({ text }) => new RegExp(`<${name}\\b`).test(text))
  const names = Object.keys(components).filter((name) => /^[A-Z]/.test(name))
  expect(names.filter((name) => !isUsed(name))).toEqual([])
})
