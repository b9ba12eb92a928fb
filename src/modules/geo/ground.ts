import type { Deps } from '../../deps'
import { tileExtent, type Tile } from '../../lib/tiles'
import { highwaysIn } from './highways'
import { placesIn } from './tile'

interface Spot {
  x: number
  y: number
}

interface Name extends Spot {
  name: string
  kind: 'town' | 'highway' | 'zip'
}

/** The paths and names of the console's map where no streets were imported. */
export interface Ground {
  zips: string
  highways: string
  names: Name[]
}

interface Paper {
  width: number
  height: number
  /** Where names would be covered. */
  spots: readonly Spot[]
}

/** Zoomed out further than this, numbers of ZIP codes would be all there is to see. */
const firstZipNames = 9.5
const [letterWidth, lineHeight, spotWidth] = [13, 30, 48]

/** The ground of a drawing as wide as a tile. Towns are named first, the largest ones before the others. */
export async function groundIn(deps: Deps, view: Tile, { width, height, spots }: Paper): Promise<Ground> {
  const scale = width / tileExtent
  const [places, highways] = await Promise.all([placesIn(deps, view, true), highwaysIn(view)])
  const at = ([x, y]: readonly [number, number]): Spot => ({
    x: Math.round(x * scale),
    y: Math.round(y * scale),
  })
  const roads = highways.map(({ name, line }) => ({ name, points: pointsAlong(line).map(at) }))
  const taken = spots.map((spot) => ({ ...spot, room: spotWidth }))
  const names: Name[] = []
  const write = (kind: Name['kind'], name: string, wanted: readonly Spot[]) => {
    const room = name.length * letterWidth
    const isFree = ({ x, y }: Spot) =>
      !taken.some(
        (other) => Math.abs(other.x - x) < (other.room + room) / 2 && Math.abs(other.y - y) < lineHeight,
      )
    const isWhole = ({ x, y }: Spot) =>
      x > room / 2 && x < width - room / 2 && y > lineHeight / 2 && y < height - lineHeight / 2
    const spot = wanted.find((one) => isWhole(one) && isFree(one))
    if (!spot) return
    taken.push({ ...spot, room })
    names.push({ ...spot, name, kind })
  }
  for (const [x, y, name] of places.towns) write('town', name, besides(at([x, y])))
  for (const { name, points } of roads)
    if (!names.some((other) => other.name === name)) write('highway', name, points)
  if (view.z >= firstZipNames) for (const { zip, at: center } of places.zips) write('zip', zip, [at(center)])
  return {
    zips: places.zips.map(({ corners }) => `${pathOf(pairs(corners).map(at))}Z`).join(''),
    highways: roads.map(({ points }) => pathOf(points)).join(''),
    names,
  }
}

/** A visit in the middle of a town moves its name below or above. */
const besides = ({ x, y }: Spot): Spot[] => [0, 36, -36].map((down) => ({ x, y: y + down }))

function pairs(numbers: readonly number[]): [number, number][] {
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []))
}

/** A line has its first point and then the steps. */
function pointsAlong(line: readonly number[]): [number, number][] {
  let [x, y] = [0, 0]
  return pairs(line).map(([dx, dy]) => [(x += dx), (y += dy)])
}

const pathOf = (points: readonly Spot[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
