import { asc, eq } from 'drizzle-orm'
import { jobNotes, jobs } from '../../../db/schema'
import { isUnchanged, newId } from '../../../db/store'
import type { Deps } from '../../deps'
import { actorText, type Actor } from '../../lib/actor'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { zipIn } from '../../lib/text'
import { findFranchise } from '../franchises'
import { clearTodo, recordActivity } from '../office'
import { jobSubject } from './audit'
import { confirmedAtLast } from './confirm'
import { changeOrder } from './following'
import type { JobDetail, Note, JobChange, Job } from './model'
import { placeSoon } from './place'
import { findRating, presentRating } from './ratings'
import { presentJob, requireJob, requireListed } from './rows'
import { readTimeline, changeJob, type JobState } from './timeline'
import { visitConfirmedAt } from './visit-confirmed'

export async function readJob({ store }: Deps, id: string): Promise<JobDetail> {
  const job = await requireListed(store.read, id)
  const timeline = await readTimeline(store.read, job)
  const notes = await store.read
    .select()
    .from(jobNotes)
    .where(eq(jobNotes.jobId, id))
    .orderBy(asc(jobNotes.createdAt))
  const rating = await findRating(store.read, id)
  return {
    job: presentJob(job),
    visitConfirmedAt: isoTimeOrNull(await visitConfirmedAt(store.read, job)),
    rating: rating ? presentRating(rating) : null,
    claimed: job.claimed,
    timeline: timeline.map((line) => ({ ...line, at: isoTime(line.at) })),
    jobNotes: notes.map(presentNote),
  }
}

export async function addNote(
  { store, clock }: Deps,
  jobId: string,
  author: Actor,
  text: string,
): Promise<Note> {
  const at = clock.now()
  const note = { id: newId(), jobId, author: actorText(author), text, createdAt: at }
  await store.write(async (tx) => {
    const job = await requireJob(tx, jobId)
    await tx.insert(jobNotes).values(note)
    const subject = jobSubject(job)
    await recordActivity(tx, at, {
      type: 'job.note-added',
      actor: author,
      summary: `Added a note to ${subject.name}`,
      subject,
      franchiseId: job.franchiseId,
    })
  })
  return presentNote(note)
}

function presentNote({ id, author, text, createdAt }: typeof jobNotes.$inferSelect): Note {
  return { id, author, text, createdAt: isoTime(createdAt) }
}

/** A new address is geocoded again, unless the change includes its location. */
export async function correctJob(deps: Deps, id: string, change: JobChange, actor: Actor): Promise<Job> {
  const at = deps.clock.now()
  const { franchiseId, priority, held, technicians, afterJobId, gapMinutes, lat, lng, ...details } = change
  const corrected = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (franchiseId && !(await findFranchise(tx, franchiseId))) throw missing('Franchise')
    const { address } = details
    const moved = address !== undefined && address !== job.address
    const placed = lat !== undefined && lng !== undefined
    const state: Partial<JobState> = {
      ...(franchiseId === undefined ? {} : { franchiseId }),
      ...(priority === undefined ? {} : { priority }),
      ...(held === undefined ? {} : { held }),
      // A person who takes a lapsed booking off hold vouches for it.
      ...(held === false && job.lapsedAt !== null ? confirmedAtLast(job, at) : {}),
      ...(technicians === undefined ? {} : { technicians }),
      ...(placed ? { placeState: 'placed' as const } : moved ? { placeState: 'waiting' as const } : {}),
    }
    const aside = {
      ...(moved ? { zip: zipIn(address), lat: null, lng: null, placeLabel: null } : {}),
      ...(placed ? { lat, lng, placeLabel: 'Set manually' } : {}),
    }
    if (franchiseId) {
      await clearTodo(tx, at, 'job.unknown-franchise', id)
      await clearTodo(tx, at, 'job.no-franchise', id)
    }
    if (placed || moved) await clearTodo(tx, at, 'job.unplaced', id)
    const order = await changeOrder(tx, at, job, { afterJobId, gapMinutes })
    const isOrdered = Object.keys(order.after).length > 0
    if (!isOrdered && isUnchanged(job, { ...details, ...state, ...aside })) return job
    if (Object.keys(details).length > 0) await tx.update(jobs).set(details).where(eq(jobs.id, id))
    const occasion = { kind: 'corrected', actor, at, order }
    return (await changeJob(tx, { ...job, ...details }, state, occasion, aside)).job
  })
  if (corrected.placeState === 'waiting') placeSoon(deps)
  return presentJob(corrected)
}
