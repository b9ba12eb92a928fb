import { MapFault } from '../graph'

/** Names and values of tags, decoded on first use. */
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

  /** The number of a word in this block, or -1. Tags are then compared by number. */
  find(word: string): number {
    const bytes = encoder.encode(word)
    return this.#raw.findIndex(
      (raw) => raw.length === bytes.length && raw.every((byte, at) => byte === bytes[at]),
    )
  }

  #decode(index: number): string {
    const raw = this.#raw[index]
    if (raw === undefined) throw new MapFault('The map file is damaged: a tag is missing from its list')
    return decoder.decode(raw)
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A run of elements of the same kind in a block. */
export interface Group {
  kind: 'nodes' | 'dense' | 'way' | 'relation' | 'other'
  cursor: Cursor
}

export interface Block {
  words: Words
  /** Converts a stored value to degrees. */
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

/** Offsets are unsigned 64-bit numbers, so a negative one looks close to 2^64. */
const asSigned = (value: number): number => (value >= 2 ** 63 ? value - 2 ** 64 : value)

const truncated = () => new MapFault('The map file is damaged: a record is cut off')

/** Reads the wire format of protocol buffers. */
export class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
    readonly end = bytes.length,
  ) {
    if (end > bytes.length || at > end) throw truncated()
  }

  get more(): boolean {
    return this.at < this.end
  }

  /** Exact up to 2^53, far above any OpenStreetMap id. */
  varint(): number {
    const { bytes } = this
    let byte = bytes[this.at++]
    if (byte === undefined || this.at > this.end) throw truncated()
    if (byte < 128) return byte
    let value = byte & 127
    let scale = 128
    do {
      byte = bytes[this.at++]
      if (byte === undefined || this.at > this.end || scale > 2 ** 63) throw truncated()
      value += (byte & 127) * scale
      scale *= 128
    } while (byte >= 128)
    return value
  }

  /** A number whose sign is in its lowest bit. */
  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Returns a cursor for a field with a length, and moves past the field. */
  section(): Cursor {
    const length = this.varint()
    if (this.at + length > this.end) throw truncated()
    const inner = new Cursor(this.bytes, this.at, this.at + length)
    this.at += length
    return inner
  }

  rest(): Uint8Array {
    return this.bytes.subarray(this.at, this.end)
  }

  /** Skips an unknown field. The tag's lowest three bits are its wire type. */
  skip(tag: number): void {
    const type = tag & 7
    if (type === 0) this.varint()
    else if (type === 1) this.at += 8
    else if (type === 2) this.section()
    else if (type === 5) this.at += 4
    else throw new MapFault('The map file is damaged: a field has an unknown type')
    if (this.at > this.end) throw truncated()
  }
}
