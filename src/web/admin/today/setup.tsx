import { useState } from 'preact/hooks'
import { useLoad } from '../../client/hooks'
import { kept } from '../../client/storage'
import { Button } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { CheckMark } from '../shared/facts'
import { useDirectory } from '../shell/directory'

const hidden = kept<boolean>('setup-hidden')

interface Step {
  done: boolean
  text: string
  tab?: string
  /** Without it no visit can be made. */
  needed?: boolean
}

/** What a new box still lacks; gone once all is done, and a mere link while somebody has put it away. */
export function Setup({ steps }: { steps: Step[] | null }) {
  const [isHidden, setHidden] = useState(hidden.read() ?? false)
  if (steps === null || steps.every(({ done }) => done)) return null
  const hide = (isAway: boolean) => {
    hidden.write(isAway)
    setHidden(isAway)
  }
  if (isHidden)
    return (
      <p>
        <button type="button" class="link-button small" onClick={() => hide(false)}>
          Show the set-up list
        </button>
      </p>
    )
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>Setting up</h2>
        <Button size="small" kind="quiet" onClick={() => hide(true)}>
          Put this list away
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

/** On a box where no visit can be made yet, setting up is the first thing to see. */
export const isNewBox = (steps: Step[] | null): boolean =>
  steps?.some(({ done, needed }) => needed && !done) ?? false

export function useSteps(): Step[] | null {
  const { loaded, services, franchises, workers } = useDirectory()
  const health = useLoad((signal) => api.dev.health.get({ signal }))
  if (!loaded || health.data === null) return null
  const isReal = (name: 'payments' | 'email' | 'sms') => {
    const { status, detail } = health.data?.checks[name] ?? {}
    return status !== 'demo' && detail === undefined
  }
  return [
    {
      done: services.some(({ baseMinutes }) => baseMinutes !== null),
      text: 'Say what you offer and how long it takes',
      tab: 'services',
      needed: true,
    },
    { done: franchises.length > 0, text: 'Add a franchise with its area', tab: 'franchises' },
    {
      done: franchises.some(({ payoutsEnabled }) => payoutsEnabled),
      text: 'Connect a franchise’s account for payouts',
      tab: 'franchises',
    },
    {
      done: workers.length > 0,
      text: 'Add the people who do the work, with their hours',
      tab: 'workers',
      needed: true,
    },
    { done: isReal('payments'), text: 'Take real payments: set the keys of the payment processor' },
    { done: isReal('email'), text: 'Send real e-mail: set the keys of a provider' },
    { done: isReal('sms'), text: 'Send real text messages: set the keys of a provider' },
  ]
}
