import { describe, expect, test } from 'bun:test'
import type { Point } from '../../../../src/lib/geo'
import { RoadEngine } from '../../../../src/providers/routing/roads/engine'
import { Sketch, squareTown } from './town'

/** Minutes of a drive between two places on a sketch. */
function drive(sketch: Sketch, from: Point, to: Point): number {
  return new RoadEngine(sketch.graph()).travelTimes([from], [to])[0]!
}

const minutesFor = (metres: number, kmPerHour: number) => (metres / 1_000 / kmPerHour) * 60

/** A square of four roads; the southern one runs only from west to east. */
const square = (south: Record<string, string>) =>
  new Sketch()
    .corner('sw', 0, 0)
    .corner('se', 0, 10)
    .corner('ne', 10, 10)
    .corner('nw', 10, 0)
    .road('sw se', south)
    .road('se ne')
    .road('ne nw')
    .road('nw sw')

describe('travel times', () => {
  test('are length divided by speed on a straight road', () => {
    const sketch = square({})
    expect(drive(sketch, sketch.at(0, 2), sketch.at(0, 7))).toBeCloseTo(minutesFor(1_000, 35), 1)
  })

  test('detour around one-way roads', () => {
    const sketch = square({ oneway: 'yes' })
    const [west, east] = [sketch.at(0, 2), sketch.at(0, 8)]
    expect(drive(sketch, west, east)).toBeCloseTo(minutesFor(1_200, 35), 1)
    expect(drive(sketch, east, west)).toBeGreaterThan(minutesFor(6_000, 35))
    expect(drive(square({ oneway: '-1' }), west, east)).toBeGreaterThan(minutesFor(6_000, 35))
  })

  test('respect forbidden and mandatory turns', () => {
    const crossing = () =>
      new Sketch()
        .corner('w', 0, -5)
        .corner('x', 0, 0)
        .corner('n', 5, 0)
        .corner('e', 0, 5)
        .road('w x')
        .road('x n')
        .road('x e')
        .road('n e')
        .road('w n')
    const free = crossing()
    const [from, north] = [free.at(0, -2), free.at(2, 0)]
    const direct = drive(free, from, north)
    expect(direct).toBeLessThan(minutesFor(900, 35))
    const detour = (sketch: Sketch) => expect(drive(sketch, from, north)).toBeGreaterThan(direct * 1.5)
    detour(crossing().turn('no_left_turn', 0, 'x', 1))
    detour(crossing().turn('only_straight_on', 0, 'x', 2))
    expect(drive(crossing().turn('no_right_turn', 0, 'x', 2), from, north)).toBe(direct)
  })

  test("stop at barriers a car can't pass and wait at gates and lights", () => {
    const street = (tags: Record<string, string>) =>
      new Sketch()
        .corner('a', 0, 0)
        .corner('m', 0, 5, tags)
        .corner('b', 0, 10)
        .corner('c', 10, 10)
        .corner('d', 10, 0)
        .road('a m b')
        .road('b c d a')
    const minutes = (tags: Record<string, string>) => {
      const sketch = street(tags)
      return drive(sketch, sketch.at(0, 1), sketch.at(0, 9))
    }
    const free = minutes({})
    expect(minutes({ highway: 'traffic_signals' }) - free).toBeCloseTo(2 / 60, 2)
    expect(minutes({ barrier: 'gate' }) - free).toBeCloseTo(0.5, 1)
    expect(minutes({ barrier: 'toll_booth' }) - free).toBeCloseTo(0.25, 1)
    expect(minutes({ barrier: 'gate', access: 'yes' })).toBe(free)
    expect(minutes({ barrier: 'bollard' })).toBeGreaterThan(free + 5)
    expect(minutes({ barrier: 'bollard', motor_vehicle: 'yes' })).toBe(free)
  })

  test('avoid yards and tracks except at the start and end', () => {
    const shortcut = (tags: Record<string, string>) =>
      new Sketch()
        .corner('a', 0, 0)
        .corner('b', 0, 4)
        .corner('c', 4, 4)
        .corner('d', 4, 0)
        .corner('x', 0, -2)
        .corner('y', 4, -2)
        .road('a d', tags)
        .road('a b c d')
        .road('x a')
        .road('y d')
    const minutes = (tags: Record<string, string>) => {
      const sketch = shortcut(tags)
      return drive(sketch, sketch.at(0, -1), sketch.at(4, -1))
    }
    const [street, yard] = [minutes({}), minutes({ highway: 'service', access: 'private' })]
    expect(yard).toBeGreaterThan(street + minutesFor(1_000, 35))
    const sketch = shortcut({ highway: 'service', access: 'private' })
    expect(drive(sketch, sketch.at(0, -1), sketch.at(2, 0))).toBeLessThan(street * 1.5)
  })

  test('cost more for a turn across traffic than for one with it', () => {
    const crossing = new Sketch()
      .corner('s', -5, 0)
      .corner('x', 0, 0)
      .corner('n', 5, 0)
      .corner('w', 0, -5)
      .corner('e', 0, 5)
      .road('s x')
      .road('x n')
      .road('w x')
      .road('x e')
    const engine = new RoadEngine(crossing.graph())
    const [straight, left, right] = engine.travelTimes(
      [crossing.at(-2, 0)],
      [crossing.at(2, 0), crossing.at(0, -2), crossing.at(0, 2)],
    )
    expect(right! - straight!).toBeGreaterThan(1 / 60)
    expect(left! - right!).toBeGreaterThan(2 / 60)
    expect(left! - straight!).toBeLessThan(8 / 60)
  })

  test('turn around only where the road ends', () => {
    const lane = new Sketch().corner('a', 0, 0).corner('b', 0, 5).corner('c', 0, 10).road('a b').road('b c')
    const engine = new RoadEngine(lane.graph())
    expect(engine.travelTimes([lane.at(0, 6)], [lane.at(0, 6)])[0]).toBe(0)
    expect(engine.travelTimes([lane.at(0, 6)], [lane.at(0, 4)])[0]).toBeCloseTo(minutesFor(400, 35), 1)
  })

  test('have a row for each start, and Infinity where there is no route', () => {
    const town = squareTown(5)
    const places = [town.at(0, 0), town.at(3, 4), { lat: 40, lng: -100 }]
    const times = new RoadEngine(town.graph()).travelTimes(places, places)
    expect(times.length).toBe(9)
    expect([times[0], times[4]]).toEqual([0, 0])
    expect(times[1]!).toBeCloseTo(times[3]!, 0)
    expect(times[1]!).toBeGreaterThan(minutesFor(1_400, 35))
    for (const at of [2, 5, 6, 7, 8]) expect(times[at]).toBe(Infinity)
  })
})

describe('a place', () => {
  test('is matched to the nearest road, not the nearest crossing', () => {
    const sketch = new Sketch()
      .corner('a', 0, 0)
      .corner('b', 0, 20)
      .corner('c', 6, 10)
      .corner('d', 6, 12)
      .road('a b')
      .road('a c')
      .road('c d')
      .road('d b')
    // Halfway along the long road; the next crossing is on another one.
    const middle = sketch.at(1, 10)
    expect(drive(sketch, middle, sketch.at(0, 11))).toBeCloseTo(minutesFor(200, 35), 1)
  })

  test('is never matched to a road without a way out', () => {
    const sketch = square({}).corner('i', 4.9, 5).corner('j', 5.1, 5).road('i j')
    expect(drive(sketch, sketch.at(5, 5), sketch.at(0, 5))).toBeLessThan(Infinity)
  })

  test('has no travel times when no road is near', () => {
    const sketch = square({})
    expect(drive(sketch, { lat: 0.2, lng: 10 }, sketch.at(0, 5))).toBe(Infinity)
    expect(() => new RoadEngine(sketch.graph()).areas({ lat: 0.2, lng: 10 }, [10])).toThrow()
  })
})
