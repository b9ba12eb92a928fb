import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { Action } from '../../client/hooks'
import { Confirm } from '../../components'
import { api } from '../session'
import { localTime } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { objectionsTo, type Placing } from './objections'

interface Question {
  job: Job
  reasons: string[]
  answer: (agreed: boolean) => void
}

/** Asks before a visit is scheduled where there are objections. */
export function useConsent() {
  const directory = useDirectory()
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = async (job: Job, placing: Placing, more: string[] = []): Promise<boolean> => {
    const worker = directory.workers.find(({ id }) => id === placing.workerId)
    const { date } = localTime(placing.start, directory.zoneOf(worker?.franchiseId ?? null))
    const isAssigned = worker !== undefined || Boolean(placing.secondWorkerId)
    const hours = isAssigned ? await hoursOn(date) : []
    const reasons = [...objectionsTo(job, placing, directory, hours), ...more]
    if (reasons.length === 0) return true
    return new Promise((answer) => setQuestion({ job, reasons, answer }))
  }
  const settle = (agreed: boolean) => {
    question?.answer(agreed)
    setQuestion(null)
  }
  /** The same action, asking first. Skips the question while there is no placing. */
  const asked = (action: Action<[]>, job: Job, placing: () => Placing | null): Action<[]> => ({
    ...action,
    run: async () => {
      const place = placing()
      return (place === null || (await ask(job, place))) && action.run()
    },
  })
  return {
    ask,
    asked,
    dialog: (
      <Confirm
        title={question ? `Schedule ${question.job.customerName} anyway?` : ''}
        open={question !== null}
        action="Schedule anyway"
        onConfirm={async () => settle(true)}
        onClose={() => settle(false)}
      >
        <ul>
          {question?.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Confirm>
    ),
  }
}

/** Without the hours there is nothing to object to; the service still checks the visit. */
const hoursOn = (date: string) =>
  api.admin.dispatch.hours.get({ query: { date } }).then(
    ({ workers }) => workers,
    () => [],
  )
