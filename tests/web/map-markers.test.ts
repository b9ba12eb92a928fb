import { expect, test } from 'bun:test'
import { paintsOf } from '../../src/web/admin/dispatch/map-visits'
import { gather, isCrowd, spread, type Spot } from '../../src/web/admin/dispatch/spread'

const apart = (one: Spot, other: Spot) => Math.hypot(one.x - other.x, one.y - other.y)

test('a few markers in the same place spread a little, and a lone one stays', () => {
  const lone = { x: 300, y: 40 }
  const groups = gather([{ x: 10, y: 10 }, lone, { x: 12, y: 11 }, { x: 10, y: 10 }])
  expect(groups.map(({ members }) => members)).toEqual([[0, 2, 3], [1]])
  expect(groups.some(isCrowd)).toBe(false)
  const [placed, alone] = groups.map(spread) as [Spot[], Spot[]]
  expect(alone).toEqual([lone])
  for (const [at, one] of placed.entries()) {
    expect(apart(one, { x: 10, y: 10 })).toBeLessThan(15)
    for (const other of placed.slice(at + 1)) expect(apart(one, other)).toBeGreaterThan(16)
  }
})

test('many markers in the same place are one crowd, which takes in its neighbors', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ x: 100 + (at % 3), y: 100 }))
  const groups = gather([{ x: 120, y: 100 }, ...many, { x: 160, y: 100 }])
  expect(groups.map(({ members }) => members.length)).toEqual([13, 1])
  expect(groups.map(isCrowd)).toEqual([true, false])
})

test('technicians next to each other have very different colors', () => {
  const hues = [...paintsOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }]).values()].map(({ hue }) => hue)
  expect(Math.abs(hues[0]! - hues[1]!)).toBeGreaterThan(60)
  expect(new Set(hues).size).toBe(3)
})

test('two of twenty technicians with hues that look alike differ in brightness', () => {
  const paints = [...paintsOf(Array.from({ length: 20 }, (_, at) => ({ id: String(at) }))).values()]
  const alike = paints.flatMap((one, at) =>
    paints.slice(at + 1).filter((other) => {
      const apart = Math.abs(one.hue - other.hue)
      return Math.min(apart, 360 - apart) < 30 && one.tone === other.tone
    }),
  )
  expect(alike).toEqual([])
})
