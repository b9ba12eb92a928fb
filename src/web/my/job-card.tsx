import type { ComponentChildren } from 'preact'
import { isOfferedWindow } from '../../lib/arrival-windows'
import { hasFallenThrough } from '../../lib/job-states'
import type { AccountJob } from '../../modules/accounts'
import type { OwnFile } from '../../modules/files'
import { capitalized, formatPhone } from '../../words/formats'
import { policyText } from '../../words/rules'
import type { Api } from '../client/api'
import { saveFile } from '../client/download'
import { useAction } from '../client/hooks'
import { explained } from '../client/language'
import { Alert, Badge, Button, ButtonLink, JobBadge, type Tone } from '../components'
import { downloadVisit, toldTime } from './calendar'
import { JobPhotos } from './job-photos'
import { hasDeposit, isOwed, isPayable } from './payable'
import { formats, language, money, rules, words } from './words'

interface JobCardProps {
  job: AccountJob
  photos: OwnFile[]
  api: Api
  /** The customer left the payment page without paying. */
  leftCheckout: boolean
  /** Of all bookings, this one and others like it should be paid first. */
  isFirstToPay: boolean
  onCancel: () => void
  onMove: () => void
}

const text = words.jobs

const paymentTones = {
  paid: 'good',
  partly_refunded: 'info',
  refunded: 'plain',
  failed: 'bad',
  disputed: 'warn',
} as const satisfies Record<Exclude<AccountJob['paymentState'], 'unpaid'>, Tone>

