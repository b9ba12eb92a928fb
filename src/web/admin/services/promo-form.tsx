import type { Promo } from '../../../modules/promos/model'
import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { settings } from '../settings'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import { isoOf, localTime } from '../shared/zone'

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
    if (promo === null) await api.post('/api/admin/promos', { ...body, code: values.code, kind: values.kind })
    else await api.patch(`/api/admin/promos/${promo.id}`, body)
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
