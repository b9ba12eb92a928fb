import { useState } from 'preact/hooks'
import type { FoundCustomer } from '../../../modules/customers'
import { formatMoney, formatSomeDate } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import {
  Button,
  CheckField,
  dollarsOf,
  MoneyField,
  SelectField,
  Skeleton,
  TextArea,
  TextField,
  toast,
} from '../../components'
import { openJob, setAddress } from '../address'
import { jobsChanged } from '../jobs/changes'
import { TellSwitch } from '../jobs/job-fields'
import { api } from '../session'
import { Form, numberOrNull, orNull, textOf, useForm, wordsOf } from '../shared/form'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { SavedAddresses } from './addresses'
import { takeCaller } from './caller'
import { knownFrom } from './known'
import { catalogPriceOf, dependsOnSize, otherExtrasHint, type Described } from './price'
import { ArrivalWindows, windowText } from './windows'
import { ChosenCustomer, Who } from './who'

const blank = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  address: '',
  type: '',
  price: '',
  preferredDate: '',
  preferredTime: '',
  addOns: '',
  franchiseId: '',
  notes: '',
  gutterLength: '',
  stories: '',
  tellCustomer: true,
}

interface BookingProps {
  /** The customer the form was opened for, if any. */
  first: FoundCustomer | null
  onClose: () => void
}

