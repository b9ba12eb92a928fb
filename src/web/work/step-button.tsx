import { useState, useEffect } from 'preact/hooks'
import type { OwnMove, WorkJob } from '../../modules/workforce'
import { Button, Confirm, Emphasis } from '../components'
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
  onMove: (to: OwnMove['to']) => void
}

interface Question {
  title: string
  action: string
  text: string
}

/** A double tap takes less; a worker who means the next step has done something in between. */
const restMs = 1_500
const restOfQuestionMs = 700

/** The next step of a visit. Each stands where the one before it stood, so it waits a moment before it works. */
export function StepButton({ job, to, timeZone, onMove }: StepButtonProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const isResting = useRest(to, restMs)
  const isQuestionResting = useRest(question !== null, restOfQuestionMs)
  const step = () => {
    const asked = questionBefore(to, job, timeZone)
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
      </Confirm>
    </>
  )
}

const longBeforeMs = 2 * 60 * 60_000

/** Asks before the last step, and before one that looks like the wrong visit. */
function questionBefore(to: OwnMove['to'], job: WorkJob, timeZone: string): Question | null {
  const { finish, early } = words
  if (to === 'completed')
    return { title: finish.title, action: finish.confirm, text: finish.text(job.customerName) }
  const { scheduledStart: start } = job
  if (to !== 'en_route' || start === null || Date.parse(start) - Date.parse(officeTime()) <= longBeforeMs)
    return null
  const at = Date.parse(start)
  return {
    title: early.title,
    action: early.confirm,
    text: early.text(job.customerName, formats.day(at, timeZone), unbroken(formats.time(at, timeZone))),
  }
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
