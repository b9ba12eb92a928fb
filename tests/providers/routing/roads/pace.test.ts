import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEstimate, keepPace, paceOf } from '../../../../src/providers/routing/estimate'
import { createPace, usualPace, usualStretches } from '../../../../src/providers/routing/pace'
import { RoadEngine } from '../../../../src/providers/routing/roads/engine'
import { fitPace } from '../../../../src/providers/routing/roads/fit-pace'
import { temporaryFolder } from '../../../support/temp'
import { squareTown } from './town'

describe("a region's pace", () => {
  const town = squareTown(50)
  const graph = town.graph()
  const stretches = fitPace(graph)

  test('is measured from its drives', () => {
    const pace = createPace(stretches)
    const [from, to] = [town.at(10, 10), town.at(30, 20)]
    const driven = new RoadEngine(graph).travelTimes([from], [to])[0]!
    const estimated = pace.minutesFor(200.15 * Math.hypot(20, 10))
    expect(Math.abs(estimated / driven - 1)).toBeLessThan(0.15)
  })

  test('extends the usual one, scaled, where the map is too small to measure', () => {
    expect(stretches.map(({ until }) => until)).toEqual(usualStretches.map(({ until }) => until))
    const scale = stretches.map(
      ({ metresPerMinute }, at) => metresPerMinute / usualStretches[at]!.metresPerMinute,
    )
    expect(scale[3]).toBeCloseTo(scale[2]!, 9)
    expect(scale[4]).toBeCloseTo(scale[2]!, 9)
    expect(fitPace(graph)).toEqual(stretches)
  })

  test('is stored for estimates', async () => {
    const folder = temporaryFolder('pace')
    expect(paceOf(folder)).toBe(usualPace)
    keepPace(folder, stretches)
    const [kept, fitted] = [paceOf(folder), createPace(stretches)]
    for (const metres of [100, 3_000, 50_000, 900_000])
      expect(kept.minutesFor(metres)).toBe(fitted.minutesFor(metres))
    const places = [town.at(0, 0), town.at(10, 0)]
    const [[, minutes]] = (await createEstimate(kept).matrix(places, places)) as [Float64Array]
    expect(minutes).toBeCloseTo(fitted.minutesFor(2_001.5), 2)
  })

  test('is the usual one when its file makes no sense', () => {
    const folder = temporaryFolder('pace')
    for (const text of ['', '{', '{"stretches":[]}', '{"stretches":[{"until":1,"metresPerMinute":-1}]}']) {
      writeFileSync(join(folder, 'pace.json'), text)
      expect(paceOf(folder)).toBe(usualPace)
    }
  })
})
