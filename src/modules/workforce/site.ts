import { asc, inArray } from 'drizzle-orm'
import { jobNotes, workers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { localDateAt } from '../../lib/calendar'
import { day, isoTime } from '../../lib/clock'
import { isUnderWay } from '../../lib/job-states'
import { accessTo } from '../customers'
import { photosOf, requirePhotoOf, requireWorkersJob } from '../files'
import { earlierVisits, requireJob, type JobRow } from '../jobs'
import type { EarlierVisit, WorkSite } from './site-model'

const mostVisits = 3

/**
 * The places of the visits of today and tomorrow, by job. Phones get lost, so no other day opens a gate.
 */
export async function sitesOf(
  { store: { read: db }, clock }: Deps,
  rows: readonly JobRow[],
  timeZone: string,
): Promise<Record<string, WorkSite>> {
  const now = clock.now()
  const near = [localDateAt(now, timeZone), localDateAt(now + day, timeZone)]
  const sites: Record<string, WorkSite> = {}
  for (const row of rows) {
    const isNear =
      isUnderWay(row.status) ||
      (row.scheduledStart !== null && near.includes(localDateAt(row.scheduledStart, timeZone)))
    // Nobody has vouched yet that this booking is from the customer it names.
    if (!isNear || row.claimed) continue
    const visits = await presentVisits(db, await earlierVisits(db, row, mostVisits))
    sites[row.id] = { ...(await accessTo(db, row)), visits }
  }
  return sites
}

async function presentVisits(db: Db, rows: readonly JobRow[]): Promise<EarlierVisit[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const names = await namesOf(db, rows)
  const notes = await db
    .select({ jobId: jobNotes.jobId, text: jobNotes.text })
    .from(jobNotes)
    .where(inArray(jobNotes.jobId, ids))
    .orderBy(asc(jobNotes.createdAt))
  const photos = await photosOf(db, ids)
  return rows.map((row) => ({
    jobId: row.id,
    at: isoTime(row.scheduledStart ?? row.createdAt),
    type: row.type,
    status: row.status === 'no_show' ? 'no_show' : 'completed',
    technician: names.get(row.workerId ?? '') ?? null,
    notes: [
      ...(row.notes === null ? [] : [row.notes]),
      ...notes.filter(({ jobId }) => jobId === row.id).map(({ text }) => text),
    ],
    photos: photos.get(row.id) ?? [],
  }))
}

async function namesOf(db: Db, rows: readonly JobRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ workerId }) => workerId ?? [])
  const found = await db
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(inArray(workers.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** A photo of an earlier visit at the place of one of the technician's own jobs. */
export async function requireEarlierPhoto(
  deps: Deps,
  { id, fileId }: { id: string; fileId: string },
  workerId: string,
) {
  await requireWorkersJob(deps, id, workerId)
  const db = deps.store.read
  const visits = await earlierVisits(db, await requireJob(db, id), mostVisits)
  return requirePhotoOf(
    db,
    fileId,
    visits.map((visit) => visit.id),
  )
}
