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
  TextField,
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
import { billerOf, billerOptions, franchiseOf } from './new-schedule'

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
            {!found.customerKnown && found.schedule.status !== 'ended' && (
              <UnknownCustomer schedule={found.schedule} />
            )}
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

function UnknownCustomer({ schedule: { customerId, customerEmail } }: Pick<ScheduleDetail, 'schedule'>) {
  const email = customerEmail === null ? '' : ` (${customerEmail})`
  return (
    <Alert tone="warn">
      {`We don't know the customer with the ID ${customerId}${email}. Choose the right one under Edit billing.`}
    </Alert>
  )
}

interface FormProps {
  schedule: ScheduleDetail['schedule']
  onDone: () => void
}

function ScheduleForm({ schedule, onDone }: FormProps) {
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
        <MoneyField label="Price per invoice" {...form.text('price')} hint="Applies from the next invoice" />
        <SelectField label="Status" {...form.choice('status')} options={stateOptions} />
        <TextField
          label="Processor customer ID"
          optional
          {...form.text('paymentsCustomerId')}
          hint="Not needed if the customer saved a card"
        />
        <SelectField
          label="Billed by"
          {...form.choice('franchiseId')}
          hint="Applies from the next invoice"
          options={knownOrNot(billerOptions(directory), biller)}
        />
      </div>
      <details>
        <summary>
          {customer
            ? `Future invoices go to ${customer.name}`
            : `Change the customer (currently ${schedule.customerName})`}
        </summary>
        <FindCustomer label="Customer" chosen={customer?.id ?? schedule.customerId} onChoose={setCustomer} />
      </details>
      <CheckField label="Charge the saved card automatically" {...form.check('autoCharge')} />
    </Form>
  )
}

/** Keeps a franchise that no longer exists in the list, so saving doesn't change it. */
const knownOrNot = (options: Option[], current: string): Option[] =>
  options.some(({ value }) => value === current)
    ? options
    : [{ value: current, label: `Unknown franchise (${current})` }, ...options]

const chargeWords = { intended: 'Charging', done: 'Paid', refused: 'Declined', dropped: 'Canceled' }

function Billed({ detail: { invoices, charges } }: { detail: ScheduleDetail }) {
  return (
    <>
      <Section title="Invoices">
        {invoices.length === 0 ? (
          <p class="soft">No invoices yet. We create the first one on the next date.</p>
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
