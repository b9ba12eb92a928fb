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
  const own = api.admin.customers(customer.id).addresses
  const save = ({ address, label, gateCode, pets }: Written) => own.put({ address, label, gateCode, pets })
  /** An address is known by its words, so a corrected one is another one, unless only its spelling differs. */
  const correct = async (before: Saved, written: Written) => {
    const { addresses: now } = await save(written)
    const isStillThere = now.some(({ address }) => address === before.address)
    if (isStillThere && written.address.trim() !== before.address)
      await own.remove.post({ address: before.address })
  }
  const remove = async (saved: Saved) => {
    await own.remove.post({ address: saved.address })
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
                    aria-label={`Edit ${saved.jobs === 0 ? '' : 'details of '}${saved.address}`}
                    onClick={() => setEditing(saved)}
                  >
                    {saved.jobs === 0 ? 'Edit' : 'Edit details'}
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
      <Dialog title={titleOf(editing)} open={editing !== null} onClose={() => setEditing(null)}>
        {editing && (
          <AddressForm
            saved={editing}
            onSave={(written) => (editing.address === '' ? save(written) : correct(editing, written))}
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

function titleOf(editing: Saved | null): string {
  if (!editing?.address) return 'Add address'
  return editing.jobs === 0 ? 'Edit address' : 'Address details'
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
  return (
    <Form action={saving} submit="Save" onDone={onDone} onCancel={onCancel} fields={Object.keys(first)}>
      {saved.jobs === 0 ? (
        <TextField label="Address" autocomplete="off" {...form.text('address')} />
      ) : (
        <div>
          <p>{saved.address}</p>
          <p class="soft small">This address comes from a job, so it can only be corrected there.</p>
        </div>
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
