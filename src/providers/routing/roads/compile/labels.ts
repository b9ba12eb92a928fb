import { Growing } from './arrays'

/** The names of roads, each kept once. Number 0 is no name. */
export class Labels {
  readonly #known = new Map<string, number>([['', 0]])

  number(label: string): number {
    const known = this.#known.get(label)
    if (known !== undefined) return known
    this.#known.set(label, this.#known.size)
    return this.#known.size - 1
  }

  /** All names in UTF-8. Each runs from its entry to the next one's. */
  finish(): { firstLetter: Uint32Array; letters: Uint8Array } {
    const firstLetter = new Growing(Uint32Array)
    const letters = new Growing(Uint8Array)
    for (const label of this.#known.keys()) {
      firstLetter.push(letters.length)
      letters.pushAll(encoder.encode(label))
    }
    firstLetter.push(letters.length)
    return { firstLetter: firstLetter.finish(), letters: letters.finish() }
  }
}

const encoder = new TextEncoder()
