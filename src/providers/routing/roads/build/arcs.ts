import { arcWord, packTraits, vertexMark, type RoadArrays } from '../graph'
import type { Edges } from './edges'
import type { Headings } from './headings'
import { nodeKind } from './node-kind'
import { mark } from './road'
import { drivenSpeed } from './speed'
import type { Vertices } from './vertices'
import type { Ways } from './ways'
import { Yields } from './yields'

type Arcs = Pick<
  RoadArrays,
  'firstArc' | 'arcs' | 'arcEdge' | 'arcTwin' | 'edgeAlong' | 'edgeAgainst' | 'vertexMarks'
>

export interface Material {
  ways: Ways
  vertices: Vertices
  edges: Edges
  headings: Headings
  density: Uint8Array
}

/** The directions in which edges are driven, in the order of the vertices they leave. */
export function buildArcs(material: Material): Arcs {
  const { ways, vertices, edges } = material
  const firstArc = countArcs(ways, vertices, edges)
  const count = firstArc[vertices.count]!
  const built: Arcs = {
    firstArc,
    arcs: new Int32Array(count * 4),
    arcEdge: new Int32Array(count),
    arcTwin: new Int32Array(count).fill(-1),
    edgeAlong: new Int32Array(edges.count).fill(-1),
    edgeAgainst: new Int32Array(edges.count).fill(-1),
    vertexMarks: markVertices(vertices, edges),
  }
  const next = firstArc.slice()
  const yields = new Yields(material)
  for (let edge = 0; edge < edges.count; edge += 1) {
    const way = edges.way[edge]!
    const along = ways.forward[way] === 0 ? -1 : next[edges.from[edge]!]!++
    const against = ways.backward[way] === 0 ? -1 : next[edges.to[edge]!]!++
    if (along !== -1) fillArc(built, material, yields, along, edge, true)
    if (against !== -1) fillArc(built, material, yields, against, edge, false)
    built.edgeAlong[edge] = along
    built.edgeAgainst[edge] = against
    if (along === -1 || against === -1) continue
    built.arcTwin[along] = against
    built.arcTwin[against] = along
  }
  return built
}

function fillArc(
  built: Arcs,
  material: Material,
  yields: Yields,
  arc: number,
  edge: number,
  along: boolean,
): void {
  const { ways, edges, headings, density } = material
  const way = edges.way[edge]!
  const from = along ? edges.from[edge]! : edges.to[edge]!
  const to = along ? edges.to[edge]! : edges.from[edge]!
  const marks = ways.marks[way]!
  const tagged = (marks & (along ? mark.taggedForward : mark.taggedBackward)) !== 0
  const parts = Math.max(density[from]!, density[to]!)
  const speed = (along ? ways.forward : ways.backward)[way]!
  const tenths = (edges.metres[edge]! * 36) / drivenSpeed(ways.ranks[way]!, marks, speed, tagged, parts)
  built.arcEdge[arc] = along ? edge : ~edge
  const words = built.arcs
  words[arc * 4 + arcWord.to] = to
  words[arc * 4 + arcWord.time] = Math.max(1, Math.round(tenths))
  words[arc * 4 + arcWord.cost] = Math.max(1, Math.round(tenths * weightOf(marks, parts)))
  words[arc * 4 + arcWord.traits] = packTraits({
    leaves: along ? headings.atStart[edge]! : headings.atEnd[edge]!,
    arrives: (along ? headings.atEnd[edge]! : headings.atStart[edge]!) ^ 128,
    marks: marks & 127,
    yields: yields.at(to, edge),
  })
}

/** Drivers rather stay on open roads: streets of a town weigh a little more than their time, tracks a lot. */
function weightOf(marks: number, density: number): number {
  const rough = (marks & mark.rough) === 0 ? 0 : 0.1
  const weight = 0.85 + 0.025 * density + rough
  if ((marks & mark.track) !== 0) return weight * 4
  return (marks & mark.living) === 0 ? weight : weight * 2.5
}

function countArcs(ways: Ways, vertices: Vertices, edges: Edges): Uint32Array {
  const firstArc = new Uint32Array(vertices.count + 1)
  for (let edge = 0; edge < edges.count; edge += 1) {
    const way = edges.way[edge]!
    if (ways.forward[way]! > 0) firstArc[edges.from[edge]! + 1]! += 1
    if (ways.backward[way]! > 0) firstArc[edges.to[edge]! + 1]! += 1
  }
  for (let vertex = 0; vertex < vertices.count; vertex += 1) firstArc[vertex + 1]! += firstArc[vertex]!
  return firstArc
}

function markVertices({ count, kinds }: Vertices, edges: Edges): Uint8Array {
  const roads = new Uint8Array(count)
  for (let edge = 0; edge < edges.count; edge += 1) {
    roads[edges.from[edge]!] = Math.min(255, roads[edges.from[edge]!]! + 1)
    roads[edges.to[edge]!] = Math.min(255, roads[edges.to[edge]!]! + 1)
  }
  return roads.map(
    (number, vertex) =>
      (kinds[vertex] === nodeKind.signals ? vertexMark.signals : 0) |
      (kinds[vertex] === nodeKind.booth ? vertexMark.booth : 0) |
      (kinds[vertex] === nodeKind.gate ? vertexMark.gate : 0) |
      (number > 2 ? vertexMark.junction : 0) |
      (number > 3 ? vertexMark.crossing : 0),
  )
}
