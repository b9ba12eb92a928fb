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
  answer: (goesOn: boolean) => void
}

/** Asks once before a visit is put where something speaks against it. */
export function useConsent() {
  const directory = useDirectory()
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = async (job: Job, placing: Placing): Promise<boolean> => {
    const worker = directory.workers.find(({ id }) => id === placing.workerId)
    const { date } = localTime(placing.start, directory.zoneOf(worker?.franchiseId ?? null))
    const reasons = objectionsTo(job, placing, directory, worker ? await hoursOn(date) : [])
    if (reasons.length === 0) return true
    return new Promise((answer) => setQuestion({ job, reasons, answer }))
  }
  const settle = (goesOn: boolean) => {
    question?.answer(goesOn)
    setQuestion(null)
  }
  /** The same deed, asked about first; null is no place to ask about. */
  const asked = (deed: Action<[]>, job: Job, placing: () => Placing | null): Action<[]> => ({
    ...deed,
    run: async () => {
      const place = placing()
      return (place === null || (await ask(job, place))) && deed.run()
    },
  })
  return {
    ask,
    asked,
    dialog: (
      <Confirm
        title={question ? `Place ${question.job.customerName} there all the same?` : ''}
        open={question !== null}
        action="Place it there"
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

/** What is not known speaks against nothing; the service has the last word. */
const hoursOn = (date: string) =>
  api.admin.dispatch.hours.get({ query: { date } }).then(
    ({ workers }) => workers,
    () => [],
  )
