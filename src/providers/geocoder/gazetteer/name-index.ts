import type { Database } from 'bun:sqlite'

export interface SimilarName {
  /** The name's number, from the most populous place down. */
  name: number
  edits: number
}

/** Finds the names a misspelled one could mean among 250,000, in about a millisecond. */
export class NameIndex {
  readonly #rows = [0, 1, 2].map(() => new Uint8Array(longestName + 2))
  readonly #decoder = new TextDecoder()
  readonly #encoder = new TextEncoder()

  constructor(private readonly packed: PackedNames) {}

  textOf(name: number): string {
    return this.#decoder.decode(this.packed.bytes.subarray(this.#start(name), this.packed.ends[name]))
  }

  placeOf(name: number): number {
    return this.packed.places[name]!
  }

  /** Whether this is the place's own name, which ranks before its other names. */
  isOwn(name: number): boolean {
    return name === 0 || this.packed.places[name - 1] !== this.packed.places[name]
  }

  /**
   * Names within `most` edits of `text`, in the given regions or everywhere. An edit changes at most one
   * letter of a name's letter set, so only few names have to be compared.
   */
  similar(text: string, most: number, regions: ReadonlySet<number> | null): SimilarName[] {
    const { byLength, firstOfLength, letters, regions: regionOf } = this.packed
    const wanted = this.#encoder.encode(text)
    if (wanted.length > longestName - most) return []
    const ours = letterSet(wanted)
    const found: SimilarName[] = []
    const stop = firstOfLength[wanted.length + most + 1]!
    for (let slot = firstOfLength[Math.max(0, wanted.length - most)]!; slot < stop; slot += 1) {
      const theirs = letters[slot]!
      if (bitCount(ours & ~theirs) > most || bitCount(theirs & ~ours) > most) continue
      const name = byLength[slot]!
      if (regions !== null && !regions.has(regionOf[name]!)) continue
      const edits = this.#distance(wanted, name, most)
      if (edits <= most) found.push({ name, edits })
    }
    return found
  }

  #start(name: number): number {
    return name === 0 ? 0 : this.packed.ends[name - 1]!
  }

  /**
   * The number of insertions, deletions, substitutions and swaps of neighbors between a text and a name.
   * Calculates only the cells within `most` of the diagonal, and stops once the distance is larger.
   */
  #distance(wanted: Uint8Array, name: number, most: number): number {
    const { bytes, ends } = this.packed
    const from = this.#start(name)
    const length = ends[name]! - from
    const tooMany = most + 1
    let [before, above, row] = this.#rows as [Uint8Array, Uint8Array, Uint8Array]
    for (let j = 0; j <= length; j += 1) above[j] = Math.min(j, tooMany)
    for (let i = 1; i <= wanted.length; i += 1) {
      const letter = wanted[i - 1]
      const first = Math.max(1, i - most)
      const last = Math.min(length, i + most)
      row[first - 1] = first === 1 ? Math.min(i, tooMany) : tooMany
      if (last < length) row[last + 1] = tooMany
      let least = row[first - 1]!
      for (let j = first; j <= last; j += 1) {
        const other = bytes[from + j - 1]
        let cost = above[j - 1]! + (letter === other ? 0 : 1)
        if (above[j]! < cost) cost = above[j]! + 1
        if (row[j - 1]! < cost) cost = row[j - 1]! + 1
        if (
          i > 1 &&
          j > 1 &&
          letter === bytes[from + j - 2] &&
          wanted[i - 2] === other &&
          before[j - 2]! < cost
        )
          cost = before[j - 2]! + 1
        row[j] = cost
        if (cost < least) least = cost
      }
      if (least > most) return tooMany
      ;[before, above, row] = [above, row, before]
    }
    return above[length]!
  }
}

function bitCount(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * All names of the gazetteer in one buffer, in the file as in memory. Names are numbered from the most
 * populous place down.
 */
export interface PackedNames {
  bytes: Uint8Array
  /** The end of each name in `bytes`; it starts where the previous one ends. */
  ends: Uint32Array
  /** The place of each name, and its region. */
  places: Uint32Array
  regions: Uint16Array
  /** The same numbers sorted by length, and the start of each length. */
  byLength: Uint32Array
  firstOfLength: Uint32Array
  /** The letters of each name as bits, in the order of `byLength`. */
  letters: Uint32Array
}

export interface NameEntry {
  text: string
  place: number
  region: number
}

/** Longer names are found only if spelled correctly. */
export const longestName = 63

export function packNames(entries: readonly NameEntry[]): PackedNames {
  const encoder = new TextEncoder()
  const encoded = entries.map(({ text }) => encoder.encode(text))
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0))
  const ends = new Uint32Array(entries.length)
  let end = 0
  for (const [name, text] of encoded.entries()) {
    bytes.set(text, end)
    end += text.length
    ends[name] = end
  }
  const lengthOf = (name: number) => Math.min(longestName, encoded[name]!.length)
  const byLength = Uint32Array.from(encoded.keys()).toSorted((a, b) => lengthOf(a) - lengthOf(b) || a - b)
  const firstOfLength = new Uint32Array(longestName + 2)
  for (const name of byLength) firstOfLength[lengthOf(name) + 1]! += 1
  for (let length = 1; length < firstOfLength.length; length += 1)
    firstOfLength[length]! += firstOfLength[length - 1]!
  return {
    bytes,
    ends,
    places: Uint32Array.from(entries, ({ place }) => place),
    regions: Uint16Array.from(entries, ({ region }) => region),
    byLength,
    firstOfLength,
    letters: byLength.map((name) => letterSet(encoded[name]!)),
  }
}

/** One bit per letter, one for all digits, and one for everything else except spaces. */
export function letterSet(text: Uint8Array): number {
  let bits = 0
  for (const byte of text) {
    if (byte >= 97 && byte <= 122) bits |= 1 << (byte - 97)
    else if (byte >= 48 && byte <= 57) bits |= 1 << 26
    else if (byte !== 32) bits |= 1 << 27
  }
  return bits >>> 0
}

export function savePackedNames(db: Database, packed: PackedNames): void {
  const insert = db.prepare('INSERT INTO packed VALUES (?, ?)')
  for (const part of Object.keys(packed) as (keyof PackedNames)[]) {
    const { buffer, byteOffset, byteLength } = packed[part]
    insert.run(part, new Uint8Array(buffer, byteOffset, byteLength))
  }
}

export function loadPackedNames(db: Database): PackedNames {
  const select = db.query<{ data: Uint8Array }, [string]>('SELECT data FROM packed WHERE part = ?')
  const load = (part: keyof PackedNames): ArrayBuffer => {
    const row = select.get(part)
    if (row === null) throw new Error(`the gazetteer has no ${part}`)
    // The copy starts at the beginning of its buffer, as wider number views need.
    return row.data.slice().buffer
  }
  return {
    bytes: new Uint8Array(load('bytes')),
    ends: new Uint32Array(load('ends')),
    places: new Uint32Array(load('places')),
    regions: new Uint16Array(load('regions')),
    byLength: new Uint32Array(load('byLength')),
    firstOfLength: new Uint32Array(load('firstOfLength')),
    letters: new Uint32Array(load('letters')),
  }
}
