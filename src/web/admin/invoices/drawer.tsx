import { useEffect, useState } from 'preact/hooks'
import type { Invoice, InvoiceDetail } from '../../../modules/invoices'
import { formatDate, formatPast, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { whenCalm } from '../../client/idle'
import { Drawer } from '../../components'
import { openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api, settings } from '../session'
import { Facts, Section } from '../shared/facts'
import { Loaded, Trouble, useItem } from '../shared/list'
import { SafeFrame } from '../shared/safe-frame'
import { useOpened } from '../shared/tab-page'
import { InvoiceActions } from './actions'
import { InvoiceBadge } from './state'

export function InvoiceDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.invoices, id)
  const page = usePage(id)
  const reload = () => {
    load.reload()
    page.reload()
  }
  useJobsChanged(reload)
  const invoice = load.data?.invoice
  return (
    <Drawer title={invoice ? titleOf(invoice) : 'Invoice'} open={id !== ''} onClose={close}>
      <Loaded load={load} lines={8}>
        {(detail) => (
          <Details
            detail={detail}
            page={page}
            onChange={() => {
              reload()
              onChange()
            }}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

/** The invoice as the customer sees it. Never the page of another one. */
function usePage(id: string) {
  const load = useLoad(
    async (signal) =>
      id === ''
        ? null
        : { id, html: await (await api.admin.invoices(id).html.file(undefined, signal)).text() },
    [id],
  )
  return { ...load, html: load.data?.id === id ? load.data.html : null }
}

const titleOf = ({ kind, number, paidAt, customerName }: Invoice) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number ?? (paidAt === null ? '(draft)' : '(no number yet)')} · ${customerName}`

const paidUnsent = 'It was paid before it was sent. Send it to give the customer a numbered copy.'

interface DetailsProps {
  detail: InvoiceDetail
  page: ReturnType<typeof usePage>
  onChange: () => void
}

function Details({ detail, page, onChange }: DetailsProps) {
  const { invoice, state, invoiceData, creditNotes } = detail
  const isNote = invoice.kind === 'credit_note'
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  return (
    <div>
      <Section title="Details">
        <Facts
          facts={[
            ['Status', <InvoiceBadge state={state} status={invoice.status} />],
            ['Number', state === 'paid' && invoice.number === null && paidUnsent],
            [isNote ? 'Credited to the customer' : 'Total', formatMoney(invoice.total)],
            ['Paid so far', invoiceData.paidCents > 0 ? formatMoney(invoiceData.paidCents / 100) : ''],
            ['Balance due', isNote ? '' : formatMoney(invoiceData.balanceCents / 100)],
            ['Issued', invoice.issuedOn && formatDate(invoice.issuedOn)],
            ['Due', invoice.dueOn && formatDate(invoice.dueOn)],
            [
              'Sent',
              invoice.sentAt &&
                `${formatPast(invoice.sentAt, settings.timeZone)} by ${invoice.sentVia === 'sms' ? 'text' : 'email'}`,
            ],
            ['Paid', invoice.paidAt && formatPast(invoice.paidAt, settings.timeZone)],
            ['Voided', invoice.voidedAt && formatPast(invoice.voidedAt, settings.timeZone)],
            ['Reason for voiding', invoice.voidReason],
            ['Credit notes', creditNotes.map(({ number }) => number ?? 'Draft').join(', ')],
            [
              'Job',
              <button type="button" class="link-button" onClick={() => openJob(invoice.jobId)}>
                {invoiceData.reference ?? 'Open job'}
              </button>,
            ],
          ]}
        />
        <InvoiceActions
          invoice={invoice}
          balance={invoiceData.balanceCents / 100}
          frame={frame}
          onChange={onChange}
        />
      </Section>
      <Section title="Preview">
        <Preview page={page} onShown={setFrame} />
      </Section>
    </div>
  )
}

/** A page of its own is slow to draw, and the details above say the same, so it comes after them. */
function Preview({
  page,
  onShown,
}: Pick<DetailsProps, 'page'> & { onShown: (frame: HTMLIFrameElement) => void }) {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => whenCalm(() => setCalm(true)), [])
  if (page.html !== null && isCalm)
    return <SafeFrame title="Invoice preview" html={page.html} onShown={onShown} />
  if (page.problem !== null) return <Trouble text={page.problem} onRetry={page.reload} />
  return <div class="safe-frame" data-drawing="true" />
}
