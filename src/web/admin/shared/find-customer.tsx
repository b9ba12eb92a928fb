import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import { formatPhone } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Choice, Choices, TextField } from '../../components'
import { api } from '../session'

interface FindCustomerProps {
  label: string
  legend?: string
  chosen: string
  /** Left out of the results, such as the customer being merged. */
  except?: string
  error?: string | undefined
  onChoose: (customer: Customer) => void
}

/** Finds a customer by name, email or phone. */
export function FindCustomer(props: FindCustomerProps) {
  const { label, legend = 'Matching customers', chosen, except, error, onChoose } = props
  const [q, setQ] = useState('')
  const found = useLoad(
    (signal) =>
      q.trim() === ''
        ? Promise.resolve({ items: [], nextCursor: null })
        : api.admin.customers.get({ query: { q: q.trim(), limit: 8 }, signal }),
    [q],
  )
  const customers = (found.data?.items ?? []).filter(
    ({ id, erasedAt, mergedInto }) => id !== except && erasedAt === null && mergedInto === null,
  )
  const hasNoMatch = q.trim() !== '' && !found.loading && found.data !== null && customers.length === 0
  return (
    <div class="stack">
      <TextField
        label={label}
        type="search"
        autocomplete="off"
        value={q}
        onText={setQ}
        {...(error && { error })}
        hint={hasNoMatch ? 'No matching customers' : 'Search by name, email or phone'}
      />
      {customers.length > 0 && (
        <Choices legend={legend}>
          {customers.map((customer) => (
            <Choice
              key={customer.id}
              name="customer"
              value={customer.id}
              label={customer.name}
              note={[customer.phone && formatPhone(customer.phone).replaceAll(' ', '\u00A0'), customer.email]
                .filter(Boolean)
                .join(' · ')}
              checked={customer.id === chosen}
              onChoose={() => onChoose(customer)}
            />
          ))}
        </Choices>
      )}
    </div>
  )
}
