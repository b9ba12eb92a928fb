import { describe, expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import * as fc from 'fast-check'
import { invoices } from '../../../db/schema'
import { initialsOf } from '../../../src/modules/invoices/issue'
import { startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

async function addFranchises(admin: Admin): Promise<string[]> {
  const ids: string[] = []
  for (const name of ['Front Range Gutters', 'Fresno Roof Gang', 'Denver'])
    ids.push((await admin.post('/api/admin/franchises', { name, timeZone: 'America/Denver' })).body.data.id)
  return ids
}

const step = fc.record({
  franchise: fc.integer({ min: 0, max: 3 }),
  what: fc.constantFrom('send', 'send', 'send-twice', 'fail', 'void-first', 'void-after', 'next-year'),
})

describe('invoice numbers', () => {
  test('have no gaps per franchise and year, whatever fails or is voided', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const admin = await startAdmin()
        try {
          const franchises = await addFranchises(admin)
          for (const { franchise, what } of steps) await take(admin, franchises[franchise] ?? null, what)
          const rows = await admin.deps.store.read
            .select({ number: invoices.number })
            .from(invoices)
            .where(isNotNull(invoices.number))
          assertGapless(rows.map(({ number }) => number!))
        } finally {
          await admin.close()
        }
      }),
      { numRuns: 6, seed: 7 },
    )
  })

  test("start with the franchise's own letters", async () => {
    const admin = await startAdmin()
    const franchises = await addFranchises(admin)
    const numbers: string[] = []
    for (const id of [...franchises, null]) numbers.push(await take(admin, id, 'send'))
    expect(numbers).toEqual(['FRG-2026-0001', 'FRG2-2026-0001', 'DEN-2026-0001', 'HQ-2026-0001'])
    await admin.close()
  })

  test('use the Latin letters of a name', () => {
    expect(['Łódź Rynny', 'Denver', '北京', 'a b c d e f', 'X'].map(initialsOf)).toEqual([
      'ODR',
      'DEN',
      'F',
      'ABCD',
      'X',
    ])
  })
})

async function take(admin: Admin, franchiseId: string | null, what: string): Promise<string> {
  if (what === 'next-year') admin.clock.advance(200 * 86_400_000)
  const job = await plantJob(admin, {
    fields: { franchiseId, ...(what === 'fail' ? { customerEmail: 'not an address' } : {}) },
  })
  const { id } = (await admin.post('/api/invoices/generate', { jobId: job.id })).body.data.invoice
  const send = () => admin.post('/api/invoices/send', { invoiceId: id, method: 'email' })
  if (what === 'void-first') await admin.post(`/api/admin/invoices/${id}/void`)
  const answers = what === 'send-twice' ? await Promise.all([send(), send()]) : [await send()]
  if (what === 'void-after') await admin.post(`/api/admin/invoices/${id}/void`)
  return answers[0]!.body.data?.invoice?.number ?? ''
}

function assertGapless(numbers: string[]): void {
  const series = Map.groupBy(numbers, (number) => number.replace(/\d{4}$/, ''))
  for (const given of series.values()) {
    const counted = given.map((number) => Number(number.slice(-4))).toSorted((one, other) => one - other)
    expect(counted).toEqual(counted.map((_, place) => place + 1))
  }
}
