import { and, eq } from 'drizzle-orm'
import { hqTasks, jobs, outbox } from '../../../db/schema'
import type { DispatchRun } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { addWorld, denver } from '../../support/world'

export type JobFields = Partial<typeof jobs.$inferInsert>

/** The Denver franchise with its two workers, at eight on a Monday morning. */
export interface Company extends Admin {
  /** Plants a job in the middle of Denver that waits for a visit. */
  waiting(fields?: JobFields): Promise<string>
  /** Plants a one-hour visit. */
  visit(workerId: string, start: string, fields?: JobFields): Promise<string>
  dispatch(query?: string): Promise<DispatchRun>
  job(id: string): Promise<typeof jobs.$inferSelect>
  openTasks(): Promise<string[]>
  messagesAbout(jobId: string): Promise<number>
}

export async function startCompany(env?: Record<string, string>): Promise<Company> {
  const admin = await startAdmin(env)
  await addWorld(admin)
  const { store, secrets } = admin.deps
  const placed = { franchiseId: denver, placeState: 'placed', lat: 39.74, lng: -104.98 } as const
  let calls = 0
  return {
    ...admin,
    waiting: async (fields) => (await plantJob(admin, { fields: { ...placed, ...fields } })).id,
    visit: async (workerId, start, fields) => {
      const planted = { workerId, start, status: 'scheduled', fields: { ...placed, ...fields } } as const
      return (await plantJob(admin, planted)).id
    },
    async dispatch(query = '') {
      const from = `198.19.${(++calls >> 8) & 255}.${calls & 255}`
      const path = `/api/cron/auto-dispatch${query}`
      return expectStatus(await admin.call('GET', path, { token: secrets.cronSecret, from }), 200).body.data
    },
    job: async (id) => (await store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!,
    openTasks: async () =>
      (await store.read.select().from(hqTasks).where(eq(hqTasks.state, 'open')))
        .map(({ kind, subject }) => `${kind} ${subject}`)
        .toSorted(),
    messagesAbout: async (jobId) =>
      (
        await store.read
          .select({ id: outbox.id })
          .from(outbox)
          .where(and(eq(outbox.jobId, jobId), eq(outbox.template, 'scheduled')))
      ).length,
  }
}

/** A job's outcome in a run. */
export function actionFor(run: DispatchRun, jobId: string) {
  const found = run.actions.filter((action) => action.jobId === jobId)
  if (found.length !== 1) throw new Error(`${found.length} actions for one job`)
  return found[0]!
}
