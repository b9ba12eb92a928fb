import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import { useLoad } from '../../client/hooks'
import { Choice, Choices, TextField } from '../../components'
import { api } from '../session'

interface FindCustomerProps {
  label: string
  legend?: string
  chosen: string
  /** Who is not to be found: somebody is not merged into themselves. */
  except?: string
  error?: string | undefined
  onChoose: (customer: Customer) => void
}

/** Nobody knows a customer's id: they are looked for by name, e-mail or phone. */
export function FindCustomer(props: FindCustomerProps) {
  const { label, legend = 'Customers found', chosen, except, error, onChoose } = props
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
  const isNobody = q.trim() !== '' && !found.loading && found.data !== null && customers.length === 0
  return (
    <div class="stack">
      <TextField
        label={label}
        type="search"
        autocomplete="off"
        value={q}
        onText={setQ}
        {...(error && { error })}
        hint={isNobody ? 'Nobody is called that' : 'By name, e-mail or phone'}
      />
      {customers.length > 0 && (
        <Choices legend={legend}>
          {customers.map((customer) => (
            <Choice
              key={customer.id}
              name="customer"
              value={customer.id}
              label={customer.name}
              note={[customer.email, customer.phone].filter(Boolean).join(' · ')}
              checked={customer.id === chosen}
              onChoose={() => onChoose(customer)}
            />
          ))}
        </Choices>
      )}
    </div>
  )
}
