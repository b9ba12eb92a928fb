import { afterAll } from 'bun:test'
import { removeTemporaryFolders } from './temp'

// Dates must mean the same on every machine.
process.env.TZ = 'UTC'

afterAll(removeTemporaryFolders)
