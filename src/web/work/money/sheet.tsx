import { useEffect, useState } from 'preact/hooks'
import type { OnSiteMoney, WorkJob } from '../../../modules/workforce'
import { ApiError, type Api } from '../../client/api'
import { every } from '../../client/clock'
import { Alert, Button, Dialog } from '../../components'
import { controls, words } from '../words'
import { CashForm } from './cash'
import { Extras } from './extras'
import { PayByLink } from './pay-by-link'
import { amountText, type Due, type Till } from './use-taken'

const text = words.money

/** The webhook of a payment arrives seconds after the customer paid. */
const pollMs = 3_000

interface SheetProps {
  job: WorkJob
  due: Due
  till: Till
  api: Api
  onClose: () => void
}

type Way = keyof typeof text.ways

/** Takes the payment of one visit, or adds extras to it. */
export function MoneySheet({ job, due, till, api, onClose }: SheetProps) {
  const [way, setWay] = useState<Way | null>(null)
  const [isHanded, setHanded] = useState(false)
  const { money, isOffline, look } = useMoney(api, job.id)
  const unsent = till.unsent(job.id)
  const left = money === null ? due.due : Math.max(0, Math.round((money.due - unsent) * 100) / 100)
  const shown = { ...due, ...money, due: left }
  const isPaid = shown.total > 0 && left === 0
  const back = () => {
    setWay(null)
    setHanded(false)
    look()
  }
  const titles: Record<Way, string> = {
    qr: `${text.qr.title}: ${amountText(left)}`,
    cash: text.cash.titles.cash(job.customerName),
    check: text.cash.titles.check(job.customerName),
    extras: isHanded ? text.extras.hand : text.extras.title,
  }
  const isMenu = way === null || isPaid
  const isForm = !isMenu && way !== 'qr'
  const ends = { onBack: back, onDone: back }
  return (
    <Dialog
      title={isMenu ? text.open : titles[way]}
      open
      onClose={onClose}
      words={controls}
      // A form has its own buttons at the same place.
      foot={
        !isForm && (
          <Button onClick={isMenu ? onClose : back}>{isMenu ? controls.close : controls.back}</Button>
        )
      }
    >
      {!isForm && (
        <div class="stack money-sheet">
          {isPaid && <Alert tone="good">{text.done(amountText(shown.total))}</Alert>}
          {!isPaid && isOffline && <Offline />}
          {!isPaid && way === null && <Menu due={shown} money={money} onChoose={setWay} />}
          {!isPaid && way === 'qr' && money !== null && (
            <PayByLink jobId={job.id} reach={money.reach} api={api} />
          )}
        </div>
      )}
      {isForm && way !== 'extras' && (
        <CashForm
          method={way}
          due={left}
          reach={money?.reach ?? (job.customerPhone === null ? [] : ['sms'])}
          phone={job.customerPhone}
          onTake={(payment) => till.take(job.id, payment)}
          {...ends}
        >
          {isOffline && <Offline />}
        </CashForm>
      )}
      {isForm && way === 'extras' && money !== null && (
        <Extras jobId={job.id} extras={money.extras} api={api} onHand={() => setHanded(true)} {...ends}>
          {isOffline && <Offline />}
        </Extras>
      )}
    </Dialog>
  )
}

const Offline = () => <Alert tone="warn">{text.offline}</Alert>

function Menu({
  due,
  money,
  onChoose,
}: {
  due: Due
  money: OnSiteMoney | null
  onChoose: (way: Way) => void
}) {
  return (
    <>
      <dl class="money-due">
        <div>
          <dt>{text.total}</dt>
          <dd class="num">{amountText(due.total)}</dd>
        </div>
        {due.paid > 0 && (
          <div>
            <dt>{text.soFar}</dt>
            <dd class="num">{amountText(due.paid)}</dd>
          </div>
        )}
        <div class="money-left">
          <dt>{text.due}</dt>
          <dd class="num">{amountText(due.due)}</dd>
        </div>
      </dl>
      {money?.canPayOnline && (
        <Button kind="primary" size="large" wide onClick={() => onChoose('qr')}>
          {text.ways.qr}
        </Button>
      )}
      <div class="visit-links">
        <Button size="large" onClick={() => onChoose('cash')}>
          {text.ways.cash}
        </Button>
        <Button size="large" onClick={() => onChoose('check')}>
          {text.ways.check}
        </Button>
      </div>
      {money !== null && money.extras.length > 0 && (
        <Button size="large" wide onClick={() => onChoose('extras')}>
          {text.ways.extras}
        </Button>
      )}
    </>
  )
}

/** The money of the visit as the office has it now; followed while the sheet is open. */
function useMoney(api: Api, jobId: string) {
  const [money, setMoney] = useState<OnSiteMoney | null>(null)
  const [isOffline, setOffline] = useState(false)
  const look = () =>
    void api.work
      .jobs(jobId)
      .money.get()
      .then(
        (fresh) => {
          setMoney(fresh)
          setOffline(false)
        },
        (error: unknown) => setOffline(error instanceof ApiError && error.isOffline),
      )
  useEffect(() => {
    look()
    return every(pollMs, look)
  }, [jobId])
  return { money, isOffline, look }
}
