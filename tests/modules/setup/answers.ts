import type { Deps } from '../../../src/deps'
import { StartInput } from '../../../src/modules/setup/model'
import { startForReal } from '../../../src/modules/setup/start'

/** The answers of a new owner. */
export const answers = {
  name: 'Copper Gutters',
  address: '1420 Larimer St, Denver, CO 80202',
  timeZone: 'America/Denver',
  service: { name: 'Gutter cleaning', price: 189, minutes: 90 },
  technician: { name: 'Sam Ortiz', phone: '303-555-0142' },
  ownerEmail: 'dana@copper.example',
  confirm: 'start for real',
}

export const startWith = (deps: Deps, more: object = {}) =>
  startForReal(deps, StartInput.parse({ ...answers, ...more }), 'cli')
