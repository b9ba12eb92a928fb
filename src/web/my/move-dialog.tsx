import { useState } from 'preact/hooks'
import type { AccountJob } from '../../modules/accounts'
import type { MoveTimes } from '../../modules/scheduling'
import { formatPhone } from '../../words/formats'
import { Slots } from '../book/slots'
import type { Api } from '../client/api'
import { useAction, useLoad } from '../client/hooks'
import { explained } from '../client/language'
import { Alert, Button, Dialog, Emphasis, Skeleton } from '../components'
import { whenOf as visitWhen } from './job-card'
import { controls, formats, language, words } from './words'

interface MoveDialogProps {
  api: Api
  job: AccountJob | null
  onClose: () => void
  onMoved: (job: AccountJob, when: string) => void
}

const text = words.move

/** Another arrival window for a booking, at the same price. */
export function MoveDialog(props: MoveDialogProps) {
  const { job, onClose } = props
  return (
    <Dialog title={text.title} open={job !== null} onClose={onClose} words={controls}>
      {job && <MoveForm key={job.id} {...props} job={job} />}
    </Dialog>
  )
}

function MoveForm({ api, job, onClose, onMoved }: MoveDialogProps & { job: AccountJob }) {
  const [from, setFrom] = useState<string | null>(null)
  const [slot, setSlot] = useState('')
  const times = useLoad(
    (signal) =>
      explained(() => api.account.jobs(job.id).times.get({ query: from === null ? {} : { from }, signal })),
    [from],
  )
  const move = useAction(() =>
    explained(
      async () => {
        const [date = '', window = ''] = slot.split('|')
        const moved = await api.account.jobs(job.id).move.post({ date, window })
        onMoved(job, whenOf(moved.date, moved.window))
      },
      { 409: text.taken(job.phone === null ? null : formatPhone(job.phone)) },
    ),
  )
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void move.run()
      }}
    >
      <p>
        <Emphasis text={words.cancel.what(job.type, job.address)} of={job.type} />
        <br />
        {visitWhen(job)}
      </p>
      <p class="soft">{text.intro}</p>
      {times.problem && <Alert tone="bad">{times.problem}</Alert>}
      {!times.data && !times.problem && <Skeleton block lines={4} label={controls.loading} />}
      {times.data && <Choice job={job} times={times.data} slot={slot} onChoose={setSlot} />}
      {times.data && (
        <div class="actions">
          {from !== null && (
            <Button kind="quiet" onClick={() => setFrom(null)}>
              {text.earlier}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setFrom(times.data?.next ?? null)}>
            {text.later}
          </Button>
        </div>
      )}
      {move.problem && <Alert tone="bad">{move.problem}</Alert>}
      <div class="actions actions-fill">
        <Button onClick={onClose}>{text.keep}</Button>
        <Button kind="primary" type="submit" busy={move.busy} disabled={slot === ''}>
          {text.confirm}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  job: AccountJob
  times: MoveTimes
  slot: string
  onChoose: (slot: string) => void
}

function Choice({ job, times, slot, onChoose }: ChoiceProps) {
  if (times.windows.length === 0) return <Alert>{text.none}</Alert>
  const days = Map.groupBy(times.windows, ({ date }) => date)
  return (
    <fieldset class="stack">
      <legend class="field-label">{text.windows}</legend>
      <Slots
        language={language}
        chosen={slot}
        onChoose={onChoose}
        days={[...days].map(([date, windows]) => ({
          date,
          slots: windows.map(({ window, recommended }) => ({
            value: `${date}|${window}`,
            name: formats.window(window) ?? window,
            mark: isRequested(job, date, window)
              ? text.requested
              : recommended
                ? text.recommended
                : undefined,
          })),
        }))}
      />
    </fieldset>
  )
}

/** The time that was only asked for so far; choosing it makes it a promise. */
const isRequested = (
  { scheduledStart, preferredDate, preferredTime }: AccountJob,
  date: string,
  window: string,
): boolean =>
  scheduledStart === null &&
  preferredDate?.slice(0, 10) === date &&
  formats.window(preferredTime ?? '') === formats.window(window)

function whenOf(date: string, window: string): string {
  const arrival = formats.arrival(date, window)
  return arrival === null ? date : `${arrival.day}, ${arrival.time}`
}
