import { useState } from 'preact/hooks'
import type { JobTemplate } from '../../../modules/recurring'
import { formatDate, formatMoney, formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { intervalIn, intervalText } from '../../client/interval'
import {
  Button,
  Drawer,
  Empty,
  Icon,
  RowLink,
  CheckField,
  SelectField,
  TextArea,
  TextField,
  toast,
  dollarsOf,
  MoneyField,
  moneyText,
} from '../../components'
import { CustomerFields, listPriceOf } from '../jobs/job-fields'
import { addOnHint } from '../booking/price'
import { api, settings } from '../session'
import { Section, StateBadge, TwoLines } from '../shared/facts'
import { Form, orNull, useForm, wordsOf } from '../shared/form'
import { List, useList, Loaded, useItem } from '../shared/list'
import { Filters, SearchFilter, useFilters, useOpened } from '../shared/tab-page'
import { WantedTime } from '../shared/wanted-time'
import { today } from '../shared/zone'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { every, intervals, UpcomingDates } from './dates'

export function JobTemplates() {
  const query = useFilters('q')
  const list = useList(api.admin.templates, { ...query, sort: 'next' })
  const { open } = useOpened()
  const { may } = useMe()
  const [adding, setAdding] = useState(false)
  return (
    <div class="stack">
      <Filters>
        <SearchFilter label="Name, email or address" />
        {may('jobs.write') && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add recurring visits
          </Button>
        )}
      </Filters>
      <List
        list={list}
        caption="Recurring visits"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={query.q === '' ? <NoneYet /> : <NoMatch />}
        columns={[
          {
            head: 'Customer',
            cell: (one) => <TwoLines first={<RowLink>{one.customerName}</RowLink>} second={one.address} />,
          },
          {
            head: 'Service',
            cell: (one) => <TwoLines first={one.type} second={every(one)} />,
          },
          {
            head: 'Next visit',
            cell: ({ nextDate, state }) => (state === 'active' ? formatDate(nextDate) : '–'),
          },
          { head: 'Status', cell: ({ state }) => <StateBadge state={state} /> },
          { head: 'Price before tax', end: true, cell: ({ price }) => formatMoney(price) },
        ]}
      />
      <JobTemplateDrawer onChange={list.reload} />
      <Drawer title="Add recurring visits" open={adding} onClose={() => setAdding(false)}>
        <JobTemplateForm
          template={null}
          onCancel={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            list.reload()
          }}
        />
      </Drawer>
    </div>
  )
}

const NoneYet = () => (
  <Empty title="No recurring visits yet" icon={<Icon name="repeat" />}>
    Add a customer's recurring visits, and we'll create each job automatically.
  </Empty>
)
const NoMatch = () => <Empty title="No matching recurring visits">Try a shorter search.</Empty>

function JobTemplateDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.templates, id)
  const template = load.data
  return (
    <Drawer
      title={template ? `${template.customerName} · ${template.type}` : 'Recurring visits'}
      open={id !== ''}
      onClose={close}
    >
      <Loaded load={load}>
        {(found) => (
          <div>
            <UpcomingDates dates={found.upcoming} />
            <Section title="Details">
              <JobTemplateForm
                key={found.updatedAt}
                template={found}
                onDone={() => {
                  load.reload()
                  onChange()
                }}
              />
            </Section>
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

interface JobTemplateFormProps {
  template: JobTemplate | null
  onDone: () => void
  onCancel?: () => void
}

function JobTemplateForm({ template, onDone, onCancel }: JobTemplateFormProps) {
  const directory = useDirectory()
  const phone = formatPhone(template?.customerPhone ?? '')
  const saving = useAction(async () => {
    const { interval, ...values } = form.values
    const body = {
      ...values,
      ...intervalIn(interval),
      customerEmail: orNull(values.customerEmail),
      customerPhone:
        values.customerPhone === phone ? (template?.customerPhone ?? null) : orNull(values.customerPhone),
      price: dollarsOf(values.price),
      addOns: wordsOf(values.addOns),
      notes: orNull(values.notes),
      preferredTime: orNull(values.preferredTime),
      franchiseId: orNull(values.franchiseId),
      endDate: orNull(values.endDate),
    }
    if (template === null) await api.admin.templates.post(body)
    else await api.admin.templates(template.id).patch(body)
    toast('Saved')
  })
  const form = useForm(
    {
      customerName: template?.customerName ?? '',
      customerEmail: template?.customerEmail ?? '',
      customerPhone: phone,
      address: template?.address ?? '',
      type: template?.type ?? '',
      price: moneyText(template?.price),
      interval: intervalText(template ?? { intervalMonths: 6 }),
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
  const service = directory.services.find(({ label }) => label === form.values.type)
  const chooseService = (label: string) =>
    form.set({ type: label, ...listPriceOf(directory.services, label) })
  return (
    <Form
      action={saving}
      submit="Save"
      needs="jobs.write"
      onDone={onDone}
      {...(onCancel && { onCancel })}
      fields={Object.keys(form.values)}
    >
      <div class="form-grid">
        <CustomerFields text={form.text} />
        <SelectField
          label="Service"
          {...form.choice('type')}
          onChoice={chooseService}
          options={serviceOptions(directory.services, form.values.type)}
        />
        <MoneyField label="Price per visit" hint="Before tax" {...form.text('price')} />
        <SelectField label="How often" {...form.choice('interval')} options={intervals} />
        <TextField label="First visit" type="date" {...form.text('anchorDate')} />
        <TextField label="Ends on" type="date" optional {...form.text('endDate')} />
        <WantedTime {...form.text('preferredTime')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'Based on the address')}
        />
        <TextField label="Extras" hint={addOnHint(service)} optional {...form.text('addOns')} />
        <div class="wide">
          <TextArea label="Notes" optional rows={2} {...form.text('notes')} />
        </div>
      </div>
      <CheckField label="Active (uncheck to pause)" {...form.check('active')} />
    </Form>
  )
}

/** A service that was removed stays in the list, so saving doesn't change it. */
function serviceOptions(services: { label: string }[], current: string) {
  const labels = new Set([...services.map(({ label }) => label), ...(current === '' ? [] : [current])])
  return [{ value: '', label: 'Choose a service' }, ...[...labels].map((label) => ({ value: label, label }))]
}
