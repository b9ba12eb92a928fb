import type { z } from 'zod'
import { jobStatuses } from '../../../../db/schema/jobs'
import type { Deps } from '../../../deps'
import { crowded, oneOther } from './crowds'
import type { JobsReport } from './model'
import { jobSummary, jobTypeSummary } from './summaries'
import { serviceLabels, sumsBy, byMonth, ratio, totalOf, type Scope, type SumRow } from './sums'

const measures = [...jobStatuses, 'lead_minutes', 'lead_jobs'] as const
type Sums = Record<(typeof measures)[number], number>

const minutesPerDay = 1_440

export async function jobsReport(deps: Deps, scope: Scope): Promise<z.infer<typeof JobsReport>> {
  const days = await sumsBy(deps, jobSummary, 'day', scope)
  const types = await sumsBy(deps, jobTypeSummary, 'service_id', scope)
  const labels = await serviceLabels(deps)
  const sums = totalOf<(typeof measures)[number]>(days, measures)
  const { lead_minutes, lead_jobs, ...byStatus } = sums
  const total = jobsIn(sums)
  return {
    total,
    byStatus,
    cancelRate: ratio(sums.cancelled, total),
    noShowRate: ratio(sums.no_show, total),
    leadTimeDays: lead_jobs === 0 ? null : Math.round((lead_minutes / lead_jobs / minutesPerDay) * 100) / 100,
    byType: oneOther(
      crowded(scope, types, ({ jobs }) => jobs, otherTypes),
      otherTypes,
    )
      .map(({ key, ...type }) => ({
        type: labels(String(key)),
        ...type,
        cancelRate: ratio(type.cancelled, type.jobs),
      }))
      .toSorted((one, other) => other.jobs - one.jobs),
    months: crowded(scope, byMonth(days, measures), jobsIn, (rest) => ({
      month: 'other',
      ...totalOf<(typeof measures)[number]>(rest, measures),
    })).map((month) => ({
      month: month.month,
      jobs: jobsIn(month),
      completed: month.completed,
      cancelled: month.cancelled,
      noShow: month.no_show,
    })),
  }
}

const otherTypes = (rest: SumRow<'jobs' | 'completed' | 'cancelled'>[]) => ({
  key: '',
  ...totalOf<'jobs' | 'completed' | 'cancelled'>(rest, ['jobs', 'completed', 'cancelled']),
})

const jobsIn = (sums: Sums): number => jobStatuses.reduce((total, status) => total + sums[status], 0)
