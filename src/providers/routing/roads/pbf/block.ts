import { MapFault } from '../fault'
import { Cursor } from './cursor'

/** Names and values of tags, decoded when somebody looks at one. */
export class Words {
  readonly #raw: Uint8Array[] = []
  readonly #decoded: (string | undefined)[] = []

  constructor(cursor: Cursor) {
    while (cursor.more) {
      const tag = cursor.varint()
      if (tag >> 3 === 1) this.#raw.push(cursor.section().rest())
      else cursor.skip(tag)
    }
  }

  at(index: number): string {
    return (this.#decoded[index] ??= this.#decode(index))
  }

  /** Where a word is in this block, or -1: looked up once, then tags are compared by number. */
  find(word: string): number {
    const bytes = encoder.encode(word)
    return this.#raw.findIndex(
      (raw) => raw.length === bytes.length && raw.every((byte, at) => byte === bytes[at]),
    )
  }

  #decode(index: number): string {
    const raw = this.#raw[index]
    if (raw === undefined) throw new MapFault('The map file is damaged: a tag is not in its list')
    return decoder.decode(raw)
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A stretch of like things in a block. */
export interface Group {
  kind: 'nodes' | 'dense' | 'way' | 'relation' | 'other'
  cursor: Cursor
}

export interface Block {
  words: Words
  /** Degrees of a stored latitude or longitude. */
  latitude(stored: number): number
  longitude(stored: number): number
  groups(): Generator<Group>
}

const kinds = ['other', 'nodes', 'dense', 'way', 'relation'] as const

/** One block of nodes, ways or relations. */
export function readBlock(bytes: Uint8Array): Block {
  const cursor = new Cursor(bytes)
  const groups: Cursor[] = []
  let words = new Words(new Cursor(bytes, 0, 0))
  let granularity = 100
  let latOffset = 0
  let lonOffset = 0
  while (cursor.more) {
    const tag = cursor.varint()
    const field = tag >> 3
    if (field === 1) words = new Words(cursor.section())
    else if (field === 2) groups.push(cursor.section())
    else if (field === 17) granularity = cursor.varint()
    else if (field === 19) latOffset = asSigned(cursor.varint())
    else if (field === 20) lonOffset = asSigned(cursor.varint())
    else cursor.skip(tag)
  }
  return {
    words,
    latitude: (stored) => (latOffset + granularity * stored) * 1e-9,
    longitude: (stored) => (lonOffset + granularity * stored) * 1e-9,
    *groups() {
      for (const group of groups)
        for (const inner = new Cursor(group.bytes, group.at, group.end); inner.more;) {
          const tag = inner.varint()
          if ((tag & 7) === 2) yield { kind: kinds[tag >> 3] ?? 'other', cursor: inner.section() }
          else inner.skip(tag)
        }
    },
  }
}

/** Offsets are plain 64-bit numbers: a negative one looks like one close to 2^64. */
const asSigned = (value: number): number => (value >= 2 ** 63 ? value - 2 ** 64 : value)
