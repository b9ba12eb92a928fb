import { useState } from 'preact/hooks'
import type { Invoice } from '../../../modules/invoices'
import { download } from '../../client/download'
import { useKeptFocus } from '../../client/focus'
import { useAction } from '../../client/hooks'
import { Alert, Button, Confirm, TextField, toast } from '../../components'
import { api, settings } from '../session'
import { orNull } from '../shared/form'

interface ActionsProps {
  invoice: Invoice
  /** The frame that shows the invoice, for printing. */
  frame: HTMLIFrameElement | null
  onChange: () => void
}

export function InvoiceActions({ invoice, frame, onChange }: ActionsProps) {
  const place = useKeptFocus<HTMLDivElement>()
  const sending = useAction(async (method: 'email' | 'sms') => {
    const { message } = await api.invoices.send.post({ invoiceId: invoice.id, method })
    toast(message)
    onChange()
  })
  const { pdf } = api.admin.invoices(invoice.id)
  const isVoid = invoice.status === 'void'
  const send = invoice.status === 'sent' ? 'Resend' : 'Send'
  return (
    <>
      <div class="row" role="group" aria-label="Invoice actions" ref={place} tabIndex={-1}>
        {!isVoid && invoice.customerEmail !== null && (
          <Button kind="primary" busy={sending.busy} onClick={() => void sending.run('email')}>
            {`${send} by email`}
          </Button>
        )}
        {!isVoid && invoice.customerPhone !== null && (
          <Button busy={sending.busy} onClick={() => void sending.run('sms')}>
            {`${send} by text`}
          </Button>
        )}
        <Button onClick={() => void download(pdf, `${invoice.number ?? 'draft'}.pdf`)}>Download PDF</Button>
        <Button disabled={frame === null} onClick={() => frame?.contentWindow?.print()}>
          Print
        </Button>
        {!isVoid && <VoidButton invoice={invoice} onChange={onChange} />}
      </div>
      {!isVoid && settings.undelivered.includes('email') && (
        <p class="soft small">
          Email isn't set up, so we can't deliver it. Download or print the invoice instead. The Health page
          shows how to set up email.
        </p>
      )}
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
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
