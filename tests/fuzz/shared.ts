import { expect, test } from 'bun:test'
import { testServer } from '../support/store'
import { fuzz, isReached, type FuzzOptions } from './run'

/** Each question to a server goes through a socket, so fewer have to do. */
const [perOperation, enough] = testServer ? [6, 6] : [100, 6]

/** A new seed each day would find more, and fail for people who changed nothing; `bun run fuzz` does that. */
const seed = 2026

/** The short run over some operations, for the suite. */
export function testFuzzed(
  title: string,
  isChosen: NonNullable<FuzzOptions['isChosen']>,
  never: string[],
): void {
  test(title, async () => {
    const { failures, statuses } = await fuzz({ seed, perOperation, enough, isChosen })
    expect(failures).toEqual([])
    const unreached = [...statuses].filter(([, counts]) => !isReached(counts)).map(([name]) => name)
    expect(statuses.size).toBeGreaterThan(50)
    if (!testServer) expect(unreached.filter((name) => !never.includes(name))).toEqual([])
  })
}
