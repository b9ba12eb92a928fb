import { useState, useEffect } from 'preact/hooks'
import type { OwnMove, WorkJob } from '../../modules/workforce'
import { Alert, Button, Confirm, Emphasis } from '../components'
import { unbroken } from '../../words/formats'
import { officeTime } from './device'
import { controls, formats, words } from './words'

const nextSteps: Partial<Record<WorkJob['status'], OwnMove['to']>> = {
  scheduled: 'en_route',
  en_route: 'in_progress',
  in_progress: 'completed',
}

/** Undefined once the visit is over. */
export const nextStep = ({ status }: WorkJob): OwnMove['to'] | undefined => nextSteps[status]

interface StepButtonProps {
  job: WorkJob
  to: OwnMove['to']
  timeZone: string
  /** Whether the last try reached the office; otherwise the customer hears of the step later. */
  isOnline: boolean
  /** Parts of the visit that are not done yet, in words. */
  open: string[]
  onMove: (to: OwnMove['to']) => void
}

interface Question {
  title: string
  action: string
  text: string
  /** Names the parts that are not done yet. */
  note: string | null
}

/** A double tap takes less; a worker who means the next step has done something in between. */
const restMs = 1_500
const restOfQuestionMs = 700

/** The next step of a visit. Each stands where the one before it stood, so it waits a moment before it works. */
export function StepButton(props: StepButtonProps) {
  const { job, to, onMove } = props
  const [question, setQuestion] = useState<Question | null>(null)
  const isResting = useRest(to, restMs)
  const isQuestionResting = useRest(question !== null, restOfQuestionMs)
  const step = () => {
    const asked = questionBefore(props)
    if (asked === null) onMove(to)
    else setQuestion(asked)
  }
  return (
    <>
      <Button kind="primary" size="large" wide resting={isResting} onClick={step}>
        {words.steps[to]}
      </Button>
      <Confirm
        title={question?.title ?? ''}
        open={question !== null}
        action={question?.action ?? ''}
        cancel={controls.back}
        words={controls}
        resting={isQuestionResting}
        onClose={() => setQuestion(null)}
        onConfirm={async () => {
          setQuestion(null)
          onMove(to)
        }}
      >
        <p>{question && <Emphasis text={question.text} of={job.customerName} />}</p>
        {question?.note != null && <Alert>{question.note}</Alert>}
      </Confirm>
    </>
  )
}

const longBeforeMs = 2 * 60 * 60_000

/** Asks before the last step, and before one that looks like the wrong visit. */
function questionBefore({ job, to, timeZone, isOnline, open }: StepButtonProps): Question | null {
  const { finish, early } = words
  if (to === 'completed')
    return {
      title: finish.title,
      action: finish.confirm,
      text: finish.text(job.customerName),
      note: open.length > 0 ? finish.open(open) : null,
    }
  const { scheduledStart: start } = job
  if (to !== 'en_route' || start === null || Date.parse(start) - Date.parse(officeTime()) <= longBeforeMs)
    return null
  const time = unbroken(formats.time(Date.parse(start), timeZone))
  const say = isOnline && navigator.onLine ? early.text : early.offline
  return { title: early.title, action: early.confirm, text: say(job.customerName, time), note: null }
}

/** True for a while after the value has changed: a second tap of the same thumb is not meant for what is new. */
function useRest(value: unknown, restMs: number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled !== value
}
