import { arcWord, packTraits, vertexMark, arcCount, bansMark, endOf, type RoadArrays } from '../graph'
import type { NodeIndex } from './arrays'
import type { Edges, Headings } from './edges'
import { nodeKind } from './nodes'
import { mark, drivenSpeed, rank } from './road'
import type { Vertices } from './vertices'
import type { Ways, Restriction } from './ways'

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

/** The directions in which edges can be driven, ordered by the vertex they leave. */
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

/** Drivers prefer open roads, so town streets weigh a little more than their time and tracks a lot more. */
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

interface YieldMaterial {
  ways: Ways
  vertices: Vertices
  edges: Edges
  density: Uint8Array
}

/** Driving through a town is less attractive than through the country. */
const patience = [1, 1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1, 3.5]
const usual = 3
const most = 7
/** Drivers yield to a roundabout but get into it quickly. */
const roundaboutRanks = 2

/**
 * How much drivers have to yield at the end of a road, in eighths: nothing on a main road among side streets,
 * a lot where a side street meets a main road. It adds to the cost of turns.
 */
export class Yields {
  readonly #best: Uint8Array
  readonly #second: Uint8Array

  constructor(private readonly material: YieldMaterial) {
    const { vertices, edges } = material
    this.#best = new Uint8Array(vertices.count).fill(rank.service)
    this.#second = new Uint8Array(vertices.count).fill(rank.service)
    for (let edge = 0; edge < edges.count; edge += 1) {
      const own = this.#rankOf(edge)
      this.#meet(edges.from[edge]!, own)
      this.#meet(edges.to[edge]!, own)
    }
  }

  at(vertex: number, edge: number): number {
    const { ways, edges, density } = this.material
    const own = Math.min(rank.unclassified, ways.ranks[edges.way[edge]!]!)
    const isBest = this.#rankOf(edge) <= this.#best[vertex]!
    const others = Math.min(rank.unclassified, (isBest ? this.#second : this.#best)[vertex]!)
    const impact = Math.max(0, Math.min(most, own - others + usual))
    return Math.min(255, Math.round(impact * patience[density[vertex]!]! * 8))
  }

  #rankOf(edge: number): number {
    const { ways, edges } = this.material
    const way = edges.way[edge]!
    return ways.ranks[way]! + ((ways.marks[way]! & mark.roundabout) === 0 ? 0 : roundaboutRanks)
  }

  /** Keeps the two highest ranks at a vertex, which are equal if two roads share the highest. */
  #meet(vertex: number, own: number): void {
    if (own < this.#best[vertex]!) {
      this.#second[vertex] = this.#best[vertex]!
      this.#best[vertex] = own
    } else if (own < this.#second[vertex]!) this.#second[vertex] = own
  }
}

type Marked = Pick<RoadArrays, 'firstArc' | 'arcs' | 'arcEdge' | 'arcTwin' | 'vertexMarks'>

/** Forbidden turns as pairs of arcs; the arcs and vertices involved are marked. */
export function findBans(
  { ways, edges, vertices }: { ways: Ways; edges: Edges; vertices: Vertices },
  index: NodeIndex,
  graph: Marked,
): Pick<RoadArrays, 'bannedFrom' | 'bannedTo'> {
  const byVertex = new Map<number, Restriction[]>()
  for (const restriction of ways.restrictions) {
    const node = index.find(restriction.via)
    const vertex = node === -1 ? -1 : vertices.ofNode[node]!
    if (vertex !== -1) byVertex.set(vertex, [...(byVertex.get(vertex) ?? []), restriction])
  }
  const wayOf = (arc: number): number => {
    const edge = graph.arcEdge[arc]!
    return ways.ids[edges.way[edge < 0 ? ~edge : edge]!]!
  }
  const pairs: [number, number][] = []
  for (let arc = 0; byVertex.size > 0 && arc < arcCount(graph); arc += 1) {
    const vertex = endOf(graph, arc)
    const from = byVertex.get(vertex)?.filter((restriction) => restriction.from === wayOf(arc)) ?? []
    if (from.length === 0) continue
    for (let out = graph.firstArc[vertex]!; out < graph.firstArc[vertex + 1]!; out += 1)
      if (out !== graph.arcTwin[arc] && from.some((restriction) => forbids(restriction, wayOf(out))))
        pairs.push([arc, out])
  }
  for (const [arc] of pairs) {
    graph.arcs[arc * 4 + arcWord.traits]! |= bansMark << 16
    graph.vertexMarks[endOf(graph, arc)]! |= vertexMark.bans
  }
  return {
    bannedFrom: Uint32Array.from(pairs, ([from]) => from),
    bannedTo: Uint32Array.from(pairs, ([, to]) => to),
  }
}

const forbids = ({ to, only }: Restriction, way: number): boolean => (to === way) !== only
