import { useState } from 'preact/hooks'
import type { Customer, CustomerDetail } from '../../../modules/customers'
import { saveFile } from '../../client/download'
import { formatPhone } from '../../client/format'
import { useLoad, useAction } from '../../client/hooks'
import {
  Alert,
  Button,
  ButtonLink,
  Confirm,
  Drawer,
  toast,
  CheckField,
  SelectField,
  TextArea,
  TextField,
} from '../../components'
import { linkTo, openBooking } from '../address'
import { api } from '../session'
import { FindCustomer } from '../shared/find-customer'
import { Section } from '../shared/facts'
import { languageOptions, languageOrNull } from '../shared/words'
import { Form, orNull, useForm } from '../shared/form'
import { Loaded, useItem } from '../shared/list'
import { CardOfCustomer } from '../shared/saved-card'
import { useOpened } from '../shared/tab-page'
import { useMe } from '../shell/me'
import { CustomerJobs } from './jobs'
import { UnreachableAddress } from './unreachable'

export function CustomerDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.customers, id)
  const changed = () => {
    load.reload()
    onChange()
  }
  return (
    <Drawer title={load.data?.name ?? 'Customer'} open={id !== ''} onClose={close}>
      <Loaded load={load}>
        {(found) => <Details key={found.updatedAt} customer={found} onChange={changed} />}
      </Loaded>
    </Drawer>
  )
}

function Details({ customer, onChange }: { customer: CustomerDetail; onChange: () => void }) {
  const { may } = useMe()
  const isGone = customer.erasedAt !== null || customer.mergedInto !== null
  return (
    <div>
      {customer.unreachable.map((found) => (
        <UnreachableAddress key={found.channel} customerId={customer.id} found={found} onChange={onChange} />
      ))}
      {!isGone && may('jobs.write') && (
        <Button kind="primary" onClick={() => openBooking(customer.id)}>
          Book a job
        </Button>
      )}
      {!isGone && (
        <Section title="Contact details">
          <CustomerForm customer={customer} onDone={onChange} />
        </Section>
      )}
      {customer.mergedInto === null ? (
        <CustomerJobs customerId={customer.id} />
      ) : (
        <MergedInto id={customer.mergedInto} />
      )}
      {!isGone && <CardOfCustomer customerId={customer.id} />}
      <DataActions customer={customer} onChange={onChange} isGone={isGone} />
    </div>
  )
}

/** Links to the customer who now has the merged records. */
function MergedInto({ id }: { id: string }) {
  const { open } = useOpened()
  const load = useLoad((signal) => api.admin.customers(id).get({ signal }), [id])
  return (
    <Alert>
      <p>
        Merged into{' '}
        <button type="button" class="link-button" onClick={() => open(id)}>
          {load.data?.name ?? 'another customer'}
        </button>
        , who now has the jobs, plans and messages.
      </p>
    </Alert>
  )
}

interface DataProps {
  customer: Customer
  onChange: () => void
  isGone: boolean
}

function DataActions({ customer, onChange, isGone }: DataProps) {
  const [asking, setAsking] = useState<'merge' | 'erase' | null>(null)
  const { may, mayForAll } = useMe()
  const stop = () => setAsking(null)
  const exportAll = async () => {
    const everything = await api.admin.customers(customer.id).export.get()
    const file = new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' })
    saveFile(file, `customer-${customer.id}.json`)
  }
  const erase = async () => {
    await api.admin.customers(customer.id).erase.post()
    toast('Customer erased')
    stop()
    onChange()
  }
  if (!mayForAll('customers.read')) return null
  return (
    <Section title="Customer data">
      <div class="row">
        <Button onClick={() => void exportAll().catch((error: Error) => toast(error.message, 'bad'))}>
          Export data
        </Button>
        {may('audit.read') && (
          <ButtonLink href={linkTo('activity', { subjectKind: 'customer', subjectId: customer.id })}>
            Changes by HQ
          </ButtonLink>
        )}
        {!isGone && mayForAll('customers.write') && (
          <Button onClick={() => setAsking('merge')}>Merge into another customer</Button>
        )}
        {!isGone && mayForAll('customers.erase') && (
          <Button kind="danger" onClick={() => setAsking('erase')}>
            Erase
          </Button>
        )}
      </div>
      <MergeDialog
        customer={customer}
        open={asking === 'merge'}
        onClose={stop}
        onDone={() => {
          stop()
          onChange()
        }}
      />
      <Confirm
        title={`Erase ${customer.name}?`}
        open={asking === 'erase'}
        action="Erase permanently"
        danger
        onConfirm={erase}
        onClose={stop}
      >
        <p>
          This removes their name, contact details, addresses and messages. Job and payment amounts stay for
          your books. You can't undo this.
        </p>
      </Confirm>
    </Section>
  )
}

interface MergeProps {
  customer: Customer
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Moves everything from the open customer to the chosen one. */
function MergeDialog({ customer, open, onClose, onDone }: MergeProps) {
  const [into, setInto] = useState<Customer | null>(null)
  const merge = async () => {
    await api.admin.customers(customer.id).merge.post({ into: into?.id })
    toast(`Merged into ${into?.name ?? ''}`)
    onDone()
  }
  return (
    <Confirm
      title={`Merge ${customer.name} into another customer?`}
      open={open}
      action={into ? `Merge into ${into.name}` : 'Merge'}
      danger
      ready={into !== null}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>All jobs, plans and messages move to the customer you choose. You can't undo this.</p>
      <FindCustomer
        label="Find the customer to keep"
        legend="Customer to keep"
        chosen={into?.id ?? ''}
        except={customer.id}
        onChoose={setInto}
      />
    </Confirm>
  )
}

function CustomerForm({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  const saving = useAction(async () => {
    const { name, email, phone, language, address, notes, emailOptOut, smsOptOut } = form.values
    const body = {
      name,
      email: orNull(email),
      phone: orNull(phone),
      language: languageOrNull(language),
      address: orNull(address),
      notes: orNull(notes),
      emailOptOut,
      smsOptOut,
    }
    await api.admin.customers(customer.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      name: customer.name,
      email: customer.email ?? '',
      phone: formatPhone(customer.phone ?? ''),
      language: customer.language ?? '',
      address: customer.address ?? '',
      notes: customer.notes ?? '',
      emailOptOut: customer.emailOptOut,
      smsOptOut: customer.smsOptOut,
    },
    saving.fields,
  )
  return (
    <Form
      action={saving}
      submit="Save"
      needs="customers.write"
      onDone={onDone}
      fields={['name', 'email', 'phone', 'address', 'notes']}
    >
      <div class="form-grid">
        <TextField label="Name" {...form.text('name')} />
        <TextField label="Email" type="email" optional {...form.text('email')} />
        <TextField label="Phone" type="tel" optional {...form.text('phone')} />
        <SelectField label="Language" {...form.choice('language')} options={languageOptions} />
        <div class="wide">
          <TextField label="Address" optional {...form.text('address')} />
        </div>
        <div class="wide">
          <TextArea
            label="Notes"
            optional
            rows={3}
            {...form.text('notes')}
            hint="Only you and your team see this."
          />
        </div>
      </div>
      <div class="row">
        <CheckField label="Opted out of marketing emails" {...form.check('emailOptOut')} />
        <CheckField label="Opted out of text messages" {...form.check('smsOptOut')} />
      </div>
    </Form>
  )
}
