import { useEffect, useRef, useState } from 'preact/hooks'
import { hasEnded, isUnpaid } from '../../lib/job-states'
import type { Account, AccountJob } from '../../modules/accounts'
import type { Api } from '../client/api'
import { useFocusOnceLoaded } from '../client/focus'
import { formatMoney } from '../client/format'
import { useAction } from '../client/hooks'
import { ButtonLink, Empty, Pager, toast, Alert, Confirm } from '../components'
import { JobCard, takeReturn } from './job-card'

const looksAgainAfter = [700, 1_500, 3_000, 6_000]

interface JobsProps {
  api: Api
  account: Account
  onChange: () => void
}

/** What is to come first, what is over below it. */
export function Jobs({ api, account, onChange }: JobsProps) {
  const [later, setLater] = useState<Account | null>(null)
  const [cancelling, setCancelling] = useState<AccountJob | null>(null)
  useEffect(() => setLater(null), [account])
  usePaymentReturn(account, onChange)
  const focusOnceLoaded = useFocusOnceLoaded(account)
  const jobs = [...account.jobs, ...(later?.jobs ?? [])]
  const cursor = later === null ? account.nextCursor : later.nextCursor
  const more = useAction(async () => {
    const next = await api.account.get({ query: { cursor } })
    setLater({ ...next, jobs: [...(later?.jobs ?? []), ...next.jobs] })
  })
  const coming = jobs.filter(({ status }) => !hasEnded(status))
  const past = jobs.filter(({ status }) => hasEnded(status))
  const show = (list: AccountJob[]) =>
    list.map((job) => <JobCard key={job.id} job={job} api={api} onCancel={() => setCancelling(job)} />)
  if (jobs.length === 0) return <NoJobs />
  return (
    <div class="stack-loose my-jobs">
      {coming.length > 0 && <JobList title="Coming up">{show(coming)}</JobList>}
      {past.length > 0 && <JobList title="Earlier">{show(past)}</JobList>}
      {cursor !== null && <Pager shown={jobs.length} more busy={more.busy} onMore={() => void more.run()} />}
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
    </div>
  )
}

/** Back from the payment page: the word of the processor may take a moment, so we look again a few times. */
function usePaymentReturn(account: Account, onChange: () => void): void {
  const [paid] = useState(takeReturn)
  const [looks, setLooks] = useState(0)
  const told = useRef(false)
  useEffect(() => {
    const job = account.jobs.find(({ reference }) => reference === paid)
    if (!job) return undefined
    if (!isUnpaid(job)) {
      toast('Your payment has arrived. Thank you!')
      return undefined
    }
    if (looks === 1 && !told.current) {
      told.current = true
      toast('No payment has arrived yet. If you came back without paying, nothing was charged: pay any time.')
    }
    const wait = looksAgainAfter[looks]
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
      Book a visit
    </ButtonLink>
  )
  return (
    <Empty title="No bookings yet" action={action}>
      Bookings made with this email address show up here.
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

/** Says first what comes back, then asks. */
function CancelDialog({ api, email, job, onClose, onCancelled }: CancelProps) {
  const cancel = async () => {
    if (!job) return
    const answer = await api.customer.cancel.post({
      jobId: job.id,
      email,
    })
    onCancelled(job, answer.message)
  }
  return (
    <Confirm
      title="Cancel this booking?"
      open={job !== null}
      action="Cancel the booking"
      cancel="Keep it"
      danger
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>
        <strong>{job?.type}</strong> at {job?.address}
      </p>
      <Alert tone={job && job.refundable > 0 ? 'good' : 'info'}>{job && whatComesBack(job)}</Alert>
    </Confirm>
  )
}

function whatComesBack(job: AccountJob): string {
  const { refundable } = job
  if (refundable > 0) return `You get back ${formatMoney(refundable)}, to the card you paid with.`
  if (isUnpaid(job)) return 'Nothing was charged, so there is nothing to pay back.'
  return 'There is nothing left to pay back.'
}
