import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { jobs } from '../../../db/schema'
import { jobStatuses, type JobStatus } from '../../../db/schema/jobs'
import { readTimeline, rebuildState, stateFields } from '../../../src/modules/jobs/timeline'
import { marcus, sofia } from '../../support/world'
import type { Office } from './office'

/** Tries random sequences of status changes, each on its own job. */
export async function checkSequences(office: Office, numRuns: number): Promise<void> {
  const next: Record<JobStatus, JobStatus[]> = {
    pending: ['scheduled', 'cancelled'],
    scheduled: ['scheduled', 'pending', 'en_route', 'cancelled', 'no_show'],
    en_route: ['in_progress', 'cancelled', 'no_show'],
    in_progress: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
    no_show: [],
  }
  const step = fc.record({
    to: fc.constantFrom(...jobStatuses),
    hour: fc.nat(200),
    worker: fc.constantFrom(marcus, sofia, null),
  })
  const sequences = fc.sample(fc.array(step, { minLength: 1, maxLength: 8 }), { numRuns, seed: 7 })
  for (const [index, sequence] of sequences.entries()) {
    // The admin limit is 600 a minute.
    if (index % 50 === 0) office.clock.advance(61_000)
    const id = await office.bookOne()
    let status: JobStatus = 'pending'
    for (const { to, hour, worker } of sequence) {
      const start = new Date(
        Date.parse('2026-03-09T00:00:00Z') + (index * 201 + hour) * 3_600_000,
      ).toISOString()
      const answer: { status: number } =
        to === 'scheduled'
          ? await office.hq('POST', `/jobs/${id}/schedule`, { start, workerId: worker })
          : to === 'cancelled'
            ? { status: 0 }
            : await office.hq('POST', `/jobs/${id}/move`, { to })
      if (answer.status === 0) continue
      const legal = next[status].includes(to)
      if (answer.status === 200) {
        expect([status, to, legal]).toEqual([status, to, true])
        status = to
      } else expect(answer.status).toBe(409)
      if (legal && to !== 'scheduled') expect(answer.status).toBe(200)
    }
    const [row] = await office.deps.store.read.select().from(jobs).where(eq(jobs.id, id))
    expect(row?.status).toBe(status)
    const timeline = await readTimeline(office.deps.store.read, row!)
    expect(timeline[0]).toMatchObject({ kind: 'booked', actor: 'public', after: { priceCents: 18_950 } })
    const rebuilt = rebuildState(timeline)
    for (const field of stateFields) expect([field, rebuilt[field]]).toEqual([field, row![field]])
  }
}
