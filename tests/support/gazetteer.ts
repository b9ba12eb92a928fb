import { join } from 'node:path'
import { silentLog } from '../../src/lib/log'
import type { Geocoder } from '../../src/providers/geocoder'
import { GazetteerGeocoder } from '../../src/providers/geocoder/gazetteer'
import { FixedClock } from './clock'

/**
 * Unpacked by the first test that needs it and kept, because it's the same for all of them and never written to.
 */
export const gazetteerFolder = join(import.meta.dir, '../../node_modules/.cache/truckroll-tests')
export const gazetteerFile = join(gazetteerFolder, 'gazetteer.db')

let open: GazetteerGeocoder | undefined

/** One for the whole process, because opening it takes longer than most tests. */
export function sharedGazetteer(): Geocoder {
  // On a busy machine unpacking takes a while.
  open ??= new GazetteerGeocoder(gazetteerFile, {
    clock: new FixedClock(),
    log: silentLog,
    patienceMs: 600_000,
  })
  const shared = open
  return {
    name: shared.name,
    search: (query, options) => shared.search(query, options),
    locateZips: (zips) => shared.locateZips(zips),
    townsIn: (box, atMost) => shared.townsIn(box, atMost),
    zipsIn: (box) => shared.zipsIn(box),
    health: () => shared.health(),
    warm: (calledOff) => shared.warm(calledOff),
    close() {},
  }
}
