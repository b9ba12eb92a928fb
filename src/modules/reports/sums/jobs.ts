import { sql, type SQL } from 'drizzle-orm'
import { jobStatuses, type JobStatus } from '../../../../db/schema/jobs'
import { minute } from '../../../lib/clock'
import type { Source, Summary } from './summary'

export const jobSource: Source = {
  name: 'jobs',
  bits: 12,
  position: sql`job.seq`,
  last: sql`(SELECT coalesce(max(seq), 0) FROM jobs)`,
}

/** Ids from the public are free text: what is no franchise of ours counts as none. */
const withFranchise = sql`jobs AS job LEFT JOIN franchises AS franchise ON franchise.id = job.franchise_id`
const franchise_id = sql`coalesce(franchise.id, '')`

const one = (condition: SQL): SQL => sql`iif(${condition}, 1, 0)`
const has = (status: JobStatus): SQL => one(sql`job.status = ${sql.raw(`'${status}'`)}`)

/** What is billed without a visit is completed on the day that is billed, though nobody was there. */
const isVisit = sql`(job.scheduled_start IS NOT NULL AND NOT (job.status = 'completed' AND job.completed_at IS NULL))`

export const jobSummary = {
  source: jobSource,
  table: 'job_sums',
  from: withFranchise,
  moment: sql`job.created_at`,
  division: { franchise_id },
  measures: {
    ...(Object.fromEntries(jobStatuses.map((status) => [status, has(status)])) as Record<JobStatus, SQL>),
    lead_minutes: sql`iif(${isVisit}, (job.scheduled_start - job.created_at) / ${sql.raw(String(minute))}, 0)`,
    lead_jobs: one(isVisit),
  },
} satisfies Summary

/** Labels are free text too, and what somebody typed is not for everybody to read. */
export const jobTypeSummary = {
  source: jobSource,
  table: 'job_type_sums',
  from: sql`${withFranchise} LEFT JOIN service_types AS service ON lower(service.label) = lower(job.type)`,
  moment: sql`job.created_at`,
  division: { service_id: sql`coalesce(service.id, '')`, franchise_id },
  measures: { jobs: sql`1`, completed: has('completed'), cancelled: has('cancelled') },
  wholeBy: 'service_id' as const,
} satisfies Summary

const isPlaced = sql`(job.place_state = 'placed' OR job.zip IS NOT NULL)`

export const jobAreaSummary = {
  source: jobSource,
  table: 'job_area_sums',
  from: withFranchise,
  moment: sql`job.created_at`,
  division: { area: sql`coalesce(substr(job.zip, 1, 3), '')`, franchise_id },
  measures: {
    inside: one(sql`franchise.id IS NOT NULL`),
    outside: one(sql`franchise.id IS NULL AND ${isPlaced}`),
    unplaced: one(sql`franchise.id IS NULL AND NOT ${isPlaced}`),
  },
} satisfies Summary

/** A quarter of an hour late is what a customer was told to reckon with. */
const punctual = 15 * minute

export const visitSummary = {
  source: jobSource,
  table: 'visit_sums',
  from: withFranchise,
  where: sql`${isVisit} AND job.status NOT IN ('pending', 'cancelled')`,
  moment: sql`job.scheduled_start`,
  division: { franchise_id },
  measures: {
    visits: sql`1`,
    completed: has('completed'),
    no_show: has('no_show'),
    minutes: sql`iif(job.status = 'completed', (job.scheduled_end - job.scheduled_start) / ${sql.raw(String(minute))}, 0)`,
    started: one(sql`job.started_at IS NOT NULL`),
    on_time: one(sql`job.started_at <= job.scheduled_start + ${sql.raw(String(punctual))}`),
  },
} satisfies Summary
