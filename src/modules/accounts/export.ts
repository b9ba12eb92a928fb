import { eq } from 'drizzle-orm'
import { jobNotes, jobs, outbox } from '../../../db/schema'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { presentCustomer } from '../customers/admin'
import { requireCustomer } from '../customers/find'
import { presentJob } from '../jobs/present'
import { plansOfCustomer } from '../plans/list'
import type { CustomerExport } from './model'

/** Everything kept about one person, for that person. */
export async function exportCustomer(deps: Deps, id: string): Promise<CustomerExport> {
  const db = deps.store.read
  const customer = await requireCustomer(db, id)
  const own = await db.select().from(jobs).where(eq(jobs.customerId, id))
  const notes = await db
    .select({ jobId: jobNotes.jobId, text: jobNotes.text, createdAt: jobNotes.createdAt })
    .from(jobNotes)
    .innerJoin(jobs, eq(jobs.id, jobNotes.jobId))
    .where(eq(jobs.customerId, id))
  const messages = await db
    .select({
      channel: outbox.channel,
      template: outbox.template,
      recipient: outbox.recipient,
      state: outbox.state,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .innerJoin(jobs, eq(jobs.id, outbox.jobId))
    .where(eq(jobs.customerId, id))
  return {
    customer: presentCustomer(customer),
    jobs: own.map(presentJob),
    plans: await plansOfCustomer(deps, id),
    notes: notes.map((note) => ({ ...note, createdAt: isoTime(note.createdAt) })),
    messages: messages.map((message) => ({ ...message, createdAt: isoTime(message.createdAt) })),
  }
}
