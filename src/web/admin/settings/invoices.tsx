import { useState } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises'
import { useAction } from '../../client/hooks'
import { CheckField, Empty, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form, numberOrNull, textOf, useForm } from '../shared/form'
import { useDirectory } from '../shell/directory'
import { LastChange, Sourced, useSaving, type PartProps } from './shared'

/** When invoices are due, and the tax that each franchise charges. */
export function InvoicesAndTax(props: PartProps) {
  return (
    <div class="stack">
      <div class="card stack">
        <Terms {...props} />
      </div>
      <div class="card stack">
        <TaxRates />
      </div>
    </div>
  )
}

function Terms(props: PartProps) {
  const { values, changedAt, changedBy } = props.state.invoices
  const saving = useSaving(
    'invoices',
    () => ({
      daysToPay: numberOrNull(form.values.daysToPay),
      techniciansTakePayment: form.values.techniciansTakePayment,
      showPhotos: form.values.showPhotos,
    }),
    props,
  )
  const { techniciansTakePayment, showPhotos } = values
  const form = useForm(
    { daysToPay: textOf(values.daysToPay), techniciansTakePayment, showPhotos },
    saving.fields,
  )
  return (
    <Section title="Invoices and payments">
      <Form action={saving} submit="Save" onDone={() => {}} fields={['daysToPay']}>
        <div class="form-grid">
          <Sourced
            {...props}
            group="invoices"
            field="daysToPay"
            onReset={(next) => form.set({ daysToPay: textOf(next.invoices.values.daysToPay) })}
          >
            <TextField
              label="Days until an invoice is due"
              type="number"
              min={0}
              max={365}
              hint="Enter 0 to make it due on the day you send it. Invoices you already sent keep their date."
              {...form.text('daysToPay')}
            />
          </Sourced>
        </div>
        <CheckField
          label="Technicians see what is due, take payments and add extras on their phones"
          {...form.check('techniciansTakePayment')}
        />
        <CheckField
          label="Customers see the before and after photos on their invoice page"
          {...form.check('showPhotos')}
        />
      </Form>
      <LastChange at={changedAt} by={changedBy} />
    </Section>
  )
}

function TaxRates() {
  const { franchises: all, loaded, reload } = useDirectory()
  const franchises = all
    .filter(({ active }) => active)
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <Section title="Sales tax by franchise">
      <p class="soft">New bookings use the new rate. Jobs that are already booked keep theirs.</p>
      {loaded && franchises.length === 0 && (
        <Empty title="No franchises yet">Add one under Franchises to charge sales tax.</Empty>
      )}
      {/* Starts with the stored rates once they are here. */}
      {franchises.length > 0 && <TaxForm franchises={franchises} onDone={reload} />}
    </Section>
  )
}

type Rate = Pick<Franchise, 'id' | 'name' | 'taxPercent'>

function TaxForm({ franchises, onDone }: { franchises: Rate[]; onDone: () => void }) {
  const [failed, setFailed] = useState<string | null>(null)
  const isChanged = ({ id, taxPercent }: Rate) => (form.values[id] ?? '') !== textOf(taxPercent)
  const saving = useAction(async () => {
    for (const franchise of franchises.filter(isChanged)) {
      setFailed(franchise.id)
      const taxPercent = numberOrNull(form.values[franchise.id] ?? '') ?? 0
      await api.admin.franchises(franchise.id).patch({ taxPercent })
    }
    toast('Tax rates saved')
  })
  const fault = saving.fields.taxPercent
  const form = useForm<Record<string, string>>(
    Object.fromEntries(franchises.map(({ id, taxPercent }) => [id, textOf(taxPercent)])),
    fault === undefined || failed === null ? {} : { [failed]: fault },
  )
  return (
    <Form
      action={saving}
      submit="Save tax rates"
      onDone={onDone}
      ready={franchises.some(isChanged)}
      fields={['taxPercent']}
    >
      <div class="form-grid">
        {franchises.map(({ id, name }) => (
          <TextField key={id} label={`${name} (%)`} inputMode="decimal" {...form.text(id)} />
        ))}
      </div>
    </Form>
  )
}
