import { edgeMark, vertexMark, MapFault, type MapInfo, type RoadGraph } from '../graph'
import { buildArcs, findBans } from './arcs'
import { countIds, NodeIndex } from './arrays'
import { indexCells, measureDensity } from './cells'
import { inVertexOrder, cutEdges, measureHeadings, type Edges } from './edges'
import { readPlaces } from './nodes'
import { largestComponent, findCuts, drivesOnLeft } from './survey'
import { findVertices, resolveRefs, type Vertices } from './vertices'
import { mark } from './road'
import { readWays, type Ways } from './ways'

export type Stage = 'roads' | 'places' | 'graph'
/** Called with the stage and the part of it that is done. */
export type ImportProgress = (stage: Stage, share: number) => void

/**
 * Builds a road graph from an OSM PBF file. The file is read twice: first the roads, then their coordinates.
 */
export function buildGraph(
  path: string,
  about: Pick<MapInfo, 'source' | 'importedAt'>,
  progress: ImportProgress = () => {},
): RoadGraph {
  const { ways, index, vertices, edges } = readRoads(path, progress)
  if (edges.count === 0) throw new MapFault('The map file has roads but not the nodes they run along')
  progress('graph', 0.3)
  const density = measureDensity(vertices, edges, ways)
  const headings = measureHeadings(edges, vertices)
  const arcs = buildArcs({ ways, vertices, edges, headings, density })
  progress('graph', 0.6)
  const bans = findBans({ ways, edges, vertices }, index, arcs)
  const main = largestComponent(vertices.count, arcs)
  const cuts = findCuts(ways, edges, vertices)
  for (let vertex = 0; vertex < vertices.count; vertex += 1)
    arcs.vertexMarks[vertex]! |= (main[vertex] ? vertexMark.main : 0) | (cuts[vertex] ? vertexMark.cut : 0)
  progress('graph', 0.8)
  const bounds = boundsOf(vertices)
  const { cells, ...cellIndex } = indexCells(vertices, edges, main, bounds)
  progress('graph', 1)
  return {
    info: {
      ...about,
      bounds,
      leftHand: drivesOnLeft(ways, edges, vertices),
      roadKm: kilometres(edges),
      cells,
    },
    ...arcs,
    ...bans,
    ...cellIndex,
    vertexLat: vertices.lats,
    vertexLng: vertices.lngs,
    edgeFrom: edges.from,
    edgeTo: edges.to,
    edgeMetres: edges.metres,
    firstBend: edges.firstBend,
    bends: edges.bends,
    edgeKind: Uint8Array.from(edges.way, (way) => kindOf(ways, way)),
    edgeLabel: Uint32Array.from(edges.way, (way) => ways.label[way]!),
    ...ways.labels.finish(),
  }
}

/** Nodes take most of the memory and are released here; only vertices and bends are kept. */
function readRoads(path: string, progress: ImportProgress) {
  const { ways, along } = readWays(path, (share) => progress('roads', share))
  if (ways.count === 0) throw new MapFault('The map has no roads for cars')
  const { ids, shared } = countIds(along.refs.slice())
  const index = new NodeIndex(ids)
  const places = readPlaces(path, index, ways.nodeBlobs, (share) => progress('places', share))
  progress('graph', 0)
  const nodes = resolveRefs(along, index, places)
  const vertices = findVertices(along.firstRef, nodes, shared, places)
  const edges = inVertexOrder(cutEdges(along.firstRef, nodes, vertices, places), vertices.count)
  return { ways, index, vertices, edges }
}

function boundsOf({ lats, lngs, count }: Vertices): MapInfo['bounds'] {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let vertex = 0; vertex < count; vertex += 1) {
    south = Math.min(south, lats[vertex]!)
    north = Math.max(north, lats[vertex]!)
    west = Math.min(west, lngs[vertex]!)
    east = Math.max(east, lngs[vertex]!)
  }
  return [south / 1e6, west / 1e6, north / 1e6, east / 1e6]
}

const kilometres = ({ metres }: Edges): number =>
  Math.round(metres.reduce((sum, length) => sum + length, 0) / 1_000)

const minor = mark.driveway | mark.aisle | mark.alley | mark.track

const kindOf = ({ ranks, marks }: Ways, way: number): number =>
  ranks[way]! |
  ((marks[way]! & mark.link) === 0 ? 0 : edgeMark.link) |
  ((marks[way]! & minor) === 0 ? 0 : edgeMark.minor)
