import { useState } from 'preact/hooks'
import type { AdminPlan } from '../../../modules/recurring'
import { formatDate, formatDated, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { intervalIn, intervalText } from '../../client/interval'
import {
  Alert,
  Button,
  CheckField,
  Drawer,
  Empty,
  Icon,
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
import { Form, orNull, useForm } from '../shared/form'
import { List, useList, Loaded, useItem } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened } from '../shared/tab-page'
import { today } from '../shared/zone'
import { useMe } from '../shell/me'
import { every, intervals, stateOptions } from './dates'

const states = {
  requested: 'Requested',
  offered: 'Offered',
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
}

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
            <Empty title="No maintenance plans yet" icon={<Icon name="repeat" />}>
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
            cell: (plan) => <TwoLines first={plan.serviceType} second={every(plan)} />,
          },
          { head: 'Requested', cell: ({ createdAt }) => formatDated(createdAt) },
          { head: 'Status', cell: ({ status }) => <StateBadge state={status} words={states} /> },
          {
            head: 'Price before tax',
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
  const { may } = useMe()
  const { templateId, preferredStart } = plan
  const isOpen = plan.status !== 'ended'
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
            ['Offer', plan.offer && offerText(plan.offer)],
            ['Agreed', plan.consent && consentText(plan.consent)],
            ['Agreed to', plan.consent && plan.consent.text],
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
        {plan.offer !== null && isOpen && may('jobs.write') && <SendAgain id={plan.id} onDone={onDone} />}
      </Section>
      {isOpen && (
        <Section title={titleOf(plan.status)}>
          <PlanForm plan={plan} onDone={onDone} />
        </Section>
      )}
    </div>
  )
}

const titleOf = (status: AdminPlan['status']): string => {
  if (status === 'requested') return 'Set a price to offer the plan'
  return status === 'offered' ? 'Change the offer' : 'Edit plan'
}

/** For an email that was lost, or an offer that has expired after 30 days. */
function SendAgain({ id, onDone }: { id: string; onDone: () => void }) {
  const again = useAction(async () => {
    await api.admin.plans(id).patch({ offerAgain: true })
    toast('Offer sent to the customer')
    onDone()
  })
  return (
    <div class="stack">
      {again.problem && <Alert tone="bad">{again.problem}</Alert>}
      <div class="actions">
        <Button busy={again.busy} onClick={() => void again.run()}>
          Resend offer
        </Button>
      </div>
    </div>
  )
}

const offerText = (offer: NonNullable<AdminPlan['offer']>): string =>
  `${formatMoney(offer.total)} per visit with tax, ${every(offer).toLowerCase()}. Sent ${formatDated(offer.offeredAt)}; waiting for the customer.`

const places = { account: 'in their account', link: 'by the link in the email', phone: 'by phone' }

const consentText = ({ name, at, from, takenBy }: NonNullable<AdminPlan['consent']>): string =>
  `${name}, ${formatDated(at)}, ${places[from]}${takenBy === null ? '' : ` with ${takenBy}`}`

/** A preferred start that has passed isn't suggested. */
const isAhead = (date: string | null): date is string => date !== null && date > today(settings.timeZone)

function firstDayOf({ offer, preferredStart }: AdminPlan): string {
  const day = offer?.start ?? preferredStart
  return isAhead(day) ? day : ''
}

/** When these terms count. */
function effectOf(isNew: boolean, isAgreed: boolean): string {
  if (isAgreed) return 'These terms count at once. We keep who agreed, and that you took the call.'
  return isNew
    ? 'We email the offer, and the plan starts once the customer accepts it.'
    : 'A lower price counts at once. A higher price or more visits count once the customer accepts them.'
}

function savedText({ status, offer }: AdminPlan, isNew: boolean): string {
  if (offer !== null) return 'Offer sent to the customer'
  return isNew && status === 'active' ? 'Plan started' : 'Plan saved'
}

const submitText = (isNew: boolean, isAgreed: boolean): string =>
  isNew ? (isAgreed ? 'Start plan' : 'Send offer') : 'Save plan'

function PlanForm({ plan, onDone }: { plan: AdminPlan; onDone: () => void }) {
  const isNew = plan.status === 'requested' || plan.status === 'offered'
  const [isAgreed, setAgreed] = useState(false)
  const saving = useAction(async () => {
    const { price, interval, start, status, name } = form.values
    const saved = await api.admin.plans(plan.id).patch({
      // Terms that stay as they are don't replace an offer that is open.
      ...(isNew || dollarsOf(price) !== plan.price ? { price: dollarsOf(price) } : {}),
      ...(isNew || interval !== intervalText(plan) ? intervalIn(interval) : {}),
      ...(status === 'requested' || status === 'offered'
        ? { start: orNull(start) ?? undefined }
        : { status }),
      ...(isAgreed ? { phoneConsent: { name } } : {}),
    })
    toast(savedText(saved, isNew))
  })
  const first = {
    price: moneyText(plan.price),
    interval: intervalText(plan),
    start: firstDayOf(plan),
    status: plan.status,
    name: plan.customerName,
  }
  const form = useForm(first, saving.fields)
  const isChanged = (['price', 'interval', 'start'] as const).some(
    (name) => form.values[name] !== first[name],
  )
  // The button above sends the same offer again.
  const isSent = plan.status === 'offered' && !isAgreed
  return (
    <Form
      action={saving}
      submit={isSent ? 'Send updated offer' : submitText(isNew, isAgreed)}
      ready={!isSent || isChanged}
      needs="jobs.write"
      onDone={onDone}
      fields={['price', 'interval', 'start', 'status', 'name']}
    >
      <div class="form-grid">
        <MoneyField label="Price per visit" hint="Before tax" {...form.text('price')} />
        <SelectField label="How often" {...form.choice('interval')} options={intervals} />
        {isNew ? (
          <TextField label="First visit" type="date" optional {...form.text('start')} />
        ) : (
          <SelectField label="Status" {...form.choice('status')} options={stateOptions} />
        )}
      </div>
      <p class="small soft">{effectOf(isNew, isAgreed)}</p>
      <CheckField label="The customer agreed by phone" checked={isAgreed} onCheck={setAgreed} />
      {isAgreed && <TextField label="Person who agreed" required {...form.text('name')} />}
    </Form>
  )
}
