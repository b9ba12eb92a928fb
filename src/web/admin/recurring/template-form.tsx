import type { Template } from '../../../modules/templates/model'
import { useAction } from '../../client/hooks'
import { listPriceOf } from '../jobs/list-price'
import { CheckField, SelectField, TextArea, TextField, toast } from '../../components'
import { api } from '../session'
import { settings } from '../settings'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Form, numberOrNull, orNull, textOf, useForm, wordsOf } from '../shared/form'
import { WantedTime } from '../shared/wanted-time'
import { today } from '../shared/zone'

interface TemplateFormProps {
  template: Template | null
  onDone: () => void
  onCancel?: () => void
}

export function TemplateForm({ template, onDone, onCancel }: TemplateFormProps) {
  const directory = useDirectory()
  const saving = useAction(async () => {
    const { values } = form
    const body = {
      ...values,
      customerEmail: orNull(values.customerEmail),
      customerPhone: orNull(values.customerPhone),
      price: numberOrNull(values.price),
      addOns: wordsOf(values.addOns),
      notes: orNull(values.notes),
      preferredTime: orNull(values.preferredTime),
      franchiseId: orNull(values.franchiseId),
      intervalMonths: numberOrNull(values.intervalMonths),
      endDate: orNull(values.endDate),
    }
    if (template === null) await api.post('/api/admin/templates', body)
    else await api.patch(`/api/admin/templates/${template.id}`, body)
    toast('Saved')
  })
  const form = useForm(
    {
      customerName: template?.customerName ?? '',
      customerEmail: template?.customerEmail ?? '',
      customerPhone: template?.customerPhone ?? '',
      address: template?.address ?? '',
      type: template?.type ?? '',
      price: textOf(template?.price),
      intervalMonths: textOf(template?.intervalMonths ?? 6),
      anchorDate: template?.anchorDate ?? today(settings.timeZone),
      endDate: template?.endDate ?? '',
      preferredTime: template?.preferredTime ?? '',
      franchiseId: template?.franchiseId ?? '',
      addOns: template?.addOns.join(', ') ?? '',
      notes: template?.notes ?? '',
      active: template?.active ?? true,
    },
    saving.fields,
  )
  const chooseService = (label: string) =>
    form.set({ type: label, ...listPriceOf(directory.services, label) })
  return (
    <Form
      action={saving}
      submit="Save"
      onDone={onDone}
      {...(onCancel && { onCancel })}
      fields={Object.keys(form.values)}
    >
      <div class="form-grid">
        <TextField label="Customer" {...form.text('customerName')} />
        <TextField label="E-mail" type="email" optional {...form.text('customerEmail')} />
        <TextField label="Phone" type="tel" optional {...form.text('customerPhone')} />
        <div class="wide">
          <TextField label="Address" {...form.text('address')} />
        </div>
        <SelectField
          label="Service"
          {...form.choice('type')}
          onChoice={chooseService}
          options={serviceOptions(directory.services, form.values.type)}
        />
        <TextField label="Price in dollars" inputMode="decimal" {...form.text('price')} />
        <TextField label="Months between visits" inputMode="numeric" {...form.text('intervalMonths')} />
        <TextField label="First visit" type="date" {...form.text('anchorDate')} />
        <TextField label="Last day" type="date" optional {...form.text('endDate')} />
        <WantedTime {...form.text('preferredTime')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'By the address')}
        />
        <TextField label="Extras, with commas between" optional {...form.text('addOns')} />
        <div class="wide">
          <TextArea label="Notes" optional rows={2} {...form.text('notes')} />
        </div>
      </div>
      <CheckField label="Goes on (otherwise it is paused)" {...form.check('active')} />
    </Form>
  )
}

/** A label that is no service any more stays choosable, so that saving does not change it. */
function serviceOptions(services: { label: string }[], current: string) {
  const labels = new Set([...services.map(({ label }) => label), ...(current === '' ? [] : [current])])
  return [{ value: '', label: 'Choose a service' }, ...[...labels].map((label) => ({ value: label, label }))]
}
