import type { ComponentChildren } from 'preact'
import { useState, useEffect } from 'preact/hooks'
import type { OwnMove, WorkJob } from '../../modules/workforce'
import { formatMoment } from '../client/format'
import { Button, Confirm } from '../components'
import { stepWords } from './queue'
import { officeTime } from './device'

interface StepButtonProps {
  job: WorkJob
  to: OwnMove['to']
  timeZone: string
  onMove: (to: OwnMove['to']) => void
}

interface Question {
  title: string
  action: string
  text: ComponentChildren
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
      <Button kind="primary" size="large" wide busy={isResting} onClick={step}>
        {stepWords[to]}
      </Button>
      <Confirm
        title={question?.title ?? ''}
        open={question !== null}
        action={question?.action ?? ''}
        ready={!isQuestionResting}
        onClose={() => setQuestion(null)}
        onConfirm={async () => {
          setQuestion(null)
          onMove(to)
        }}
      >
        <p>{question?.text}</p>
      </Confirm>
    </>
  )
}

const longBeforeMs = 2 * 60 * 60_000

/** What cannot be taken back from the phone is asked about, and so is what looks like the wrong card. */
function questionBefore(to: OwnMove['to'], job: WorkJob, timeZone: string): Question | null {
  const customer = <strong>{job.customerName}</strong>
  if (to === 'completed')
    return {
      title: 'Is the work done?',
      action: 'Finish the visit',
      text: <>The visit to {customer} is finished. This cannot be taken back from here.</>,
    }
  const { scheduledStart: start } = job
  if (to !== 'en_route' || start === null || Date.parse(start) - Date.parse(officeTime()) <= longBeforeMs)
    return null
  return {
    title: 'On your way already?',
    action: 'Yes, on my way',
    text: (
      <>
        The visit to {customer} begins {formatMoment(start, timeZone)}. The customer is told that you are
        coming now.
      </>
    ),
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