export function JobCard(props: JobCardProps) {
  const { job, photos, api, leftCheckout, isFirstToPay, onCancel, onMove } = props
  const pay = useAction(() =>
    explained(async () => {
      const session = await api.payments.checkout.post({
        jobId: job.id,
        amount: Math.round(job.balance * 100),
        returnUrl: returnAddress(job.reference),
      })
      location.assign(session.url)
    }, text.payRefused),
  )
  const report = useAction(() =>
    explained(async () =>
      saveFile(await api.account.jobs(job.id).report.file(), `report-${job.reference}.pdf`),
    ),
  )
  const { paymentState } = job
  return (
    <article class="card my-job" id={job.reference} tabIndex={-1}>
      <div class="row-apart">
        <h3>{job.type}</h3>
        <span class="row">
          {paymentState !== 'unpaid' && (
            <Badge tone={paymentTones[paymentState]}>{text.payments[paymentState]}</Badge>
          )}
          <JobBadge status={job.status} words={text.statuses} />
        </span>
      </div>
      <dl class="facts">
        <dt>{text.reference}</dt>
        <dd class="nowrap">{job.reference}</dd>
        <dt>{text.when}</dt>
        <dd>{whenOf(job)}</dd>
        <dt>{text.address}</dt>
        <dd>{job.address}</dd>
        {job.total > 0 && !isOffUnpaid(job) && (
          <>
            <dt>{text.total}</dt>
            <dd class="num">{money(job.total)}</dd>
          </>
        )}
        {job.paid > 0 && job.balance > 0 && (
          <>
            <dt>{job.isDepositPaid ? rules.depositPaid : text.paidSoFar}</dt>
            <dd class="num">{money(job.paid)}</dd>
            <dt>{text.balanceDue}</dt>
            <dd class="num">{money(job.balance)}</dd>
          </>
        )}
      </dl>
      <JobPhotos api={api} files={photos} />
      {isCancellable(job) && job.policy !== null && <p class="small soft">{policyOf(job, job.policy)}</p>}
      {isOwed(job) && job.howToPay !== null && (
        <p>{text.callToPay(job.phone === null ? null : formatPhone(job.phone))}</p>
      )}
      {leftCheckout && isPayable(job) && !pay.problem && <Alert tone="warn">{text.notCompleted}</Alert>}
      {pay.problem && <Alert tone="bad">{pay.problem}</Alert>}
      {report.problem && <Alert tone="bad">{report.problem}</Alert>}
      <div class="actions">
        {hasDeposit(job) && job.depositPath !== null && (
          <ButtonLink kind={isFirstToPay ? 'primary' : 'secondary'} href={job.depositPath}>
            {rules.payDeposit(money(job.deposit))}
          </ButtonLink>
        )}
        {isPayable(job) && (
          <Button
            kind={isFirstToPay && !hasDeposit(job) ? 'primary' : 'secondary'}
            busy={pay.busy}
            onClick={() => void pay.run()}
          >
            {hasDeposit(job) ? rules.payAll(money(job.balance)) : text.pay(money(job.balance))}
          </Button>
        )}
        {job.status === 'scheduled' && <Button onClick={() => downloadVisit(job)}>{text.calendar}</Button>}
        {job.hasReport && (
          <Button busy={report.busy} onClick={() => void report.run()}>
            {text.report}
          </Button>
        )}
        {job.move !== null && <Button onClick={onMove}>{text.move}</Button>}
        {isCancellable(job) && !isOnlineOver(job) && (
          <Button kind="quiet" grave onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </div>
    </article>
  )
}

/** Nothing was paid for a visit that fell through, and nothing is owed, so its price would only worry people. */
const isOffUnpaid = ({ status, paymentState }: AccountJob): boolean =>
  hasFallenThrough(status) && paymentState === 'unpaid'

/** Once a technician is on the way, a call is quicker than a page. */
const isCancellable = ({ status }: AccountJob): boolean => status === 'pending' || status === 'scheduled'

/** Late cancellations may be left to the phone. */
export const isOnlineOver = ({ policy }: AccountJob): boolean =>
  policy !== null && policy.isLate && policy.fee === null

function policyOf({ timeZone, phone }: AccountJob, policy: NonNullable<AccountJob['policy']>): string {
  const { freeUntil, fee } = policy
  if (policy.isLate && fee === null) return words.cancel.tooLate(phone === null ? null : formatPhone(phone))
  const shown = {
    ...policy,
    freeUntil: freeUntil === null ? null : Date.parse(freeUntil),
    fee: fee && { cents: Math.round(fee.amount * 100), percent: fee.percent },
  }
  return policyText(language, shown, timeZone)
}

export function whenOf(job: AccountJob): ComponentChildren {
  const { timeZone } = job
  if (job.completedAt) return formats.date(Date.parse(job.completedAt), timeZone)
  if (job.scheduledStart) {
    const { start, isWindow } = toldTime(job, job.scheduledStart)
    return (isWindow ? arrivalOf(job.arrival) : null) ?? visitTime(start, timeZone)
  }
  if (!job.preferredDate) return text.noTime
  const chosen = { date: job.preferredDate, window: job.preferredTime ?? '' }
  const promised = isOfferedWindow(job) && job.lapsedAt === null ? arrivalOf(chosen) : null
  if (promised !== null) return promised
  const day = formats.dayOf(job.preferredDate)
  const slot = job.preferredTime ? `${day}, ${windowWords(job.preferredTime)}` : day
  return text.requested(capitalized(slot))
}

/** The arrival window, in the words of the emails. */
function arrivalOf(slot: AccountJob['arrival']): ComponentChildren {
  const arrival = slot && formats.arrival(slot.date, slot.window)
  return arrival && dayAndTime(arrival.day, arrival.time)
}

/** In the time zone of the place, which is where everybody will be. */
const visitTime = (start: number, timeZone: string): ComponentChildren =>
  dayAndTime(formats.day(start, timeZone), formats.time(start, timeZone))

/** No line ends inside the hours, not even after the dash. */
const dayAndTime = (day: string, hours: string) => (
  <>
    {capitalized(day)}, <span class="nowrap">{hours}</span>
  </>
)

/** The same in a text without elements: a word joiner after the dash. */
const unbroken = (hours: string): string => hours.replaceAll(' ', '\u00a0').replaceAll('–', '–\u2060')

/** Customers may write any label, so their own words stay as they are. */
function windowWords(label: string): string {
  const isPart = (part: string): part is keyof typeof text.dayParts => Object.hasOwn(text.dayParts, part)
  const hours = formats.window(label)
  return hours === null ? (isPart(label) ? text.dayParts[label] : label) : unbroken(hours)
}

/** Where the payment page sends people back to: `/my?paid=` and the job. */
const returnAddress = (reference: string): string => `${location.origin}/my?paid=${reference}`

/** The job the customer comes back from paying for. `left` says that they didn't pay. */
export interface CheckoutReturn {
  reference: string
  left: boolean
}

/** Takes the return out of the address, so that reloading doesn't repeat it. */
export function takeReturn(): CheckoutReturn | null {
  const url = new URL(location.href)
  const reference = url.searchParams.get('paid')
  const left = url.searchParams.get('checkout') === 'left'
  url.searchParams.delete('paid')
  url.searchParams.delete('checkout')
  if (reference === null) return null
  history.replaceState(null, '', url)
  return { reference, left }
}
