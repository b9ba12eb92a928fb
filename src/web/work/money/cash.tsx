import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { OnSiteMoney } from '../../../modules/workforce'
import { centsFromText, formatUsd } from '../../../lib/money'
import { useAction } from '../../client/hooks'
import { Button, SelectField, TextField, toast } from '../../components'
import { formatPhone } from '../../../words/formats'
import { controls, words } from '../words'
import type { Taken } from './taken'
import { amountText, type Till } from './use-taken'

const text = words.money.cash

type Payment = Omit<Taken['payment'], 'takenAt'>

interface CashFormProps {
  method: 'cash' | 'check'
  /** In dollars. */
  due: number
  reach: OnSiteMoney['reach']
  /** The customer's. */
  phone: string | null
  onTake: (payment: Payment) => ReturnType<Till['take']>
  onDone: () => void
  onBack: () => void
  /** Shown above the fields. */
  children: ComponentChildren
}

/** Records money that changed hands. Works without a connection. */
export function CashForm(props: CashFormProps) {
  const { method, due, reach, phone, onTake, onDone, onBack, children } = props
  const dueCents = Math.round(due * 100)
  const [amount, setAmount] = useState(formatUsd(dueCents))
  const [number, setNumber] = useState('')
  const [receipt, setReceipt] = useState<'sms' | 'email' | 'none'>(reach[0] ?? 'none')
  const cents = centsFromText(amount)
  const fault =
    cents === null || cents <= 0 ? text.invalid : cents > dueCents ? text.more(amountText(due)) : null
  const taking = useAction(async () => {
    if (cents === null || fault !== null) return
    const note = number.trim() === '' ? {} : { note: `#${number.trim()}` }
    const outcome = await onTake({
      amount: cents / 100,
      method,
      receipt: receipt === 'none' ? null : receipt,
      ...note,
    })
    if (outcome === 'recorded') toast(text.recorded(amountText(cents / 100)))
    if (outcome === 'waits') toast(text.later(amountText(cents / 100)))
    onDone()
  })
  const options = [...reach, 'none' as const].map((value) => ({
    value,
    label: value === 'sms' && phone !== null ? text.textTo(formatPhone(phone)) : text.receipts[value],
  }))
  return (
    <form
      class="stack money-sheet"
      onSubmit={(event) => {
        event.preventDefault()
        void taking.run()
      }}
    >
      {children}
      <TextField
        label={text.amount}
        inputMode="decimal"
        autocomplete="off"
        value={amount}
        onText={setAmount}
        error={fault ?? undefined}
      />
      {method === 'check' && (
        <TextField
          label={text.number}
          inputMode="numeric"
          autocomplete="off"
          maxLength={40}
          value={number}
          onText={setNumber}
        />
      )}
      {reach.length > 0 && (
        <SelectField
          label={text.receipt}
          options={options}
          value={receipt}
          onChoice={(value) => setReceipt(value as typeof receipt)}
        />
      )}
      <div class="actions actions-fill">
        <Button onClick={onBack}>{controls.back}</Button>
        <Button kind="primary" type="submit" busy={taking.busy} disabled={fault !== null}>
          {text.record(fault === null ? amountText((cents ?? 0) / 100) : amountText(due))}
        </Button>
      </div>
    </form>
  )
}
