import { expect, test } from 'bun:test'
import { huesOf } from '../../src/web/admin/dispatch/map-visits'
import { spread } from '../../src/web/admin/dispatch/spread'

test('markers in the same place spread apart, and a lone one stays', () => {
  const lone = { x: 300, y: 40 }
  const placed = spread([{ x: 10, y: 10 }, lone, { x: 12, y: 11 }, { x: 10, y: 10 }])
  expect(placed[1]).toEqual(lone)
  for (const [one, other] of [
    [0, 2],
    [0, 3],
    [2, 3],
  ] as const)
    expect(Math.hypot(placed[one]!.x - placed[other]!.x, placed[one]!.y - placed[other]!.y)).toBeGreaterThan(
      16,
    )
})

test('technicians next to each other have very different colors', () => {
  const hues = [...huesOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }]).values()]
  expect(Math.abs(hues[0]! - hues[1]!)).toBeGreaterThan(60)
  expect(new Set(hues).size).toBe(3)
})
