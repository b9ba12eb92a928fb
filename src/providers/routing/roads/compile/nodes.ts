import { readBlobs } from '../pbf/blobs'
import { readBlock, type Words } from '../pbf/block'
import { readNodes, type Nodes } from '../pbf/elements'
import type { NodeIndex } from './arrays'
import type { Progress } from './ways'

/** The coordinates of road nodes, in millionths of a degree. */
export interface Places {
  lats: Int32Array
  /** Longitudes go beyond 180 if the map crosses the date line. */
  lngs: Int32Array
  /** See `nodeKind`. */
  kinds: Uint8Array
}

/** Reads the coordinates of nodes, unpacking only blobs that contain nodes. */
export function readPlaces(
  path: string,
  index: NodeIndex,
  blobs: ReadonlySet<number>,
  progress: Progress,
): Places {
  const places = {
    lats: new Int32Array(index.count),
    lngs: new Int32Array(index.count),
    kinds: new Uint8Array(index.count),
  }
  for (const blob of readBlobs(path)) {
    if (blob.type === 'OSMData' && blobs.has(blob.index)) {
      const block = readBlock(blob.unpack())
      for (const group of block.groups()) {
        const nodes = readNodes(block, group)
        if (nodes) keep(nodes, block.words, index, places)
      }
    }
    progress(blob.progress)
  }
  unrollLongitudes(places)
  return places
}

function keep(nodes: Nodes, words: Words, index: NodeIndex, { lats, lngs, kinds }: Places): void {
  const { count, ids, tags } = nodes
  let tagAt = 0
  const kindOf = tags.length === 0 ? null : nodeKinds(words)
  for (let at = 0; at < count; at += 1) {
    const firstTag = tagAt
    while (tagAt < tags.length && tags[tagAt] !== 0) tagAt += 2
    const lastTag = tagAt++
    const found = index.find(ids[at]!)
    if (found === -1) continue
    lats[found] = Math.round(nodes.lats[at]! * 1e6)
    lngs[found] = Math.round(nodes.lngs[at]! * 1e6)
    kinds[found] = kindOf !== null && lastTag > firstTag ? kindOf(tags, firstTag, lastTag) : nodeKind.plain
  }
}

const turn = 360e6
const degree = 1e6

/** Splits the globe at the map's widest gap, so no road jumps from one edge to the other. */
export function unrollLongitudes({ lngs, kinds }: Pick<Places, 'lngs' | 'kinds'>): void {
  const used = new Uint8Array(360)
  for (let at = 0; at < lngs.length; at += 1)
    if (kinds[at] !== nodeKind.unknown) used[Math.min(359, Math.floor(lngs[at]! / degree) + 180)] = 1
  if (used[0] === 0 || used[359] === 0) return
  const seam = (widestGap(used) - 180) * degree
  for (let at = 0; at < lngs.length; at += 1)
    if (kinds[at] !== nodeKind.unknown && lngs[at]! < seam) lngs[at] = lngs[at]! + turn
}

/** The start of the longest run of unused degrees, or 0 if there is none. */
function widestGap(used: Uint8Array): number {
  let best = 0
  let bestLength = 0
  for (let from = 0; from < used.length; from += 1) {
    let length = 0
    while (from + length < used.length && used[from + length] === 0) length += 1
    if (length > bestLength) [best, bestLength] = [from, length]
    from += length
  }
  return best
}

/** How a node affects a road that passes over it. */
export const nodeKind = { unknown: 0, plain: 1, signals: 2, gate: 3, booth: 4, blocked: 5 } as const

const gates = new Set(['gate', 'lift_gate', 'swing_gate', 'sliding_gate', 'hampshire_gate', 'wicket_gate'])
const blocks = new Set([
  'bollard',
  'block',
  'jersey_barrier',
  'cycle_barrier',
  'motorcycle_barrier',
  'debris',
  'log',
])
const open = new Set(['yes', 'permissive', 'designated', 'destination', 'customers', 'delivery'])

/** Reads node tags in one block. Most nodes have none, so words are compared by number. */
export function nodeKinds(words: Words): (tags: readonly number[], from: number, to: number) => number {
  const keys = ['highway', 'barrier', 'motor_vehicle', 'vehicle', 'access'].map((name) => words.find(name))
  const [highway, barrier] = keys
  const signals = words.find('traffic_signals')
  return (tags, from, to) => {
    let kind: number = nodeKind.plain
    for (let at = from; at < to; at += 2) {
      if (tags[at] === highway && tags[at + 1] === signals) kind = nodeKind.signals
      if (tags[at] === barrier)
        kind = barrierKind(words, tags.slice(from, to), words.at(tags[at + 1]!), keys.slice(2))
    }
    return kind
  }
}

/** Access tags take precedence over the default of a barrier. */
function barrierKind(words: Words, tags: readonly number[], barrier: string, accessKeys: number[]): number {
  const at = accessKeys
    .map((key) => tags.findIndex((tag, i) => i % 2 === 0 && tag === key))
    .find((i) => i !== -1)
  const access = at === undefined ? '' : words.at(tags[at + 1]!)
  if (barrier === 'toll_booth') return nodeKind.booth
  if (open.has(access)) return nodeKind.plain
  if (access === 'no') return nodeKind.blocked
  if (blocks.has(barrier)) return nodeKind.blocked
  return gates.has(barrier) ? nodeKind.gate : nodeKind.plain
}
