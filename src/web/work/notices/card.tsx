import { useState } from 'preact/hooks'
import type { OwnNotifications } from '../../../modules/push'
import type { Api } from '../../client/api'
import { useAction, useLoad } from '../../client/hooks'
import { explained } from '../../client/language'
import { Alert, Button, Choice, Choices } from '../../components'
import { words } from '../words'
import { canPush, isPushBlocked, ownSubscription, startPush, stopPush } from './push'

const text = words.notices

/** Closed until it's wanted, because it is chosen once. */
export function NoticesCard({ api }: { api: Api }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card card-tight opens" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.title}</summary>
      {isOpen && <Notices api={api} />}
    </details>
  )
}

function Notices({ api }: { api: Api }) {
  const own = useLoad((signal) => explained(() => api.work.notifications.get({ signal })))
  const phone = useLoad(ownSubscription)
  const [chosen, setChosen] = useState<OwnNotifications | null>(null)
  /** Marked at once, and unmarked if the office can't be told. */
  const [wanted, setWanted] = useState<OwnNotifications['by'] | null>(null)
  const choosing = useAction(async (by: OwnNotifications['by']) => {
    setWanted(by)
    try {
      setChosen(await explained(() => api.work.notifications.post({ by }, { key: null })))
    } finally {
      setWanted(null)
    }
  })
  const state = chosen ?? own.data
  const problem = own.problem ?? choosing.problem
  return (
    <div class="stack">
      <p class="soft small">{text.text}</p>
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {state !== null && (
        <Choices legend={text.choice}>
          {state.ways.map((by) => (
            <Choice
              key={by}
              name="notify-by"
              value={by}
              label={text.ways[by]}
              checked={(wanted ?? state.by) === by}
              onChoose={() => void choosing.run(by)}
            />
          ))}
        </Choices>
      )}
      {state?.by === 'push' && (
        <ThisPhone api={api} publicKey={state.publicKey} isOn={phone.data !== null} onChange={phone.reload} />
      )}
    </div>
  )
}

interface ThisPhoneProps {
  api: Api
  publicKey: string
  isOn: boolean
  onChange: () => void
}

function ThisPhone({ api, publicKey, isOn, onChange }: ThisPhoneProps) {
  const turning = useAction(async () => {
    await (isOn ? stopPush(api) : startPush(api, publicKey))
    onChange()
  })
  if (!canPush()) return <Alert tone="warn">{text.impossible}</Alert>
  if (isPushBlocked()) return <Alert tone="warn">{text.denied}</Alert>
  return (
    <>
      {turning.problem !== null && <Alert tone="bad">{text.failed}</Alert>}
      <p class="small">{isOn ? text.on : text.off}</p>
      <Button
        kind={isOn ? 'secondary' : 'primary'}
        wide
        busy={turning.busy}
        onClick={() => void turning.run()}
      >
        {isOn ? text.turnOff : text.turnOn}
      </Button>
    </>
  )
}
