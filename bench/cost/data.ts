import { jobs } from '../../db/schema'
import { newId } from '../../db/store'
import { compose, dismantle } from '../../src/compose'
import { loadConfig } from '../../src/config'
import type { Deps } from '../../src/deps'
import { dateText, localDateAt } from '../../src/lib/calendar'
import { hour } from '../../src/lib/clock'
import { indexNewCustomers } from '../../src/modules/customers'
import { giveReferences } from '../../src/modules/jobs/references'
import { indexNewJobs } from '../../src/modules/jobs/search'
import { giveToken } from '../../src/modules/workforce'
import { fillBookings, fillFranchise } from '../availability/fill'
import { fillJobs } from '../lists/fill'
import { fillJobs as fillDue, type Due } from '../webhooks/fill'

const zone = 'America/Denver'
const pastJobs = 3_000
const waitingBookings = 200
const technicians = 10
const visitHours = [8, 9, 10, 12, 14, 15]

export type Data = 'due' | 'history' | 'crew'

/** The facts about the data that requests need. */
export interface Facts {
  /** Unpaid jobs that the processor has just taken a payment for. */
  due: Due[]
  hqToken: string
  workerToken: string
  /** Arrival windows are requested from here, so that the time of day makes no difference. */
  tomorrow: string
}

export const workerId = 'worker-0'

/** The same data on every run, apart from ids and dates. */
export async function fillFolder(folder: string, data: Data, dueJobs: number): Promise<Facts> {
  const due = data === 'due' ? await fillDue(folder, dueJobs, Date.now()) : []
  const deps = await compose(loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', NODE_ENV: 'production' }))
  try {
    if (data === 'history') await fillHistory(deps)
    if (data === 'crew') await fillCrew(deps)
    const today = Temporal.PlainDate.from(localDateAt(deps.clock.now(), zone))
    return {
      due,
      hqToken: (await deps.tokens.hq.issue('bench', 'admin', 24 * hour)) ?? '',
      workerToken: data === 'crew' ? (await giveToken(deps, workerId, {}, 'bench')).token : '',
      tomorrow: dateText(today.add({ days: 1 })),
    }
  } finally {
    await dismantle(deps)
  }
}

async function fillHistory(deps: Deps): Promise<void> {
  await fillJobs(deps, pastJobs)
  // The service would do this in the background after its start.
  while ((await deps.store.write(giveReferences)) > 0);
  await indexNewJobs(deps)
  await indexNewCustomers(deps)
}

/** Technicians, bookings that wait for one, and a full day for one of them. */
async function fillCrew(deps: Deps): Promise<void> {
  await fillFranchise(deps, technicians)
  await fillBookings(deps, 0, waitingBookings)
  const now = deps.clock.now()
  const midnight = Temporal.PlainDate.from(localDateAt(now, zone)).toZonedDateTime(zone).epochMilliseconds
  const visits = visitHours.map((startHour, at) => visit(at, midnight + startHour * hour, now))
  await deps.store.write((tx) => tx.insert(jobs).values(visits))
}

function visit(at: number, start: number, now: number): typeof jobs.$inferInsert {
  return {
    id: newId(),
    customerId: 'stranger',
    customerName: 'Stranger',
    address: `${1400 + at} Larimer St, Denver, CO 80202`,
    type: 'Gutter cleaning',
    franchiseId: 'denver',
    workerId,
    status: 'scheduled',
    revision: 1,
    scheduledStart: start,
    scheduledEnd: start + 0.75 * hour,
    busyUntil: start + hour,
    placeState: 'placed',
    lat: 39.7 + at / 100,
    lng: -105 + at / 100,
    zip: '80202',
    priceCents: 18_900,
    totalCents: 18_900,
    createdAt: now,
    updatedAt: now,
  }
}
