import { everyMonths } from '../../../lib/text'
import type { AdminPlan } from '../../../modules/recurring'
import { formatDate, formatDated, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import {
  Drawer,
  Empty,
  RowLink,
  SelectField,
  TextField,
  toast,
  dollarsOf,
  MoneyField,
  moneyText,
} from '../../components'
import { goTo } from '../address'
import { api, settings } from '../session'
import { Facts, MailLink, PhoneLink, Section, StateBadge, TwoLines } from '../shared/facts'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import { List, useList, Loaded, useItem } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened } from '../shared/tab-page'
import { today } from '../shared/zone'
import { stateOptions } from './dates'

const states = { requested: 'Requested', active: 'Active', paused: 'Paused', ended: 'Ended' }

export function Plans() {
  const query = useFilters('status')
  const list = useList(api.admin.plans, query)
  const { open } = useOpened()
  return (
    <div class="stack">
      <Filters>
        <SelectFilter label="Status" name="status" options={optionsOf('Any status', states)} />
      </Filters>
      <List
        list={list}
        caption="Maintenance plans"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          query.status === '' ? (
            <Empty title="No maintenance plans yet">
              When customers request a plan in their account, it shows up here.
            </Empty>
          ) : (
            <Empty title="No matching plans">Choose another status.</Empty>
          )
        }
        columns={[
          {
            head: 'Customer',
            cell: (plan) => <TwoLines first={<RowLink>{plan.customerName}</RowLink>} second={plan.address} />,
          },
          {
            head: 'Service',
            cell: (plan) => <TwoLines first={plan.serviceType} second={everyMonths(plan.intervalMonths)} />,
          },
          { head: 'Requested', cell: ({ createdAt }) => formatDated(createdAt) },
          { head: 'Status', cell: ({ status }) => <StateBadge state={status} words={states} /> },
          {
            head: 'Price',
            end: true,
            cell: ({ price }) => (price === null ? 'Not set' : formatMoney(price)),
          },
        ]}
      />
      <PlanDrawer onChange={list.reload} />
    </div>
  )
}

function PlanDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.plans, id)
  const plan = load.data
  const saved = () => {
    load.reload()
    onChange()
  }
  return (
    <Drawer
      title={plan ? `${plan.customerName} · ${plan.serviceType}` : 'Plan'}
      open={id !== ''}
      onClose={close}
    >
      <Loaded load={load}>
        {(found) => <PlanDetails key={found.updatedAt} plan={found} onDone={saved} />}
      </Loaded>
    </Drawer>
  )
}

function PlanDetails({ plan, onDone }: { plan: AdminPlan; onDone: () => void }) {
  const { templateId, preferredStart } = plan
  return (
    <div>
      <Section title="Customer's request">
        <Facts
          facts={[
            ['Status', <StateBadge state={plan.status} words={states} />],
            ['Address', plan.address],
            ['Email', plan.customerEmail && <MailLink email={plan.customerEmail} />],
            ['Phone', plan.customerPhone && <PhoneLink phone={plan.customerPhone} />],
            ['Preferred start', preferredStart && formatDate(preferredStart)],
            ['Gutter length', plan.gutterLength && `${plan.gutterLength} ft`],
            ['Stories', plan.stories],
            ['Notes', plan.notes],
            [
              'Visits',
              templateId && (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => goTo('recurring', { part: 'templates', id: templateId })}
                >
                  Show upcoming visits
                </button>
              ),
            ],
          ]}
        />
      </Section>
      {plan.status !== 'ended' && (
        <Section title={plan.status === 'requested' ? 'Set a price to start the plan' : 'Edit plan'}>
          <PlanForm plan={plan} onDone={onDone} />
        </Section>
      )}
    </div>
  )
}

/** A preferred start that has passed isn't suggested. */
const isAhead = (date: string | null): date is string => date !== null && date > today(settings.timeZone)

function PlanForm({ plan, onDone }: { plan: AdminPlan; onDone: () => void }) {
  const isNew = plan.status === 'requested'
  const saving = useAction(async () => {
    const { price, intervalMonths, start, status } = form.values
    await api.admin.plans(plan.id).patch({
      price: dollarsOf(price),
      intervalMonths: numberOrNull(intervalMonths),
      ...(status === 'requested' ? { start: orNull(start) ?? undefined } : { status }),
    })
    toast(isNew ? 'Plan started' : 'Plan saved')
  })
  const form = useForm(
    {
      price: moneyText(plan.price),
      intervalMonths: textOf(plan.intervalMonths),
      start: isAhead(plan.preferredStart) ? plan.preferredStart : '',
      status: plan.status,
    },
    saving.fields,
  )
  return (
    <Form
      action={saving}
      submit={isNew ? 'Start plan' : 'Save plan'}
      needs="jobs.write"
      onDone={onDone}
      fields={['price', 'intervalMonths', 'start', 'status']}
    >
      <div class="form-grid">
        <MoneyField label="Price per visit" {...form.text('price')} />
        <TextField label="Months between visits" inputMode="numeric" {...form.text('intervalMonths')} />
        {isNew ? (
          <TextField label="First visit" type="date" optional {...form.text('start')} />
        ) : (
          <SelectField label="Status" {...form.choice('status')} options={stateOptions} />
        )}
      </div>
    </Form>
  )
}
