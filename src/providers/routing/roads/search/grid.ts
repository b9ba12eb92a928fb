import { metresPerUnit } from '../compile/edges'
import { edgeOf, endOf, timeOf, type RoadGraph } from '../graph'
import { unreached, type Search } from './search'
import type { Snapped } from './snap'

/** When each cell of a map is first reached, in minutes; Infinity if no road leads there. */
export interface TimeGrid {
  minutes: Float32Array
  rows: number
  columns: number
  /** The center of the first cell and the cell size, in millionths of a degree. */
  south: number
  west: number
  size: number
}

/** Extra cells around the reached area, for the outline and for roads that bend out of it. */
const margin = 8
const tenthsPerMinute = 600
/** Points marked per cell length along a road, so no cell is skipped. */
const stepsPerCell = 3
const stepSquared = 1 / stepsPerCell ** 2
/** Blocks of 1,024 arcs or vertices. */
const blockBits = 10

/** Short drives get finer cells: five minutes cover a few streets, three hours half a state. */
export function cellSize(longestMinutes: number): number {
  const metres = (longestMinutes + 10) * 60 * 31.3
  const thousandths = Math.round((metres / metresPerUnit / 1e6 / 300) * 1_000)
  return Math.max(1, Math.min(5, thousandths)) * 1_000
}

/** Marks the cells along every reached road. The start is the center of a cell. */
export function paint(
  graph: RoadGraph,
  search: Search,
  start: Snapped,
  size: number,
  limit: number,
): TimeGrid {
  const cellMetres = size * metresPerUnit
  const long = longArcs(graph, search, (cellMetres / stepsPerCell) * 1.5)
  const grid = cover(graph, search, start, long, size)
  markVertices(graph, search, grid, limit)
  mark(grid, start.lat, start.lng, 0)
  for (const [arc, share] of [
    [graph.edgeAlong[start.edge]!, start.share],
    [graph.edgeAgainst[start.edge]!, 1 - start.share],
  ] as const)
    if (arc !== -1) draw(graph, grid, arc, (1 - share) * timeOf(graph, arc), limit)
  for (let at = 0; at < long.length; at += 1) draw(graph, grid, long[at]!, search.timeTo(long[at]!), limit)
  return grid
}

/**
 * Arcs that have to be drawn along their bends. For shorter ones, marking both ends is enough. Of two
 * directions, the one that arrives first decides.
 */
function longArcs(graph: RoadGraph, search: Search, shortMetres: number): Uint32Array {
  const { edgeMetres, arcTwin, arcEdge } = graph
  const long = new Uint32Array(search.touchedCount)
  let count = 0
  forEachBlock(search.touched, search.touchedCount, arcEdge.length, (from, to) => {
    for (let arc = from; arc < to; arc += 1) {
      const time = search.timeTo(arc)
      if (time === unreached) continue
      const edge = arcEdge[arc]!
      if (edgeMetres[edge < 0 ? ~edge : edge]! < shortMetres) continue
      const twin = arcTwin[arc]!
      const other = twin === -1 ? unreached : search.timeTo(twin)
      if (other > time || (other === time && twin > arc)) long[count++] = arc
    }
  })
  return long.subarray(0, count)
}

/**
 * Visits numbers block by block. A search reaches arcs in order of time, all over the map, but reading memory
 * in order is much faster.
 */
function forEachBlock(
  numbers: Uint32Array,
  count: number,
  end: number,
  each: (from: number, to: number) => void,
): void {
  const used = new Uint8Array((end >> blockBits) + 1)
  for (let at = 0; at < count; at += 1) used[numbers[at]! >> blockBits] = 1
  for (let block = 0; block < used.length; block += 1)
    if (used[block] === 1) each(block << blockBits, Math.min(end, (block + 1) << blockBits))
}

/**
 * A grid that covers everything drawn. Parts of an edge beyond its vertices fit into the margin, or are
 * measured.
 */
function cover(graph: RoadGraph, search: Search, start: Snapped, long: Uint32Array, size: number): TimeGrid {
  const { vertexLat, vertexLng, edgeMetres } = graph
  let [south, north, west, east] = [start.lat, start.lat, start.lng, start.lng]
  for (let at = 0; at < search.visitedCount; at += 1) {
    const vertex = search.visited[at]!
    const lat = vertexLat[vertex]!
    const lng = vertexLng[vertex]!
    if (lat < south) south = lat
    if (lat > north) north = lat
    if (lng < west) west = lng
    if (lng > east) east = lng
  }
  const width = Math.cos((start.lat / 1e6) * (Math.PI / 180))
  const fits = (margin - 2) * size * metresPerUnit * width
  const outside = [start.edge]
  for (let at = 0; at < long.length; at += 1) {
    const edge = edgeOf(graph, long[at]!)
    if (edgeMetres[edge]! > fits) outside.push(edge)
  }
  for (const [lat, lng] of outside.flatMap((edge) => cornersOf(graph, edge))) {
    ;[south, north] = [Math.min(south, lat), Math.max(north, lat)]
    ;[west, east] = [Math.min(west, lng), Math.max(east, lng)]
  }
  const below = Math.ceil((start.lat - south) / size) + margin
  const left = Math.ceil((start.lng - west) / size) + margin
  const rows = below + Math.ceil((north - start.lat) / size) + margin + 1
  const columns = left + Math.ceil((east - start.lng) / size) + margin + 1
  return {
    minutes: new Float32Array(rows * columns).fill(Infinity),
    rows,
    columns,
    south: start.lat - below * size,
    west: start.lng - left * size,
    size,
  }
}

