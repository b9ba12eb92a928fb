import { Growing, type NodeIndex } from './arrays'
import { nodeKind, type Places } from './nodes'
import type { WayNodes } from './ways'

/** Nodes where roads meet or end, ordered so that neighbors are close to each other. */
export interface Vertices {
  count: number
  lats: Int32Array
  lngs: Int32Array
  /** See `nodeKind`. */
  kinds: Uint8Array
  /** The vertex of a node, or -1. */
  ofNode: Int32Array
  /** Roads continue from here to nodes that the file doesn't have. */
  missing: Uint8Array
}

/** Marks a node that the file doesn't have or that cars can't pass. */
const missing = -1
const blocked = -2
/** Beyond the ends of a way. */
const nothing = -3

/** The index of each node a way refers to, or a negative number. */
export function resolveRefs({ refs }: WayNodes, index: NodeIndex, { kinds }: Places): Int32Array {
  const nodes = new Int32Array(refs.length)
  for (let at = 0; at < refs.length; at += 1) {
    const node = index.find(refs[at]!)
    const kind = node === -1 ? nodeKind.unknown : kinds[node]!
    nodes[at] = kind === nodeKind.unknown ? missing : kind === nodeKind.blocked ? blocked : node
  }
  return nodes
}

export function findVertices(
  firstRef: Uint32Array,
  nodes: Int32Array,
  shared: Uint8Array,
  places: Places,
): Vertices {
  const isVertex = new Uint8Array(shared)
  const atGap = new Uint8Array(shared.length)
  for (let way = 0; way + 1 < firstRef.length; way += 1) {
    const from = firstRef[way]!
    const to = firstRef[way + 1]!
    for (let at = from; at < to; at += 1) {
      const node = nodes[at]!
      if (node < 0) continue
      const before = at > from ? nodes[at - 1]! : nothing
      const after = at + 1 < to ? nodes[at + 1]! : nothing
      if (before < 0 || after < 0 || places.kinds[node]! >= nodeKind.signals) isVertex[node] = 1
      if (before === missing || after === missing) atGap[node] = 1
    }
  }
  return number(isVertex, atGap, places)
}

function number(isVertex: Uint8Array, atGap: Uint8Array, places: Places): Vertices {
  const order = inSpace(isVertex, places)
  const count = order.length
  const vertices: Vertices = {
    count,
    lats: new Int32Array(count),
    lngs: new Int32Array(count),
    kinds: new Uint8Array(count),
    missing: new Uint8Array(count),
    ofNode: new Int32Array(isVertex.length).fill(-1),
  }
  for (let vertex = 0; vertex < count; vertex += 1) {
    const node = order[vertex]!
    vertices.ofNode[node] = vertex
    vertices.lats[vertex] = places.lats[node]!
    vertices.lngs[vertex] = places.lngs[node]!
    vertices.kinds[vertex] = places.kinds[node]!
    vertices.missing[vertex] = atGap[node]!
  }
  return vertices
}

/** The map has 8192 × 8192 cells in Z-order, so a search stays within few pages of the file. */
const bits = 13
const nodesAtMost = 2 ** 27

function inSpace(isVertex: Uint8Array, { lats, lngs, kinds }: Places): Uint32Array {
  const nodes = new Growing(Uint32Array)
  for (let node = 0; node < isVertex.length; node += 1)
    if (isVertex[node] && kinds[node] !== nodeKind.unknown && kinds[node] !== nodeKind.blocked)
      nodes.push(node)
  const order = nodes.finish()
  const [toRow, toColumn] = [scale(lats, order), scale(lngs, order)]
  const keys = new Float64Array(order.length)
  for (let at = 0; at < order.length; at += 1) {
    const node = order[at]!
    keys[at] = interleave(toRow(lats[node]!), toColumn(lngs[node]!)) * nodesAtMost + node
  }
  keys.sort()
  for (let at = 0; at < order.length; at += 1) order[at] = keys[at]! % nodesAtMost
  return order
}

/** Maps the range of coordinates to the cells of one axis. */
function scale(values: Int32Array, nodes: Uint32Array): (value: number) => number {
  let [low, high] = [Infinity, -Infinity]
  for (let at = 0; at < nodes.length; at += 1) {
    low = Math.min(low, values[nodes[at]!]!)
    high = Math.max(high, values[nodes[at]!]!)
  }
  const factor = (2 ** bits - 1) / Math.max(1, high - low)
  return (value) => Math.floor((value - low) * factor)
}

const interleave = (row: number, column: number): number => spread(row) * 2 + spread(column)

/** Inserts a zero between each two of the lowest sixteen bits. */
function spread(value: number): number {
  let bits = value
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}
