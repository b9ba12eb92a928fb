import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import { hqTasks, jobs, serviceTypes, workers, workerShifts } from '../../../../db/schema'
import type { TodoKind } from '../../../../db/schema/office'
import { onlyRow } from '../../../../db/store'
import { day, hour } from '../../../lib/clock'
import { consolePage, counted, type Check } from './check'

export const technicians: Check = {
  insights: true,
  async look({ store }) {
    const shifts = store.read
      .select({ one: sql`1` })
      .from(workerShifts)
      .where(eq(workerShifts.workerId, workers.id))
    const idle = await store.read.$count(workers, and(eq(workers.active, true), notExists(shifts)))
    return {
      findings: [
        idle > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(idle, 'technician')} without working hours`,
          detail: 'Dispatch only assigns jobs during working hours, so they get none.',
          action: "Set the technician's weekly hours, or make them inactive.",
          page: consolePage('workers'),
        },
      ],
    }
  },
}

export const services: Check = {
  insights: true,
  async look({ store }) {
    const without = (column: typeof serviceTypes.baseMinutes | typeof serviceTypes.listPriceCents) =>
      store.read.$count(serviceTypes, and(eq(serviceTypes.active, true), isNull(column)))
    const endless = await without(serviceTypes.baseMinutes)
    const priceless = await without(serviceTypes.listPriceCents)
    return {
      findings: [
        endless > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(endless, 'service')} without a duration`,
          detail: "Without one, customers can't choose a time and dispatch can't schedule the visit.",
          action: 'Open the service and enter how long a visit takes.',
          page: consolePage('services'),
        },
        priceless > 0 && {
          severity: 'low',
          category: 'data',
          title: `${counted(priceless, 'service')} without a list price`,
          detail: "Without a list price, we can't warn you about bookings that come in too low.",
          action: 'Open the service and enter its list price.',
          page: consolePage('services'),
        },
      ],
    }
  },
}

export const unplacedJobs: Check = {
  insights: true,
  async look({ store, clock }) {
    const open = (kind: TodoKind) =>
      store.read.$count(hqTasks, and(sql`${hqTasks.state} = 'open'`, eq(hqTasks.kind, kind)))
    const stuck = await store.read.$count(
      jobs,
      and(sql`${jobs.placeState} = 'waiting'`, lt(jobs.createdAt, clock.now() - hour)),
    )
    const unplaced = await open('job.unplaced')
    const outside = await open('job.no-franchise')
    return {
      findings: [
        stuck > 0 && {
          severity: 'high',
          category: 'data',
          title: `${counted(stuck, 'job')} not placed on the map for over an hour`,
          detail: "The address lookup (geocoder) is failing or can't keep up, so dispatch can't assign them.",
          action:
            'Run `./truckroll doctor` on the server, and check the address of the geocoder (GEOCODER_URL).',
          page: consolePage('jobs', { status: 'pending' }),
        },
        unplaced > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(unplaced, 'job')} with an address we couldn't find`,
          detail: "Dispatch can't assign a technician until we know where the job is.",
          action: "Correct the job's address, or set its location on the map.",
          page: consolePage('today'),
        },
        outside > 0 && {
          severity: 'low',
          category: 'data',
          title: `${counted(outside, 'job')} outside every service area`,
          detail: 'No franchise is responsible for them.',
          action:
            'Assign them to a franchise, or let the customers know. The coverage report shows where they are.',
          page: consolePage('reports', { type: 'coverage' }),
        },
      ],
    }
  },
}

/** A technician who is only running late has called in by then. */
const longAfter = 2 * hour

/** Visits that customers are expecting and no one will make. */
export const visits: Check = {
  insights: true,
  async look({ store, clock }) {
    const now = clock.now()
    const rows = await store.read.all<Record<'unassigned' | 'forgotten', number>>(sql`SELECT
      count(*) FILTER (WHERE worker_id IS NULL AND scheduled_end > ${now} AND scheduled_start < ${now + day}) AS unassigned,
      count(*) FILTER (WHERE scheduled_end < ${now - longAfter}) AS forgotten
      FROM jobs WHERE status = 'scheduled'`)
    const { unassigned, forgotten } = onlyRow(rows)
    return {
      findings: [
        unassigned > 0 && {
          severity: 'high',
          category: 'data',
          title: `${counted(unassigned, 'visit')} in the next 24 hours without a technician`,
          detail: 'The customer knows the time, but no one is assigned.',
          action: 'Assign a technician on the dispatch board.',
          page: consolePage('dispatch'),
        },
        forgotten > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(forgotten, 'visit')} never started`,
          detail:
            'The scheduled time is over. Either no one went, or the technician forgot to update the job.',
          action: 'Check with the technician, then update each job, reschedule it or close it.',
          page: consolePage('jobs', { status: 'scheduled' }),
        },
      ],
    }
  },
}
