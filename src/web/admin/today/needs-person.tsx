import { useState } from 'preact/hooks'
import type { Todo } from '../../../modules/office'
import { useFollowing } from '../../client/clock'
import { useKeptFocus } from '../../client/focus'
import { useLoad } from '../../client/hooks'
import { Alert, Button, Empty, Skeleton } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { Trouble, useList } from '../shared/list'
import { useMe } from '../shell/me'
import { NewTodo, TodoLine } from './todo'

/** Everything that needs a decision from HQ. */
export function NeedsPerson() {
  const [state, setState] = useState<Todo['state']>('open')
  const tasks = useList(api.admin.tasks, { state, limit: '25' })
  const { may, mayForAll } = useMe()
  const trouble = useLoad((signal) =>
    countTrouble(signal, [mayForAll('money.read'), may('messages.read'), may('invoices.read')]),
  )
  useFollowing(tasks.refresh)
  useFollowing(trouble.refresh)
  const place = useKeptFocus<HTMLElement>()
  const [webhooks = 0, messages = 0, overdue = 0] = trouble.data ?? []
  return (
    <section class="card stack" ref={place} tabIndex={-1}>
      <div class="row-apart">
        <h2>To-dos</h2>
        <span class="row">
          <Button
            size="small"
            kind="quiet"
            aria-pressed={state === 'done' ? 'true' : 'false'}
            onClick={() => setState(state === 'done' ? 'open' : 'done')}
          >
            Completed
          </Button>
          <NewTodo onAdded={tasks.reload} />
        </span>
      </div>
      <Warning
        count={webhooks}
        one="payment event couldn't be processed"
        many="payment events couldn't be processed"
        onOpen={() => goTo('webhooks', { state: 'dead' })}
      />
      <Warning
        count={messages}
        one="message couldn't be delivered"
        many="messages couldn't be delivered"
        onOpen={() => goTo('messages', { state: 'dead' })}
      />
      <Warning
        count={overdue}
        tone="warn"
        one="invoice is overdue"
        many="invoices are overdue"
        onOpen={() => goTo('invoices', { state: 'overdue' })}
      />
      {tasks.problem !== null && <Trouble text={tasks.problem} onRetry={tasks.reload} />}
      {tasks.data !== null && tasks.items.length === 0 && <Nothing state={state} />}
      {state === 'done' && <p class="soft small">Completed to-dos, newest first</p>}
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
    <Empty title="No completed to-dos yet" />
  ) : (
    <Empty title="No open to-dos">Anything that needs your decision shows up here.</Empty>
  )

const atMost = 50

/** Counts only what this person may see. */
function countTrouble(signal: AbortSignal, allowed: boolean[]): Promise<number[]> {
  const { webhooks, outbox, invoices } = api.admin
  const counts = [
    () => webhooks.get({ query: { state: 'dead', limit: atMost }, signal }),
    () => outbox.get({ query: { state: 'dead', limit: atMost }, signal }),
    () => invoices.get({ query: { overdue: true, limit: atMost }, signal }),
  ]
  return Promise.all(counts.map(async (get, at) => (allowed[at] ? (await get()).items.length : 0)))
}

interface WarningProps {
  count: number
  one: string
  many: string
  tone?: 'warn' | 'bad'
  onOpen: () => void
}

function Warning({ count, one, many, tone = 'bad', onOpen }: WarningProps) {
  if (count === 0) return null
  return (
    <Alert tone={tone}>
      <div class="row-apart">
        <span>
          {count >= atMost ? `${atMost}+` : count} {count === 1 ? one : many}
        </span>
        <Button size="small" aria-label={`View: ${many}`} onClick={onOpen}>
          View
        </Button>
      </div>
    </Alert>
  )
}
