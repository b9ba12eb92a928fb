import type { Service } from '../../../modules/catalog'
import { Button, CheckField, SelectField, TextField } from '../../components'
import { RowLabel } from './row-label'

/** An item as it is edited. One without an id is new. */
export interface ItemText {
  id?: string
  label: string
  labelEs?: string | null
  kind: Service['checklist'][number]['kind']
  required: boolean
}

const kinds: { value: ItemText['kind']; label: string }[] = [
  { value: 'check', label: 'Yes or no' },
  { value: 'number', label: 'Number' },
  { value: 'text', label: 'Text' },
  { value: 'photo', label: 'Photo' },
]

/** Rows without a question are left out. */
export const checklistFrom = (items: readonly ItemText[]): ItemText[] =>
  items
    .filter(({ label }) => label.trim() !== '')
    .map(({ labelEs, ...item }) => ({ ...item, labelEs: labelEs?.trim() ? labelEs : null }))

/** The error about one of the items, or about all of them. */
export function checklistFault(
  faults: Record<string, string>,
  items: readonly ItemText[],
): string | undefined {
  const [name, fault] = Object.entries(faults).find(([key]) => key.split('.')[0] === 'checklist') ?? []
  if (name === undefined || fault === undefined) return undefined
  const item = checklistFrom(items)[Number(name.split('.')[1])]
  return item ? `“${item.label}”: ${fault}` : `The checklist ${fault}`
}

interface ChecklistFieldProps {
  items: readonly ItemText[]
  onChange: (items: ItemText[]) => void
  error?: string | undefined
}

/** The questions for technicians, one row for each. */
export function ChecklistField({ items, onChange, error }: ChecklistFieldProps) {
  const change = (place: number, part: Partial<ItemText>) =>
    onChange(items.map((item, index) => (index === place ? { ...item, ...part } : item)))
  const moveUp = (place: number) => onChange(items.map((item, index) => items[order(index, place)] ?? item))
  return (
    <fieldset class="stack extras-field">
      <legend class="field-label">Checklist for technicians</legend>
      <p class="field-hint">
        Technicians fill it out on their phones. They can't finish a visit until the required items are
        answered. Changes apply to visits that haven't started yet. Technicians and customers who read Spanish
        see the Spanish version.
      </p>
      {error && <p class="field-error">{error}</p>}
      {items.map((item, place) => (
        // Rows have no identity but their place.
        <div key={place} class="checklist-row">
          <TextField
            label={<RowLabel word="Item" place={place} />}
            value={item.label}
            onText={(label) => change(place, { label })}
          />
          <SelectField
            label="Answer"
            value={item.kind}
            options={kinds}
            onChoice={(kind) => change(place, { kind: kind as ItemText['kind'] })}
          />
          <div class="checklist-spanish">
            <TextField
              label={`Item ${place + 1} in Spanish`}
              placeholder="In Spanish (optional)"
              lang="es"
              value={item.labelEs ?? ''}
              onText={(labelEs) => change(place, { labelEs })}
            />
          </div>
          <div class="checklist-more">
            <CheckField
              label="Required"
              checked={item.required}
              onCheck={(required) => change(place, { required })}
            />
            {place > 0 && (
              <Button
                kind="quiet"
                size="small"
                aria-label={`Move up ${item.label || `item ${place + 1}`}`}
                onClick={() => moveUp(place)}
              >
                Move up
              </Button>
            )}
            <Button
              kind="quiet"
              size="small"
              grave
              aria-label={`Remove ${item.label || `item ${place + 1}`}`}
              onClick={() => onChange(items.filter((_, index) => index !== place))}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          size="small"
          onClick={() => onChange([...items, { label: '', kind: 'check', required: true }])}
        >
          Add an item
        </Button>
      </div>
    </fieldset>
  )
}

/** Where the item at a place comes from when one trades places with the one above it. */
const order = (index: number, moved: number): number =>
  index === moved ? index - 1 : index === moved - 1 ? index + 1 : index
