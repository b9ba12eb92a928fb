import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import { Confirm, toast } from '../../components'
import { api } from '../session'
import { FindCustomer } from '../shared/find-customer'

interface MergeProps {
  customer: Customer
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** The one that is open goes; the chosen one stays and takes over all jobs. */
export function MergeDialog({ customer, open, onClose, onDone }: MergeProps) {
  const [into, setInto] = useState<Customer | null>(null)
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
      <FindCustomer
        label="Search for who stays"
        legend="Who stays"
        chosen={into?.id ?? ''}
        except={customer.id}
        onChoose={setInto}
      />
    </Confirm>
  )
}
