import type { Pool } from './pool'
import type { Routes } from './routes'

/** The parts of what a placement costs, in minutes; less is better. */
export interface Score {
  travel: number
  lateness: number
  balance: number
  familiarity: number
  total: number
}

const fullDayMinutes = 480

/** What placing a job on a route costs beside the driving it adds. */
export function costBesideTravel(routes: Routes, job: number, route: number): number {
  const { pool } = routes
  return (
    lateness(pool, job, route) +
    balance(pool, routes.visitMinutes[route]!, pool.duration[job]!) -
    familiarity(pool, job, route)
  )
}

/** The score of a job that adds `travel` minutes to a route it is not (or no longer) counted on. */
export function scoreOf(
  routes: Routes,
  job: number,
  route: number,
  travel: number,
  dayMinutes: number,
): Score {
  const { pool } = routes
  const parts = {
    travel,
    lateness: lateness(pool, job, route),
    balance: balance(pool, dayMinutes, pool.duration[job]!),
    familiarity: 0 - familiarity(pool, job, route),
  }
  // Added up in the order of the search: between equals, the last digit of another order would pick another worker.
  return { ...parts, total: travel + (parts.lateness + parts.balance + parts.familiarity) }
}

function lateness(pool: Pool, job: number, route: number): number {
  return pool.latePerDay[job]! * pool.dayOf[route]!
}

/** The growth of a square: another hour costs little on an empty day and much on a full one. */
function balance(pool: Pool, dayMinutes: number, added: number): number {
  return (pool.options.balanceMinutes * added * (2 * dayMinutes + added)) / fullDayMinutes ** 2
}

function familiarity(pool: Pool, job: number, route: number): number {
  return pool.lastWorker[job] === pool.workerOf[route] ? pool.options.familiarityMinutes : 0
}
