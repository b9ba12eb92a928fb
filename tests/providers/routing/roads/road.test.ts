import { describe, expect, test } from 'bun:test'
import { mark, roadOf, drivenSpeed, type Road } from '../../../../src/providers/routing/roads/compile/road'

const road = (tags: Record<string, string>) => roadOf((name) => tags[name] ?? '')
const speeds = (tags: Record<string, string>) => {
  const { forward, backward } = road(tags) as Road
  return [forward, backward]
}

describe('OpenStreetMap tags:', () => {
  test.each([
    ['motorway', [105, 0]],
    ['trunk', [90, 90]],
    ['primary', [75, 75]],
    ['secondary_link', [60, 60]],
    ['residential', [35, 35]],
    ['service', [25, 25]],
    ['track', [5, 5]],
  ])('%s has its usual speed and directions', (highway, expected) => {
    expect(speeds({ highway })).toEqual(expected)
  })

  test.each(['footway', 'cycleway', 'construction', 'path', ''])('no car drives on %p', (highway) => {
    expect(road({ highway })).toBeNull()
  })

  test.each([
    ['access', 'no'],
    ['motor_vehicle', 'agricultural'],
    ['motorcar', 'no'],
    ['area', 'yes'],
  ])('a road with %s=%s is closed', (key, value) => {
    expect(road({ highway: 'residential', access: 'yes', [key]: value })).toBeNull()
  })

  test('the tag for cars comes before the one for all', () => {
    expect(road({ highway: 'residential', access: 'no', motor_vehicle: 'yes' })).not.toBeNull()
    expect(road({ highway: 'service', access: 'private' })!.marks & mark.destination).toBeTruthy()
  })

  test('limits are read in their units and directions', () => {
    expect(speeds({ highway: 'primary', maxspeed: '50' })).toEqual([50, 50])
    expect(speeds({ highway: 'primary', maxspeed: '30 mph' })).toEqual([48, 48])
    expect(speeds({ highway: 'primary', maxspeed: '60', 'maxspeed:backward': '40' })).toEqual([60, 40])
    expect(speeds({ highway: 'motorway', maxspeed: 'none' })).toEqual([140, 0])
    expect(speeds({ highway: 'primary', maxspeed: 'signals' })).toEqual([75, 75])
    expect(speeds({ highway: 'residential', maxspeed: 'walk' })).toEqual([7, 7])
  })

  test.each([
    ['yes', [35, 0]],
    ['-1', [0, 35]],
    ['no', [35, 35]],
    ['', [35, 35]],
  ])('oneway=%p', (oneway, expected) => {
    expect(speeds({ highway: 'residential', oneway })).toEqual(expected)
  })

  test('a roundabout is one-way unless it says otherwise', () => {
    expect(speeds({ highway: 'primary', junction: 'roundabout' })).toEqual([75, 0])
    expect(speeds({ highway: 'primary', junction: 'roundabout', oneway: 'no' })).toEqual([75, 75])
  })
})

describe('the driving speed', () => {
  test('is lower in town, unless a limit says how fast one drives', () => {
    expect(drivenSpeed(2, 0, 75, false, 3)).toBe(75)
    expect(drivenSpeed(2, 0, 75, false, 12)).toBe(57)
    expect(drivenSpeed(2, 0, 70, true, 12)).toBe(70)
  })

  test('is lower on rough ground, links, roundabouts and in yards', () => {
    expect(drivenSpeed(6, mark.rough, 50, true, 0)).toBe(40)
    expect(drivenSpeed(7, mark.rough | mark.track, 20, false, 15)).toBe(10)
    expect(drivenSpeed(0, mark.link, 100, false, 0)).toBe(85)
    expect(drivenSpeed(2, mark.roundabout, 76, false, 0)).toBe(38)
    expect(drivenSpeed(7, mark.aisle, 25, false, 0)).toBe(15)
    expect(drivenSpeed(7, mark.driveway, 25, false, 0)).toBe(10)
  })
})
