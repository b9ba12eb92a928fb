/** A ZIP file without compression, because photos are compressed already. Sizes follow each file's bytes. */
export class ZipWriter {
  readonly #directory: Uint8Array[] = []
  #offset = 0
  #current: { name: Uint8Array; at: number; time: number } | null = null

  begin(name: string, at: number): Uint8Array {
    this.#current = { name: new TextEncoder().encode(name), at: this.#offset, time: dosTime(at) }
    return this.#count(
      fields(
        0x04034b50,
        [20, 2],
        [flags, 2],
        [0, 2],
        [this.#current.time, 4],
        ...none,
        [this.#current.name.length, 2],
        [0, 2],
        this.#current.name,
      ),
    )
  }

  /** After the bytes of the file. */
  end(check: number, length: number): Uint8Array {
    const { name, at, time } = this.#current ?? { name: new Uint8Array(), at: 0, time: 0 }
    this.#offset += length
    this.#directory.push(
      fields(
        0x02014b50,
        [20, 2],
        [20, 2],
        [flags, 2],
        [0, 2],
        [time, 4],
        [check, 4],
        [length, 4],
        [length, 4],
        [name.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [at, 4],
        name,
      ),
    )
    return this.#count(fields(0x08074b50, [check, 4], [length, 4], [length, 4]))
  }

  finish(): Uint8Array {
    const entries = this.#directory.length
    const length = this.#directory.reduce((sum, entry) => sum + entry.length, 0)
    const end = fields(
      0x06054b50,
      [0, 2],
      [0, 2],
      [entries, 2],
      [entries, 2],
      [length, 4],
      [this.#offset, 4],
      [0, 2],
    )
    return Buffer.concat([...this.#directory, end])
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#offset += bytes.length
    return bytes
  }
}

/** The sizes come later, and names are UTF-8. */
const flags = 0x0808
const none = [
  [0, 4],
  [0, 4],
  [0, 4],
] as const

type Field = readonly [value: number, bytes: 2 | 4]

function fields(signature: number, ...parts: readonly (Field | Uint8Array)[]): Uint8Array {
  const all: (Field | Uint8Array)[] = [[signature, 4], ...parts]
  return Buffer.concat(
    all.map((part) => {
      if (part instanceof Uint8Array) return part
      const [value, bytes] = part
      const written = Buffer.alloc(bytes)
      written.writeUIntLE(value >>> 0, 0, bytes)
      return written
    }),
  )
}

/** ZIP counts from 1980, in steps of two seconds. */
function dosTime(at: number): number {
  const date = new Date(at)
  const days = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | Math.floor(date.getUTCSeconds() / 2)
  return ((days << 16) | time) >>> 0
}
