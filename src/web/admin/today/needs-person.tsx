import { useState } from 'preact/hooks'
import type { Todo } from '../../../modules/office'
import { useFollowing } from '../../client/clock'
import { useKeptFocus } from '../../client/focus'
import { useLoad } from '../../client/hooks'
import { Alert, Button, Empty, Skeleton } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { Trouble, useList } from '../shared/list'
import { NewTodo, TodoLine } from './todo'

/** Everything that will not go on by itself. */
export function NeedsPerson() {
  const [state, setState] = useState<Todo['state']>('open')
  const tasks = useList(api.admin.tasks, { state, limit: '25' })
  const trouble = useLoad(countTrouble)
  useFollowing(tasks.refresh)
  useFollowing(trouble.refresh)
  const place = useKeptFocus<HTMLElement>()
  const [webhooks = 0, messages = 0, overdue = 0] = trouble.data ?? []
  return (
    <section class="card stack" ref={place} tabIndex={-1}>
      <div class="row-apart">
        <h2>Needs a person</h2>
        <span class="row">
          <Button
            size="small"
            kind="quiet"
            aria-pressed={state === 'done' ? 'true' : 'false'}
            onClick={() => setState(state === 'done' ? 'open' : 'done')}
          >
            Done ones
          </Button>
          <NewTodo onAdded={tasks.reload} />
        </span>
      </div>
      <Warning
        count={webhooks}
        what="payment event could not be processed"
        many="payment events could not be processed"
        onLook={() => goTo('webhooks', { state: 'dead' })}
      />
      <Warning
        count={messages}
        what="message could not be delivered"
        many="messages could not be delivered"
        onLook={() => goTo('messages', { state: 'dead' })}
      />
      <Warning
        count={overdue}
        tone="warn"
        what="invoice is overdue"
        many="invoices are overdue"
        onLook={() => goTo('invoices', { overdue: 'true' })}
      />
      {tasks.problem !== null && <Trouble text={tasks.problem} onRetry={tasks.reload} />}
      {tasks.data !== null && tasks.items.length === 0 && <Nothing state={state} />}
      {state === 'done' && <p class="soft small">These are done, the newest tasks first.</p>}
      {tasks.items.length > 0 && (
        <ul class="todo">
          {tasks.items.map((task) => (
            <TodoLine key={task.id} task={task} onChange={tasks.reload} />
          ))}
        </ul>
      )}
      {tasks.data === null && tasks.problem === null && <Skeleton />}
      {tasks.more && (
        <div>
          <Button size="small" busy={tasks.busy} onClick={() => void tasks.showMore()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

const Nothing = ({ state }: Pick<Todo, 'state'>) =>
  state === 'done' ? (
    <Empty title="Nothing is done yet" />
  ) : (
    <Empty title="Nothing is waiting">What the service cannot decide by itself appears here.</Empty>
  )

const atMost = 50

async function countTrouble(signal: AbortSignal) {
  const { webhooks, outbox, invoices } = api.admin
  const found = await Promise.all([
    webhooks.get({ query: { state: 'dead', limit: atMost }, signal }),
    outbox.get({ query: { state: 'dead', limit: atMost }, signal }),
    invoices.get({ query: { overdue: true, limit: atMost }, signal }),
  ])
  return found.map(({ items }) => items.length)
}

interface WarningProps {
  count: number
  what: string
  many: string
  tone?: 'warn' | 'bad'
  onLook: () => void
}

function Warning({ count, what, many, tone = 'bad', onLook }: WarningProps) {
  if (count === 0) return null
  return (
    <Alert tone={tone}>
      <div class="row-apart">
        <span>
          {count >= atMost ? `${atMost} or more` : count} {count === 1 ? what : many}
        </span>
        <Button size="small" aria-label={`Look: ${many}`} onClick={onLook}>
          Look
        </Button>
      </div>
    </Alert>
  )
}
