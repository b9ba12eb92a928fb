import { useState } from 'preact/hooks'
import type { Invoice } from '../../../modules/invoices'
import { download } from '../../client/download'
import { useKeptFocus } from '../../client/focus'
import { useAction } from '../../client/hooks'
import { Alert, Button, Confirm, TextField, toast } from '../../components'
import { PaymentForm } from '../jobs/payment-form'
import { api, settings } from '../session'
import { orNull } from '../shared/form'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'

interface ActionsProps {
  invoice: Invoice
  balance: number
  /** The frame that shows the invoice, for printing. */
  frame: HTMLIFrameElement | null
  onChange: () => void
}

export function InvoiceActions({ invoice, balance, frame, onChange }: ActionsProps) {
  const [paying, setPaying] = useState(false)
  const directory = useDirectory()
  const { may } = useMe()
  const place = useKeptFocus<HTMLDivElement>()
  const sending = useAction(async (method: 'email' | 'sms') => {
    const { message } = await api.admin.invoices(invoice.id).send.post({ method })
    toast(message)
    onChange()
  })
  const { pdf } = api.admin.invoices(invoice.id)
  const isVoid = invoice.status === 'void'
  const maySend = !isVoid && may('invoices.write')
  const send = invoice.status === 'sent' ? 'Resend' : 'Send'
  return (
    <>
      <div class="row" role="group" aria-label="Invoice actions" ref={place} tabIndex={-1}>
        {maySend && invoice.customerEmail !== null && (
          <Button
            kind={paying ? 'secondary' : 'primary'}
            busy={sending.busy}
            onClick={() => void sending.run('email')}
          >
            {`${send} by email`}
          </Button>
        )}
        {maySend && invoice.customerPhone !== null && (
          <Button busy={sending.busy} onClick={() => void sending.run('sms')}>
            {`${send} by text`}
          </Button>
        )}
        {balance > 0 && may('money.write') && (
          <Button aria-expanded={paying ? 'true' : 'false'} onClick={() => setPaying(!paying)}>
            Record payment
          </Button>
        )}
        <Button onClick={() => void download(pdf, `${invoice.number ?? 'draft'}.pdf`)}>Download PDF</Button>
        <Button disabled={frame === null} onClick={() => frame?.contentWindow?.print()}>
          Print
        </Button>
        {!isVoid && may('invoices.write') && <VoidButton invoice={invoice} onChange={onChange} />}
      </div>
      {maySend && settings.undelivered.includes('email') && (
        <p class="soft small">
          Email isn't set up, so we can't deliver it. Download or print the invoice instead. The Health page
          shows how to set up email.
        </p>
      )}
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      {paying && balance > 0 && (
        <div class="card" role="group" aria-label="Record payment">
          <PaymentForm
            balance={balance}
            zone={directory.zoneOf(invoice.franchiseId)}
            hasFranchise={directory.franchises.some(({ id }) => id === invoice.franchiseId)}
            record={(payment) => api.admin.invoices(invoice.id).payments.post(payment)}
            ends={{
              onCancel: () => setPaying(false),
              onDone: () => {
                setPaying(false)
                onChange()
              },
            }}
          />
        </div>
      )}
    </>
  )
}

function VoidButton({ invoice, onChange }: { invoice: Invoice; onChange: () => void }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const voidInvoice = async () => {
    const seen = { reason: orNull(reason) ?? undefined, paid: invoice.paidAt !== null }
    await api.admin.invoices(invoice.id).void.post(seen)
    toast('Invoice voided')
    setAsking(false)
    onChange()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Void</Button>
      <Confirm
        title="Void this invoice?"
        open={asking}
        action="Void invoice"
        danger
        onConfirm={voidInvoice}
        onClose={() => setAsking(false)}
      >
        <p>
          You can't undo this. The invoice keeps its number, and you can create a new one for the job. Voiding
          doesn't refund any money.
        </p>
        <TextField label="Reason" optional value={reason} onText={setReason} />
      </Confirm>
    </>
  )
}
