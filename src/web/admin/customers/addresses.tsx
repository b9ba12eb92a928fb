import { useState } from 'preact/hooks'
import { messageOf } from '../../client/api'
import { useAction } from '../../client/hooks'
import { Badge, Button, Dialog, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import type { ChangeProps, CustomerSummary } from './shared'

type Saved = CustomerSummary['addresses'][number]
const blank: Saved = { address: '', label: null, gateCode: null, pets: null, jobs: 0, lastUsedAt: null }

/** The parts of an address that people write. */
type Written = Pick<Saved, 'address' | 'label' | 'gateCode' | 'pets'>

/** Where the customer wants visits: the addresses of their jobs, and others someone saved. */
export function Addresses({ summary, onChange, canChange }: ChangeProps) {
  const { customer, addresses } = summary
  const [editing, setEditing] = useState<Saved | null>(null)
  const save = ({ address, label, gateCode, pets }: Written) =>
    api.admin.customers(customer.id).addresses.put({ address, label, gateCode, pets })
  const remove = async (saved: Saved) => {
    await api.admin.customers(customer.id).addresses.remove.post({ address: saved.address })
    const undo = () => void save(saved).then(onChange, showTrouble)
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
                {saved.gateCode && <small>Gate code: {saved.gateCode}</small>}
                {saved.pets && <small>Pets: {saved.pets}</small>}
              </span>
              {canChange && (
                <span class="row-actions">
                  <button
                    type="button"
                    class="link-button small"
                    aria-label={`Edit ${saved.address}`}
                    onClick={() => setEditing(saved)}
                  >
                    Edit
                  </button>
                  <button
                    type="button"
                    class="link-button link-grave small"
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
        title={editing?.address ? 'Address details' : 'Add address'}
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
  onSave: (written: Written) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

function AddressForm({ saved, onSave, onDone, onCancel }: AddressFormProps) {
  const saving = useAction(async () => {
    const { address, label, gateCode, pets } = form.values
    await onSave({ address, label: orNull(label), gateCode: orNull(gateCode), pets: orNull(pets) })
  })
  const { address, label, gateCode, pets } = saved
  const first = { address, label: label ?? '', gateCode: gateCode ?? '', pets: pets ?? '' }
  const form = useForm(first, saving.fields)
  const isNew = saved.address === ''
  return (
    <Form action={saving} submit="Save" onDone={onDone} onCancel={onCancel} fields={Object.keys(first)}>
      {isNew ? (
        <TextField label="Address" autocomplete="off" {...form.text('address')} />
      ) : (
        <p>{saved.address}</p>
      )}
      <TextField label="Label" optional hint="Such as Home, Rental or Mom's house" {...form.text('label')} />
      <TextField
        label="Gate code"
        optional
        autocomplete="off"
        hint="Technicians see it for visits today and tomorrow"
        {...form.text('gateCode')}
      />
      <TextField label="Pets" optional hint="Such as a dog in the yard" {...form.text('pets')} />
    </Form>
  )
}
