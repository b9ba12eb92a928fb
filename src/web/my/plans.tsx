import { useState } from 'preact/hooks'
import { everyMonths } from '../../lib/text'
import type { Account } from '../../modules/accounts'
import type { Plan } from '../../modules/recurring'
import type { Api } from '../client/api'
import { useFocusOnceLoaded } from '../client/focus'
import { formatMoney, formatLongDay } from '../client/format'
import { Badge, Button, Confirm, Empty, toast, type Tone } from '../components'
import { PlanDialog } from './plan-dialog'

interface PlansProps {
  api: Api
  account: Account
  onChange: () => void
}

const states: Record<Plan['status'], [string, Tone]> = {
  requested: ['We are working out the price', 'warn'],
  active: ['Active', 'good'],
  paused: ['Paused', 'plain'],
  ended: ['Ended', 'plain'],
}

export function Plans({ api, account, onChange }: PlansProps) {
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState<Plan | null>(null)
  const focusOnceLoaded = useFocusOnceLoaded(account)
  const ask = (
    <Button kind="primary" onClick={() => setAsking(true)}>
      Ask for a plan
    </Button>
  )
  return (
    <div class="stack">
      {account.plans.length === 0 ? (
        <Empty title="Regular visits, without thinking of them" action={ask}>
          Tell us what and how often. We send you a price, and come by ourselves from then on.
        </Empty>
      ) : (
        <>
          {account.plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} onEnd={() => setEnding(plan)} />
          ))}
          <div class="actions">{ask}</div>
        </>
      )}
      <EndDialog
        api={api}
        plan={ending}
        onClose={() => setEnding(null)}
        onEnded={({ id }, message) => {
          setEnding(null)
          focusOnceLoaded(id)
          toast(message)
          onChange()
        }}
      />
      <PlanDialog
        api={api}
        account={account}
        open={asking}
        onClose={() => setAsking(false)}
        onAsked={({ id }, message) => {
          setAsking(false)
          focusOnceLoaded(id)
          toast(message)
          onChange()
        }}
      />
    </div>
  )
}

interface EndProps {
  api: Api
  plan: Plan | null
  onClose: () => void
  onEnded: (plan: Plan, message: string) => void
}

function EndDialog({ api, plan, onClose, onEnded }: EndProps) {
  const end = async () => {
    if (!plan) return
    const answer = await api['maintenance-plans'](plan.id).end.post()
    onEnded(answer.plan, answer.message)
  }
  return (
    <Confirm
      title="End this plan?"
      open={plan !== null}
      action="End the plan"
      cancel="Keep it"
      danger
      onConfirm={end}
      onClose={onClose}
    >
      <p>
        <strong>{plan?.serviceType}</strong> at {plan?.address}
      </p>
      <p>We book no further visits. One that is booked already stays; you can cancel it under Bookings.</p>
    </Confirm>
  )
}

function PlanCard({ plan, onEnd }: { plan: Plan; onEnd: () => void }) {
  const [words, tone] = states[plan.status]
  return (
    <article class="card my-job" id={plan.id} tabIndex={-1}>
      <div class="row-apart">
        <h3>{plan.serviceType}</h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <dl class="facts">
        <dt>How often</dt>
        <dd>{everyMonths(plan.intervalMonths)}</dd>
        <dt>Where</dt>
        <dd>{plan.address}</dd>
        {plan.price !== null && (
          <>
            <dt>Each visit</dt>
            <dd class="num">
              {formatMoney(plan.total ?? plan.price)}
              {(plan.total ?? plan.price) > plan.price && ' with tax'}
            </dd>
          </>
        )}
        {plan.nextDate && (
          <>
            <dt>Next visit</dt>
            <dd>{formatLongDay(plan.nextDate)}</dd>
          </>
        )}
      </dl>
      {plan.status !== 'ended' && (
        <div class="actions">
          <Button kind="quiet" onClick={onEnd}>
            End the plan
          </Button>
        </div>
      )}
    </article>
  )
}
