import { and, count, eq, lt, sql } from 'drizzle-orm'
import { hqTasks, jobs } from '../../../../../db/schema'
import type { TaskKind } from '../../../../../db/schema/office'
import { hour } from '../../../../lib/clock'
import { counted, type Finder, type Insight } from '../insight'

export const unplacedJobs: Finder = async ({ store, clock }) => {
  const open = async (kind: TaskKind) => {
    const [found] = await store.read
      .select({ tasks: count() })
      .from(hqTasks)
      .where(and(sql`${hqTasks.state} = 'open'`, eq(hqTasks.kind, kind)))
    return found?.tasks ?? 0
  }
  const [stuck] = await store.read
    .select({ jobs: count() })
    .from(jobs)
    .where(and(sql`${jobs.placeState} = 'waiting'`, lt(jobs.createdAt, clock.now() - hour)))
  const found: Insight[] = []
  if (stuck && stuck.jobs > 0)
    found.push({
      severity: 'high',
      category: 'data',
      title: `${counted(stuck.jobs, 'job')} waiting for a place on the map for over an hour`,
      detail: 'The geocoder fails, or cannot keep up.',
      action: 'Run `doctor`, and look at GEOCODER_URL.',
    })
  const unplaced = await open('job.unplaced')
  if (unplaced > 0)
    found.push({
      severity: 'medium',
      category: 'data',
      title: `${counted(unplaced, 'job')} at an address nobody found`,
      detail: 'Dispatch cannot send anybody there.',
      action:
        'Correct the address of the job under Jobs, or set its place by hand (PATCH /api/admin/jobs/:id).',
    })
  const outside = await open('job.no-franchise')
  if (outside > 0)
    found.push({
      severity: 'low',
      category: 'data',
      title: `${counted(outside, 'job')} outside every service area`,
      detail: 'Nobody is responsible for them.',
      action:
        'Give them to a franchise or tell the customers; Reports, Coverage shows where they are (GET /api/reports?type=coverage).',
    })
  return found
}