export function BookingForm({ first, onClose }: BookingProps) {
  const directory = useDirectory()
  const [chosen, setChosen] = useState(first)
  const [isNew, setIsNew] = useState(false)
  const [isKnown, setIsKnown] = useState(false)
  const [extras, setExtras] = useState<string[]>([])
  const booking = useAction(async () => {
    const { job } = await api.admin.jobs.post({
      ...form.values,
      ...contact(),
      preferredDate: orNull(form.values.preferredDate),
      preferredTime: orNull(form.values.preferredTime),
      franchiseId: orNull(form.values.franchiseId),
      notes: orNull(form.values.notes),
      addOns: addOnsOf(form.values, extras),
      price: dollarsOf(form.values.price),
      gutterLength: numberOrNull(form.values.gutterLength),
      stories: numberOrNull(form.values.stories),
    })
    const { preferredDate, preferredTime } = job
    const at =
      preferredDate && preferredTime && `, ${formatSomeDate(preferredDate)}, ${windowText(preferredTime)}`
    toast(`Booked ${job.reference} for ${job.customerName}${at || ''}`)
    jobsChanged()
    setAddress({ book: null })
    openJob(job.id)
  })
  const [caller] = useState(takeCaller)
  const form = useForm({ ...blank, ...caller, address: first?.address ?? '' }, booking.fields)
  const { values, set } = form
  const history = useLoad(
    async (signal) => {
      if (chosen === null) return null
      const [{ addresses }, jobs] = await Promise.all([
        api.admin.customers(chosen.id).summary.get({ signal }),
        api.admin.jobs.get({ query: { customerId: chosen.id, limit: 30 }, signal }),
      ])
      return knownFrom(addresses, jobs.items)
    },
    [chosen?.id],
  )
  const known = chosen && history.data
  const address = values.address || (known?.addresses[0] ?? '')

  /** A chosen customer keeps their own contact; somebody new has what was typed. */
  function contact() {
    if (chosen)
      return {
        customerId: chosen.id,
        customerName: chosen.name,
        customerEmail: undefined,
        customerPhone: undefined,
        address,
      }
    return {
      ...(isNew && { customerId: null }),
      customerEmail: orNull(values.customerEmail) ?? undefined,
      customerPhone: orNull(values.customerPhone) ?? undefined,
    }
  }
  /** The service's own extras that are ticked, and whatever else was typed. */
  function addOnsOf({ type, addOns }: Pick<Described, 'type' | 'addOns'>, ticked: string[]): string[] {
    const own = (serviceOf(type)?.extras ?? []).map(({ label }) => label)
    return [...own.filter((label) => ticked.includes(label)), ...wordsOf(addOns)]
  }
  /** The catalog's price follows the details until someone types another one. */
  const describe = (change: Partial<Described>, chosenExtras = extras) => {
    const priceOf = (described: Described, chosen: string[]) =>
      catalogPriceOf(directory.services, { ...described, addOns: addOnsOf(described, chosen).join(',') })
    const listed = priceOf({ ...values, ...change }, chosenExtras)
    const isUntouched = values.price === '' || values.price === priceOf(values, extras)
    setExtras(chosenExtras)
    set({ ...change, ...(listed !== '' && (isUntouched || 'type' in change) && { price: listed }) })
  }
  const described = (name: 'gutterLength' | 'stories' | 'addOns') => ({
    ...form.text(name),
    onText: (text: string) => describe({ [name]: text }),
  })
  const serviceOf = (type: string) => directory.services.find(({ label }) => label === type)
  const service = serviceOf(values.type)
  const sized = service !== undefined && dependsOnSize(service)
  return (
    <Form
      action={booking}
      submit="Book job"
      onDone={() => {}}
      onCancel={onClose}
      ready={chosen !== null || !isKnown || isNew}
      fields={Object.keys(blank)}
    >
      {chosen ? (
        <ChosenCustomer customer={chosen} onChange={() => setChosen(null)} />
      ) : (
        <Who
          text={form.text}
          contact={values}
          isNew={isNew}
          onNew={setIsNew}
          onSure={setIsKnown}
          onChoose={(customer) => {
            setChosen(customer)
            set({ address: '' })
          }}
        />
      )}
      {chosen && history.loading && !known ? (
        <Skeleton block lines={1} />
      ) : known && known.addresses.length > 0 ? (
        <SavedAddresses
          addresses={known.addresses}
          value={address}
          text={form.text('address')}
          onChoose={(one) => set({ address: one })}
        />
      ) : (
        <TextField label="Address" autocomplete="off" {...form.text('address')} />
      )}
      {known && known.services.length > 0 && (
        <div class="booking-chips" role="group" aria-label="Last booked">
          <span class="field-hint">Last booked</span>
          {known.services.map((job) => (
            <Button
              key={job.id}
              size="small"
              onClick={() => {
                describe({
                  type: job.type,
                  gutterLength: textOf(job.gutterLength),
                  stories: textOf(job.stories),
                })
              }}
            >
              {job.type}
            </Button>
          ))}
        </div>
      )}
      <div class={`form-grid booking-what form-grid-${sized ? 4 : 2}`}>
        <SelectField
          label="Service"
          {...form.choice('type')}
          onChoice={(type) => describe({ type })}
          options={[
            { value: '', label: 'Choose a service' },
            ...directory.services.map(({ label }) => ({ value: label, label })),
          ]}
        />
        <MoneyField label="Price" {...form.text('price')} />
        {sized && (
          <>
            <TextField
              label="Gutter length (ft)"
              inputMode="decimal"
              optional
              {...described('gutterLength')}
            />
            <TextField label="Stories" inputMode="decimal" optional {...described('stories')} />
          </>
        )}
      </div>
      {service !== undefined && service.extras.length > 0 && (
        <fieldset class="booking-extras">
          <legend class="field-label">Extras</legend>
          {service.extras.map(({ label, price }) => (
            <CheckField
              key={label}
              label={`${label} (+${formatMoney(price)})`}
              checked={extras.includes(label)}
              onCheck={(on) => describe({}, on ? [...extras, label] : extras.filter((one) => one !== label))}
            />
          ))}
        </fieldset>
      )}
      <ArrivalWindows
        asked={{
          address,
          service: values.type,
          gutterLength: values.gutterLength,
          stories: values.stories,
          addOns: addOnsOf(values, extras).join(','),
        }}
        date={values.preferredDate}
        time={values.preferredTime}
        onChoose={(preferredDate, preferredTime) => set({ preferredDate, preferredTime })}
        text={form.text}
      />
      <TextArea label="Notes" optional rows={2} {...form.text('notes')} />
      <details>
        <summary>More options</summary>
        <div class="form-grid">
          <SelectField
            label="Franchise"
            {...form.choice('franchiseId')}
            options={franchiseOptions(directory, 'Choose by address')}
          />
          {service !== undefined && (
            <TextField
              label={service.extras.length > 0 ? 'Other extras' : 'Extras'}
              hint={otherExtrasHint(service)}
              optional
              {...described('addOns')}
            />
          )}
        </div>
      </details>
      <TellSwitch {...form.check('tellCustomer')} />
    </Form>
  )
}
