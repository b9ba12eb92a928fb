import type { Database } from 'bun:sqlite'

/**
 * Every name of the gazetteer side by side, as it is kept in the file and in memory. Names are numbered
 * from the most populous place down.
 */
export interface PackedNames {
  bytes: Uint8Array
  /** Where each name ends in `bytes`; it begins where the one before it ends. */
  ends: Uint32Array
  /** What it is a name of, and where that lies. */
  places: Uint32Array
  regions: Uint16Array
  /** The numbers once more, the shortest names first, and where those of each length begin. */
  byLength: Uint32Array
  firstOfLength: Uint32Array
  /** The letters that occur in each, as bits, in the order of `byLength`. */
  letters: Uint32Array
}

export interface NameEntry {
  text: string
  place: number
  region: number
}

/** Names of more bytes are found when spelt right, and are not guessed at. */
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

/** One bit a letter, one for all digits, one for everything else but spaces. */
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
    // A copy begins at its buffer's start, which views of wider numbers need.
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
