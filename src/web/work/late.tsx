import { useState } from 'preact/hooks'
import type { Api } from '../client/api'
import { useAction, useLoad } from '../client/hooks'
import { explained } from '../client/language'
import { Alert, Button, Dialog, Skeleton, toast } from '../components'
import { unbroken } from '../../words/formats'
import { controls, formats, words } from './words'

const text = words.late

interface LateProps {
  api: Api
  timeZone: string
  onTold: () => void
}

/** One tap moves the next visits to the times that are still possible, and tells their customers. */
export function RunningLate(props: LateProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" wide onClick={() => setOpen(true)}>
        {text.button}
      </Button>
      {isOpen && <LateDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function LateDialog({ api, timeZone, onTold, onClose }: LateProps & { onClose: () => void }) {
  const news = useLoad((signal) => explained(() => api.work.late.get({ signal })))
  const [key] = useState(() => crypto.randomUUID())
  const visits = news.data?.visits ?? []
  const forOffice = news.data?.forOffice ?? []
  const told = visits.filter(({ message }) => message !== null)
  const telling = useAction(async () => {
    const moves = visits.map(({ jobId, revision, start }) => ({ jobId, revision, start }))
    await explained(() => api.work.late.post({ visits: moves }, { key }))
    toast(text.done(told.length))
    onTold()
    onClose()
  })
  const first = visits[0] ?? forOffice[0]
  const time = (at: string) => formats.time(Date.parse(at), timeZone)
  const foot = (
    <>
      <Button onClick={onClose}>{controls.back}</Button>
      {visits.length > 0 && (
        <Button kind="primary" busy={telling.busy} onClick={() => void telling.run()}>
          {text.tell(told.length)}
        </Button>
      )}
    </>
  )
  return (
    <Dialog title={text.title} open onClose={onClose} words={controls} foot={foot}>
      <div class="stack">
        {news.loading && <Skeleton block lines={3} label={controls.loading} />}
        {(telling.problem ?? news.problem) !== null && (
          <Alert tone="bad">{telling.problem ?? news.problem}</Alert>
        )}
        {news.data !== null && visits.length + forOffice.length === 0 && <p>{text.none}</p>}
        {first && <p>{text.by(formats.duration(minutesLate(first)).replaceAll(' ', '\u00A0'))}</p>}
        {visits.map(({ jobId, customerName, plannedStart, start, message, by, endsAfterHours }) => (
          <div key={jobId}>
            <p class="strong">{customerName}</p>
            <p class="num nowrap">{text.change(time(plannedStart), time(start))}</p>
            <p class="soft small late-message">
              {message === null || by === null ? text.unchanged : text.message[by](message)}
            </p>
            {endsAfterHours !== null && (
              <Alert tone="warn">{text.afterHours(unbroken(time(endsAfterHours)))}</Alert>
            )}
          </div>
        ))}
        {forOffice.length > 0 && <p>{text.forOffice(forOffice.length)}</p>}
        {forOffice.map(({ jobId, customerName, plannedStart, start }) => (
          <div key={jobId}>
            <p class="strong">{customerName}</p>
            <p class="num nowrap">{text.change(time(plannedStart), time(start))}</p>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const minutesLate = ({ plannedStart, start }: { plannedStart: string; start: string }): number =>
  Math.round((Date.parse(start) - Date.parse(plannedStart)) / 60_000)
