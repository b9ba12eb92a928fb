import type { InvoiceItem } from '../../../modules/invoices'
import { Button, SelectionBar } from '../../components'
import { api } from '../session'
import { Skipped, useBulk } from '../shared/list-bulk'
import { useMe } from '../shell/me'

interface InvoiceBulkProps {
  rows: InvoiceItem[]
  onClear: () => void
  onChange: () => void
  onExport: () => void
}

/** Actions for the chosen invoices. */
export function InvoiceBulk({ rows, onClear, onChange, onExport }: InvoiceBulkProps) {
  const { may } = useMe()
  const bulk = useBulk<InvoiceItem>(
    ({ number, customerName }) => `${number ?? 'Invoice'} (${customerName})`,
    onChange,
  )
  const count = rows.length === 1 ? '1 invoice' : `${rows.length} invoices`
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        {may('invoices.write') && (
          <Button
            size="small"
            onClick={() => void bulk.run({ doing: `Sending ${count}`, done: `Sent ${count}` }, rows, send)}
          >
            Send
          </Button>
        )}
        <Button size="small" onClick={onExport}>
          Export selected
        </Button>
      </SelectionBar>
      {bulk.dialog}
    </>
  )
}

/** By email where there is an address, otherwise by text. */
async function send({ id, status, state, customerEmail, customerPhone }: InvoiceItem): Promise<void> {
  if (state === 'void') throw new Skipped('It is void.')
  if (state === 'paid' && status === 'sent')
    throw new Skipped('It was sent and is paid. To send it again, open it.')
  if (customerEmail === null && customerPhone === null)
    throw new Skipped('The customer has no email address and no phone number.')
  await api.admin.invoices(id).send.post({ method: customerEmail === null ? 'sms' : 'email' })
}
