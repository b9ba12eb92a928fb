import type { Template } from '../../../modules/templates/model'
import { formatMoney } from '../../client/format'
import { useLoad, type Page } from '../../client/hooks'
import { SelectField } from '../../components'
import { api } from '../session'
import { everyMonths } from './interval'

interface BilledVisitsProps {
  customerId: string
  /** The id of the chosen visits; empty for something else. */
  chosen: string
  onChoose: (template: Template | null) => void
}

/** The recurring visits of a customer, to bill what is done. */
export function BilledVisits({ customerId, chosen, onChoose }: BilledVisitsProps) {
  const load = useLoad<Page<Template>>(
    (signal) =>
      customerId === ''
        ? Promise.resolve({ items: [], nextCursor: null })
        : api.get('/api/admin/templates', { customerId, limit: 200 }, signal),
    [customerId],
  )
  const templates = load.data?.items ?? []
  return (
    <SelectField
      label="What is billed"
      value={templates.some(({ id }) => id === chosen) ? chosen : ''}
      onChoice={(id) => onChoose(templates.find((template) => template.id === id) ?? null)}
      hint={customerId === '' ? 'Choose the customer first' : "The customer's recurring visits"}
      options={[
        { value: '', label: 'Something else' },
        ...templates.map(({ id, type, intervalMonths, price, address }) => ({
          value: id,
          label: `${type}, ${everyMonths(intervalMonths).toLowerCase()}, ${formatMoney(price)}, ${address}`,
        })),
      ]}
    />
  )
}
