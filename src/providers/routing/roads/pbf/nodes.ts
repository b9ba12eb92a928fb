import { MapFault } from '../fault'
import type { Block, Group } from './block'
import type { Cursor } from './cursor'
import { readNumbers } from './ways'

/** Nodes of one group: ids and places side by side, and their tags where there are any. */
export interface Nodes {
  count: number
  ids: Float64Array
  lats: Float64Array
  lngs: Float64Array
  /** Pairs of key and value of each node, ended by 0; empty when no node has any. */
  tags: number[]
}

const scratch: { ids: Float64Array; lats: Float64Array; lngs: Float64Array } = {
  ids: new Float64Array(16_384),
  lats: new Float64Array(16_384),
  lngs: new Float64Array(16_384),
}

/** The nodes of a group, in arrays that are used again for the next group; null when it holds none. */
export function readNodes(block: Block, { kind, cursor }: Group): Nodes | null {
  if (kind === 'dense') return readDense(block, cursor)
  return kind === 'nodes' ? readSingle(block, cursor) : null
}

function readDense(block: Block, cursor: Cursor): Nodes {
  const tags: number[] = []
  const counts = { ids: 0, lats: 0, lngs: 0 }
  while (cursor.more) {
    const tag = cursor.varint()
    const field = tag >> 3
    if (field === 1) counts.ids = readDeltas(cursor.section(), 'ids', (id) => id)
    else if (field === 8) counts.lats = readDeltas(cursor.section(), 'lats', block.latitude)
    else if (field === 9) counts.lngs = readDeltas(cursor.section(), 'lngs', block.longitude)
    else if (field === 10) readNumbers(cursor.section(), tags)
    else cursor.skip(tag)
  }
  if (counts.ids !== counts.lats || counts.ids !== counts.lngs)
    throw new MapFault('The map file is damaged: nodes have no place')
  return { count: counts.ids, tags, ...scratch }
}

function readDeltas(cursor: Cursor, name: keyof typeof scratch, convert: (stored: number) => number): number {
  let into = scratch[name]
  let stored = 0
  let count = 0
  while (cursor.more) {
    stored += cursor.signed()
    if (count === into.length) {
      const larger = new Float64Array(into.length * 2)
      larger.set(into)
      into = scratch[name] = larger
    }
    into[count++] = convert(stored)
  }
  return count
}

function readSingle(block: Block, cursor: Cursor): Nodes {
  const keys: number[] = []
  const values: number[] = []
  while (cursor.more) {
    const tag = cursor.varint()
    const field = tag >> 3
    if (field === 1) scratch.ids[0] = cursor.signed()
    else if (field === 2) readNumbers(cursor.section(), keys)
    else if (field === 3) readNumbers(cursor.section(), values)
    else if (field === 8) scratch.lats[0] = block.latitude(cursor.signed())
    else if (field === 9) scratch.lngs[0] = block.longitude(cursor.signed())
    else cursor.skip(tag)
  }
  const tags = keys.length === 0 ? [] : [...keys.flatMap((key, at) => [key, values[at] ?? 0]), 0]
  return { count: 1, tags, ...scratch }
}
