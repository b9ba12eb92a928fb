import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import { hqTasks, jobs, serviceTypes, workers, workerShifts } from '../../../../db/schema'
import type { TodoKind } from '../../../../db/schema/office'
import { onlyRow } from '../../../../db/store'
import { day, hour } from '../../../lib/clock'
import { counted, type Check } from './check'

export const crews: Check = {
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
          title: `${counted(idle, 'active worker')} without working hours`,
          detail: 'Dispatch gives no job to somebody who never works.',
          action: 'Set weekly hours under Workers, or make the worker inactive.',
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
          detail: 'A visit whose length nobody knows cannot be planned by itself.',
          action: 'Set the minutes a visit takes under Services.',
        },
        priceless > 0 && {
          severity: 'low',
          category: 'data',
          title: `${counted(priceless, 'service')} without a list price`,
          detail: 'A booking brings its own price; without a list price nobody can tell whether it is right.',
          action: 'Set the list price under Services.',
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
          title: `${counted(stuck, 'job')} waiting for a place on the map for over an hour`,
          detail: 'The geocoder fails, or cannot keep up.',
          action: 'Run `doctor`, and look at GEOCODER_URL.',
        },
        unplaced > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(unplaced, 'job')} at an address nobody found`,
          detail: 'Dispatch cannot send anybody there.',
          action: 'Correct the address of the job under Jobs, or set its place by hand.',
        },
        outside > 0 && {
          severity: 'low',
          category: 'data',
          title: `${counted(outside, 'job')} outside every service area`,
          detail: 'Nobody is responsible for them.',
          action:
            'Give them to a franchise or tell the customers; Coverage under Reports shows where they are.',
        },
      ],
    }
  },
}

/** A technician who was merely late has called by then. */
const longAfter = 2 * hour

/** Visits that customers wait for and nobody makes. */
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
          title: `${counted(unassigned, 'visit')} within a day without a worker`,
          detail: 'The customer has been told the time, and nobody is sent.',
          action: 'Give them to somebody on the dispatch board.',
        },
        forgotten > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(forgotten, 'visit')} that should be over and never began`,
          detail: 'Nobody went there, or nobody said so.',
          action: 'Look under Jobs, scheduled; move each on, give it another time, or close it.',
        },
      ],
    }
  },
}
