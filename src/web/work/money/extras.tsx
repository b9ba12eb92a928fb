import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { OnSiteMoney } from '../../../modules/workforce'
import type { ExtrasPrice } from '../../../modules/payments'
import type { Api } from '../../client/api'
import { useAction } from '../../client/hooks'
import { explained } from '../../client/language'
import { Alert, Button, CheckField, TextField, toast } from '../../components'
import { controls, formats, words } from '../words'
import { isTaxed } from './taxed'
import { amountText } from './use-taken'

const text = words.money.extras

interface ExtrasProps {
  jobId: string
  extras: OnSiteMoney['extras']
  api: Api
  /** The customer has the phone now. */
  onHand: () => void
  onDone: () => void
  onBack: () => void
  /** Shown above the extras. */
  children: ComponentChildren
}

/** The technician chooses, the office prices, the customer approves. */
export function Extras({ jobId, extras, api, onHand, onDone, onBack, children }: ExtrasProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [price, setPrice] = useState<ExtrasPrice | null>(null)
  const job = api.work.jobs(jobId)
  const pricing = useAction(async () => {
    setPrice(
      await explained(() => job.extras.price.post({ labels: chosen }, { key: null }), { 409: text.closed }),
    )
    onHand()
  })
  const minutes = extras.reduce((sum, one) => sum + (chosen.includes(one.label) ? one.minutes : 0), 0)
  if (price !== null)
    return (
      <Approval {...{ jobId, price, minutes, api, onDone, onBack }} labels={chosen}>
        {children}
      </Approval>
    )
  return (
    <form
      class="stack money-sheet"
      onSubmit={(event) => {
        event.preventDefault()
        void pricing.run()
      }}
    >
      {children}
      {pricing.problem !== null && <Alert tone="bad">{pricing.problem}</Alert>}
      {extras.length === 0 && <p>{text.none}</p>}
      {extras.map(({ label, price: cost, minutes: longer }) => (
        <CheckField
          key={label}
          checked={chosen.includes(label)}
          onCheck={(isOn) => setChosen(isOn ? [...chosen, label] : chosen.filter((one) => one !== label))}
          label={
            <span class="money-extra">
              <span class="stack-tight">
                {label}
                {longer > 0 && <small class="soft">{formats.duration(longer)}</small>}
              </span>
              <span class="num">{amountText(cost)}</span>
            </span>
          }
        />
      ))}
      <div class="actions actions-fill">
        <Button onClick={onBack}>{controls.back}</Button>
        <Button kind="primary" type="submit" busy={pricing.busy} disabled={chosen.length === 0}>
          {text.next}
        </Button>
      </div>
    </form>
  )
}

interface ApprovalProps extends Omit<ExtrasProps, 'extras' | 'onHand'> {
  labels: string[]
  price: ExtrasPrice
  /** How much longer the visit takes with them. */
  minutes: number
}

/** The customer sees and approves this. The office refuses it if the price isn't this one anymore. */
function Approval({ jobId, labels, price, minutes, api, onDone, onBack, children }: ApprovalProps) {
  const [name, setName] = useState('')
  // A second tap, or a repeat after a lost answer, adds them once.
  const key = useMemo(() => crypto.randomUUID(), [])
  const approving = useAction(async () => {
    const approval = { labels, total: price.total, approvedName: name.trim() }
    await explained(() => api.work.jobs(jobId).extras.post(approval, { key }), { 409: text.changed })
    toast(minutes > 0 ? text.addedLonger(formats.duration(minutes)) : text.added)
    onDone()
  })
  return (
    <form
      class="stack money-sheet"
      onSubmit={(event) => {
        event.preventDefault()
        void approving.run()
      }}
    >
      {children}
      <p class="strong">{text.approveTitle}</p>
      {approving.problem !== null && <Alert tone="bad">{approving.problem}</Alert>}
      <dl class="money-due">
        <div>
          <dt>{text.before}</dt>
          <dd class="num">{amountText(price.before)}</dd>
        </div>
        {price.extras.map((extra) => (
          <div key={extra.label}>
            <dt>{extra.label}</dt>
            <dd class="num">{amountText(extra.price)}</dd>
          </div>
        ))}
        <div class="money-left">
          <dt>{isTaxed(price) ? text.taxed : text.total}</dt>
          <dd class="num">{amountText(price.total)}</dd>
        </div>
      </dl>
      <TextField label={text.name} autocomplete="off" maxLength={100} value={name} onText={setName} />
      <div class="actions actions-fill">
        <Button onClick={onBack}>{controls.back}</Button>
        <Button kind="primary" type="submit" busy={approving.busy} disabled={name.trim() === ''}>
          {text.approve(amountText(price.total))}
        </Button>
      </div>
    </form>
  )
}
