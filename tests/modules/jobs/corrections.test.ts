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

describe('corrections and notes:', () => {
  test('a new address is located again, and a place set by hand stays', async () => {
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
    expect(body.data).toMatchObject({ lat: 39.7, lng: -105, placeLabel: 'Set manually' })
  })

  test.each([
    ['customerName', { customerName: ' ' }],
    ['customerPhone', { customerPhone: 'call me maybe' }],
    ['address', { address: '\t' }],
    ['type', { type: '  ' }],
    ['lng', { lat: 39.7 }],
    ['lat', { lat: 91, lng: 0 }],
  ])('a correction with a blank %s is refused', async (field, change) => {
    const id = await bookOne()
    const refused = await hq('PATCH', `/jobs/${id}`, change)
    expect(refused.status).toBe(400)
    expect(refused.body.details[0]).toStartWith(`${field}: `)
  })

  test('a phone number is accepted as an office writes it, or omitted', async () => {
    const id = await bookOne()
    for (const customerPhone of ['(303) 555-0142', '+1 303.555.0142', null])
      expect((await hq('PATCH', `/jobs/${id}`, { customerPhone })).body.data).toMatchObject({ customerPhone })
  })

  test('a blank note is refused', async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/notes`, { text: ' \n' })).status).toBe(400)
  })

  test('notes are kept next to the timeline', async () => {
    const id = await bookOne()
    expect((await hq('POST', `/jobs/${id}/notes`, { text: 'Dog in the yard' })).status).toBe(201)
    expect((await hq('GET', `/jobs/${id}`)).body.data.jobNotes).toMatchObject([
      { text: 'Dog in the yard', author: 'hq:admin@example.com' },
    ])
    expect((await hq('POST', '/jobs/none/notes', { text: 'x' })).status).toBe(404)
  })
})
