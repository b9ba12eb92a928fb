import { expect } from 'bun:test'
import * as fc from 'fast-check'
import type { Clock } from '../../src/lib/clock'
import type { Limiter, Verdict } from '../../src/limits/window'

export const minute = 60_000

/** A clock that also knows how much time really passed, whatever it was set to. */
export class SettableClock implements Clock {
  elapsed = 0
  #offset = Date.parse('2026-03-02T15:00:00.000Z')

  now(): number {
    return this.#offset + this.elapsed
  }

  wait(ms: number): void {
    this.elapsed += ms
  }

  setBack(ms: number): void {
    this.#offset -= ms
  }
}

export interface Step {
  /** Time that passes before the request. */
  wait: number
  /** How far the clock is set back meanwhile. */
  setBack: number
  client: number
}

export interface Schedule {
  limit: number
  steps: Step[]
}

/** Bursts, trickles and long pauses of a few clients; moments at the edge of a window are likely. */
export function schedules({ setBacks = false, maxSteps = 60 } = {}): fc.Arbitrary<Schedule> {
  const wait = fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
    { weight: 2, arbitrary: fc.constantFrom(1, minute - 1, minute, minute + 1) },
  )
  const rarely = fc.oneof(
    { weight: 8, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(1, minute, 3_600_000) },
  )
  const step = fc.record({
    wait,
    setBack: setBacks ? rarely : fc.constant(0),
    client: fc.integer({ min: 0, max: 2 }),
  })
  return fc.record({
    limit: fc.integer({ min: 1, max: 12 }),
    steps: fc.array(step, { maxLength: maxSteps, size: 'max' }),
  })
}

/** The rule itself, as plainly as possible: the moments at which each client was allowed. */
export class Witness {
  readonly #accepted = new Map<number, number[]>()

  constructor(private readonly limit: number) {}

  recent(client: number, at: number): number[] {
    return (this.#accepted.get(client) ?? []).filter((moment) => moment > at - minute)
  }

  note(client: number, at: number): void {
    this.#accepted.set(client, [...(this.#accepted.get(client) ?? []), at])
  }

  /** No minute has more than the limit. */
  assertNeverTooMany(): void {
    for (const moments of this.#accepted.values())
      for (const [index, moment] of moments.entries()) {
        const after = moments[index + this.limit]
        if (after !== undefined) expect(after - moment).toBeGreaterThanOrEqual(minute)
      }
  }
}

/** Runs a schedule whose clock is never set back and compares every verdict with the rule. */
export async function compareWithRule(
  limiter: Limiter,
  clock: SettableClock,
  { limit, steps }: Schedule,
  prefix: string,
): Promise<void> {
  const witness = new Witness(limit)
  for (const { wait, client } of steps) {
    clock.wait(wait)
    const hit = limiter.hit(`${prefix} ${client}`, limit)
    const verdict = hit instanceof Promise ? await hit : hit
    const recent = witness.recent(client, clock.elapsed)
    expect(verdict).toEqual(ruled(recent, limit, clock.elapsed))
    if (verdict.allowed) witness.note(client, clock.elapsed)
  }
  witness.assertNeverTooMany()
}

function ruled(recent: number[], limit: number, now: number): Verdict {
  if (recent.length >= limit) return { allowed: false, remaining: 0, resetMs: recent[0]! + minute - now }
  return { allowed: true, remaining: limit - recent.length - 1, resetMs: minute }
}
