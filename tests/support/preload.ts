import { afterAll, beforeEach, expect } from 'bun:test'
import { removeTemporaryFolders } from './temp'

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

afterAll(removeTemporaryFolders)
