import { readBlobs } from '../pbf/blobs'
import { readBlock, type Words } from '../pbf/block'
import { readNodes, type Nodes } from '../pbf/nodes'
import { nodeKind, nodeKinds } from './node-kind'
import type { NodeIndex } from './node-index'
import type { Progress } from './ways'

/** Where the nodes of the roads are, in millionths of a degree. */
export interface Places {
  lats: Int32Array
  /** Longitudes run on past 180 where the map crosses the date line. */
  lngs: Int32Array
  /** What is known of each node: see `nodeKind`. */
  kinds: Uint8Array
}

/** Reads where the nodes are. Only blobs that hold nodes are unpacked. */
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

/** Cuts the globe where the map has its widest gap, so that no road of it jumps from one edge to the other. */
export function unrollLongitudes({ lngs, kinds }: Pick<Places, 'lngs' | 'kinds'>): void {
  const used = new Uint8Array(360)
  for (let at = 0; at < lngs.length; at += 1)
    if (kinds[at] !== nodeKind.unknown) used[Math.min(359, Math.floor(lngs[at]! / degree) + 180)] = 1
  if (used[0] === 0 || used[359] === 0) return
  const seam = (widestGap(used) - 180) * degree
  for (let at = 0; at < lngs.length; at += 1)
    if (kinds[at] !== nodeKind.unknown && lngs[at]! < seam) lngs[at] = lngs[at]! + turn
}

/** Where the longest run of unused degrees begins; 0 when there is none. */
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
