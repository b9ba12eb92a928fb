import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers/model'
import { useLoad, type Page } from '../../client/hooks'
import { Choice, Choices, Confirm, TextField, toast } from '../../components'
import { api } from '../session'

interface MergeProps {
  customer: Customer
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** The one that is open goes; the chosen one stays and takes over all jobs. */
export function MergeDialog({ customer, open, onClose, onDone }: MergeProps) {
  const [q, setQ] = useState('')
  const [into, setInto] = useState<Customer | null>(null)
  const found = useLoad<Page<Customer>>(
    (signal) =>
      q.trim() === ''
        ? Promise.resolve({ items: [], nextCursor: null })
        : api.get('/api/admin/customers', { q: q.trim(), limit: 8 }, signal),
    [q],
  )
  const others = (found.data?.items ?? []).filter(
    ({ id, erasedAt, mergedInto }) => id !== customer.id && erasedAt === null && mergedInto === null,
  )
  const merge = async () => {
    await api.post(`/api/admin/customers/${customer.id}/merge`, { into: into?.id })
    toast(`Merged into ${into?.name ?? ''}`)
    onDone()
  }
  return (
    <Confirm
      title={`Merge ${customer.name} into another customer`}
      open={open}
      action={into ? `Merge into ${into.name}` : 'Merge'}
      danger
      ready={into !== null}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>All jobs, plans and messages go to the customer you choose. This cannot be taken back.</p>
      <TextField label="Search for who stays" type="search" value={q} onText={setQ} />
      {others.length > 0 && (
        <Choices legend="Who stays">
          {others.map((other) => (
            <Choice
              key={other.id}
              name="into"
              value={other.id}
              label={other.name}
              note={[other.email, other.phone].filter(Boolean).join(' · ')}
              checked={into?.id === other.id}
              onChoose={() => setInto(other)}
            />
          ))}
        </Choices>
      )}
    </Confirm>
  )
}
