import { useEffect, useRef, useState } from 'preact/hooks'
import { hasEnded, isUnderWay, isUnpaid } from '../../lib/job-states'
import type { Account, AccountJob } from '../../modules/accounts'
import type { Refusals } from '../../words/controls'
import { formatPhone } from '../../words/formats'
import { ApiError } from '../api-error'
import type { Api } from '../client/api'
import { useFocusOnceLoaded } from '../client/focus'
import { useAction, useLoad } from '../client/hooks'
import { explained } from '../client/language'
import { ButtonLink, Emphasis, Empty, Pager, toast, Alert, Confirm } from '../components'
import { isOnlineOver, JobCard, takeReturn, whenOf, type CheckoutReturn } from './job-card'
import { MoveDialog } from './move-dialog'
import { firstToPay } from './payable'
import { controls, money, words } from './words'

const retryDelays = [700, 1_500, 3_000, 6_000]

interface JobsProps {
  api: Api
  account: Account
  onChange: () => void
}

/** Upcoming visits first, past ones below. */
export function Jobs({ api, account, onChange }: JobsProps) {
  const [later, setLater] = useState<Account | null>(null)
  const [cancelling, setCancelling] = useState<AccountJob | null>(null)
  const [moving, setMoving] = useState<AccountJob | null>(null)
  useEffect(() => setLater(null), [account])
  const [asked] = useState(takeAskedChange)
  useEffect(() => {
    const job = account.jobs.find(({ reference }) => reference === asked)
    if (job?.move) setMoving(job)
    else if (job) document.getElementById(job.reference)?.scrollIntoView({ block: 'nearest' })
  }, [])
  const [returned] = useState(takeReturn)
  usePaymentReturn(returned, account, onChange)
  const focusOnceLoaded = useFocusOnceLoaded(account)
  // The visits are worth showing without their photos.
  const photos = useLoad((signal) => api.account.files.get({ signal }), [account]).data?.files ?? []
  const jobs = [...account.jobs, ...(later?.jobs ?? [])]
  const cursor = later === null ? account.nextCursor : later.nextCursor
  const more = useAction(() =>
    explained(async () => {
      const next = await api.account.get({ query: { cursor } })
      setLater({ ...next, jobs: [...(later?.jobs ?? []), ...next.jobs] })
    }),
  )
  const coming = jobs.filter(({ status }) => !hasEnded(status))
  const past = jobs.filter(({ status }) => hasEnded(status))
  const first = firstToPay(jobs)
  const show = (list: AccountJob[]) =>
    list.map((job) => (
      <JobCard
        key={job.id}
        job={job}
        photos={photos.filter(({ jobId }) => jobId === job.id)}
        api={api}
        leftCheckout={returned?.left === true && returned.reference === job.reference}
        isFirstToPay={first.includes(job)}
        onCancel={() => setCancelling(job)}
        onMove={() => setMoving(job)}
      />
    ))
  if (jobs.length === 0) return <NoJobs />
  return (
    <>
      <div class="stack-loose my-jobs">
        {coming.length > 0 && <JobList title={words.jobs.upcoming}>{show(coming)}</JobList>}
        {past.length > 0 && <JobList title={words.jobs.past}>{show(past)}</JobList>}
        {more.problem && <Alert tone="bad">{more.problem}</Alert>}
        {cursor !== null && (
          <Pager shown={jobs.length} more busy={more.busy} onMore={() => void more.run()} words={controls} />
        )}
      </div>
      <MoveDialog
        api={api}
        job={moving}
        onClose={() => setMoving(null)}
        onMoved={({ reference }, when) => {
          setMoving(null)
          focusOnceLoaded(reference)
          toast(words.move.done(when))
          onChange()
        }}
      />
      <CancelDialog
        api={api}
        email={account.email}
        job={cancelling}
        onClose={() => setCancelling(null)}
        onCancelled={({ reference }, message) => {
          setCancelling(null)
          focusOnceLoaded(reference)
          toast(message)
          onChange()
        }}
      />
    </>
  )
}

