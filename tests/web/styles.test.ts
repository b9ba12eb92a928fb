import { expect, test } from 'bun:test'
import { Glob } from 'bun'

/** The selectors inside each `:has(…)`, with their parentheses matched. */
function insidesOfHas(css: string): string[] {
  return [...css.matchAll(/:has\(/g)].map(({ index }) => {
    const from = index + ':has('.length
    let depth = 1
    let at = from
    for (; depth > 0 && at < css.length; at++) depth += css[at] === '(' ? 1 : css[at] === ')' ? -1 : 0
    return css.slice(from, at - 1)
  })
}

test('no selector has :has() inside :has(), which makes browsers drop its whole rule', async () => {
  const faults: string[] = []
  for await (const name of new Glob('*.css').scan('src/web/styles')) {
    const css = await Bun.file(`src/web/styles/${name}`).text()
    for (const inside of insidesOfHas(css)) if (inside.includes(':has(')) faults.push(`${name}: ${inside}`)
  }
  expect(faults).toEqual([])
})

test("no style sheet gives a color's name to something else, which would leave surfaces without their color", async () => {
  const tokens = await Bun.file('src/web/styles/tokens.css').text()
  const colors = new Set([...tokens.matchAll(/(--[\w-]+): light-dark\(/g)].map(([, name]) => name))
  expect(colors.size).toBeGreaterThan(20)
  const faults: string[] = []
  for await (const name of new Glob('*.css').scan('src/web/styles')) {
    if (name === 'tokens.css') continue
    const css = await Bun.file(`src/web/styles/${name}`).text()
    for (const [, token] of css.matchAll(/(--[\w-]+):/g))
      if (colors.has(token)) faults.push(`${name}: ${token}`)
  }
  expect(faults).toEqual([])
})
