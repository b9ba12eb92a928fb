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

/** All names of the gazetteer in one buffer. Names are numbered from the most populous place down. */
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

/** The names as the file has them. The rest of `PackedNames` follows from it in a few milliseconds. */
export interface StoredNames {
  bytes: Uint8Array
  /** The number of bytes of each name. */
  lengths: Uint8Array
  /** The number of names of each place, and its region. */
  counts: Uint16Array
  regions: Uint16Array
}

export interface NameEntry {
  text: string
  /** Places are numbered without gaps, and each has at least one name. */
  place: number
  region: number
}

/** Longer names are found only if spelled correctly. */
export const longestName = 63

export function storedNames(entries: readonly NameEntry[]): StoredNames {
  const encoder = new TextEncoder()
  const encoded = entries.map(({ text }) => encoder.encode(text))
  const tooLong = encoded.find(({ length }) => length > 255)
  if (tooLong) throw new Error(`${new TextDecoder().decode(tooLong)} is too long for the gazetteer`)
  const places = (entries.at(-1)?.place ?? -1) + 1
  const [counts, regions] = [new Uint16Array(places), new Uint16Array(places)]
  for (const { place, region } of entries) {
    counts[place]! += 1
    regions[place] = region
  }
  const lengths = Uint8Array.from(encoded, ({ length }) => length)
  return { bytes: new Uint8Array(Buffer.concat(encoded)), lengths, counts, regions }
}

export function packNames({ bytes, lengths, counts, regions: regionOf }: StoredNames): PackedNames {
  const ends = new Uint32Array(lengths.length)
  const firstOfLength = new Uint32Array(longestName + 2)
  for (let name = 0, end = 0; name < lengths.length; name += 1) {
    ends[name] = end += lengths[name]!
    firstOfLength[Math.min(longestName, lengths[name]!) + 1]! += 1
  }
  for (let length = 1; length < firstOfLength.length; length += 1)
    firstOfLength[length]! += firstOfLength[length - 1]!
  return {
    bytes,
    ends,
    firstOfLength,
    ...placesOf(lengths.length, counts, regionOf),
    ...sorted(bytes, ends, firstOfLength),
  }
}

function placesOf(
  names: number,
  counts: Uint16Array,
  regionOf: Uint16Array,
): Pick<PackedNames, 'places' | 'regions'> {
  const [places, regions] = [new Uint32Array(names), new Uint16Array(names)]
  for (let place = 0, name = 0; place < counts.length; place += 1)
    for (const last = name + counts[place]!; name < last; name += 1) {
      places[name] = place
      regions[name] = regionOf[place]!
    }
  return { places, regions }
}

function sorted(
  bytes: Uint8Array,
  ends: Uint32Array,
  firstOfLength: Uint32Array,
): Pick<PackedNames, 'byLength' | 'letters'> {
  const [byLength, letters] = [new Uint32Array(ends.length), new Uint32Array(ends.length)]
  const next = firstOfLength.slice()
  for (let name = 0, start = 0; name < ends.length; name += 1) {
    const end = ends[name]!
    const slot = next[Math.min(longestName, end - start)]!++
    byLength[slot] = name
    letters[slot] = letterSet(bytes, start, end)
    start = end
  }
  return { byLength, letters }
}

/** One bit per letter, one for all digits, and one for everything else except spaces. */
export function letterSet(text: Uint8Array, start = 0, end = text.length): number {
  let bits = 0
  for (let at = start; at < end; at += 1) {
    const byte = text[at]!
    if (byte >= 97 && byte <= 122) bits |= 1 << (byte - 97)
    else if (byte >= 48 && byte <= 57) bits |= 1 << 26
    else if (byte !== 32) bits |= 1 << 27
  }
  return bits >>> 0
}

export function loadNames(db: Database): PackedNames {
  const select = db.query<{ data: Uint8Array }, [string]>('SELECT data FROM packed WHERE part = ?')
  const load = (part: keyof StoredNames): ArrayBuffer => {
    const row = select.get(part)
    if (row === null) throw new Error(`the gazetteer has no ${part}`)
    // The copy starts at the beginning of its buffer, as wider number views need.
    return row.data.slice().buffer
  }
  return packNames({
    bytes: new Uint8Array(load('bytes')),
    lengths: new Uint8Array(load('lengths')),
    counts: new Uint16Array(load('counts')),
    regions: new Uint16Array(load('regions')),
  })
}
