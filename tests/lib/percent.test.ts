import { expect, test } from 'bun:test'
import { basisPointsFromPercent, percentFromBasisPoints } from '../../src/lib/money'

test('every percentage with two decimals is kept exactly', () => {
  for (let points = 0; points <= 10_000; points++)
    expect(basisPointsFromPercent(percentFromBasisPoints(points))).toBe(points)
})

test("a third decimal isn't rounded away", () => {
  for (const percent of [8.815, 0.001, 99.999, 1e-9]) expect(basisPointsFromPercent(percent)).toBeNull()
})
