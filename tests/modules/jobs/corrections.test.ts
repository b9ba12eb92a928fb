import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { denver } from '../../support/world'
import { startOffice, type Office } from './office'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const hq: Office['hq'] = (...call) => office.hq(...call)
const bookOne: Office['bookOne'] = (overrides) => office.bookOne(overrides)

describe('corrections and notes', () => {
  test('a new address is placed anew; a place set by hand stays', async () => {
    const id = await bookOne({ address: 'no such place anywhere zzqx' })
    await office.deps.background.idle()
    expect((await hq('GET', `/jobs/${id}`)).body.data.job.placeState).toBe('unknown')
    await hq('PATCH', `/jobs/${id}`, { address: '1420 Larimer St, Denver, CO 80202' })
    await office.deps.background.idle()
    expect((await hq('GET', `/jobs/${id}`)).body.data.job).toMatchObject({
      placeState: 'placed',
      zip: '80202',
      franchiseId: denver,
    })
    const { body } = await hq('PATCH', `/jobs/${id}`, { lat: 39.7, lng: -105 })
    expect(body.data).toMatchObject({ lat: 39.7, lng: -105, placeLabel: 'Set by hand' })
  })

  test('notes are kept beside the timeline', async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/notes`, { text: 'Dog in the yard' })).status).toBe(201)
    expect((await hq('GET', `/jobs/${id}`)).body.data.jobNotes).toMatchObject([
      { text: 'Dog in the yard', author: 'hq:admin@example.com' },
    ])
    expect((await hq('POST', '/jobs/none/notes', { text: 'x' })).status).toBe(404)
  })
})
