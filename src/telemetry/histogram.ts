/** Seconds, from a cached answer to a provider's time limit. */
export const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts values by size in memory that is allocated once, so observing one costs a short loop. */
export class Histogram {
  readonly #counts: Float64Array
  #sum = 0

  constructor(readonly bounds: readonly number[] = secondsBounds) {
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const { bounds } = this
    let place = 0
    while (place < bounds.length && value > (bounds[place] as number)) place++
    this.#counts[place] = (this.#counts[place] as number) + 1
    this.#sum += value
  }

  get sum(): number {
    return this.#sum
  }

  /** How many values were at most each bound; the last is the number of all values. */
  cumulative(): number[] {
    let total = 0
    return Array.from(this.#counts, (count) => (total += count))
  }
}

/** One histogram for each combination of labels. Callers use only labels that come from the code. */
export class HistogramFamily<Labels extends Record<string, string>> {
  readonly #known = new Map<string, { labels: Labels; histogram: Histogram }>()

  constructor(private readonly bounds: readonly number[] = secondsBounds) {}

  of(labels: Labels): Histogram {
    const key = Object.values(labels).join(' ')
    const known = this.#known.get(key)
    if (known) return known.histogram
    const histogram = new Histogram(this.bounds)
    this.#known.set(key, { labels, histogram })
    return histogram
  }

  all(): { labels: Labels; histogram: Histogram }[] {
    return [...this.#known.values()]
  }
}
