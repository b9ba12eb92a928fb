import { expect, test } from 'bun:test'
import { onlyWhen } from '../support/needs'
import { testServer } from '../support/store'
import { strainTwoProcesses } from './two-processes'

onlyWhen(testServer !== null, 'run by bun run test:libsql')('two processes on one database server', () => {
  test('book, cancel and send with no double effect and no lost write', async () => {
    const bookings = 200
    const { booked, differing, counts } = await strainTwoProcesses(bookings)
    expect([booked, differing]).toEqual([bookings, 0])
    expect(counts).toEqual({
      jobs: bookings,
      cancelled: bookings / 2,
      cancellations: bookings / 2,
      customers: bookings,
      welcomed: bookings,
      notes: bookings / 2,
      repeated: 0,
    })
  })
})
