import { describe } from 'bun:test'

type Group = (name: string, tests: () => void) => void

const skipping =
  (reason: string): Group =>
  (name, tests) =>
    describe.skip(`${name} (skipped: ${reason})`, tests)

/** A group of tests that need a tool. Without it they're skipped and say why; in CI they fail instead. */
export function needing(isThere: boolean, tool: string, howToGetIt: string): Group {
  if (isThere) return describe
  const reason = `${tool} is missing; ${howToGetIt}`
  if (process.env.CI) throw new Error(`These tests must not be skipped in CI: ${reason}`)
  return skipping(reason)
}

/** A group of tests that only make sense in one kind of run; the reason names that run. */
export const onlyWhen = (isSo: boolean, reason: string): Group => (isSo ? describe : skipping(reason))
