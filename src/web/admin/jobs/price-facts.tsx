import type { Job } from '../../../modules/jobs/model'
import type { RefundPreview } from '../../../modules/refunds/model'
import { formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { api } from '../session'
import { Facts } from '../shared/facts'
import { isUnpaid } from '../../../lib/job-states'

/** `round` grows with every change, so that a refund shows at once. */
export function PriceFacts({ job, round }: { job: Job; round: number }) {
  const load = useLoad<RefundPreview | null>(
    (signal) =>
      wasPaid(job) ? api.get(`/api/admin/jobs/${job.id}/refund`, undefined, signal) : Promise.resolve(null),
    [job.id, job.paymentState, round],
  )
  const { captured = 0, refunded = 0, refunds = [] } = load.data ?? {}
  const reasons = refunds.filter(({ state }) => state !== 'refused').flatMap(({ reason }) => reason ?? [])
  return (
    <Facts
      facts={[
        ['Price', formatMoney(job.price)],
        ['Discount', job.discount > 0 ? `−${formatMoney(job.discount)}` : ''],
        ['Promo code', job.promoCode],
        ['Credit', job.referralCredit > 0 ? `−${formatMoney(job.referralCredit)}` : ''],
        ['Tax', job.tax > 0 ? `${formatMoney(job.tax)} (${job.taxPercent} %)` : ''],
        ['Total', formatMoney(job.total)],
        ['Paid', captured > 0 ? formatMoney(captured) : ''],
        ['Refunded', refunded > 0 ? [formatMoney(refunded), ...reasons].join(' · ') : ''],
      ]}
    />
  )
}

const wasPaid = (job: Job) => !isUnpaid(job)
