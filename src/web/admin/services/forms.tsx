import { useState } from 'preact/hooks'
import type { Service, Promo } from '../../../modules/catalog'
import { useAction } from '../../client/hooks'
import {
  CheckField,
  ChipsField,
  dollarsOf,
  MoneyField,
  moneyText,
  TextField,
  toast,
  SelectField,
} from '../../components'
import { technicianCounts } from '../jobs/job-fields'
import { api, settings } from '../session'
import { ChecklistField, checklistFault, checklistFrom, type ItemText } from './checklist-field'
import { ExtrasField, extrasFault, extrasFrom, extraTexts } from './extras-field'
import { Form, numberOrNull, textOf, useForm, wordsOf, orNull } from '../shared/form'
import { knownSkills, missingSkill } from '../shared/skills'
import { isoOf, localTime } from '../shared/zone'
import { franchiseOptions, useDirectory } from '../shell/directory'

interface ServiceFormProps {
  /** Null for a new service. */
  service: Service | null
  onDone: () => void
  onCancel: () => void
}

export function ServiceForm({ service, onDone, onCancel }: ServiceFormProps) {
  const directory = useDirectory()
  const [extras, setExtras] = useState(extraTexts(service?.extras ?? []))
  const [checklist, setChecklist] = useState<ItemText[]>(service?.checklist ?? [])
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      label: values.label,
      listPrice: dollarsOf(values.listPrice),
      footPrice: dollarsOf(values.footPrice) ?? 0,
      storyPrice: dollarsOf(values.storyPrice) ?? 0,
      windowPrice: dollarsOf(values.windowPrice) ?? 0,
      minimumPrice: dollarsOf(values.minimumPrice) ?? 0,
      extras: extrasFrom(extras),
      checklist: checklistFrom(checklist),
      asksSignature: values.asksSignature,
      byQuote: values.byQuote,
      baseMinutes: numberOrNull(values.baseMinutes),
      minutesPerFootStory: numberOrNull(values.minutesPerFootStory) ?? 0,
      bufferMinutes: numberOrNull(values.bufferMinutes) ?? 0,
      skills: wordsOf(values.skills),
      technicians: values.technicians === '2' ? 2 : 1,
      active: values.active,
    }
    if (service === null) await api.admin.services.post(body)
    else await api.admin.services(service.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      label: service?.label ?? '',
      listPrice: moneyText(service?.listPrice),
      footPrice: moneyText(service?.footPrice || null),
      storyPrice: moneyText(service?.storyPrice || null),
      windowPrice: moneyText(service?.windowPrice || null),
      minimumPrice: moneyText(service?.minimumPrice || null),
      byQuote: service?.byQuote ?? false,
      asksSignature: service?.asksSignature ?? false,
      baseMinutes: textOf(service?.baseMinutes),
      minutesPerFootStory: textOf(service?.minutesPerFootStory),
      bufferMinutes: textOf(service?.bufferMinutes),
      skills: service?.skills.join(', ') ?? '',
      technicians: String(service?.technicians ?? 1),
      active: service?.active ?? true,
    },
    saving.fields,
  )
  return (
    <Form
      action={saving}
      submit="Save"
      needs="settings"
      onDone={onDone}
      onCancel={onCancel}
      fields={[...Object.keys(form.values), 'extras', 'checklist']}
    >
      <div class="form-grid form-grid-2">
        <TextField label="Service name" {...form.text('label')} />
        <MoneyField label="List price" optional {...form.text('listPrice')} />
        <MoneyField
          label="Minimum price"
          optional
          hint="Small jobs cost at least this much"
          {...form.text('minimumPrice')}
        />
        <MoneyField label="Price per foot of gutter" optional {...form.text('footPrice')} />
        <MoneyField label="Price per story above the first" optional {...form.text('storyPrice')} />
        <MoneyField label="Price per window" optional {...form.text('windowPrice')} />
        <TextField
          label="Visit length (minutes)"
          inputMode="numeric"
          {...form.text('baseMinutes')}
          hint="Visits can't be scheduled without a length. Leave it blank only if the service is never booked alone."
        />
        <TextField
          label="Extra minutes per foot of gutter"
          inputMode="decimal"
          optional
          {...form.text('minutesPerFootStory')}
          hint="Counts for each story: 0.15 adds 45 minutes for 150 feet on two stories"
        />
        <TextField
          label="Buffer after (minutes)"
          inputMode="numeric"
          optional
          {...form.text('bufferMinutes')}
        />
        <SelectField
          label="Technicians needed"
          {...form.choice('technicians')}
          options={technicianCounts}
          hint="With two, the lead needs the skills and both are busy for the whole visit"
        />
        <div class="wide">
          <ChipsField
            label="Required skills"
            optional
            values={wordsOf(form.values.skills)}
            onChange={(skills) => form.set({ skills: skills.join(', ') })}
            suggestions={knownSkills(directory)}
            hint="Press Enter after each one. Only technicians who have them all get the visit."
            error={form.text('skills').error}
            warningOf={(skill) => (directory.workers.length > 0 ? missingSkill(skill, directory) : null)}
          />
        </div>
      </div>
      <ExtrasField extras={extras} onChange={setExtras} error={extrasFault(saving.fields, extras)} />
      <ChecklistField
        items={checklist}
        onChange={setChecklist}
        error={checklistFault(saving.fields, checklist)}
      />
      <CheckField label="Technicians ask the customer for a signature" {...form.check('asksSignature')} />
      <CheckField
        label="Customers request a quote instead of booking at a price"
        {...form.check('byQuote')}
      />
      <CheckField label="Active (customers can book it)" {...form.check('active')} />
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
      value: values.kind === 'percent' ? numberOrNull(values.value) : dollarsOf(values.value),
      franchiseId: orNull(values.franchiseId),
      validFrom: beginOf(values.validFrom),
      validUntil: endOf(values.validUntil),
      maxUses: numberOrNull(values.maxUses),
      active: values.active,
    }
    if (promo === null)
      await api.admin.promos.post({ ...body, code: orNull(values.code) ?? undefined, kind: values.kind })
    else await api.admin.promos(promo.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      code: promo?.code ?? '',
      kind: promo?.kind ?? 'percent',
      value: promo?.kind === 'amount' ? moneyText(promo.value) : textOf(promo?.value),
      franchiseId: promo?.franchiseId ?? '',
      validFrom: dayOf(promo?.validFrom),
      validUntil: dayOf(promo?.validUntil),
      maxUses: textOf(promo?.maxUses),
      active: promo?.active ?? true,
    },
    saving.fields,
  )
  return (
    <Form
      action={saving}
      submit="Save"
      needs="settings"
      onDone={onDone}
      onCancel={onCancel}
      fields={Object.keys(form.values)}
    >
      <div class="form-grid">
        <TextField label="Code" {...form.text('code')} disabled={promo !== null} />
        <SelectField
          label="Discount type"
          {...form.choice('kind')}
          disabled={promo !== null}
          options={[
            { value: 'percent', label: 'Percentage' },
            { value: 'amount', label: 'Fixed amount' },
          ]}
        />
        {form.values.kind === 'percent' ? (
          <TextField label="Discount (%)" inputMode="decimal" {...form.text('value')} />
        ) : (
          <MoneyField label="Discount" {...form.text('value')} />
        )}
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'All franchises')}
        />
        <TextField label="Valid from" type="date" optional {...form.text('validFrom')} />
        <TextField label="Valid until" type="date" optional {...form.text('validUntil')} />
        <TextField label="Max uses" inputMode="numeric" optional {...form.text('maxUses')} />
      </div>
      <CheckField label="Active (customers can use it)" {...form.check('active')} />
    </Form>
  )
}
