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
  /** The document as it is shown, for printing. */
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
  const again = invoice.status === 'sent' ? ' again' : ''
  return (
    <>
      <div class="row" role="group" aria-label="What to do" ref={place} tabIndex={-1}>
        {!isVoid && invoice.customerEmail !== null && (
          <Button kind="primary" busy={sending.busy} onClick={() => void sending.run('email')}>
            {`Send${again} by e-mail`}
          </Button>
        )}
        {!isVoid && invoice.customerPhone !== null && (
          <Button busy={sending.busy} onClick={() => void sending.run('sms')}>
            {`Send${again} by SMS`}
          </Button>
        )}
        <Button onClick={() => void download(pdf, `${invoice.number ?? 'draft'}.pdf`)}>PDF</Button>
        <Button disabled={frame === null} onClick={() => frame?.contentWindow?.print()}>
          Print
        </Button>
        {!isVoid && <VoidButton invoice={invoice} onChange={onChange} />}
      </div>
      {!isVoid && settings.undelivered.includes('email') && (
        <p class="soft small">
          Email isn't set up, so it reaches nobody. Download the PDF or print it instead. See Health for what
          to do.
        </p>
      )}
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
    </>
  )
}

function VoidButton({ invoice, onChange }: { invoice: Invoice; onChange: () => void }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const takeBack = async () => {
    const seen = { reason: orNull(reason) ?? undefined, paid: invoice.paidAt !== null }
    await api.admin.invoices(invoice.id).void.post(seen)
    toast('The invoice is void')
    setAsking(false)
    onChange()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Void</Button>
      <Confirm
        title="Take this invoice out of force?"
        open={asking}
        action="Void the invoice"
        danger
        onConfirm={takeBack}
        onClose={() => setAsking(false)}
      >
        <p>Its number stays taken, and its job may get another invoice. No money moves.</p>
        <TextField label="Reason" optional value={reason} onText={setReason} />
      </Confirm>
    </>
  )
}
