import { afterAll, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { newId } from '../../db/store'
import { expectStatus, startAdmin, type Admin } from '../support/admin'
import { startMoneyTest } from '../support/money'
import { addWorld, booking } from '../support/world'

const admin: Admin = await startAdmin()
await addWorld(admin)
afterAll(() => admin.close())

/** Text as a program may send it: halves of surrogate pairs anywhere, even where a pair was cut. */
const half = fc.constantFrom('\ud800', '\udfff', '\ud83d', '\ude00', '😀', 'é', 'a', '\\', '"', '\\ud800')
const torn = fc.array(half, { minLength: 1, maxLength: 12 }).map((parts) => `x${parts.join('')}`)
const whole = (text: string) => text.toWellFormed()

describe('text with half a surrogate pair', () => {
  test("is answered as it's stored, in a booking and under its key", async () => {
    await fc.assert(
      fc.asyncProperty(torn, torn, torn, async (name, notes, addOn) => {
        const body = { ...booking, customerName: name, notes, addOns: [addOn] }
        const headers = { 'idempotency-key': newId() }
        const made = expectStatus(await admin.post('/api/jobs/create', body, headers), 201)
        const { job } = made.body.data
        expect([job.customerName, job.notes, job.addOns]).toEqual([whole(name), whole(notes), [whole(addOn)]])
        const read = expectStatus(await admin.get(`/api/admin/jobs/${job.id}`), 200).body.data.job
        expect([read.customerName, read.notes, read.addOns]).toEqual([
          job.customerName,
          job.notes,
          job.addOns,
        ])
        const again = await admin.post('/api/jobs/create', body, headers)
        expect(again.text).toBe(made.text)
      }),
      { numRuns: 25 },
    )
  })

  test('is replaced in the names of free-form fields too', async () => {
    await fc.assert(
      fc.asyncProperty(torn, torn, async (key, value) => {
        const metadata = { [key]: { [`${key}!`]: [value] } }
        expectStatus(
          await admin.post('/api/dev/activity', { type: 't', actor: 'a', summary: value, metadata }),
          200,
        )
        const [latest] = expectStatus(await admin.get('/api/dev/activity'), 200).body.data.events
        expect(latest.summary).toBe(whole(value))
        expect(latest.metadata).toEqual({ [whole(key)]: { [whole(`${key}!`)]: [whole(value)] } })
      }),
      { numRuns: 25 },
    )
  })

  test('is replaced in the answers of every writing route', async () => {
    const text = 'cut \ud83d here'
    const kept = 'cut \ufffd here'
    const made = async (path: string, body: unknown) =>
      expectStatus(await admin.post(path, body), 201).body.data
    const franchise = await made('/api/admin/franchises', { name: text, timeZone: 'UTC' })
    const worker = await made('/api/admin/workers', { name: text })
    const service = await made('/api/admin/services', { label: text })
    expect([franchise.name, worker.name, service.label]).toEqual([kept, kept, kept])
    for (const [path, field] of [
      [`/api/admin/franchises/${franchise.id}`, 'name'],
      [`/api/admin/workers/${worker.id}`, 'name'],
      [`/api/admin/services/${service.id}`, 'label'],
    ]) {
      const changed = expectStatus(await admin.patch(path!, { [field!]: `${text} \udc00` }), 200).body.data
      expect([changed[field!], (await admin.get(path!)).body.data[field!]]).toEqual([
        `${kept} \ufffd`,
        `${kept} \ufffd`,
      ])
    }
  })

  test('is replaced in the id of a signed event, so its duplicate is recognized', async () => {
    const money = await startMoneyTest()
    const first = await money.event('ping', {}, 'evt_\ud800')
    expect(first.body.eventId).toBe('evt_\ufffd')
    expect((await money.hq('GET', '/api/admin/webhooks')).body.data.items).toMatchObject([
      { id: 'evt_\ufffd' },
    ])
    await money.close()
  })
})
