import { useState } from 'preact/hooks'
import type { Invoice, InvoiceDetail } from '../../../modules/invoices'
import { formatDate, formatPast, formatMoney } from '../../client/format'
import { Drawer } from '../../components'
import { openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api, settings } from '../session'
import { Facts, Section } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { SafeFrame } from '../shared/safe-frame'
import { useOpened } from '../shared/tab-page'
import { InvoiceActions } from './actions'
import { InvoiceBadge } from './state'

export function InvoiceDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(withPage, id)
  useJobsChanged(load.reload)
  const invoice = load.data?.detail.invoice
  return (
    <Drawer title={invoice ? titleOf(invoice) : 'Invoice'} open={id !== ''} onClose={close}>
      <Loaded load={load} lines={8}>
        {(found) => (
          <Details
            {...found}
            onChange={() => {
              load.reload()
              onChange()
            }}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

interface Shown {
  detail: InvoiceDetail
  html: string
}

const withPage = (id: string) => ({
  async get(options: { signal: AbortSignal }): Promise<Shown> {
    const invoice = api.admin.invoices(id)
    const [detail, page] = await Promise.all([
      invoice.get(options),
      invoice.html.file(undefined, options.signal),
    ])
    return { detail, html: await page.text() }
  },
})

const titleOf = ({ kind, number, paidAt, customerName }: Invoice) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number ?? (paidAt === null ? '(draft)' : '(not sent)')} · ${customerName}`

const paidUnsent = 'It was paid before it was sent. Send it to give the customer a numbered copy.'

function Details({ detail, html, onChange }: Shown & { onChange: () => void }) {
  const { invoice, state, invoiceData, creditNotes } = detail
  const isNote = invoice.kind === 'credit_note'
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  return (
    <div>
      <Section title="Details">
        <Facts
          facts={[
            ['Status', <InvoiceBadge state={state} />],
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
                Open job
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
        <SafeFrame title="Invoice preview" html={html} onShown={setFrame} />
      </Section>
    </div>
  )
}
