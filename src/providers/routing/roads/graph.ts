/** What is known of a map besides its roads. */
export interface MapInfo {
  /** The name of the file it was made from. */
  source: string
  importedAt: string
  /** South, west, north, east in degrees; east may lie beyond 180 where the map crosses the date line. */
  bounds: [south: number, west: number, north: number, east: number]
  /** Whether one drives on the left. */
  leftHand: boolean
  roadKm: number
  /** Rows and columns of the index by place, and the size of its cells in millionths of a degree. */
  cells: { rows: number; columns: number; size: number; south: number; west: number }
}

/**
 * Roads as arrays. A vertex is where roads meet or end, an edge the road between two vertices, and an arc
 * one direction of an edge. Places are in millionths of a degree; times and costs in tenths of a second.
 */
export interface RoadArrays {
  vertexLat: Int32Array
  vertexLng: Int32Array
  vertexMarks: Uint8Array
  /** The arcs that leave a vertex are those from its entry here to that of the next one. */
  firstArc: Uint32Array
  /** Four words an arc, side by side since a search looks at all of them: see `arcWord`. */
  arcs: Int32Array
  /** The edge, or its complement when the arc runs against it. */
  arcEdge: Int32Array
  /** The other direction, or -1 on a one-way road. */
  arcTwin: Int32Array
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  edgeMetres: Float32Array
  /** The arc along an edge and the one against it, or -1. */
  edgeAlong: Int32Array
  edgeAgainst: Int32Array
  /** The bends of an edge are those from its entry here to that of the next one, in pairs of `bends`. */
  firstBend: Uint32Array
  bends: Int32Array
  /** Turns that are forbidden, as pairs of arcs in the order of the first. */
  bannedFrom: Uint32Array
  bannedTo: Uint32Array
  /** The edges that touch a cell are those from its entry here to that of the next one. */
  firstInCell: Uint32Array
  cellEdges: Uint32Array
}

export interface RoadGraph extends RoadArrays {
  info: MapInfo
}

/** Where the words of an arc are, counted from four times its number. */
export const arcWord = {
  /** The vertex it ends at. */
  to: 0,
  time: 1,
  /** The time weighted by how much a driver likes such a road: ways are chosen by it. */
  cost: 2,
  /** Four bytes: the directions in which it leaves and arrives, its marks, and how much it yields at its end. */
  traits: 3,
} as const

/**
 * Directions are in 256 parts of a circle clockwise from north. What an arc yields is how much one has to
 * give way at its end, in eighths.
 */
export interface Traits {
  leaves: number
  arrives: number
  marks: number
  yields: number
}

export const packTraits = ({ leaves, arrives, marks, yields }: Traits): number =>
  leaves | (arrives << 8) | (marks << 16) | (yields << 24)

export const arcCount = ({ arcs }: Pick<RoadArrays, 'arcs'>): number => arcs.length / 4
export const endOf = ({ arcs }: Pick<RoadArrays, 'arcs'>, arc: number): number => arcs[arc * 4]!
export const timeOf = ({ arcs }: Pick<RoadArrays, 'arcs'>, arc: number): number =>
  arcs[arc * 4 + arcWord.time]!
export const costOf = ({ arcs }: Pick<RoadArrays, 'arcs'>, arc: number): number =>
  arcs[arc * 4 + arcWord.cost]!

export function edgeOf({ arcEdge }: Pick<RoadArrays, 'arcEdge'>, arc: number): number {
  const edge = arcEdge[arc]!
  return edge < 0 ? ~edge : edge
}

export const vertexMark = {
  signals: 1,
  /** More than two roads meet, so that one may have to turn or to wait. */
  junction: 2,
  /** A toll is paid. */
  booth: 4,
  /** The road goes on where the map does not. */
  cut: 8,
  /** In the part of the map in which every place is reached from every other one. */
  main: 16,
  /** A turn is forbidden here. */
  bans: 32,
  /** More than three roads meet. */
  crossing: 64,
  gate: 128,
} as const

/** In the top bit of an arc's marks: some turn from it is forbidden. */
export const bansMark = 128

export const degreesOf = (stored: number): number => stored / 1e6
export const stored = (degrees: number): number => Math.round(degrees * 1e6)

/** What is wrong with a map or a file of one, in words for the operator. */
export class MapFault extends Error {
  override name = 'MapFault'
}
