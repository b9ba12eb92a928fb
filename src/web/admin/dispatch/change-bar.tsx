import { useEffect, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { messageOf } from '../../client/api'
import { now } from '../../client/clock'
import { Button, CheckField, toast } from '../../components'
import { api } from '../session'

/** A change of a visit that can still be undone. */
export interface Change {
  /** The job since the change. */
  job: Job
  text: string
  /** Null where there is nothing to tell: customers don't hear how long a visit takes. */
  tellCustomer: boolean | null
}

/** How long a change can be undone, in milliseconds. The service waits a little longer before it sends anything. */
const undoTime = 10_000

interface ChangeBarProps {
  change: Change | null
  onClose: () => void
  /** Called with the job after it was undone. */
  onUndone: (job: Job) => void
}

/** Offers to undo the last change, and to decide whether the customer hears about it, before any message goes out. */
export function ChangeBar({ change, onClose, onUndone }: ChangeBarProps) {
  return (
    <div class="change-bar-place" role="status">
      {change && <Bar key={`${change.job.id} ${change.job.revision}`} {...{ change, onClose, onUndone }} />}
    </div>
  )
}

function Bar({ change, onClose, onUndone }: ChangeBarProps & { change: Change }) {
  const { job, text } = change
  const [tells, setTells] = useState(change.tellCustomer === true)
  const { revision } = job
  const attempt = (work: Promise<unknown>) => void work.catch((error) => toast(messageOf(error), 'bad'))
  const undo = () => {
    onClose()
    attempt(
      api.admin
        .jobs(job.id)
        .undo.post({ revision })
        .then((restored) => {
          toast(`Undone. ${job.customerName} wasn't notified.`)
          onUndone(restored)
        }),
    )
  }
  const notify = (tellCustomer: boolean) => {
    setTells(tellCustomer)
    attempt(
      api.admin
        .jobs(job.id)
        .notify.post({ revision, tellCustomer })
        .catch((error) => {
          setTells(!tellCustomer)
          throw error
        }),
    )
  }
  useEffect(() => {
    const timer = setTimeout(onClose, undoTime)
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || isTyping(event.target)) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', press)
    }
  }, [])
  const isNews = change.tellCustomer !== null
  const canTell = isNews && reaches(job)
  return (
    <div class="change-bar">
      <span class="grow">
        {text}
        <small>
          {isNews ? explain(job, tells, canTell) : "Customers aren't told how long a visit takes."}
        </small>
      </span>
      {canTell && <CheckField label="Notify customer" checked={tells} onCheck={notify} />}
      <Button size="small" onClick={undo}>
        Undo
      </Button>
      <button type="button" class="change-bar-close" aria-label="Dismiss" onClick={onClose}>
        ✕
      </button>
      <i class="change-bar-time" aria-hidden="true" />
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Customers hear about visits to come, if we can reach them. */
const reaches = ({ customerEmail, customerPhone, scheduledStart }: Job): boolean =>
  (customerEmail !== null || customerPhone !== null) &&
  (scheduledStart === null || Date.parse(scheduledStart) > now())

function explain({ scheduledStart }: Job, tells: boolean, canTell: boolean): string {
  if (canTell) return tells ? 'The customer gets a message in a few seconds.' : "The customer isn't notified."
  const isPast = scheduledStart !== null && Date.parse(scheduledStart) <= now()
  return isPast
    ? "We don't notify customers about the past."
    : "We don't have an email or phone for this customer."
}
