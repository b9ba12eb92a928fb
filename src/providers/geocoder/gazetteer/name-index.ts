import { letterSet, longestName, type PackedNames } from './packed-names'

export interface SimilarName {
  /** Its number, from the most populous place down. */
  name: number
  edits: number
}

/** Finds the names that a misspelt one may stand for among a quarter of a million, in about a millisecond. */
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

  /** Whether it is the place's own name: that one comes before its others. */
  isOwn(name: number): boolean {
    return name === 0 || this.packed.places[name - 1] !== this.packed.places[name]
  }

  /**
   * Names at most `most` edits away from `text`, in the given regions or in all. An edit takes at most
   * one letter out of a name's set of letters and puts one in, so few names need to be measured.
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
   * Insertions, deletions, substitutions and swaps of neighbours between a text and a name. Only the
   * part of the table within `most` of its diagonal is filled, and none once more edits are certain.
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
