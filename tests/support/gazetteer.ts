import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Unpacked by the first test that needs it and kept, because it's the same for all of them and never written to.
 */
export const gazetteerFolder = join(tmpdir(), 'truckroll-test-gazetteer')
export const gazetteerFile = join(gazetteerFolder, 'gazetteer.db')
