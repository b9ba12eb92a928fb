import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceMetres, type Point } from '../../src/lib/geo'
import { plain } from '../../src/providers/geocoder/gazetteer/names'
import type { Gazetteer, GazetteerPlace } from './compile'

/** A highway as the list has it: towns of a state, or pairs of coordinates. */
export interface ListedInterstate {
  name: string
  stops: { text: string; state: string }[]
}

export interface InterstatePoint extends Point {
  /** Where the road is to within a few hundred meters; elsewhere it's within a few kilometers. */
  isExact: boolean
}

export interface Interstate {
  name: string
  points: InterstatePoint[]
}

/** Towns farther apart don't follow the road closely enough. */
export const longestHop = 110_000
/** Of two towns with one name, the larger one is meant if it is this many times as large. */
const muchLarger = 10
/** Some towns are listed twice, as the town and as its center. */
const sameTown = 5_000
/** A road passes its towns at some distance, so each point moves toward the line between its neighbors, up to this. */
const mostEased = 2_500

const listFile = join(import.meta.dir, 'interstates.txt')

/** The hand-written list: a heading for each highway, then a line of stops for each state. */
export function listInterstates(text = readFileSync(listFile, 'utf8')): ListedInterstate[] {
  const all: ListedInterstate[] = []
  for (const line of text.split('\n')) {
    const [, state, stops] = /^ {2}([A-Z]{2}) (.+)$/.exec(line) ?? []
    if (state !== undefined && stops !== undefined)
      all.at(-1)?.stops.push(...stops.split(', ').map((stop) => ({ text: stop, state })))
    else if (/^[A-Z]-\d+[EW]?$/.test(line)) all.push({ name: line, stops: [] })
    else if (line !== '' && !line.startsWith('#'))
      throw new Error(`This line is neither a highway nor the stops in a state: ${line}`)
  }
  return all
}

/** Finds the place of every stop, and throws on the first that isn't known or could be two towns. */
export function resolveInterstates(
  { regions, places }: Gazetteer,
  list: readonly ListedInterstate[],
): Interstate[] {
  const states = new Map(
    regions.flatMap(({ country, code }, at): [number, string][] => (country === 'US' ? [[at, code]] : [])),
  )
  const towns = Map.groupBy(
    places.filter(({ kind, region }) => kind === 'town' && states.has(region)),
    ({ name, region }) => `${plain(name)}|${states.get(region)}`,
  )
  return list.map(({ name, stops }) => {
    const points: (InterstatePoint & { isTown: boolean })[] = []
    for (const { text, state } of stops) {
      const written = writtenPoint(text)
      const place = written ?? townAfter(towns.get(`${plain(text)}|${state}`) ?? [], points.at(-1))
      if (typeof place === 'string') throw new Error(`${name}: ${text}, ${state} ${place}`)
      points.push({ lat: place.lat, lng: place.lng, isExact: written?.isExact ?? false, isTown: !written })
    }
    return { name, points: points.map((_, at) => eased(points, at)) }
  })
}

/** Three decimals are about a hundred meters, and somebody who writes two knows the place less exactly. */
function writtenPoint(text: string): InterstatePoint | null {
  const [, lat, decimals, lng] = /^(\d+\.(\d+)) (-\d+\.\d+)$/.exec(text) ?? []
  if (lat === undefined || decimals === undefined || lng === undefined) return null
  return { lat: Number(lat), lng: Number(lng), isExact: decimals.length >= 3 }
}

function townAfter(towns: readonly GazetteerPlace[], before: Point | undefined): Point | string {
  const near = before ? towns.filter((town) => distanceMetres(town, before) < longestHop) : towns
  const [town, other] = near
  if (town === undefined)
    return towns.length === 0 ? 'is not in the gazetteer' : 'is too far from the stop before it'
  // The gazetteer lists the most populous places first.
  const isClear =
    other === undefined ||
    town.population >= other.population * muchLarger ||
    distanceMetres(town, other) < sameTown
  return isClear ? town : 'is the name of more than one town'
}

function eased(points: readonly (InterstatePoint & { isTown: boolean })[], at: number): InterstatePoint {
  const { lat, lng, isExact, isTown } = points[at]!
  const [before, after] = [points[at - 1], points[at + 1]]
  const still = { lat, lng, isExact }
  if (!isTown || !before || !after) return still
  const narrow = Math.cos((lat * Math.PI) / 180)
  const [x, y] = [(after.lng - before.lng) * narrow, after.lat - before.lat]
  const length = x * x + y * y
  if (length === 0) return still
  const share = ((lng - before.lng) * narrow * x + (lat - before.lat) * y) / length
  const within = Math.min(1, Math.max(0, share))
  const foot = {
    lat: before.lat + within * y,
    lng: before.lng + within * (after.lng - before.lng),
  }
  const away = distanceMetres(still, foot)
  const move = away === 0 ? 0 : Math.min(away / 2, mostEased) / away
  return { lat: lat + (foot.lat - lat) * move, lng: lng + (foot.lng - lng) * move, isExact }
}