/** A link in a reminder leads straight to choosing another time for one booking. */
function takeAskedChange(): string | null {
  const reference = new URLSearchParams(location.search).get('change')
  if (reference !== null) history.replaceState(null, '', location.pathname)
  return reference
}

/** The processor may confirm a moment after the customer comes back from paying, so we check a few times. */
function usePaymentReturn(returned: CheckoutReturn | null, account: Account, onChange: () => void): void {
  const [looks, setLooks] = useState(0)
  const isToldUnpaid = useRef(false)
  useEffect(() => {
    const job = account.jobs.find(({ reference }) => reference === returned?.reference)
    if (!job) return undefined
    if (returned?.left) {
      document.getElementById(job.reference)?.scrollIntoView({ block: 'nearest' })
      return undefined
    }
    if (!isUnpaid(job)) {
      toast(words.jobs.paid)
      return undefined
    }
    if (looks === 1 && !isToldUnpaid.current) {
      isToldUnpaid.current = true
      toast(words.jobs.notPaid)
    }
    const wait = retryDelays[looks]
    if (wait === undefined) return undefined
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      onChange()
    }, wait)
    return () => clearTimeout(timer)
  }, [account])
}

function JobList({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function NoJobs() {
  const action = (
    <ButtonLink kind="primary" href="/book">
      {words.jobs.book}
    </ButtonLink>
  )
  return (
    <Empty title={words.jobs.noneTitle} action={action}>
      {words.jobs.none}
    </Empty>
  )
}

interface CancelProps {
  api: Api
  email: string
  job: AccountJob | null
  onClose: () => void
  onCancelled: (job: AccountJob, message: string) => void
}

const text = words.cancel

/** Says what will be refunded before it asks. */
function CancelDialog({ api, email, job, onClose, onCancelled }: CancelProps) {
  const cancel = async () => {
    if (!job) return
    const refusals: Refusals = {}
    const answer = await explained(async () => {
      try {
        return await api.customer.cancel.post({ jobId: job.id, email })
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) refusals[409] = await whyNot(api, job)
        throw error
      }
    }, refusals)
    onCancelled(job, outcomeOf(job, answer.refunded))
  }
  return (
    <Confirm
      title={text.title}
      open={job !== null}
      action={text.confirm}
      cancel={text.keep}
      danger
      onConfirm={cancel}
      onClose={onClose}
      words={controls}
    >
      {job && (
        <>
          <p>
            <Emphasis text={text.what(job.type, job.address)} of={job.type} />
            <br />
            {whenOf(job)}
          </p>
          <Alert tone={job.cancelFee > 0 ? 'warn' : job.refundable > 0 ? 'good' : 'info'}>
            {refundOf(job)}
          </Alert>
        </>
      )}
    </Confirm>
  )
}

/** The visit has changed since the page was loaded, so its state now is the reason. */
async function whyNot(api: Api, { id, phone }: AccountJob): Promise<string> {
  const shown = phone === null ? null : formatPhone(phone)
  const account = await api.account.get({ query: {} }).catch(() => null)
  const job = account?.jobs.find((one) => one.id === id)
  if (job && isUnderWay(job.status)) return text.underWay[job.status](shown)
  return job && isOnlineOver(job) ? text.tooLate(shown) : text.changed(shown)
}

function refundOf(job: AccountJob): string {
  if (job.cancelFee > 0) return text.withFee(money(job.refundable), money(job.cancelFee))
  if (job.refundable > 0) return text.refund(money(job.refundable))
  return isUnpaid(job) ? text.notCharged : text.nothingLeft
}

function outcomeOf({ refundable, cancelFee }: AccountJob, isRefunded: boolean): string {
  if (cancelFee > 0 && isRefunded) return text.doneWithFee(money(refundable), money(cancelFee))
  if (refundable === 0) return text.done
  return isRefunded ? text.doneRefunded(money(refundable)) : text.doneRefundLater
}
