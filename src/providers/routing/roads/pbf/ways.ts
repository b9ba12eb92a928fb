import type { Words } from './block'
import type { Cursor } from './cursor'

/** The way last read. It is used again for the next one: take from it what you need. */
export class WayReader {
  readonly keys: number[] = []
  readonly values: number[] = []
  /** The nodes along it. */
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
