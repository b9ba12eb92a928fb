import { expect, test } from 'bun:test'
import { paintsOf, workersIn, type MapVisit } from '../../src/web/admin/dispatch/map-visits'
import { gather, isCrowd, sidesOf, spread, type Spot } from '../../src/web/admin/dispatch/spread'

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

test('a name stands on the side of its marker where it covers no marker, crowd or other name', () => {
  const at = { x: 100, y: 100 }
  const name = [{ at, text: 'Viktor' }]
  const right = { x: 130, y: 96 }
  expect(sidesOf(name, [at], [])).toEqual(['right'])
  expect(sidesOf(name, [at, right], [])).toEqual(['left'])
  expect(sidesOf(name, [at, { x: 170, y: 100 }], [])).toEqual(['right'])
  expect(sidesOf(name, [at], [{ x: 168, y: 100 }])).toEqual(['left'])
  expect(sidesOf(name, [at, right, { x: 70, y: 94 }], [])).toEqual(['bottom'])
  const second = { at: { x: 170, y: 100 }, text: 'Aaliyah' }
  expect(sidesOf([...name, second], [at, second.at], [])).toEqual(['right', 'right'])
  const left = { at: { x: 190, y: 100 }, text: 'Aaliyah' }
  const fence = { x: 230, y: 100 }
  expect(sidesOf([...name, left], [at, left.at, fence], [])).toEqual(['right', 'bottom'])
})

const crew = (count: number, franchiseId: string) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${franchiseId} ${at}`,
    name: `Technician ${String(at).padStart(2, '0')}`,
    franchiseId,
  }))

test('twelve technicians of a franchise have twelve colors, however the list is sorted', () => {
  const people = [...crew(5, 'austin'), ...crew(12, 'denver')]
  const paints = paintsOf(people.toReversed())
  expect(paints).toEqual(paintsOf(people))
  expect(new Set(crew(12, 'denver').map(({ id }) => paints.get(id))).size).toBe(12)
})

test('every color of a technician is in the style sheet', async () => {
  const css = await Bun.file('src/web/styles/admin-map.css').text()
  for (const paint of paintsOf(crew(40, 'denver')).values()) expect(css).toContain(`[data-paint='${paint}']`)
})

test("the map's key names the technicians of the part that is shown", () => {
  const visit = (workerId: string | null, franchiseId: string) =>
    ({ job: { franchiseId }, workerId, planned: false, start: 0 }) as MapVisit
  const visits = [
    visit('zoe', 'denver'),
    visit('amy', 'austin'),
    visit('ben', 'denver'),
    visit(null, 'denver'),
  ]
  const named = (area: string) => workersIn(area, [...visits, ...visits], (id) => id)
  expect(named('denver')).toEqual(['ben', 'zoe'])
  expect(named('all')).toEqual(['amy', 'ben', 'zoe'])
})
