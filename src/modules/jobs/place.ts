import { and, asc, eq, gt } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { describeError } from '../../lib/log'
import { servingOnceFound } from '../franchises'
import { placeAddress, type PlacedAddress } from '../geo'
import { raiseTodo } from '../office'
import { findJob, type JobRow } from './rows'
import { changeJob } from './timeline'

const placeBatchSize = 20

/** Geocodes new jobs after the answer, in a single loop that gives way to requests. */
export function placeSoon(deps: Deps): void {
  deps.background.runSingle('place jobs', () => placeWaiting(deps))
}

async function placeWaiting(deps: Deps): Promise<void> {
  await deps.background.letRequestsPass()
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
      await deps.background.restAfter(startedAt)
      after = job.seq
    }
  }
}

/** If the geocoder fails, the job waits for the next run; the booking stands either way. */
async function placeOne(deps: Deps, job: JobRow): Promise<void> {
  let place: PlacedAddress | null
  try {
    place = await placeAddress(deps, job.address)
  } catch (error) {
    deps.log.warn("couldn't place a job yet", { job: job.id, ...describeError(error) })
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
    // The amounts stay as booked, because the customer was told that total.
    { placeState: 'placed', ...(franchise ? { franchiseId: franchise.id } : {}) },
    { kind: 'placed', actor: 'truckroll', at },
    { lat: place.lat, lng: place.lng, placeLabel: place.label, zip },
  )
  if (placed.franchiseId === null)
    await raiseTodo(tx, at, {
      kind: 'job.no-franchise',
      subject: job.id,
      title: 'A booking is outside every service area',
      detail: "Assign the job to a franchise, or tell the customer you can't serve their address.",
    })
}

async function askForPlace(tx: Tx, job: JobRow, at: number): Promise<void> {
  await changeJob(tx, job, { placeState: 'unknown' }, { kind: 'not-placed', actor: 'truckroll', at })
  await raiseTodo(tx, at, {
    kind: 'job.unplaced',
    subject: job.id,
    title: "We couldn't find the address of a booking",
    detail: 'Correct the address, or set its location on the map.',
    franchiseId: job.franchiseId,
  })
}
