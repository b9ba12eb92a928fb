import { useRef } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises'
import { formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { CheckField, ChipsField, SelectField, TextField, toast } from '../../components'
import { api, settings } from '../session'
import { stopOptions } from '../settings/stop-moving'
import { DatesField } from '../shared/dates-field'
import { Form, isChanged, numberOrNull, orNull, textOf, useForm, wordsOf } from '../shared/form'
import { pinOf, PlaceField } from '../shared/place-field'
import { useTimeZoneOptions } from '../shared/time-zones'

const moveOptions = [
  { value: '', label: 'Use company setting' },
  { value: 'window', label: 'Inside the arrival window' },
  { value: 'never', label: 'Never' },
]

interface Moves {
  moves: string
  freezeHours: string
  keepsTechnician: boolean
  acceptsPlans: boolean
  gathersOpenDays: boolean
}

/** Null where the company's way counts. */
const movesOf = ({ moves, freezeHours, keepsTechnician, acceptsPlans, gathersOpenDays }: Moves) =>
  moves === ''
    ? null
    : {
        moves: moves === 'never' ? ('never' as const) : ('window' as const),
        freezeHours: numberOrNull(freezeHours) ?? 6,
        keepsTechnician,
        acceptsPlans,
        gathersOpenDays,
      }

/** The fields of the form, with what a franchise has in them. */
export const detailsOf = (franchise: Franchise | null) => ({
  name: franchise?.name ?? '',
  slug: franchise?.slug ?? '',
  contactName: franchise?.contactName ?? '',
  email: franchise?.email ?? '',
  phone: formatPhone(franchise?.phone ?? ''),
  postalAddress: franchise?.postalAddress ?? '',
  logoUrl: franchise?.logoUrl ?? '',
  timeZone: franchise?.timeZone ?? settings.timeZone,
  color: franchise?.color ?? '#1f6f54',
  taxPercent: textOf(franchise?.taxPercent ?? 0),
  priority: textOf(franchise?.priority ?? 0),
  base: franchise?.lat === null ? (franchise.postalAddress ?? '') : '',
  lat: textOf(franchise?.lat),
  lng: textOf(franchise?.lng),
  blackoutDates: franchise?.blackoutDates.join(', ') ?? '',
  textCountries: franchise?.textCountries.join(', ') ?? 'US',
  moves: franchise?.visitMoves?.moves ?? '',
  freezeHours: textOf(franchise?.visitMoves?.freezeHours ?? 6),
  keepsTechnician: franchise?.visitMoves?.keepsTechnician ?? false,
  acceptsPlans: franchise?.visitMoves?.acceptsPlans ?? false,
  gathersOpenDays: franchise?.visitMoves?.gathersOpenDays ?? false,
  active: franchise?.active ?? true,
})

interface FranchiseFormProps {
  /** Null for a new franchise. */
  franchise: Franchise | null
  onDone: (saved: Franchise) => void
  onCancel?: () => void
}

export function FranchiseForm({ franchise, onDone, onCancel }: FranchiseFormProps) {
  const saved = useRef(franchise)
  const timeZones = useTimeZoneOptions(franchise?.timeZone ?? settings.timeZone)
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      name: values.name,
      ...(values.slug === '' ? {} : { slug: values.slug }),
      contactName: orNull(values.contactName),
      email: orNull(values.email),
      phone: orNull(values.phone),
      postalAddress: orNull(values.postalAddress),
      logoUrl: orNull(values.logoUrl),
      timeZone: values.timeZone,
      color: values.color,
      taxPercent: numberOrNull(values.taxPercent) ?? 0,
      priority: numberOrNull(values.priority) ?? 0,
      lat: numberOrNull(values.lat),
      lng: numberOrNull(values.lng),
      blackoutDates: wordsOf(values.blackoutDates),
      textCountries: wordsOf(values.textCountries),
      visitMoves: movesOf(values),
      active: values.active,
    }
    saved.current =
      franchise === null
        ? await api.admin.franchises.post(body)
        : await api.admin.franchises(franchise.id).patch(body)
    toast('Saved')
  })
  const first = detailsOf(franchise)
  const form = useForm(first, saving.fields)
  return (
    <Form
      action={saving}
      submit={franchise === null ? 'Save' : 'Save details'}
      ready={franchise === null || isChanged(form.values, first)}
      onDone={() => saved.current && onDone(saved.current)}
      {...(onCancel && { onCancel })}
      fields={Object.keys(form.values)}
    >
      <div class="form-grid">
        <TextField label="Name" {...form.text('name')} />
        <TextField
          label="Page address"
          optional={franchise === null}
          {...form.text('slug')}
          hint={
            franchise?.slug ? `Its page is at /f/${franchise.slug}` : 'Leave blank to make it from the name'
          }
        />
        <TextField label="Contact person" optional {...form.text('contactName')} />
        <TextField label="Email" type="email" optional {...form.text('email')} />
        <TextField label="Phone" type="tel" optional {...form.text('phone')} />
        <TextField
          label="Mailing address"
          optional
          {...form.text('postalAddress')}
          hint="Shown on invoices and at the bottom of emails. Marketing emails need one by law."
        />
        <TextField
          label="Logo"
          type="url"
          optional
          {...form.text('logoUrl')}
          hint="The https:// address of a picture, shown at the top of emails"
        />
        <SelectField label="Time zone" {...form.choice('timeZone')} options={timeZones} />
        <TextField label="Sales tax (%)" inputMode="decimal" {...form.text('taxPercent')} />
        <TextField label="Brand color" type="color" {...form.text('color')} />
        <div class="wide">
          <PlaceField
            label="Home base"
            address={form.values.base}
            onAddress={(base) => form.set({ base })}
            pin={pinOf(form.values.lat, form.values.lng)}
            onPin={(pin) => form.set({ lat: textOf(pin?.lat), lng: textOf(pin?.lng) })}
            error={form.text('lat').error ?? form.text('lng').error}
          />
        </div>
        <div class="wide stack-tight">
          <p class="field-label">Closed days</p>
          <DatesField
            label="Add a closed day"
            dates={wordsOf(form.values.blackoutDates)}
            onChange={(dates) => form.set({ blackoutDates: dates.join(', ') })}
            none="No closed days of its own. The company's holidays apply here, too."
            error={form.text('blackoutDates').error}
          />
        </div>
        <div class="wide">
          <ChipsField
            label="Countries we can text"
            values={wordsOf(form.values.textCountries)}
            onChange={(countries) => form.set({ textCountries: countries.join(', ') })}
            hint="Two-letter codes such as US or CA. Press Enter after each one. If someone books with a phone number from another country, we hold their texts in the outbox until you approve them."
            error={form.text('textCountries').error}
          />
        </div>
        <TextField
          label="Priority"
          inputMode="numeric"
          {...form.text('priority')}
          hint="Where service areas overlap, the franchise with the higher number gets the job"
        />
        <SelectField
          label="Move scheduled visits"
          options={moveOptions}
          hint="Whether dispatch can move visits inside their arrival windows to save driving"
          {...form.choice('moves')}
        />
        {form.values.moves === 'window' && (
          <SelectField
            label="Stop moving visits"
            options={stopOptions(form.values.freezeHours)}
            hint="Once a technician's day has started, their visits don't move"
            {...form.choice('freezeHours')}
          />
        )}
      </div>
      {form.values.moves === 'window' && (
        <CheckField label="Keep the technician when a visit moves" {...form.check('keepsTechnician')} />
      )}
      {form.values.moves !== '' && (
        <>
          <CheckField
            label="Apply better plans and reassign visits automatically"
            {...form.check('acceptsPlans')}
          />
          <CheckField
            label="Schedule bookings with no chosen day at 6 PM"
            {...form.check('gathersOpenDays')}
          />
        </>
      )}
      <CheckField label="Active (can take jobs)" {...form.check('active')} />
      {franchise === null && (
        <p class="soft small">Once it's saved, you can set its service area and its revenue share.</p>
      )}
    </Form>
  )
}
