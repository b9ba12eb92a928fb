import { useState } from 'preact/hooks'
import { useLoad } from '../../client/hooks'
import { kept } from '../../client/storage'
import { Button } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { CheckMark } from '../shared/facts'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'

const hidden = kept<boolean>('setup-hidden')

interface Step {
  done: boolean
  text: string
  tab?: string
  /** Without this step, no visit can be scheduled. */
  needed?: boolean
}

/** The setup checklist. It disappears when everything is done, and shrinks to a link when hidden. */
export function Setup({ steps }: { steps: Step[] | null }) {
  const [isHidden, setHidden] = useState(hidden.read() ?? false)
  if (steps === null || steps.every(({ done }) => done)) return null
  const hide = (isHidden: boolean) => {
    hidden.write(isHidden)
    setHidden(isHidden)
  }
  if (isHidden)
    return (
      <p>
        <button type="button" class="link-button small" onClick={() => hide(false)}>
          Show setup checklist
        </button>
      </p>
    )
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>Setup checklist</h2>
        <Button size="small" kind="quiet" onClick={() => hide(true)}>
          Hide checklist
        </Button>
      </div>
      <ul class="check-list">
        {steps.map(({ done, text, tab }) => (
          <li key={text}>
            <CheckMark done={done} />
            {tab && !done ? (
              <button type="button" class="link-button" onClick={() => goTo(tab)}>
                {text}
              </button>
            ) : (
              <span>{text}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** On a new installation the checklist comes first, because no visit can be scheduled yet. */
export const isNewBox = (steps: Step[] | null): boolean =>
  steps?.some(({ done, needed }) => needed && !done) ?? false

export function useSteps(): Step[] | null {
  const { loaded, services, franchises, workers } = useDirectory()
  const health = useLoad((signal) => api.dev.health.get({ signal }))
  const { may } = useMe()
  // Only an owner can take these steps.
  if (!loaded || health.data === null || !may('settings')) return null
  const isReal = (name: 'payments' | 'email' | 'sms') => {
    const { status, detail } = health.data?.checks[name] ?? {}
    return status !== 'demo' && detail === undefined
  }
  return [
    {
      done: services.some(({ baseMinutes }) => baseMinutes !== null),
      text: 'Add your services and how long they take',
      tab: 'services',
      needed: true,
    },
    { done: franchises.length > 0, text: 'Add a franchise and its service area', tab: 'franchises' },
    {
      done: franchises.some(({ payoutsEnabled }) => payoutsEnabled),
      text: "Connect a franchise's bank account for payouts",
      tab: 'franchises',
    },
    {
      done: workers.length > 0,
      text: 'Add your technicians and their working hours',
      tab: 'workers',
      needed: true,
    },
    { done: isReal('payments'), text: 'Take real payments: add your payment processor keys' },
    { done: isReal('email'), text: 'Send real emails: add your email provider keys' },
    { done: isReal('sms'), text: 'Send real text messages: add your SMS provider keys' },
  ]
}
