import { useState } from 'preact/hooks'
import { messageOf } from '../../client/api'
import { useAction } from '../../client/hooks'
import { Badge, Button, Dialog, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import type { ChangeProps, CustomerSummary } from './shared'

type Saved = CustomerSummary['addresses'][number]
const blank: Saved = { address: '', label: null, jobs: 0, lastUsedAt: null }

/** Where the customer wants visits: the addresses of their jobs, and others someone saved. */
export function Addresses({ summary, onChange, canChange }: ChangeProps) {
  const { customer, addresses } = summary
  const [editing, setEditing] = useState<Saved | null>(null)
  const save = (address: string, label: string | null) =>
    api.admin.customers(customer.id).addresses.put({ address, label })
  const remove = async ({ address, label }: Saved) => {
    await api.admin.customers(customer.id).addresses.remove.post({ address })
    const undo = () => void save(address, label).then(onChange, showTrouble)
    toast('Address removed', 'plain', { label: 'Undo', run: undo })
    onChange()
  }
  return (
    <Section
      title="Addresses"
      actions={
        canChange && (
          <Button size="small" kind="quiet" onClick={() => setEditing(blank)}>
            Add address
          </Button>
        )
      }
    >
      {addresses.length === 0 ? (
        <p class="soft small">No addresses yet. The first job adds one.</p>
      ) : (
        <ul class="plain-list">
          {addresses.map((saved) => (
            <li key={saved.address}>
              <span class="grow">
                {saved.label && <Badge>{saved.label}</Badge>} {saved.address}
                <small class="soft">
                  {saved.jobs === 0 ? 'No jobs yet' : saved.jobs === 1 ? '1 job' : `${saved.jobs} jobs`}
                </small>
              </span>
              {canChange && (
                <span class="row-actions">
                  <button
                    type="button"
                    class="link-button small"
                    aria-label={`Label ${saved.address}`}
                    onClick={() => setEditing(saved)}
                  >
                    Label
                  </button>
                  <button
                    type="button"
                    class="link-button small"
                    aria-label={`Remove ${saved.address}`}
                    onClick={() => void remove(saved).catch(showTrouble)}
                  >
                    Remove
                  </button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        title={editing?.address ? 'Label address' : 'Add address'}
        open={editing !== null}
        onClose={() => setEditing(null)}
      >
        {editing && (
          <AddressForm
            saved={editing}
            onSave={save}
            onCancel={() => setEditing(null)}
            onDone={() => {
              setEditing(null)
              onChange()
            }}
          />
        )}
      </Dialog>
    </Section>
  )
}

const showTrouble = (error: unknown) => toast(messageOf(error), 'bad')

interface AddressFormProps {
  saved: Saved
  onSave: (address: string, label: string | null) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

function AddressForm({ saved, onSave, onDone, onCancel }: AddressFormProps) {
  const saving = useAction(async () => {
    await onSave(form.values.address, orNull(form.values.label))
  })
  const form = useForm({ address: saved.address, label: saved.label ?? '' }, saving.fields)
  const isNew = saved.address === ''
  return (
    <Form action={saving} submit="Save" onDone={onDone} onCancel={onCancel} fields={['address', 'label']}>
      {isNew ? (
        <TextField label="Address" autocomplete="off" {...form.text('address')} />
      ) : (
        <p>{saved.address}</p>
      )}
      <TextField label="Label" optional hint="Such as Home, Rental or Mom's house" {...form.text('label')} />
    </Form>
  )
}
