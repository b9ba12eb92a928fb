import type { Metrics } from '../../../modules/metrics/model'
import type { PaymentsSummary } from '../../../modules/payments/model'
import { useFollowing } from '../../client/follow'
import { formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { api } from '../session'
import { Figure } from '../shared/figure'
import { Loaded } from '../shared/loaded'

/** How the business stands, in a line of numbers. */
export function Figures() {
  const load = useLoad(async (signal) => {
    const [money, metrics] = await Promise.all([
      api.get<PaymentsSummary>('/api/dev/payments', undefined, signal),
      api.get<Metrics>('/api/dev/metrics', undefined, signal),
    ])
    return { money, metrics }
  })
  useFollowing(load.refresh)
  return (
    <Loaded load={load} lines={2}>
      {({ money: { revenue, balance }, metrics: { jobs, workers } }) => (
        <div class="figures">
          <Figure value={formatMoney(revenue.today)} label="earned today" />
          <Figure value={formatMoney(revenue.week)} label="earned this week" />
          <Figure value={formatMoney(sum(balance.available))} label="at the processor" />
          <Figure value={String(jobs.pending)} label="wait for a time" />
          <Figure value={String(jobs.scheduled)} label="scheduled" />
          <Figure value={`${workers.available} of ${workers.total}`} label="workers free now" />
        </div>
      )}
    </Loaded>
  )
}

const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
