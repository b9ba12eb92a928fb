import type { Deps } from '../../deps'
import type { Point } from '../../lib/geo'
import { describeError } from '../../lib/log'
import { deepestTile, projection, tileExtent, type Tile } from '../../lib/tiles'
import { groundIn, type Ground } from './ground'

/** A small map of a few places, as lines to draw without a script. */
export interface MapSketch {
  width: number
  height: number
  /** Paths of highways and main roads, and of all other streets. */
  roads: { main: string; other: string }
  spots: { x: number; y: number }[]
  /** The path of a way, if one was asked for. */
  way: string
  /** In place of streets, if it was asked for and none were imported. */
  ground?: Ground
  /** Must be shown with the streets. */
  attribution: string | null
}

const [width, height, margin, tileSize] = [640, 400, 70, 512]
const scale = tileSize / tileExtent
const widest = 6
/** Any nearer, there would be no town and no ZIP code to see. */
const nearestGround = 13
/** Ranks of roads that are worth drawing, by how near the map looks. */
const mostRank = (z: number): number => (z >= 14 ? 7 : z >= 12 ? 4 : 2)

interface SketchOptions {
  way?: readonly Point[]
  withGround?: boolean
}

/** The map as near as all points fit, and a way over it. Without an imported map, the points and perhaps the ground. */
export async function sketchMap(
  deps: Deps,
  points: readonly Point[],
  { way = [], withGround = false }: SketchOptions = {},
): Promise<MapSketch> {
  const hasGround = withGround && !deps.providers.routing.streets
  let z = hasGround ? nearestGround : deepestTile
  while (z > widest && !fits(points, z)) z--
  const all = pixelsOf(points, z)
  const origin = {
    x: Math.round(middle(all.map(({ x }) => x)) - width / 2),
    y: Math.round(middle(all.map(({ y }) => y)) - height / 2),
  }
  const spots = all.map(({ x, y }) => ({ x: Math.round(x - origin.x), y: Math.round(y - origin.y) }))
  return {
    width,
    height,
    roads: await roadsFrom(deps, z, origin),
    spots,
    way: wayPath(pixelsOf(way, z), origin),
    ...(hasGround && { ground: await groundIn(deps, viewFrom(z, origin), { width, height, spots }) }),
    attribution: deps.providers.routing.streets?.attribution ?? null,
  }
}

const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2
const spread = (values: number[]): number => Math.max(...values) - Math.min(...values)

interface Pixel {
  x: number
  y: number
}

function pixelsOf(points: readonly Point[], z: number): Pixel[] {
  const project = projection({ z, x: 0, y: 0 })
  return points.map(({ lat, lng }) => {
    const [x, y] = project(lat, lng)
    return { x: x * scale, y: y * scale }
  })
}

function fits(points: readonly Point[], z: number): boolean {
  const all = pixelsOf(points, z)
  const isWide = spread(all.map(({ x }) => x)) > width - 2 * margin
  return !isWide && spread(all.map(({ y }) => y)) <= height - 2 * margin
}

/** A tile as wide as the map, between the usual ones: all of the ground can be looked up at once. */
const viewFrom = (z: number, { x, y }: Pixel): Tile => ({
  z: z + Math.log2(tileSize / width),
  x: x / width,
  y: y / width,
})

async function roadsFrom(deps: Deps, z: number, origin: Pixel) {
  const roads = { main: '', other: '' }
  const { streets } = deps.providers.routing
  if (!streets) return roads
  const [left, top] = [origin.x, origin.y].map((at) => Math.floor(at / tileSize)) as [number, number]
  for (let x = left; x * tileSize < origin.x + width; x++)
    for (let y = top; y * tileSize < origin.y + height; y++)
      try {
        const tile: Tile = { z, x, y }
        const { streets: lines } = JSON.parse(await streets.tile(tile)) as { streets: number[][] }
        for (const line of lines) {
          const [rank = 7] = line
          if (rank > mostRank(z)) continue
          roads[rank < 5 ? 'main' : 'other'] += pathOf(line, x * tileSize - origin.x, y * tileSize - origin.y)
        }
      } catch (error) {
        deps.log.warn("couldn't draw a part of a map", describeError(error))
      }
  return roads
}

/** Leaves out the steps that nobody would see. */
function wayPath(pixels: readonly Pixel[], origin: Pixel): string {
  const path: string[] = []
  for (const { x, y } of pixels) {
    const at = `${Math.round(x - origin.x)} ${Math.round(y - origin.y)}`
    if (path.at(-1) !== at) path.push(at)
  }
  return path.length < 2 ? '' : `M${path.join('L')}`
}

/** Whole pixels keep the page small. */
function pathOf(line: readonly number[], left: number, top: number): string {
  let [x, y, path] = [0, 0, '']
  for (let at = 2; at + 1 < line.length; at += 2) {
    x += line[at] ?? 0
    y += line[at + 1] ?? 0
    path += `${at === 2 ? 'M' : 'L'}${Math.round(x * scale + left)} ${Math.round(y * scale + top)}`
  }
  return path
}
