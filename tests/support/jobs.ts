import { eq } from 'drizzle-orm'
import { jobs } from '../../db/schema'
import type { JobStatus } from '../../db/schema/jobs'
import { newId } from '../../db/store'
import type { TestApp } from './app'

interface Planted {
  workerId?: string | null
  /** Start of a one-hour visit; without it the job has none. */
  start?: string
  status?: JobStatus
  fields?: Partial<typeof jobs.$inferInsert>
}

/** Puts a job into the store in a later state, without walking it there. */
export async function plantJob({ deps }: TestApp, planted: Planted) {
  const { workerId = null, start, status = 'pending', fields = {} } = planted
  const at = start === undefined ? null : Date.parse(start)
  const end = at === null ? null : at + 3_600_000
  const visit = { status, workerId, scheduledStart: at, scheduledEnd: end, busyUntil: end, revision: 1 }
  // Without one it would look like a job billed without a visit.
  const completedAt = status === 'completed' ? (end ?? deps.clock.now()) : null
  const id = newId()
  const [job] = await deps.store.write(async (tx) => {
    await tx.insert(jobs).values({
      ...booking,
      id,
      completedAt,
      createdAt: deps.clock.now(),
      updatedAt: deps.clock.now(),
      ...fields,
    })
    // A job starts without a worker and gets one by a change.
    return tx.update(jobs).set(visit).where(eq(jobs.id, id)).returning()
  })
  return job!
}

const booking = {
  customerName: 'Jordan Rivera',
  customerEmail: 'jordan@example.com',
  customerPhone: '303-555-0142',
  address: '1420 Larimer St, Denver, CO 80202',
  type: 'Gutter cleaning',
  priceCents: 10_000,
  totalCents: 10_000,
}
