/** Facts about a map besides its roads. */
export interface MapInfo {
  /** The name of the file it was made from. */
  source: string
  importedAt: string
  /** South, west, north, east in degrees. East can be beyond 180 if the map crosses the date line. */
  bounds: [south: number, west: number, north: number, east: number]
  /** Whether people drive on the left. */
  leftHand: boolean
  roadKm: number
  /** The rows and columns of the spatial index, and its cell size in millionths of a degree. */
  cells: { rows: number; columns: number; size: number; south: number; west: number }
}

/**
 * Roads as arrays. A vertex is where roads meet or end, an edge is the road between two vertices, and an arc
 * is one direction of an edge. Coordinates are in millionths of a degree; times and costs in tenths of a
 * second.
 */
export interface RoadArrays {
  vertexLat: Int32Array
  vertexLng: Int32Array
  vertexMarks: Uint8Array
  /** A vertex's outgoing arcs run from its entry to the next vertex's entry. */
  firstArc: Uint32Array
  /** Four words per arc, kept together because a search reads all of them; see `arcWord`. */
  arcs: Int32Array
  /** The edge, or its complement if the arc runs in the opposite direction. */
  arcEdge: Int32Array
  /** The arc in the opposite direction, or -1 on a one-way road. */
  arcTwin: Int32Array
  edgeFrom: Uint32Array
  edgeTo: Uint32Array
  edgeMetres: Float32Array
  /** The arcs in both directions of an edge, or -1. */
  edgeAlong: Int32Array
  edgeAgainst: Int32Array
  /** An edge's bends run from its entry to the next edge's entry, in pairs of `bends`. */
  firstBend: Uint32Array
  bends: Int32Array
  /** Forbidden turns as pairs of arcs, sorted by the first. */
  bannedFrom: Uint32Array
  bannedTo: Uint32Array
  /** The edges of a cell run from its entry to the next cell's entry. */
  firstInCell: Uint32Array
  cellEdges: Uint32Array
  /** The rank of an edge and its `edgeMark`, for drawing it. Empty on maps that were imported before streets were drawn. */
  edgeKind: Uint8Array
  /** The number of an edge's name; 0 is none. Names run from their entry to the next one's, in `letters`. */
  edgeLabel: Uint32Array
  firstLetter: Uint32Array
  letters: Uint8Array
}

export interface RoadGraph extends RoadArrays {
  info: MapInfo
}

/** The offsets of an arc's words from four times its number. */
export const arcWord = {
  /** The vertex it ends at. */
  to: 0,
  time: 1,
  /** The time weighted by how attractive the road is; routes are chosen by it. */
  cost: 2,
  /**
   * Four bytes: the directions in which it leaves and arrives, its marks, and how much drivers yield at its
   * end.
   */
  traits: 3,
} as const

/** Directions are in 1/256 of a circle clockwise from north. Yielding is in eighths. */
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

/** Beside the rank, which takes the lowest three bits of an edge's kind. */
export const edgeMark = {
  /** A ramp. */
  link: 8,
  /** A driveway, an alley, a parking aisle or a track. */
  minor: 16,
} as const

export const hasStreets = ({ edgeKind, edgeFrom }: Pick<RoadArrays, 'edgeKind' | 'edgeFrom'>): boolean =>
  edgeKind.length === edgeFrom.length

export const vertexMark = {
  signals: 1,
  /** More than two roads meet, so drivers may have to turn or wait. */
  junction: 2,
  /** Drivers pay a toll here. */
  booth: 4,
  /** The road continues beyond the map. */
  cut: 8,
  /** Part of the largest area in which every place can reach every other one. */
  main: 16,
  /** A turn is forbidden here. */
  bans: 32,
  /** More than three roads meet. */
  crossing: 64,
  gate: 128,
} as const

/** The top bit of an arc's marks: some turn from it is forbidden. */
export const bansMark = 128

export const degreesOf = (stored: number): number => stored / 1e6
export const stored = (degrees: number): number => Math.round(degrees * 1e6)

/** A problem with a map file, in words for the operator. */
export class MapFault extends Error {
  override name = 'MapFault'
}
