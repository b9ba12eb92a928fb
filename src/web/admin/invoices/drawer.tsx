import { useState } from 'preact/hooks'
import type { Invoice, InvoiceDetail } from '../../../modules/invoices'
import { formatDate, formatMoment, formatMoney } from '../../client/format'
import { Badge, Drawer, type Tone } from '../../components'
import { openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api, settings } from '../session'
import { Facts, Section } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { SafeFrame } from '../shared/safe-frame'
import { useOpened } from '../shared/tab-page'
import { today } from '../shared/zone'
import { InvoiceActions } from './actions'

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
    const detail = await api.admin.invoices(id).get(options)
    const page = await api.admin.invoices(id).html.file()
    return { detail, html: await page.text() }
  },
})

const titleOf = ({ kind, number, customerName }: Invoice) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number ?? '(draft)'} · ${customerName}`

function Details({ detail, html, onChange }: Shown & { onChange: () => void }) {
  const { invoice, invoiceData, creditNotes } = detail
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const { words, tone } = statusOf(invoice)
  return (
    <div>
      <Section title="Details">
        <Facts
          facts={[
            ['Status', <Badge tone={tone}>{words}</Badge>],
            ['Total', formatMoney(invoice.total)],
            ['Paid so far', invoiceData.paidCents > 0 ? formatMoney(invoiceData.paidCents / 100) : ''],
            ['Balance due', formatMoney(invoiceData.balanceCents / 100)],
            ['Issued', invoice.issuedOn && formatDate(invoice.issuedOn)],
            ['Due', invoice.dueOn && formatDate(invoice.dueOn)],
            [
              'Sent',
              invoice.sentAt &&
                `${formatMoment(invoice.sentAt, settings.timeZone)} by ${invoice.sentVia === 'sms' ? 'text' : 'email'}`,
            ],
            ['Paid', invoice.paidAt && formatMoment(invoice.paidAt, settings.timeZone)],
            ['Voided', invoice.voidedAt && formatMoment(invoice.voidedAt, settings.timeZone)],
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

/** The one status that matters most: a paid invoice shows as paid even if it was never sent. */
export function statusOf(invoice: Invoice): { words: string; tone: Tone } {
  if (invoice.status === 'void') return { words: 'Void', tone: 'plain' }
  if (invoice.paidAt !== null) return { words: 'Paid', tone: 'good' }
  if (invoice.status === 'draft') return { words: 'Draft', tone: 'plain' }
  if (isOverdue(invoice)) return { words: 'Overdue', tone: 'bad' }
  return { words: 'Sent', tone: 'info' }
}

/** Like the list's filter, this counts a payment on the due date as on time. */
const isOverdue = ({ kind, dueOn, total }: Invoice): boolean =>
  kind === 'invoice' && total > 0 && dueOn !== null && dueOn < today(settings.timeZone)
