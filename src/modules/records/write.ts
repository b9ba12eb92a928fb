import { lte, sql } from 'drizzle-orm'
import { jobAnswers, jobSignatures } from '../../../db/schema'
import type { AnswerValue } from '../../../db/schema/records'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { actorText, type Actor } from '../../lib/actor'
import { conflict, invalid } from '../../lib/errors'
import { hasFallenThrough } from '../../lib/job-states'
import { requireOpenJob } from '../files'
import { requireJob, type JobRow } from '../jobs'
import type { AnswersInput, SignatureInput, WorkRecord } from './model'
import { workRecordsOf } from './rows'

/** Stores a technician's answers. Sent again they change nothing, and of two answers the later one stays. */
export async function saveAnswers(
  { store, clock }: Deps,
  jobId: string,
  { answers }: AnswersInput,
  actor: Actor,
): Promise<WorkRecord> {
  const now = clock.now()
  for (const [place, { kind, value }] of answers.entries())
    if (!isAnswerTo(kind, value))
      throw invalid('Validation failed', [`answers.${place}.value: ${faults[kind]}`])
  return store.write(async (tx) => {
    const job = await requireRecorded(tx, jobId)
    for (const { itemId, label, kind, value, answeredAt } of answers) {
      const at = Math.min(Date.parse(answeredAt), now)
      // Answers from before the end of the visit may arrive afterwards.
      if (job.completedAt !== null && at > job.completedAt)
        throw conflict("This visit is done, so its answers can't be changed anymore.")
      const row = { jobId, itemId, label, kind, value, answeredAt: at, answeredBy: actorText(actor) }
      await tx
        .insert(jobAnswers)
        .values(row)
        .onConflictDoUpdate({
          target: [jobAnswers.jobId, jobAnswers.itemId],
          set: row,
          setWhere: lte(jobAnswers.answeredAt, sql`excluded.answered_at`),
        })
    }
    return (await workRecordsOf(tx, [job]))(job)
  })
}

const faults = {
  check: 'must be true or false',
  number: 'must be a number',
  text: 'must be a text',
  photo: 'must be the SHA-256 hash of a photo',
}

function isAnswerTo(kind: keyof typeof faults, value: AnswerValue): boolean {
  if (value === null) return true
  if (kind === 'check') return typeof value === 'boolean'
  if (kind === 'number') return typeof value === 'number'
  return typeof value === 'string' && (kind === 'text' ? value.trim() !== '' : /^[\da-f]{64}$/.test(value))
}

/** Nobody signs for a visit that didn't happen, and nothing new comes to a person who asked to be forgotten. */
async function requireRecorded(tx: Tx, jobId: string): Promise<JobRow> {
  await requireOpenJob(tx, jobId)
  const job = await requireJob(tx, jobId)
  if (hasFallenThrough(job.status)) throw conflict("This visit didn't take place, so it has no record.")
  return job
}

/** Adds a signature with what was signed. Sent again it is added once. */
export async function saveSignature(
  { store, clock }: Deps,
  jobId: string,
  { id, signer, way, strokes, statement, lines, signedAt }: SignatureInput,
  actor: Actor,
): Promise<WorkRecord> {
  const now = clock.now()
  return store.write(async (tx) => {
    const job = await requireRecorded(tx, jobId)
    await tx
      .insert(jobSignatures)
      .values({
        id,
        jobId,
        signer,
        way,
        strokes: way === 'drawn' ? strokes : [],
        statement,
        lines,
        signedHash: hashOfSigned(statement, lines),
        takenBy: actorText(actor),
        signedAt: Math.min(Date.parse(signedAt), now),
        createdAt: now,
      })
      .onConflictDoNothing()
    return (await workRecordsOf(tx, [job]))(job)
  })
}

export const hashOfSigned = (statement: string, lines: readonly string[]): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([statement, ...lines])).digest('hex')
