import { asc, eq } from 'drizzle-orm'
import { jobNotes } from '../../../db/schema'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { newId } from '../../lib/ids'
import type { JobDetail, Note } from './admin-model'
import { requireJob } from './find'
import { presentJob } from './present'
import { readTimeline } from './timeline'

export async function readJob({ store }: Deps, id: string): Promise<JobDetail> {
  const job = await requireJob(store.read, id)
  const timeline = await readTimeline(store.read, job)
  const notes = await store.read
    .select()
    .from(jobNotes)
    .where(eq(jobNotes.jobId, id))
    .orderBy(asc(jobNotes.createdAt))
  return {
    job: presentJob(job),
    timeline: timeline.map((line) => ({ ...line, at: isoTime(line.at) })),
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
