import type { Histogram } from '../../../telemetry/histogram'

export type Labels = Record<string, string>
export type Sample = readonly [Labels, number]

const escapedHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapedLabel = (text: string): string => escapedHelp(text).replaceAll('"', '\\"')

function labelled(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapedLabel(value)}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

const figure = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value)

/** Writes metrics in the text format of Prometheus, version 0.0.4. A metric without samples is left out. */
export class Exposition {
  readonly #lines: string[] = []

  gauge(name: string, help: string, given: number | readonly Sample[]): void {
    this.#plain('gauge', name, help, given)
  }

  /** The name of a counter ends in `_total`. */
  counter(name: string, help: string, given: number | readonly Sample[]): void {
    this.#plain('counter', name, help, given)
  }

  histogram(name: string, help: string, all: readonly { labels: Labels; histogram: Histogram }[]): void {
    if (all.length === 0) return
    this.#head('histogram', name, help)
    for (const { labels, histogram } of all) {
      const counts = histogram.cumulative()
      const total = counts.at(-1) ?? 0
      for (const [place, bound] of [...histogram.bounds, Infinity].entries())
        this.#sample(`${name}_bucket`, { ...labels, le: figure(bound) }, counts[place] ?? total)
      this.#sample(`${name}_sum`, labels, histogram.sum)
      this.#sample(`${name}_count`, labels, total)
    }
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #plain(type: 'gauge' | 'counter', name: string, help: string, given: number | readonly Sample[]): void {
    const samples: readonly Sample[] = typeof given === 'number' ? [[{}, given]] : given
    if (samples.length === 0) return
    this.#head(type, name, help)
    for (const [labels, value] of samples) this.#sample(name, labels, value)
  }

  #head(type: string, name: string, help: string): void {
    this.#lines.push(`# HELP ${name} ${escapedHelp(help)}`, `# TYPE ${name} ${type}`)
  }

  #sample(name: string, labels: Labels, value: number): void {
    this.#lines.push(`${labelled(name, labels)} ${figure(value)}`)
  }
}
