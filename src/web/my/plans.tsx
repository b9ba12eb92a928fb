import { useState } from 'preact/hooks'
import type { Account } from '../../modules/accounts/model'
import type { Plan } from '../../modules/plans/model'
import type { Api } from '../client/api'
import { formatMoney } from '../client/format'
import { Badge, Button, Empty, toast, type Tone } from '../components'
import { useFocusOnceLoaded } from './focus'
import { PlanDialog } from './plan-dialog'
import { everyMonths } from './plan-words'

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
            <PlanCard key={plan.id} plan={plan} />
          ))}
          <div class="actions">{ask}</div>
        </>
      )}
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

function PlanCard({ plan }: { plan: Plan }) {
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
            <dd class="num">{formatMoney(plan.price)}</dd>
          </>
        )}
      </dl>
    </article>
  )
}
