import type { Clock } from '../../src/lib/clock'

/** Stands still on a Monday morning until it's told to move. */
export class FixedClock implements Clock {
  #now: number

  constructor(start = '2026-03-02T15:00:00.000Z') {
    this.#now = Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  advance(ms: number): void {
    this.#now += ms
  }

  set(to: string): void {
    this.#now = Date.parse(to)
  }
}
