import { useEffect, useState } from 'preact/hooks'
import { waitAtDoorMs } from '../../lib/own-steps'
import { unbroken } from '../../words/formats'
import { every } from '../client/clock'
import { Button, Confirm, Emphasis } from '../components'
import { lastStep, officeTime } from './device'
import type { Shown } from './queue'
import { DoorPhoto, useDoorPhoto } from './photos/door-photo'
import { amountText } from './money/use-taken'
import { FinishGate } from './record/checklist'
import { useRecord } from './record/use-record'
import { nextStep, StepButton } from './step-button'
import type { Actions } from './use-day'
import { controls, formats, words } from './words'

interface StepsProps {
  job: Shown
  timeZone: string
  actions: Actions
  isOnline: boolean
  /** The customer's balance, in dollars. */
  owed: number
  /** The customer whose visit comes first, if the technician is at one. */
  blockedBy: string | null
}

/** The next step of a visit, the ways out of it, and a minute to take the last one back. */
export function VisitSteps({ job, timeZone, actions, isOnline, owed, blockedBy }: StepsProps) {
  const next = nextStep(job)
  const open = useOpenParts(job, owed)
  if (job.isHelper) return null
  return (
    <>
      {next && blockedBy === null && (
        <FinishGate job={job} isLast={next === 'completed'}>
          <StepButton
            {...{ job, timeZone, isOnline, open }}
            to={next}
            onMove={(to) => actions.move(job.id, to)}
          />
        </FinishGate>
      )}
      {next && blockedBy !== null && <p class="soft small">{words.oneAtATime(blockedBy)}</p>}
      <UndoLine job={job} actions={actions} />
      {job.status === 'en_route' && (
        <>
          <NotHome job={job} timeZone={timeZone} actions={actions} />
          <Button kind="quiet" wide onClick={() => actions.move(job.id, 'scheduled')}>
            {words.steps.scheduled}
          </Button>
        </>
      )}
    </>
  )
}

/** The parts that are not done yet, in words. None of them keeps a visit from being finished. */
function useOpenParts(job: Shown, owed: number): string[] {
  const shown = useRecord()?.of(job)
  const text = words.finish
  const answered = new Set(shown?.answers.flatMap(({ itemId, value }) => (value === null ? [] : [itemId])))
  const unanswered = shown?.items.filter(({ id }) => !answered.has(id)).length ?? 0
  return [
    ...(unanswered > 0 ? [text.answers(unanswered)] : []),
    ...(shown?.asksSignature && !shown.signature ? [text.signature] : []),
    ...(owed > 0 ? [text.due(amountText(owed))] : []),
  ]
}

const undoMs = 60_000
const msSince = (time: string): number => Date.parse(officeTime()) - Date.parse(time)

/** Draws again every few seconds while it is shown. */
function useTicks(isTicking: boolean): void {
  const [, setTick] = useState(0)
  useEffect(() => (isTicking ? every(5_000, () => setTick((tick) => tick + 1)) : undefined), [isTicking])
}

function UndoLine({ job, actions }: Pick<StepsProps, 'job' | 'actions'>) {
  const last = lastStep.read()
  const isOpen = last?.jobId === job.id && msSince(last.doneAt) < undoMs
  useTicks(isOpen)
  if (!isOpen) return null
  return (
    <div class="undo-line" role="status">
      <span>{words.undo.done[last.step]}</span>
      <Button size="small" onClick={actions.undo}>
        {words.undo.button}
      </Button>
    </div>
  )
}

/** First they wait at the door and take a photo of it, then they can close the visit. */
function NotHome({ job, timeZone, actions }: Pick<StepsProps, 'job' | 'timeZone' | 'actions'>) {
  const [isAsking, setAsking] = useState(false)
  const arrivedAt = job.arrivedAt ?? null
  const leftMs = arrivedAt === null ? waitAtDoorMs : waitAtDoorMs - msSince(arrivedAt)
  useTicks(arrivedAt !== null && leftMs > 0)
  const photo = useDoorPhoto(job.id)
  const text = words.notHome
  const isWaiting = arrivedAt !== null && leftMs > 0
  const isOpen = isWaiting || (arrivedAt !== null && photo.isNeeded)
  const question = arrivedAt === null ? text.atDoor : text
  return (
    <div class="stack stack-tight">
      {arrivedAt !== null && (
        <p role="timer">
          {text.since(unbroken(formats.time(Date.parse(arrivedAt), timeZone)))}{' '}
          {isWaiting && <strong>{text.left(Math.ceil(leftMs / 60_000))}</strong>}
        </p>
      )}
      {arrivedAt !== null && <DoorPhoto {...photo} />}
      <Button kind="quiet" wide disabled={isOpen} onClick={() => setAsking(true)}>
        {words.steps.no_show}
      </Button>
      <Confirm
        title={question.title}
        open={isAsking}
        action={question.confirm}
        cancel={controls.back}
        words={controls}
        danger={arrivedAt !== null}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false)
          if (arrivedAt === null) actions.arrive(job.id)
          else actions.move(job.id, 'no_show')
        }}
      >
        <p>
          <Emphasis text={question.text(job.customerName)} of={job.customerName} />
        </p>
      </Confirm>
    </div>
  )
}
