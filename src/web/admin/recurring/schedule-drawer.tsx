import { useState } from 'preact/hooks'
import type { Customer } from '../../../modules/customers'
import type { ScheduleDetail } from '../../../modules/recurring'
import { formatDate, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import {
  Alert,
  CheckField,
  Drawer,
  SelectField,
  Table,
  toast,
  type Option,
  dollarsOf,
  MoneyField,
  moneyText,
} from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { Section, StateBadge } from '../shared/facts'
import { FindCustomer } from '../shared/find-customer'
import { Form, orNull, useForm } from '../shared/form'
import { Loaded, useItem } from '../shared/list'
import { SavedCard } from '../shared/saved-card'
import { useOpened } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { UpcomingDates, stateOptions } from './dates'
import { billerOf, billerOptions, CardElsewhere, franchiseOf } from './new-schedule'

export function ScheduleDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.schedules, id)
  const detail = load.data
  return (
    <Drawer
      title={detail ? `${detail.schedule.customerName} · ${detail.schedule.serviceType}` : 'Billing schedule'}
      open={id !== ''}
      onClose={close}
    >
      <Loaded load={load}>
        {(found) => (
          <div>
            {isLost(found) && <Alert tone="warn">{linkText(found.schedule)}</Alert>}
            <UpcomingDates dates={found.upcoming} />
            {found.customerKnown && found.schedule.status !== 'ended' && (
              <SavedCard customerId={found.schedule.customerId} card={found.card} />
            )}
            <Billed detail={found} />
            {found.schedule.status !== 'ended' && (
              <Section title="Edit billing">
                <ScheduleForm
                  key={found.schedule.updatedAt}
                  schedule={found.schedule}
                  isLost={isLost(found)}
                  onDone={() => {
                    load.reload()
                    onChange()
                  }}
                />
              </Section>
            )}
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

/** Other software can name a customer we don't have. */
const isLost = ({ customerKnown, schedule }: ScheduleDetail): boolean =>
  !customerKnown && schedule.status !== 'ended'

const linkText = ({ customerName, customerEmail }: ScheduleDetail['schedule']): string =>
  `This schedule is for ${customerName}${customerEmail === null ? '' : ` (${customerEmail})`} but isn't linked to one of your customers yet. Choose the customer under Edit billing, then save.`

interface FormProps {
  schedule: ScheduleDetail['schedule']
  /** It isn't linked to a customer yet. */
  isLost: boolean
  onDone: () => void
}

function ScheduleForm({ schedule, isLost, onDone }: FormProps) {
  const directory = useDirectory()
  const [customer, setCustomer] = useState<Customer | null>(null)
  const biller = billerOf(schedule.franchiseId)
  const saving = useAction(async () => {
    const { price, status, autoCharge, paymentsCustomerId, franchiseId } = form.values
    await api.admin.schedules(schedule.id).patch({
      price: dollarsOf(price),
      status,
      autoCharge,
      paymentsCustomerId: orNull(paymentsCustomerId),
      ...(franchiseId !== biller && { franchiseId: franchiseOf(franchiseId) }),
      ...(customer && {
        customerId: customer.id,
        customerName: customer.name,
        customerEmail: customer.email,
      }),
    })
    toast('Billing schedule saved')
  })
  const form = useForm(
    {
      price: moneyText(schedule.price),
      status: schedule.status,
      autoCharge: schedule.autoCharge,
      paymentsCustomerId: schedule.paymentsCustomerId ?? '',
      franchiseId: biller,
    },
    saving.fields,
  )
  return (
    <Form
      action={saving}
      submit="Save"
      needs="money.write"
      onDone={onDone}
      fields={['price', 'status', 'paymentsCustomerId', 'franchiseId']}
    >
      <div class="form-grid">
        <MoneyField
          label="Price per invoice"
          {...form.text('price')}
          hint="Before tax. Applies from the next invoice."
        />
        <SelectField label="Status" {...form.choice('status')} options={stateOptions} />
        <SelectField
          label="Billed by"
          {...form.choice('franchiseId')}
          hint="Applies from the next invoice"
          options={knownOrNot(billerOptions(directory), biller)}
        />
      </div>
      <CheckField label="Charge the saved card automatically" {...form.check('autoCharge')} />
      <details open={isLost}>
        <summary>{customerText(customer, isLost, schedule)}</summary>
        <FindCustomer label="Customer" chosen={customer?.id ?? schedule.customerId} onChoose={setCustomer} />
      </details>
      <CardElsewhere field={form.text('paymentsCustomerId')} />
    </Form>
  )
}

function customerText(
  customer: Customer | null,
  isLost: boolean,
  { customerName, customerId }: ScheduleDetail['schedule'],
): string {
  if (customer) return `Future invoices go to ${customer.name}`
  return isLost
    ? `Choose the customer (ID in your other software: ${customerId})`
    : `Change the customer (currently ${customerName})`
}

/** Keeps a franchise that no longer exists in the list, so saving doesn't change it. */
const knownOrNot = (options: Option[], current: string): Option[] =>
  options.some(({ value }) => value === current)
    ? options
    : [{ value: current, label: `Unknown franchise (${current})` }, ...options]

const chargeWords = { intended: 'Charging', done: 'Paid', refused: 'Declined', dropped: 'Canceled' }

const firstOn = ({ status, nextBillingDate }: ScheduleDetail['schedule']): string =>
  status === 'active' ? ` We create the first one on ${formatDate(nextBillingDate)}.` : ''

function Billed({ detail: { schedule, invoices, charges } }: { detail: ScheduleDetail }) {
  return (
    <>
      <Section title="Invoices">
        {invoices.length === 0 ? (
          <p class="soft">No invoices yet.{firstOn(schedule)}</p>
        ) : (
          <Table
            caption="Invoices from this schedule"
            rows={invoices}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Number',
                cell: ({ id, number }) => (
                  <button type="button" class="link-button" onClick={() => goTo('invoices', { id })}>
                    {number ?? 'Draft'}
                  </button>
                ),
              },
              { head: 'Billing date', cell: ({ period }) => period && formatDate(period) },
              { head: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
              { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
            ]}
          />
        )}
      </Section>
      {charges.length > 0 && (
        <Section title="Card charges">
          <Table
            caption="Charges to the saved card"
            rows={charges}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Billing date', cell: ({ period }) => formatDate(period) },
              { head: 'Attempt', end: true, cell: ({ attempt }) => attempt },
              { head: 'Status', cell: ({ state }) => <StateBadge state={state} words={chargeWords} /> },
              { head: 'Reason', cell: ({ refusal }) => refusal },
            ]}
          />
        </Section>
      )}
    </>
  )
}
