import { metresPerUnit } from '../compile/edges'
import { edgeOf, endOf, timeOf, type RoadGraph } from '../graph'
import { unreached, type Search } from './search'
import type { Snapped } from './snap'

/** When each cell of a map is first reached, in minutes; Infinity where no road leads. */
export interface TimeGrid {
  minutes: Float32Array
  rows: number
  columns: number
  /** The middle of the first cell and the size of all, in millionths of a degree. */
  south: number
  west: number
  size: number
}

/** Cells round what was reached: room for an outline, and for roads that bend out of it. */
const margin = 8
const tenthsPerMinute = 600
/** Places marked to a cell's length along a road: no cell is passed over. */
const stepsPerCell = 3
const stepSquared = 1 / stepsPerCell ** 2
/** Neighbourhoods of 1,024 arcs or vertices. */
const blockBits = 10

/** Cells are finer for short drives: a five-minute area is a few streets, a three-hour one half a state. */
export function cellSize(longestMinutes: number): number {
  const metres = (longestMinutes + 10) * 60 * 31.3
  const thousandths = Math.round((metres / metresPerUnit / 1e6 / 300) * 1_000)
  return Math.max(1, Math.min(5, thousandths)) * 1_000
}

/** Marks the cells along every road that was reached. The start is the middle of a cell. */
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
 * Arcs that have to be drawn along their bends: both ends of a shorter one are marked, and with them all of
 * it. Of two directions the one that arrives first tells when the road is reached.
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
 * Goes through the neighbourhoods of some numbers in their order. A search meets arcs by when they are
 * reached, here and there on the map; memory is far quicker one after another.
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

/** A grid over all that is drawn: what is left of an edge beyond its vertices fits the margin, or it is looked at. */
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
 * Marks the cells along an arc that is left at a given time, each when the road gets there: that is the
 * earliest of it. What comes before 0 or after the limit is left out.
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
    // Bends closer than a step are cut: the cells are the same.
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
/** To the degree: it tells only how the time of a road is spread along it. */
const cosine = (lat: number): number => cosines[Math.round(lat / 1e6) + 90]!
