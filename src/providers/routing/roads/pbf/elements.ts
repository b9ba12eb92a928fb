import { MapFault } from '../graph'
import type { Block, Group, Cursor, Words } from './block'

/** The nodes of one group in parallel arrays, with tags if there are any. */
export interface Nodes {
  count: number
  ids: Float64Array
  lats: Float64Array
  lngs: Float64Array
  /** Pairs of key and value for each node, ended by 0; empty if no node has tags. */
  tags: number[]
}

const scratch: { ids: Float64Array; lats: Float64Array; lngs: Float64Array } = {
  ids: new Float64Array(16_384),
  lats: new Float64Array(16_384),
  lngs: new Float64Array(16_384),
}

/** Reads the nodes of a group into reused arrays, or returns null if it has none. */
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
    throw new MapFault('The map file is damaged: a node has no coordinates')
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

/** Holds the last way that was read and is reused for the next one, so copy what you need. */
export class WayReader {
  readonly keys: number[] = []
  readonly values: number[] = []
  /** The nodes of the way. */
  refs = new Float64Array(2_048)
  refCount = 0
  id = 0

  read(cursor: Cursor): this {
    this.keys.length = 0
    this.values.length = 0
    this.refCount = 0
    while (cursor.more) {
      const tag = cursor.varint()
      const field = tag >> 3
      if (field === 1) this.id = cursor.varint()
      else if (field === 2) readNumbers(cursor.section(), this.keys)
      else if (field === 3) readNumbers(cursor.section(), this.values)
      else if (field === 8) this.#readRefs(cursor.section())
      else cursor.skip(tag)
    }
    return this
  }

  value(words: Words, key: number): string {
    const at = key < 0 ? -1 : this.keys.indexOf(key)
    return at === -1 ? '' : words.at(this.values[at] ?? 0)
  }

  #readRefs(cursor: Cursor): void {
    let ref = 0
    while (cursor.more) {
      ref += cursor.signed()
      if (this.refCount === this.refs.length) {
        const larger = new Float64Array(this.refs.length * 2)
        larger.set(this.refs)
        this.refs = larger
      }
      this.refs[this.refCount++] = ref
    }
  }
}

export function readNumbers(cursor: Cursor, into: number[]): void {
  while (cursor.more) into.push(cursor.varint())
}

export interface Relation {
  tag(name: string): string
  members: { role: string; type: 'node' | 'way' | 'relation'; id: number }[]
}

const memberTypes = ['node', 'way', 'relation'] as const

export function readRelation({ words }: Block, cursor: Cursor): Relation {
  const keys: number[] = []
  const values: number[] = []
  const roles: number[] = []
  const types: number[] = []
  const ids: number[] = []
  while (cursor.more) {
    const tag = cursor.varint()
    const field = tag >> 3
    if (field === 2) readNumbers(cursor.section(), keys)
    else if (field === 3) readNumbers(cursor.section(), values)
    else if (field === 8) readNumbers(cursor.section(), roles)
    else if (field === 9) readIds(cursor.section(), ids)
    else if (field === 10) readNumbers(cursor.section(), types)
    else cursor.skip(tag)
  }
  return {
    tag: (name) => valueOf(words, keys, values, name),
    members: ids.map((id, at) => ({
      id,
      role: words.at(roles[at] ?? 0),
      type: memberTypes[types[at] ?? 0] ?? 'node',
    })),
  }
}

function valueOf(words: Words, keys: number[], values: number[], name: string): string {
  const at = keys.findIndex((key) => words.at(key) === name)
  return at === -1 ? '' : words.at(values[at] ?? 0)
}

function readIds(cursor: Cursor, into: number[]): void {
  let id = 0
  while (cursor.more) into.push((id += cursor.signed()))
}
