import { agingBuckets, type AgingBucket } from '../../../lib/invoice-states'
import type { InvoiceAging } from '../../../modules/invoices'
import { formatMoney } from '../../client/format'
import type { Loaded as Load } from '../../client/hooks'
import { setAddress } from '../address'
import { Trouble } from '../shared/list'

export const agingWords: Record<AgingBucket, string> = {
  current: 'Not due yet',
  '1-30': '1–30 days overdue',
  '31-60': '31–60 days overdue',
  '61-plus': '61+ days overdue',
}

/** The open balance by how long it is overdue. Each total filters the list, and a second click shows all again. */
export function AgingTotals({ load, chosen }: { load: Load<InvoiceAging>; chosen: string }) {
  if (load.problem !== null) return <Trouble text={load.problem} onRetry={load.reload} />
  const { data } = load
  const of = (bucket: AgingBucket) => data?.buckets.find((one) => one.bucket === bucket)
  return (
    <section class="aging" aria-label="Open balance by age">
      <p class="aging-sum">
        <b class="num">{data === null ? '–' : formatMoney(data.balance)}</b> <span>Open balance</span>
        <span class="aging-count">{data === null ? '–' : countText(countOf(data))}</span>
      </p>
      {agingBuckets.map((bucket) => (
        <button
          key={bucket}
          type="button"
          class="aging-bucket"
          data-overdue={bucket !== 'current' && (of(bucket)?.balance ?? 0) > 0 ? 'true' : undefined}
          aria-pressed={chosen === bucket ? 'true' : 'false'}
          onClick={() => setAddress({ aging: chosen === bucket ? null : bucket, state: null, overdue: null })}
        >
          <b class="num">{data === null ? '–' : formatMoney(of(bucket)?.balance ?? 0)}</b>
          <span>{agingWords[bucket]}</span>
          <span class="aging-count">{data === null ? '–' : countText(of(bucket)?.invoices ?? 0)}</span>
        </button>
      ))}
    </section>
  )
}

const countOf = ({ buckets }: InvoiceAging): number =>
  buckets.reduce((sum, { invoices }) => sum + invoices, 0)

const countText = (count: number): string => `${count} ${count === 1 ? 'invoice' : 'invoices'}`
