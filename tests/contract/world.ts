import { franchises } from '../../db/schema'
import { startTestApp, type TestApp } from '../support/app'
import { goodCredential } from './credentials'

/** A small company to send valid requests to. Everything in it is created on first use. */
export interface World {
  test: TestApp
  /** A new job with a price of 129.99, booked publicly. */
  job: () => Promise<string>
  franchise: () => Promise<string>
  /** A new draft invoice. */
  invoice: () => Promise<string>
  /** An unused address, so no limit is in the way. */
  stranger: () => string
}

export async function startWorld(): Promise<World> {
  const test = await startTestApp()
  let strangers = 0
  const stranger = () => `198.18.${++strangers >> 8}.${strangers & 255}`

  async function made(path: string, body: unknown, headers: Record<string, string> = {}) {
    const answer = await test.call('POST', path, { body, headers, from: stranger() })
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body.data
  }
  const job = async (): Promise<string> => (await made('/api/jobs/create', booking)).job.id
  let franchise: Promise<string> | undefined

  return {
    test,
    job,
    stranger,
    franchise: () => (franchise ??= insertFranchise(test)),
    invoice: async () => {
      const headers = await goodCredential(test.deps, 'hq')
      return (await made('/api/invoices/generate', { jobId: await job() }, headers)).invoice.id
    },
  }
}

export const booking = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  customerPhone: '303-555-0142',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  price: 129.99,
  preferredDate: '2026-03-09',
  preferredTime: 'morning',
  addOns: ['Downspout flush'],
  notes: 'Gate code at the office',
  gutterLength: 160,
  stories: 2,
}

async function insertFranchise({ deps: { store, clock } }: TestApp): Promise<string> {
  const id = 'franchise-north'
  const stamps = { createdAt: clock.now(), updatedAt: clock.now() }
  await store.write((tx) =>
    tx.insert(franchises).values({ id, name: 'North', timeZone: 'America/Denver', ...stamps }),
  )
  return id
}
