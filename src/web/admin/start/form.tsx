import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { SetupState } from '../../../modules/setup'
import { useAction } from '../../client/hooks'
import {
  Button,
  Choice,
  Choices,
  dollarsOf,
  MoneyField,
  moneyText,
  SelectField,
  TextField,
} from '../../components'
import { api, settings } from '../session'
import { Form, numberOrNull, orNull, useForm } from '../shared/form'
import { errorText } from '../shared/words'
import { useTimeZoneOptions } from '../shared/time-zones'
import { useMe } from '../shell/me'
import { templates } from './templates'

const phrase = 'start for real'

interface StartFormProps {
  setup: SetupState
  /** Shown between the answers and the confirmation. */
  before: ComponentChildren
  onDone: (name: string, ownerLink: string | null) => void
}

/** The six answers, the decision about test bookings, and a typed confirmation. */
export function StartForm({ setup: { trials }, before, onDone }: StartFormProps) {
  const { email } = useMe()
  const link = useRef<string | null>(null)
  const starting = useAction(async () => {
    const { values } = form
    const { ownerLink } = await api.admin.setup.start.post(
      {
        name: values.name,
        address: values.address,
        timeZone: values.timeZone,
        service: {
          name: values.service,
          price: dollarsOf(values.price) ?? '',
          minutes: numberOrNull(values.minutes) ?? '',
        },
        technician: { name: values.technician, phone: values.phone, email: orNull(values.technicianEmail) },
        ownerEmail: values.ownerEmail,
        ...(values.trials === '' ? {} : { trials: values.trials }),
        confirm: values.confirm,
      } as Parameters<typeof api.admin.setup.start.post>[0],
      { key: null },
    )
    link.current = ownerLink
  })
  const faults = named(starting.fields)
  const form = useForm(
    {
      name: '',
      address: '',
      timeZone: settings.timeZone,
      service: '',
      price: '',
      minutes: '',
      technician: '',
      phone: '',
      technicianEmail: '',
      ownerEmail: email ?? '',
      trials: '',
      confirm: '',
    },
    faults,
  )
  const place = usePlace((timeZone) => form.set({ timeZone }))
  const { values } = form
  const timeZones = useTimeZoneOptions(values.timeZone)
  const entered = trials.jobs + trials.customers + trials.recurring
  const isDecided = entered === 0 || values.trials !== ''
  return (
    <Form
      action={{ ...starting, fields: faults }}
      submit="Start for real"
      danger
      ready={values.confirm.trim().toLowerCase() === phrase && isDecided}
      fields={Object.keys(values)}
      onDone={() => onDone(values.name, link.current)}
    >
      <section class="card stack">
        <h2>Your business</h2>
        <div class="form-grid">
          <TextField label="Business name" autocomplete="organization" {...form.text('name')} />
          <TextField
            label="Your email"
            type="email"
            hint="You sign in with it as the owner."
            {...form.text('ownerEmail')}
          />
          <TextField
            label="Business address"
            hint={place.hint ?? 'Street, city, state and ZIP code'}
            autocomplete="street-address"
            onBlur={() => place.look(values.address)}
            {...form.text('address')}
          />
          <SelectField label="Time zone" options={timeZones} {...form.choice('timeZone')} />
        </div>
      </section>
      <section class="card stack">
        <h2>Your first service</h2>
        <div class="chips" role="group" aria-label="Common services">
          {templates.map(({ name, price, minutes }) => (
            <Button
              key={name}
              size="small"
              onClick={() => form.set({ service: name, price: moneyText(price), minutes: String(minutes) })}
            >
              {name}
            </Button>
          ))}
        </div>
        <div class="form-grid">
          <TextField label="Service name" {...form.text('service')} />
          <MoneyField label="Price" {...form.text('price')} />
          <TextField label="Visit length (minutes)" inputMode="numeric" {...form.text('minutes')} />
        </div>
      </section>
      <section class="card stack">
        <h2>Your first technician</h2>
        <p class="soft">
          This can be you. We set their hours to Monday to Friday, 8&nbsp;AM to 5&nbsp;PM, and their area to
          25 miles around your business address. You can change all of this later.
        </p>
        <div class="form-grid">
          <TextField label="Technician's name" {...form.text('technician')} />
          <TextField label="Mobile phone" type="tel" {...form.text('phone')} />
          <TextField label="Technician's email" type="email" optional {...form.text('technicianEmail')} />
        </div>
      </section>
      {before}
      {entered > 0 && (
        <section class="card stack">
          <Choices legend={`You also have ${enteredText(trials)} that didn't come with the demo`}>
            <Choice
              name="trials"
              value="remove"
              label="Remove them"
              note="They were only tests. Simulated payments and their invoices leave your books too."
              checked={values.trials === 'remove'}
              onChoose={() => form.set({ trials: 'remove' })}
            />
            <Choice
              name="trials"
              value="keep"
              label="Keep them"
              note="Jobs become your own, without a technician. Paid or invoiced ones stay with the demo franchise that took them, which becomes inactive."
              checked={values.trials === 'keep'}
              onChoose={() => form.set({ trials: 'keep' })}
            />
          </Choices>
        </section>
      )}
      <TextField
        label={`Type “${phrase}” to confirm`}
        autocomplete="off"
        autocapitalize="none"
        {...form.text('confirm')}
      />
    </Form>
  )
}

const enteredText = ({ jobs, customers, recurring }: SetupState['trials']): string =>
  [
    [jobs, 'job'],
    [customers, 'customer'],
    [recurring, 'recurring job'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(' and ')

/** The fields of the form, by the names that the service gives them. */
const names: Record<string, string> = {
  'service.name': 'service',
  'service.price': 'price',
  'service.minutes': 'minutes',
  'technician.name': 'technician',
  'technician.phone': 'phone',
  'technician.email': 'technicianEmail',
}
const named = (faults: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [names[name] ?? name, fault]))

/** Finds the address when it is entered, and with it the time zone. */
function usePlace(onZone: (timeZone: string) => void) {
  const [hint, setHint] = useState<string | null>(null)
  const look = async (address: string) => {
    if (address.trim() === '') return
    try {
      const { label, timeZone } = await api.admin.setup.place.get({ query: { address } })
      setHint(label === null ? "We couldn't find this place. Add the city and ZIP code." : `Found: ${label}`)
      if (timeZone !== null) onZone(timeZone)
    } catch (error) {
      setHint(errorText(error instanceof Error ? error.message : undefined) ?? null)
    }
  }
  return { hint, look: (address: string) => void look(address) }
}
