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
import { counted, listed } from './counts'
import { templates } from './templates'

const phrase = 'start for real'

interface StartFormProps {
  setup: SetupState
  /** Says what goes and what stays, above the confirmation. */
  removed: ComponentChildren
  onDone: (name: string, ownerLink: string | null) => void
}

/** The answers, the decision about test bookings, and a typed confirmation if a demo company goes. */
export function StartForm({ setup: { company, trials }, removed, onDone }: StartFormProps) {
  const { email } = useMe()
  const hasDemo = company === 'demo'
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
      confirm: hasDemo ? '' : phrase,
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
      danger={hasDemo}
      ready={values.confirm.trim().toLowerCase() === phrase && isDecided}
      fields={Object.keys(values)}
      onDone={() => onDone(values.name, link.current)}
    >
      <section class="card stack">
        <h2>Your business</h2>
        <div class="form-grid form-grid-2">
          <TextField label="Business name" autocomplete="organization" {...form.text('name')} />
          <TextField
            label="Your email"
            type="email"
            hint="You sign in with it as the owner"
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
      {entered > 0 && (
        <section class="card stack">
          <Choices legend={`You also have ${enteredText(trials)} that didn't come with the demo`}>
            <Choice
              name="trials"
              value="remove"
              label="Remove them"
              note={removeNote(trials)}
              checked={values.trials === 'remove'}
              onChoose={() => form.set({ trials: 'remove' })}
            />
            <Choice
              name="trials"
              value="keep"
              label="Keep them"
              note={keepNote(trials)}
              checked={values.trials === 'keep'}
              onChoose={() => form.set({ trials: 'keep' })}
            />
          </Choices>
        </section>
      )}
      {hasDemo && (
        <section class="card stack">
          <h2>The demo company</h2>
          {removed}
          <div class="form-grid form-grid-2">
            <TextField
              label={`Type “${phrase}” to confirm`}
              autocomplete="off"
              autocapitalize="none"
              {...form.text('confirm')}
            />
          </div>
        </section>
      )}
    </Form>
  )
}

type Trials = SetupState['trials']

const enteredText = ({ jobs, customers, recurring }: Trials): string =>
  listed(
    counted(
      { jobs, customers, recurring },
      {
        jobs: ['job', 'jobs'],
        customers: ['customer', 'customers'],
        recurring: ['entry under Recurring', 'entries under Recurring'],
      },
    ),
  )

const removeNote = ({ jobs }: Trials): string =>
  jobs === 0
    ? 'They were only tests.'
    : 'They were only tests. Simulated payments and their invoices leave your books too.'

const keepNote = ({ jobs }: Trials): string =>
  jobs === 0
    ? 'They become your own.'
    : 'They become your own, and jobs lose their technician. A job that is already paid or invoiced stays with its demo franchise, which we keep as inactive.'

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
