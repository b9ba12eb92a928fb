import type { Service, Promo } from '../../../modules/catalog'
import { useAction } from '../../client/hooks'
import { CheckField, TextField, toast, SelectField } from '../../components'
import { api, settings } from '../session'
import { Form, numberOrNull, textOf, useForm, wordsOf, orNull } from '../shared/form'
import { isoOf, localTime } from '../shared/zone'
import { franchiseOptions, useDirectory } from '../shell/directory'

interface ServiceFormProps {
  /** Null for a new one. */
  service: Service | null
  onDone: () => void
  onCancel: () => void
}

export function ServiceForm({ service, onDone, onCancel }: ServiceFormProps) {
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      label: values.label,
      listPrice: numberOrNull(values.listPrice),
      baseMinutes: numberOrNull(values.baseMinutes),
      minutesPerFootStory: numberOrNull(values.minutesPerFootStory) ?? 0,
      bufferMinutes: numberOrNull(values.bufferMinutes) ?? 0,
      skills: wordsOf(values.skills),
      active: values.active,
    }
    if (service === null) await api.admin.services.post(body)
    else await api.admin.services(service.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      label: service?.label ?? '',
      listPrice: textOf(service?.listPrice),
      baseMinutes: textOf(service?.baseMinutes),
      minutesPerFootStory: textOf(service?.minutesPerFootStory),
      bufferMinutes: textOf(service?.bufferMinutes),
      skills: service?.skills.join(', ') ?? '',
      active: service?.active ?? true,
    },
    saving.fields,
  )
  return (
    <Form action={saving} submit="Save" onDone={onDone} onCancel={onCancel} fields={Object.keys(form.values)}>
      <div class="form-grid">
        <div class="wide">
          <TextField label="Service" {...form.text('label')} />
        </div>
        <TextField label="List price in dollars" inputMode="decimal" optional {...form.text('listPrice')} />
        <TextField
          label="Minutes a visit takes"
          inputMode="numeric"
          optional
          {...form.text('baseMinutes')}
          hint="Only extras go without it: customers could choose no time, and dispatch could not plan the visit"
        />
        <TextField
          label="Minutes more a foot and storey"
          inputMode="decimal"
          optional
          {...form.text('minutesPerFootStory')}
        />
        <TextField
          label="Minutes between visits"
          inputMode="numeric"
          optional
          {...form.text('bufferMinutes')}
        />
        <div class="wide">
          <TextField label="Skills it needs, with commas between" optional {...form.text('skills')} />
        </div>
      </div>
      <CheckField label="Can be booked" {...form.check('active')} />
    </Form>
  )
}

interface PromoFormProps {
  promo: Promo | null
  onDone: () => void
  onCancel: () => void
}

const dayOf = (moment: string | null | undefined) => (moment ? localTime(moment, settings.timeZone).date : '')
const beginOf = (date: string) => (date === '' ? null : isoOf({ date, time: '00:00' }, settings.timeZone))
const endOf = (date: string) => (date === '' ? null : isoOf({ date, time: '23:59' }, settings.timeZone))

export function PromoForm({ promo, onDone, onCancel }: PromoFormProps) {
  const directory = useDirectory()
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      value: numberOrNull(values.value),
      franchiseId: orNull(values.franchiseId),
      validFrom: beginOf(values.validFrom),
      validUntil: endOf(values.validUntil),
      maxUses: numberOrNull(values.maxUses),
      active: values.active,
    }
    if (promo === null) await api.admin.promos.post({ ...body, code: values.code, kind: values.kind })
    else await api.admin.promos(promo.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      code: promo?.code ?? '',
      kind: promo?.kind ?? 'percent',
      value: textOf(promo?.value),
      franchiseId: promo?.franchiseId ?? '',
      validFrom: dayOf(promo?.validFrom),
      validUntil: dayOf(promo?.validUntil),
      maxUses: textOf(promo?.maxUses),
      active: promo?.active ?? true,
    },
    saving.fields,
  )
  return (
    <Form action={saving} submit="Save" onDone={onDone} onCancel={onCancel} fields={Object.keys(form.values)}>
      <div class="form-grid">
        <TextField label="Code" {...form.text('code')} disabled={promo !== null} />
        <SelectField
          label="Takes off"
          {...form.choice('kind')}
          disabled={promo !== null}
          options={[
            { value: 'percent', label: 'A percentage' },
            { value: 'amount', label: 'An amount in dollars' },
          ]}
        />
        <TextField label="How much" inputMode="decimal" {...form.text('value')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'Every franchise')}
        />
        <TextField label="First day" type="date" optional {...form.text('validFrom')} />
        <TextField label="Last day" type="date" optional {...form.text('validUntil')} />
        <TextField label="How often at most" inputMode="numeric" optional {...form.text('maxUses')} />
      </div>
      <CheckField label="In use" {...form.check('active')} />
    </Form>
  )
}
