import { plugin } from 'bun'
import { afterAll, beforeEach, expect } from 'bun:test'
import { removeTemporaryFolders } from './temp'

/**
 * How long a test may take before it counts as stuck. A busy machine is slow, not wrong, so the limit is far
 * above what any test needs, and tests have no limits of their own.
 */
const testLimitMs = 900_000
/** A long proof takes minutes even on a quiet machine. */
const proofLimitMs = 4 * testLimitMs

// Bun resets its limit of 5 seconds for every file and has no setting for it, so each test file sets it
// itself, on its first line to keep line numbers right.
plugin({
  name: 'time limit',
  setup(build) {
    build.onLoad({ filter: /\.(test|browser|long)\.tsx?$/ }, async ({ path }) => ({
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      contents: `import { setDefaultTimeout as limitTests } from 'bun:test'; limitTests(${path.endsWith('.long.ts') ? proofLimitMs : testLimitMs}); ${await Bun.file(path).text()}`,
    }))
  },
})

// Dates must mean the same on every machine.
process.env.TZ = 'UTC'

// A test whose loop, callback or condition never reached an assertion has shown nothing. Browser tests
// wait for what the page should show, and Bun doesn't count that as an assertion.
if (process.env.BROWSER_TESTS === undefined)
  beforeEach(() => {
    try {
      expect.hasAssertions()
    } catch {
      // Bun can't count the assertions of tests that run concurrently.
    }
  })

afterAll(removeTemporaryFolders, testLimitMs)
