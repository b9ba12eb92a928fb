import { desc, eq, inArray } from 'drizzle-orm'
import { attachments, jobAnswers, jobs, jobSignatures } from '../../../db/schema'
import type { ChecklistItem } from '../../../db/schema/catalog'
import type { Db, Tx } from '../../../db/store'
import { openItems } from '../../lib/checklist'
import { isoTime } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import type { Person } from '../../lib/person'
import { labelKey, serviceOf, type ServiceType } from '../catalog'
import type { JobRow } from '../jobs'
import type { JobRecord, WorkRecord } from './model'

type AnswerRow = typeof jobAnswers.$inferSelect
type SignatureRow = typeof jobSignatures.$inferSelect
export type RecordedJob = Pick<JobRow, 'id' | 'type' | 'startedAt' | 'completedAt'>

/** The items of a job's service that it has to answer: those there were when the work began. */
function itemsOf({ startedAt, completedAt }: RecordedJob, service: ServiceType | undefined): ChecklistItem[] {
  const begun = startedAt ?? completedAt ?? Infinity
  return service?.checklist.filter(({ since }) => since <= begun) ?? []
}

const answersOf = (db: Db, jobIds: string[]): Promise<AnswerRow[]> =>
  db.select().from(jobAnswers).where(inArray(jobAnswers.jobId, jobIds))

/** Newest first. */
const signaturesOf = (db: Db, jobIds: string[]): Promise<SignatureRow[]> =>
  db
    .select()
    .from(jobSignatures)
    .where(inArray(jobSignatures.jobId, jobIds))
    .orderBy(desc(jobSignatures.signedAt), desc(jobSignatures.id))

/** The records of several jobs, as their technician needs them. */
export async function workRecordsOf(
  db: Db,
  rows: readonly RecordedJob[],
): Promise<(job: RecordedJob) => WorkRecord> {
  const ids = rows.map(({ id }) => id)
  const [answers, signatures] = [await answersOf(db, ids), await signaturesOf(db, ids)]
  const services = new Map<string, ServiceType | undefined>()
  for (const { type } of rows)
    if (!services.has(labelKey(type))) services.set(labelKey(type), await serviceOf(db, type))
  return (job) => {
    const service = services.get(labelKey(job.type))
    const signature = signatures.find(({ jobId }) => jobId === job.id)
    return {
      items: itemsOf(job, service).map(({ id, label, labelEs = null, kind, required }) => ({
        id,
        label,
        labelEs,
        kind,
        required,
      })),
      answers: answers
        .filter(({ jobId }) => jobId === job.id)
        .map(({ itemId, value, answeredAt }) => ({ itemId, value, answeredAt: isoTime(answeredAt) })),
      asksSignature: service?.asksSignature ?? false,
      signature: signature ? { signer: signature.signer, signedAt: isoTime(signature.signedAt) } : null,
    }
  }
}

/** Refuses to finish a visit while something required is open, and says what. */
export async function requireAnswers(tx: Tx, job: RecordedJob): Promise<void> {
  const required = itemsOf(job, await serviceOf(tx, job.type)).filter((item) => item.required)
  if (required.length === 0) return
  const open = openItems(required, await answersOf(tx, [job.id])).map(({ label }) => `“${label}”`)
  if (open.length > 0) throw conflict(`Answer these first: ${new Intl.ListFormat('en-GB').format(open)}.`)
}

/** The whole record: the items in their order, then answers to items that the service no longer has. */
export async function recordOf(db: Db, job: RecordedJob): Promise<JobRecord> {
  const answers = await answersOf(db, [job.id])
  const [signature] = await signaturesOf(db, [job.id])
  const items = itemsOf(job, await serviceOf(db, job.type))
  const gone = answers.filter(({ itemId }) => !items.some(({ id }) => id === itemId))
  const asked = [
    ...items,
    ...gone.map(({ itemId, label, kind }) => ({ id: itemId, label, labelEs: null, kind, required: false })),
  ]
  const photos = await photosOf(db, job.id)
  return {
    items: asked.map(({ id, label, labelEs = null, kind, required }) => {
      const answer = answers.find(({ itemId }) => itemId === id)
      const value = answer?.value ?? null
      return {
        id,
        // Once answered, an item keeps the words it had then.
        label: answer?.label ?? label,
        labelEs: answer === undefined || answer.label === label ? labelEs : null,
        kind,
        required,
        value,
        answeredAt: answer && value !== null ? isoTime(answer.answeredAt) : null,
        answeredBy: answer && value !== null ? answer.answeredBy : null,
        photoId: kind === 'photo' ? (photos.get(String(value)) ?? null) : null,
      }
    }),
    signature: signature ? presentSignature(signature) : null,
  }
}

async function photosOf(db: Db, jobId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: attachments.id, sentHash: attachments.sentHash, deletedAt: attachments.deletedAt })
    .from(attachments)
    .where(eq(attachments.jobId, jobId))
  return new Map(rows.filter((row) => row.deletedAt === null).map(({ id, sentHash }) => [sentHash, id]))
}

const presentSignature = (row: SignatureRow): NonNullable<JobRecord['signature']> => ({
  signer: row.signer,
  way: row.way,
  strokes: row.strokes,
  statement: row.statement,
  lines: row.lines,
  signedHash: row.signedHash,
  signedAt: isoTime(row.signedAt),
  takenBy: row.takenBy,
})

/** The completed jobs among these that a report can be made of. */
export async function jobsWithReport(db: Db, rows: readonly JobRow[]): Promise<Set<string>> {
  const done = rows.filter(({ status }) => status === 'completed').map(({ id }) => id)
  if (done.length === 0) return new Set()
  const [answers, signatures] = [await answersOf(db, done), await signaturesOf(db, done)]
  return new Set([...answers.filter(({ value }) => value !== null), ...signatures].map(({ jobId }) => jobId))
}

/** Everything that was answered and signed on a customer's visits, for an export. */
export async function recordsOfCustomer(db: Db, customerId: string) {
  const answers = await db
    .select({ answer: jobAnswers })
    .from(jobs)
    .innerJoin(jobAnswers, eq(jobAnswers.jobId, jobs.id))
    .where(eq(jobs.customerId, customerId))
  const signatures = await db
    .select({ signature: jobSignatures })
    .from(jobs)
    .innerJoin(jobSignatures, eq(jobSignatures.jobId, jobs.id))
    .where(eq(jobs.customerId, customerId))
  return {
    answers: answers.map(({ answer: { jobId, label, value, answeredAt } }) => ({
      jobId,
      label,
      value,
      answeredAt: isoTime(answeredAt),
    })),
    signatures: signatures.map(({ signature }) => ({
      jobId: signature.jobId,
      ...presentSignature(signature),
    })),
  }
}

/** Answers may describe a home, and signatures name a person. */
export async function forgetCustomer(tx: Tx, { ids }: Person): Promise<void> {
  const own = () => tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
  await tx.delete(jobAnswers).where(inArray(jobAnswers.jobId, own()))
  await tx.delete(jobSignatures).where(inArray(jobSignatures.jobId, own()))
}
