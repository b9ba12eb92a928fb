import type { InvoiceState } from '../../../lib/invoice-states'
import { formatMoney } from '../../client/format'
import { Badge, type Tone } from '../../components'
import { TwoLines } from '../shared/facts'

export const stateWords: Record<InvoiceState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
}

const tones: Record<InvoiceState, Tone> = {
  draft: 'plain',
  sent: 'info',
  paid: 'good',
  overdue: 'bad',
  void: 'plain',
}

interface Stated {
  state: InvoiceState
  status: 'draft' | 'sent' | 'void'
}

/** An invoice gets its number when it is sent, even if it was paid before. */
export const stateText = ({ state, status }: Stated): string =>
  state === 'paid' && status === 'draft' ? 'Paid, not sent' : stateWords[state]

export const InvoiceBadge = ({ state, status }: Stated) => (
  <Badge tone={tones[state]}>{stateText({ state, status })}</Badge>
)

export const InvoiceNumber = ({ number }: { number: string | null }) =>
  number === null ? <span class="unnumbered">No number yet</span> : <>{number}</>

interface Owed {
  kind: string
  amount: number
  balance: number
}

/** A credit note is negative and says so; an invoice that was paid in part shows what is left. */
export const Amount = ({ kind, amount, balance }: Owed) => (
  <TwoLines
    first={formatMoney(amount)}
    second={
      kind === 'credit_note'
        ? 'Credited'
        : balance > 0 && balance < amount && `${formatMoney(balance)} still due`
    }
  />
)
