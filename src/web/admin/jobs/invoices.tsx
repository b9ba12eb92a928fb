import type { Job } from '../../../modules/jobs'
import type { MoneyOfJob } from '../../../modules/payments'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { goTo } from '../address'
import { InvoiceBadge } from '../invoices/state'
import { api } from '../session'
import { Section } from '../shared/facts'
import { useMe } from '../shell/me'

const openInvoice = (id: string) => goTo('invoices', { id })

/** `version` grows with every change, so a new invoice shows up right away. */
export function useJobInvoices(jobId: string, version: number) {
  const mayRead = useMe().may('invoices.read')
  return useLoad(
    (signal) => (mayRead ? api.admin.invoices.get({ query: { jobId }, signal }) : Promise.resolve(null)),
    [jobId, version, mayRead],
  )
}

interface InvoicesProps {
  job: Job
  /** Null until it is known, and for people who may not see it. */
  money: MoneyOfJob | null
  load: ReturnType<typeof useJobInvoices>
}

export function JobInvoices({ job, money, load }: InvoicesProps) {
  const { may } = useMe()
  const creating = useAction(async () => {
    const { invoice } = await api.admin.jobs(job.id).invoice.post()
    openInvoice(invoice.id)
  })
  // A job has one invoice at a time; a new one can replace only a void one.
  const isFree = load.data?.items.every(({ kind, status }) => kind === 'credit_note' || status === 'void')
  // There is nothing to invoice for a canceled job once the customer gets everything back.
  const kept = money === null ? job.paid : money.captured + money.paidBefore - money.refunded
  const canCreate = isFree && (job.status !== 'cancelled' || kept > 0)
  if (!may('invoices.read')) return null
  return (
    <Section
      title="Invoices"
      actions={
        canCreate &&
        may('invoices.write') && (
          <Button size="small" busy={creating.busy} onClick={() => void creating.run()}>
            Create invoice
          </Button>
        )
      }
    >
      {creating.problem !== null && <Alert tone="bad">{creating.problem}</Alert>}
      {load.data?.items.length === 0 && (
        <p class="soft small">{canCreate ? 'No invoices yet.' : 'No invoices.'}</p>
      )}
      {load.data && load.data.items.length > 0 && (
        <ul class="todo">
          {load.data.items.map((invoice) => (
            <li key={invoice.id}>
              <span class="todo-text">
                <button type="button" class="link-button" onClick={() => openInvoice(invoice.id)}>
                  {invoice.number ?? (invoice.state === 'draft' ? 'Draft invoice' : 'Invoice')}
                </button>
                {invoice.kind === 'credit_note' && <span class="soft small"> Credit note</span>}
              </span>
              <InvoiceBadge state={invoice.state} status={invoice.status} />
              <span class="num">{formatMoney(invoice.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
