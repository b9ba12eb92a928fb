import { and, asc, eq, gt } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { letRequestsPass, restAfter } from '../../lib/background'
import { describeError } from '../../lib/log'
import { servingOnceFound } from '../franchises'
import { placeAddress, type PlacedAddress } from '../geo'
import { raiseTodo } from '../office'
import { findJob, type JobRow } from './rows'
import { changeJob } from './timeline'

const placeBatchSize = 20

/** Puts new jobs on the map once there is time: after the answer, one loop for all, requests first. */
export function placeSoon(deps: Deps): void {
  deps.background.runSingle('place jobs', () => placeWaiting(deps))
}

async function placeWaiting(deps: Deps): Promise<void> {
  await letRequestsPass()
  let after = 0
  while (!deps.background.stopping) {
    const waiting = await deps.store.read
      .select()
      .from(jobs)
      .where(and(eq(jobs.placeState, 'waiting'), gt(jobs.seq, after)))
      .orderBy(asc(jobs.seq))
      .limit(placeBatchSize)
    if (waiting.length === 0) return
    for (const job of waiting) {
      if (deps.background.stopping) return
      const startedAt = performance.now()
      await placeOne(deps, job)
      await restAfter(startedAt)
      after = job.seq
    }
  }
}

/** A geocoder that fails leaves the job waiting for the next round; the booking stands either way. */
async function placeOne(deps: Deps, job: JobRow): Promise<void> {
  let place: PlacedAddress | null
  try {
    place = await placeAddress(deps, job.address)
  } catch (error) {
    deps.log.warn('a job could not be placed yet', { job: job.id, ...describeError(error) })
    return
  }
  const at = deps.clock.now()
  await deps.store.write(async (tx) => {
    const current = await findJob(tx, job.id)
    if (current?.placeState !== 'waiting') return
    if (place) await putOnMap(tx, current, place, at)
    else await askForPlace(tx, current, at)
  })
}

async function putOnMap(tx: Tx, job: JobRow, place: PlacedAddress, at: number): Promise<void> {
  const zip = job.zip ?? place.zip ?? null
  const franchise = job.franchiseId === null ? await servingOnceFound(tx, { place, zip }) : undefined
  const { job: placed } = await changeJob(
    tx,
    job,
    // The amounts stay as they were booked: the customer was told that total.
    { placeState: 'placed', ...(franchise ? { franchiseId: franchise.id } : {}) },
    { kind: 'placed', actor: 'truckroll', at },
    { lat: place.lat, lng: place.lng, placeLabel: place.label, zip },
  )
  if (placed.franchiseId === null)
    await raiseTodo(tx, at, {
      kind: 'job.no-franchise',
      subject: job.id,
      title: 'A booking lies outside every service area',
      detail: 'Give the job to a franchise, or tell the customer.',
    })
}

async function askForPlace(tx: Tx, job: JobRow, at: number): Promise<void> {
  await changeJob(tx, job, { placeState: 'unknown' }, { kind: 'not-placed', actor: 'truckroll', at })
  await raiseTodo(tx, at, {
    kind: 'job.unplaced',
    subject: job.id,
    title: 'The address of a booking was not found on the map',
    detail: 'Correct the address, or set the place by hand.',
    franchiseId: job.franchiseId,
  })
}
