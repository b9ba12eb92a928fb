import { z } from 'zod'
import { jobStatuses, paymentStates } from '../../../db/schema/jobs'
import type { Deps } from '../../deps'
import type { Listing, Position } from '../../http/listing'
import { assertOwn } from '../../http/scope'
import { missing } from '../../lib/errors'
import { readReference } from '../../lib/reference'
import { sameUuid } from '../../lib/text'
import {
  Job,
  listJobs,
  namesBeside,
  presentJob,
  requireJob,
  secondsOf,
  type JobRow,
} from '../../modules/jobs'
import type { Asking } from '../tool'

/** A job as a person would name it. */
export const jobField = z
  .string()
  .min(1)
  .max(200)
  .describe('The reference of the job, such as TR-7K2Q9, or its id')

export const limitField = z.int().min(1).max(50).default(10).describe('How many to return at most')

export const tellCustomerField = z
  .boolean()
  .default(true)
  .describe('Whether to notify the customer by email or text')

/** The job by its id or reference, if the key may see it. */
export async function jobNamed({ deps, within }: Asking, named: string): Promise<JobRow> {
  const reference = readReference(named)
  const id = sameUuid(named.trim())
  if (within !== undefined && reference === null) await assertOwn(deps.store.read, 'job', id, within)
  if (reference === null) return requireJob(deps.store.read, id)
  const list = await listJobs(deps, { q: reference, franchiseId: within, limit: 1, format: 'json' })
  const found = (await list.rows(1, null)).find((row) => presentJob(row).reference === reference)
  if (!found) throw missing('Job')
  return found
}

/** The facts about a job that fit into a list. */
export const BriefJob = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(jobStatuses),
  service: z.string(),
  customerId: z.string().nullable(),
  customer: z.string(),
  address: z.string(),
  franchise: z.string().nullable(),
  technician: z.string().nullable().describe('The lead, if two make the visit'),
  secondTechnician: z.string().nullable().describe('Of a visit for two'),
  start: z.iso.datetime().nullable().describe('UTC'),
  end: z.iso.datetime().nullable(),
  localStart: z.string().nullable().describe("In the franchise's time zone"),
  preferred: z.string().nullable().describe('The day and time the customer asked for'),
  total: z.number().describe('In dollars, with tax'),
  balance: z.number().describe('Still due'),
  paymentState: z.enum(paymentStates),
})
export type BriefJob = z.infer<typeof BriefJob>

/** A row from a list or of a change that is only tried knows its second technician; the others are looked up. */
type Briefed = JobRow & { secondWorkerId?: string | null }

export async function briefJobs(deps: Deps, rows: Briefed[]): Promise<BriefJob[]> {
  const unknown = rows.filter(({ secondWorkerId }) => secondWorkerId === undefined)
  const seconds = await secondsOf(
    deps.store.read,
    unknown.map(({ id }) => id),
  )
  const known = rows.map((row) => ({
    ...row,
    secondWorkerId: row.secondWorkerId ?? seconds.get(row.id) ?? null,
  }))
  const names = await namesBeside(deps, known)
  return rows.map((row, place) => {
    const job: Job = presentJob(row)
    const { preferredDate, preferredTime } = job
    const named = names[place]
    return {
      id: job.id,
      reference: job.reference,
      status: job.status,
      service: job.type,
      customerId: job.customerId,
      customer: job.customerName,
      address: job.address,
      franchise: named?.franchise ?? null,
      technician: named?.worker ?? null,
      secondTechnician: named?.secondWorker ?? null,
      start: job.scheduledStart,
      end: job.scheduledEnd,
      localStart: named?.localStart ?? null,
      preferred: [preferredDate, preferredTime].filter(Boolean).join(' ') || null,
      total: job.total,
      balance: job.balance,
      paymentState: job.paymentState,
    }
  })
}

export async function briefJob(deps: Deps, row: Briefed): Promise<BriefJob> {
  const [brief] = await briefJobs(deps, [row])
  if (!brief) throw missing('Job')
  return brief
}

/** The first rows of a list, and whether there are more. */
export async function firstOf<Row, Wire extends object>(
  { rows }: Listing<Row, Wire>,
  limit: number,
  after: Position | null = null,
): Promise<{ rows: Row[]; more: boolean }> {
  const found = await rows(limit + 1, after)
  return { rows: found.slice(0, limit), more: found.length > limit }
}

export const moreField = z.boolean().describe('Whether there are more; narrow the search to see them')

/** How a summary names a job: `TR-7K2Q9 (Gutter cleaning for Jordan Rivera)`. */
export const jobWords = ({ reference, service, customer }: BriefJob): string =>
  `${reference} (${service} for ${customer})`

export function visitWords({ localStart, technician, secondTechnician }: BriefJob): string {
  if (localStart === null) return 'not scheduled'
  const second = secondTechnician === null ? '' : ` and ${secondTechnician}`
  return `${localStart} with ${technician ?? 'no technician yet'}${second}`
}
