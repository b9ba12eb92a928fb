import type { z } from 'zod'
import type { Deps } from '../../deps'
import { capacityByMonth, type Capacity } from './capacity'
import type { WorkersReport } from './model'
import { sumsBy, type Scope } from './sums/ask'
import { dayNumberAt } from './sums/days'
import { visitSummary } from './sums/jobs'
import { byMonth, ratio, totalOf } from './sums/rollup'

type Measure = keyof typeof visitSummary.measures
const measures = Object.keys(visitSummary.measures) as Measure[]
const nothing = Object.fromEntries(measures.map((name) => [name, 0])) as Record<Measure, number>

/** Numbers only: how the crews do as a whole, never how somebody in particular does. */
export async function workers(deps: Deps, scope: Scope): Promise<z.infer<typeof WorkersReport>> {
  const today = dayNumberAt(deps.clock.now(), deps.config.business.timeZone)
  // What is planned ahead can be neither done nor late yet.
  const to = Math.min(scope.to ?? today, today)
  const days = await sumsBy(deps, visitSummary, 'day', { ...scope, to })
  const firstVisit = Number(days[0]?.key ?? today)
  const span = { from: scope.from ?? firstVisit, to, firstVisit }
  const { workers: active, months: capacity } = await capacityByMonth(deps, scope.franchiseId, span)
  const visits = new Map(byMonth(days, measures).map(({ month, ...sums }) => [month, sums]))
  return {
    workers: active,
    ...figures(totalOf<Measure>(days, measures), totalOf([...capacity.values()], ['minutes', 'workerDays'])),
    months: [...capacity].map(([month, available]) => ({
      month,
      ...figures(visits.get(month) ?? nothing, available),
    })),
  }
}

function figures(sums: Record<Measure, number>, available: Capacity) {
  return {
    visits: sums.visits,
    completed: sums.completed,
    noShows: sums.no_show,
    busyHours: hours(sums.minutes),
    availableHours: hours(available.minutes),
    utilisation: ratio(sums.minutes, available.minutes),
    jobsPerWorkerDay: ratio(sums.completed, available.workerDays),
    onTimeShare: ratio(sums.on_time, sums.started),
  }
}

const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100
