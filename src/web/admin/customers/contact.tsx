import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import { formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Badge, Button, CheckField, Dialog, SelectField, TextArea, TextField, toast } from '../../components'
import { setAddress } from '../address'
import { api } from '../session'
import { dialed, MailLink, PhoneLink, Section } from '../shared/facts'
import { Form, orNull, useForm } from '../shared/form'
import { languageOptions, languageOrNull } from '../shared/words'
import { languageNames } from '../../../words/language'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import type { ChangeProps } from './shared'

/** How to reach a customer, and what stands in the way. */
export function Contact({ summary, onChange, canChange }: ChangeProps) {
  const { customer } = summary
  const [editing, setEditing] = useState(false)
  const preferred = useDirectory().workers.find(({ id }) => id === customer.preferredWorkerId)
  const fails = (channel: 'email' | 'sms') => customer.unreachable.some((found) => found.channel === channel)
  return (
    <Section
      title="Contact"
      actions={
        canChange && (
          <Button size="small" kind="quiet" onClick={() => setEditing(true)}>
            Edit contact
          </Button>
        )
      }
    >
      <ul class="contact-list">
        {customer.phone === null ? <li class="soft">No phone number</li> : <Phone customer={customer} />}
        {customer.phone !== null && (customer.smsOptOut || fails('sms')) && (
          <li class="row">
            {customer.smsOptOut && <Badge tone="warn">Opted out of texts</Badge>}
            {fails('sms') && <Badge tone="bad">Texts don't arrive</Badge>}
          </li>
        )}
        {customer.email === null ? (
          <li class="soft">No email address</li>
        ) : (
          <li class="row-apart">
            <MailLink email={customer.email} />
          </li>
        )}
        {customer.email !== null && (customer.emailOptOut || fails('email')) && (
          <li class="row">
            {customer.emailOptOut && <Badge tone="warn">No marketing emails</Badge>}
            {fails('email') && <Badge tone="bad">Emails bounce</Badge>}
          </li>
        )}
        {preferred && <li class="soft">Prefers {preferred.name}</li>}
        {customer.language !== null && <li class="soft">Speaks {languageNames[customer.language]}</li>}
      </ul>
      <Dialog title="Edit contact" open={editing} onClose={() => setEditing(false)}>
        <CustomerForm
          customer={customer}
          onCancel={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            onChange()
          }}
        />
      </Dialog>
    </Section>
  )
}

/** Text opens the conversation here; a phone also offers its own app. */
function Phone({ customer }: { customer: Customer }) {
  const { may } = useMe()
  return (
    <li class="row-apart">
      <PhoneLink phone={customer.phone ?? ''} />
      <span class="row">
        <a class="small touch-only" href={`sms:${dialed(customer.phone ?? '')}`}>
          Text from my phone
        </a>
        {may('messages.write') && (
          <button type="button" class="link-button small" onClick={writeHere}>
            Text
          </button>
        )}
      </span>
    </li>
  )
}

/** The conversation stands below everything else where there is no room beside it. */
function writeHere(): void {
  setAddress({ part: 'messages' })
  if (!matchMedia('(max-width: 60rem)').matches) return
  requestAnimationFrame(() => document.querySelector('.customer-main')?.scrollIntoView())
}

interface CustomerFormProps {
  customer: Customer
  onDone: () => void
  onCancel: () => void
}

function CustomerForm({ customer, onDone, onCancel }: CustomerFormProps) {
  const { workers } = useDirectory()
  const choices = workers
    .filter(({ active, id }) => active || id === customer.preferredWorkerId)
    .map(({ id, name }) => ({ value: id, label: name }))
  const saving = useAction(async () => {
    const { name, email, phone, language, preferredWorkerId, notes, emailOptOut, smsOptOut } = form.values
    const body = {
      name,
      email: orNull(email),
      phone: orNull(phone),
      language: languageOrNull(language),
      preferredWorkerId: orNull(preferredWorkerId),
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
      preferredWorkerId: customer.preferredWorkerId ?? '',
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
      onDone={onDone}
      onCancel={onCancel}
      fields={['name', 'email', 'phone', 'notes']}
    >
      <div class="form-grid form-grid-2">
        <TextField label="Name" {...form.text('name')} />
        <TextField label="Email" type="email" optional {...form.text('email')} />
        <TextField label="Phone" type="tel" optional {...form.text('phone')} />
        <SelectField label="Language" {...form.choice('language')} options={languageOptions} />
        {workers.length > 0 && (
          <div class="wide">
            <SelectField
              label="Preferred technician"
              {...form.choice('preferredWorkerId')}
              options={[{ value: '', label: 'No preference' }, ...choices]}
              hint="Dispatch picks this technician if it adds less than 30 minutes of driving"
            />
          </div>
        )}
        <div class="wide">
          <TextArea
            label="General note"
            optional
            rows={3}
            {...form.text('notes')}
            hint="Shown above all other notes. Only your team sees it."
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