function cornersOf(graph: RoadGraph, edge: number): [lat: number, lng: number][] {
  const { vertexLat, vertexLng, firstBend, bends } = graph
  const ends = [graph.edgeFrom[edge]!, graph.edgeTo[edge]!]
  const corners = ends.map((vertex): [number, number] => [vertexLat[vertex]!, vertexLng[vertex]!])
  for (let bend = firstBend[edge]!; bend < firstBend[edge + 1]!; bend += 1)
    corners.push([bends[bend * 2]!, bends[bend * 2 + 1]!])
  return corners
}

function mark(
  { minutes, columns, south, west, size }: TimeGrid,
  lat: number,
  lng: number,
  tenths: number,
): void {
  const cell = (((lat - south) / size + 0.5) | 0) * columns + (((lng - west) / size + 0.5) | 0)
  minutes[cell] = Math.min(minutes[cell]!, tenths / tenthsPerMinute)
}

function markVertices(
  { vertexLat, vertexLng }: RoadGraph,
  search: Search,
  grid: TimeGrid,
  limit: number,
): void {
  const { minutes, columns, south, west } = grid
  const scale = 1 / grid.size
  forEachBlock(search.visited, search.visitedCount, vertexLat.length, (from, to) => {
    for (let vertex = from; vertex < to; vertex += 1) {
      const time = search.timeAt(vertex)
      if (time > limit) continue
      const row = ((vertexLat[vertex]! - south) * scale + 0.5) | 0
      const cell = row * columns + (((vertexLng[vertex]! - west) * scale + 0.5) | 0)
      const value = time / tenthsPerMinute
      if (value < minutes[cell]!) minutes[cell] = value
    }
  })
}

/**
 * Marks the cells along an arc with the earliest time the road gets there. Times before 0 or after the limit
 * are left out.
 */
function draw(graph: RoadGraph, grid: TimeGrid, arc: number, left: number, limit: number): void {
  const { vertexLat, vertexLng, bends } = graph
  const { minutes, columns, south, west } = grid
  const scale = 1 / grid.size
  const along = graph.arcEdge[arc]! >= 0
  const edge = edgeOf(graph, arc)
  const start = along ? graph.edgeFrom[edge]! : graph.edgeTo[edge]!
  const end = endOf(graph, arc)
  const first = graph.firstBend[edge]!
  const pieces = graph.firstBend[edge + 1]! - first
  const narrow = cosine(vertexLat[start]!) ** 2
  const timePerCell = (timeOf(graph, arc) * grid.size * metresPerUnit) / graph.edgeMetres[edge]!
  let x = (vertexLng[start]! - west) * scale + 0.5
  let y = (vertexLat[start]! - south) * scale + 0.5
  let now = left - timeOf(graph, arc)
  let cell = -1
  for (let piece = 0; piece <= pieces; piece += 1) {
    const bend = along ? first + piece : first + pieces - 1 - piece
    const toLat = piece === pieces ? vertexLat[end]! : bends[bend * 2]!
    const toLng = piece === pieces ? vertexLng[end]! : bends[bend * 2 + 1]!
    const across = (toLng - west) * scale + 0.5 - x
    const height = (toLat - south) * scale + 0.5 - y
    const squared = across * across * narrow + height * height
    // Skip bends closer than a step, because they mark the same cells.
    if (squared < stepSquared && piece < pieces) continue
    const length = Math.sqrt(squared)
    const steps = Math.ceil(length * stepsPerCell)
    const right = across / steps
    const up = height / steps
    const later = (timePerCell * length) / steps
    for (let step = 0; step < steps; step += 1) {
      x += right
      y += up
      now += later
      if (now > limit) return
      const there = (y | 0) * columns + (x | 0)
      if (there === cell || now < 0) continue
      cell = there
      const value = now / tenthsPerMinute
      if (value < minutes[there]!) minutes[there] = value
    }
  }
}

const cosines = Float64Array.from({ length: 181 }, (_, degree) => Math.cos(((degree - 90) * Math.PI) / 180))
/** A whole degree is precise enough to spread a road's time along it. */
const cosine = (lat: number): number => cosines[Math.round(lat / 1e6) + 90]!
