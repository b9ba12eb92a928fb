import { useState } from 'preact/hooks'
import { centsFromText, formatUsd } from '../../lib/money'
import { TextField } from './field'

interface MoneyFieldProps {
  label: string
  name?: string
  value: string
  onText: (text: string) => void
  hint?: string
  error?: string | undefined
  optional?: boolean
  required?: boolean
}

/** Takes an amount the way people write it: `$199.50`, `199.5` or `1,250`. Read it with `dollarsOf`. */
export function MoneyField({ value, onText, error, ...field }: MoneyFieldProps) {
  const [left, setLeft] = useState(false)
  const isNonsense = left && value.trim() !== '' && centsFromText(value) === null
  const tidy = () => {
    setLeft(true)
    const cents = centsFromText(value)
    if (cents !== null) onText(formatUsd(cents))
  }
  return (
    <TextField
      inputMode="decimal"
      autocomplete="off"
      placeholder="$0.00"
      {...field}
      value={value}
      onText={(text) => {
        setLeft(false)
        onText(text)
      }}
      onBlur={tidy}
      error={isNonsense ? 'Enter an amount, such as $199.50' : error}
    />
  )
}

/** The amount in dollars, as the API takes it. Text that isn't an amount is sent as it is, so the service explains. */
export function dollarsOf(text: string): number | string | null {
  if (text.trim() === '') return null
  const cents = centsFromText(text)
  return cents === null ? text : cents / 100
}

/** An amount in dollars as the field shows it. */
export const moneyText = (dollars: number | null | undefined): string =>
  dollars === null || dollars === undefined ? '' : formatUsd(Math.round(dollars * 100))
