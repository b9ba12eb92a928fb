import type { Deps } from '../../../deps'
import { zonedAt } from '../../../lib/calendar'
import { unitsFromCents } from '../../../lib/money'
import { readAging } from '../../invoices'
import { earnedIn } from '../../payments'
import type { TodayMoney } from './model'

const trendDays = 14

/** Earnings of this week and today, each beside the same stretch of last week, and the open balance. */
export async function readTodayMoney(deps: Deps, franchiseId: string | undefined): Promise<TodayMoney> {
  const now = zonedAt(deps.clock.now(), deps.settings.business.timeZone)
  const today = now.startOfDay()
  const monday = today.subtract({ days: now.dayOfWeek - 1 })
  const aWeekAgo = now.subtract({ weeks: 1 })
  const span = (from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime) => ({
    from: from.epochMilliseconds,
    // The present moment counts too.
    to: to.epochMilliseconds + 1,
  })
  const days = Array.from({ length: trendDays }, (_, step) => {
    const start = today.subtract({ days: trendDays - 1 - step })
    return { from: start.epochMilliseconds, to: start.add({ days: 1 }).epochMilliseconds }
  })
  const [week, weekBefore, sinceMidnight, dayBefore, ...trend] = (
    await earnedIn(
      deps.store.read,
      [
        span(monday, now),
        span(monday.subtract({ weeks: 1 }), aWeekAgo),
        span(today, now),
        span(aWeekAgo.startOfDay(), aWeekAgo),
        ...days,
      ],
      franchiseId,
    )
  ).map(unitsFromCents)
  return {
    week: { earned: week ?? 0, before: weekBefore ?? 0 },
    day: { earned: sinceMidnight ?? 0, before: dayBefore ?? 0 },
    trend,
    open: await readOpen(deps, franchiseId),
  }
}

async function readOpen(deps: Deps, franchiseId: string | undefined): Promise<TodayMoney['open']> {
  const { balance, buckets } = await readAging(deps, { franchiseId })
  const current = buckets.find(({ bucket }) => bucket === 'current')
  return {
    balance,
    overdue: balance - (current?.balance ?? 0),
    invoices: buckets.reduce((sum, { invoices }) => sum + invoices, 0),
  }
}
