import { everyMonths } from '../../../lib/text'
import type { AdminPlan } from '../../../modules/recurring'
import { formatDay, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Drawer, Empty, RowLink, SelectField, TextField, toast } from '../../components'
import { goTo } from '../address'
import { api, settings } from '../session'
import { Facts, Section, StateBadge, TwoLines } from '../shared/facts'
import { Form, numberOrNull, orNull, textOf, useForm } from '../shared/form'
import { List, useList, Loaded, useItem } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened } from '../shared/tab-page'
import { today } from '../shared/zone'
import { stateOptions } from './dates'

const states = { requested: 'Asked for', active: 'Active', paused: 'Paused', ended: 'Ended' }

export function Plans() {
  const list = useList(api.admin.plans, useFilters('status'))
  const { open } = useOpened()
  return (
    <div class="stack">
      <Filters>
        <SelectFilter label="State" name="status" options={optionsOf('Any state', states)} />
      </Filters>
      <List
        list={list}
        caption="Maintenance plans"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="No plans">Customers ask for them on their own page.</Empty>}
        columns={[
          {
            head: 'Customer',
            cell: (plan) => <TwoLines first={<RowLink>{plan.customerName}</RowLink>} second={plan.address} />,
          },
          {
            head: 'Service',
            cell: (plan) => <TwoLines first={plan.serviceType} second={everyMonths(plan.intervalMonths)} />,
          },
          { head: 'Asked', cell: ({ createdAt }) => formatDay(createdAt) },
          { head: 'State', cell: ({ status }) => <StateBadge state={status} words={states} /> },
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
  const { templateId } = plan
  return (
    <div>
      <Section title="What the customer asked for">
        <Facts
          facts={[
            ['State', <StateBadge state={plan.status} words={states} />],
            ['Address', plan.address],
            ['E-mail', plan.customerEmail],
            ['Phone', plan.customerPhone],
            ['Wanted start', plan.preferredStart],
            ['Gutters', plan.gutterLength && `${plan.gutterLength} ft`],
            ['Stories', plan.stories],
            ['Wishes', plan.notes],
            [
              'Visits',
              templateId && (
                <button
                  type="button"
                  class="link-button"
                  onClick={() => goTo('recurring', { part: 'templates', id: templateId })}
                >
                  Show the next dates
                </button>
              ),
            ],
          ]}
        />
      </Section>
      {plan.status !== 'ended' && (
        <Section title={plan.status === 'requested' ? 'Set the price and begin' : 'Change'}>
          <PlanForm plan={plan} onDone={onDone} />
        </Section>
      )}
    </div>
  )
}

/** A wish that waited too long is not offered again. */
const isAhead = (date: string | null): date is string => date !== null && date > today(settings.timeZone)

function PlanForm({ plan, onDone }: { plan: AdminPlan; onDone: () => void }) {
  const isNew = plan.status === 'requested'
  const saving = useAction(async () => {
    const { price, intervalMonths, start, status } = form.values
    await api.admin.plans(plan.id).patch({
      price: numberOrNull(price),
      intervalMonths: numberOrNull(intervalMonths),
      ...(status === 'requested' ? { start: orNull(start) ?? undefined } : { status }),
    })
    toast(isNew ? 'The plan has begun' : 'Saved')
  })
  const form = useForm(
    {
      price: textOf(plan.price),
      intervalMonths: textOf(plan.intervalMonths),
      start: isAhead(plan.preferredStart) ? plan.preferredStart : '',
      status: plan.status,
    },
    saving.fields,
  )
  return (
    <Form
      action={saving}
      submit={isNew ? 'Begin the plan' : 'Save'}
      onDone={onDone}
      fields={['price', 'intervalMonths', 'start', 'status']}
    >
      <div class="form-grid">
        <TextField label="Price a visit" inputMode="decimal" {...form.text('price')} />
        <TextField label="Months between visits" inputMode="numeric" {...form.text('intervalMonths')} />
        {isNew ? (
          <TextField label="First visit" type="date" optional {...form.text('start')} />
        ) : (
          <SelectField label="State" {...form.choice('status')} options={stateOptions} />
        )}
      </div>
    </Form>
  )
}
