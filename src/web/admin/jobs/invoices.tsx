import type { Job } from '../../../modules/jobs'
import { formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { Section, StateBadge } from '../shared/facts'

const openInvoice = (id: string) => goTo('invoices', { id })

/** `round` grows with every change, so that a new invoice shows at once. */
export function JobInvoices({ job, round }: { job: Job; round: number }) {
  const load = useLoad(
    (signal) => api.admin.invoices.get({ query: { jobId: job.id }, signal }),
    [job.id, round],
  )
  const making = useAction(async () => {
    const { invoice } = await api.invoices.generate.post({ jobId: job.id })
    openInvoice(invoice.id)
  })
  // A job has one invoice: a draft is opened, and only one that was voided is made anew.
  const canBeMade = load.data?.items.every(({ kind, status }) => kind === 'credit_note' || status === 'void')
  return (
    <Section
      title="Invoices"
      actions={
        canBeMade && (
          <Button size="small" busy={making.busy} onClick={() => void making.run()}>
            Make the invoice
          </Button>
        )
      }
    >
      {making.problem !== null && <Alert tone="bad">{making.problem}</Alert>}
      {load.data?.items.length === 0 && <p class="soft small">None yet.</p>}
      <ul class="todo">
        {load.data?.items.map((invoice) => (
          <li key={invoice.id}>
            <span class="todo-text">
              <button type="button" class="link-button" onClick={() => openInvoice(invoice.id)}>
                {invoice.number ?? 'Draft'}
              </button>
            </span>
            <StateBadge state={invoice.status} />
            <span class="num">{formatMoney(invoice.total)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
