import { useState } from 'preact/hooks'
import type { Account } from '../../modules/accounts'
import type { Plan } from '../../modules/recurring'
import { capitalized } from '../../words/formats'
import { howOften } from '../../words/how-often'
import type { Api } from '../client/api'
import { useFocusOnceLoaded } from '../client/focus'
import { explained } from '../client/language'
import { Alert, Badge, Button, ButtonLink, Confirm, Emphasis, Empty, toast, type Tone } from '../components'
import { PlanDialog } from './plan-dialog'
import { controls, formats, language, money, words } from './words'

interface PlansProps {
  api: Api
  account: Account
  onChange: () => void
}

const text = words.plans

const tones: Record<Plan['status'], Tone> = {
  requested: 'warn',
  offered: 'info',
  active: 'good',
  paused: 'plain',
  ended: 'plain',
}

export function Plans({ api, account, onChange }: PlansProps) {
  const [asking, setAsking] = useState(false)
  const [ending, setEnding] = useState<Plan | null>(null)
  const focusOnceLoaded = useFocusOnceLoaded(account)
  const ask = (
    <Button kind={account.plans.length === 0 ? 'primary' : 'secondary'} onClick={() => setAsking(true)}>
      {text.request}
    </Button>
  )
  return (
    <div class="stack">
      {account.plans.length === 0 ? (
        <Empty title={text.noneTitle} action={ask}>
          {text.none}
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
        onEnded={({ id }, ended) => {
          setEnding(null)
          focusOnceLoaded(id)
          toast(ended)
          onChange()
        }}
      />
      <PlanDialog
        api={api}
        account={account}
        open={asking}
        onClose={() => setAsking(false)}
        onAsked={({ id }) => {
          setAsking(false)
          focusOnceLoaded(id)
          toast(text.requested)
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
  onEnded: (plan: Plan, ended: string) => void
}

/** A plan without a price is only a request so far, and one that wasn't accepted only an offer. */
function endingOf(plan: Plan | null): typeof text.ending {
  if (plan?.status === 'requested') return text.cancelRequest
  return plan?.status === 'offered' ? text.declineOffer : text.ending
}

function EndDialog({ api, plan, onClose, onEnded }: EndProps) {
  const ending = endingOf(plan)
  const end = async () => {
    if (!plan) return
    const answer = await explained(() => api['maintenance-plans'](plan.id).end.post())
    onEnded(answer.plan, ending.ended)
  }
  return (
    <Confirm
      title={ending.title}
      open={plan !== null}
      action={ending.end}
      cancel={ending.keep}
      danger={plan?.status !== 'offered'}
      onConfirm={end}
      onClose={onClose}
      words={controls}
    >
      {plan && (
        <p>
          <Emphasis text={words.cancel.what(plan.serviceType, plan.address)} of={plan.serviceType} />
          <br />
          {howOften(language, plan)}
        </p>
      )}
      <p>{ending.text}</p>
    </Confirm>
  )
}

function PlanCard({ plan, onEnd }: { plan: Plan; onEnd: () => void }) {
  return (
    <article class="card my-job" id={plan.id} tabIndex={-1}>
      <div class="row-apart">
        <h3>{plan.serviceType}</h3>
        <Badge tone={tones[plan.status]}>{text.statuses[plan.status]}</Badge>
      </div>
      <dl class="facts my-plan">
        <dt>{text.howOften}</dt>
        <dd>{howOften(language, plan)}</dd>
        <dt>{text.address}</dt>
        <dd>{plan.address}</dd>
        {plan.price !== null && (
          <>
            <dt>{text.perVisit}</dt>
            <dd class="num">{priceOf(plan.price, plan.total ?? plan.price)}</dd>
          </>
        )}
        {plan.nextDate && (
          <>
            <dt>{text.next}</dt>
            <dd>{capitalized(formats.dayOf(plan.nextDate))}</dd>
          </>
        )}
      </dl>
      {plan.offer && plan.status !== 'offered' && plan.status !== 'ended' && (
        <Alert>{text.newTerms(money(plan.offer.total), howOften(language, plan.offer).toLowerCase())}</Alert>
      )}
      {plan.status === 'offered' && <p class="small soft">{text.offerNote}</p>}
      {plan.status !== 'ended' && (
        <div class="actions">
          {plan.offerPath && (
            <ButtonLink kind="primary" href={plan.offerPath}>
              {text.accept}
            </ButtonLink>
          )}
          <Button kind="quiet" grave={plan.status !== 'offered'} onClick={onEnd}>
            {plan.status === 'offered' ? text.decline : endingOf(plan).end}
          </Button>
        </div>
      )}
    </article>
  )
}

const priceOf = (price: number, total: number): string =>
  total > price ? text.withTax(money(total)) : money(total)
