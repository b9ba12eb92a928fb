import { asc, eq } from 'drizzle-orm'
import { jobEvents, jobNotes } from '../../../db/schema'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { newId } from '../../lib/ids'
import type { JobDetail, Note } from './admin-model'
import { requireJob } from './find'
import { presentJob } from './present'

export async function readJob({ store }: Deps, id: string): Promise<JobDetail> {
  const job = await requireJob(store.read, id)
  const events = await store.read
    .select()
    .from(jobEvents)
    .where(eq(jobEvents.jobId, id))
    .orderBy(asc(jobEvents.id))
  const notes = await store.read
    .select()
    .from(jobNotes)
    .where(eq(jobNotes.jobId, id))
    .orderBy(asc(jobNotes.createdAt))
  return {
    job: presentJob(job),
    timeline: events.map(({ id, at, actor, kind, before, after }) => ({
      id,
      at: isoTime(at),
      actor,
      kind,
      before,
      after,
    })),
    jobNotes: notes.map(presentNote),
  }
}

export async function addNote(
  { store, clock }: Deps,
  jobId: string,
  author: string,
  text: string,
): Promise<Note> {
  const note = { id: newId(), jobId, author, text, createdAt: clock.now() }
  await store.write(async (tx) => {
    await requireJob(tx, jobId)
    await tx.insert(jobNotes).values(note)
  })
  return presentNote(note)
}

function presentNote({ id, author, text, createdAt }: typeof jobNotes.$inferSelect): Note {
  return { id, author, text, createdAt: isoTime(createdAt) }
}
