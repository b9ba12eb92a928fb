import { Button, dollarsOf, MoneyField, moneyText, TextField } from '../../components'
import { numberOrNull, textOf } from '../shared/form'
import type { Service } from '../../../modules/catalog'
import { RowLabel } from './row-label'

/** An extra as it is typed. */
export interface ExtraText {
  label: string
  price: string
  minutes: string
}

export const extraTexts = (extras: Service['extras']): ExtraText[] =>
  extras.map(({ label, price, minutes }) => ({ label, price: moneyText(price), minutes: textOf(minutes) }))

/** Rows without a name are left out. */
export const extrasFrom = (texts: readonly ExtraText[]) =>
  texts
    .filter(({ label }) => label.trim() !== '')
    .map(({ label, price, minutes }) => ({
      label,
      price: dollarsOf(price) ?? 0,
      minutes: numberOrNull(minutes) ?? 0,
    }))

/** The error about one of the extras, or about all of them. */
export const extrasFault = (
  faults: Record<string, string>,
  texts: readonly ExtraText[],
): string | undefined => {
  const [name, fault] = Object.entries(faults).find(([key]) => key.split('.')[0] === 'extras') ?? []
  if (name === undefined || fault === undefined) return undefined
  const extra = extrasFrom(texts)[Number(name.split('.')[1])]
  return extra ? `“${extra.label}”: ${fault}` : `Extras ${fault}`
}

interface ExtrasFieldProps {
  extras: readonly ExtraText[]
  onChange: (extras: ExtraText[]) => void
  error?: string | undefined
}

/** The extras of a service, one row each. */
export function ExtrasField({ extras, onChange, error }: ExtrasFieldProps) {
  const change = (place: number, part: Partial<ExtraText>) =>
    onChange(extras.map((extra, index) => (index === place ? { ...extra, ...part } : extra)))
  return (
    <fieldset class="stack extras-field">
      <legend class="field-label">Extras customers can add</legend>
      {error && <p class="field-error">{error}</p>}
      {extras.map((extra, place) => (
        // Rows have no identity but their place.
        <div key={place} class="extras-row">
          <TextField
            label={<RowLabel word="Extra" place={place} />}
            value={extra.label}
            onText={(label) => change(place, { label })}
          />
          <MoneyField label="Price" value={extra.price} onText={(price) => change(place, { price })} />
          <TextField
            label="Minutes"
            inputMode="numeric"
            value={extra.minutes}
            onText={(minutes) => change(place, { minutes })}
          />
          <Button
            kind="quiet"
            size="small"
            grave
            aria-label={`Remove ${extra.label || `extra ${place + 1}`}`}
            onClick={() => onChange(extras.filter((_, index) => index !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...extras, { label: '', price: '', minutes: '' }])}>
          Add an extra
        </Button>
      </div>
    </fieldset>
  )
}
