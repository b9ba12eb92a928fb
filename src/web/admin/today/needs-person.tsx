import type { Task } from '../../../modules/hq-tasks/model'
import { formatMoment } from '../../client/format'
import type { Query } from '../../client/api'
import { useAction, useLoad, type Page } from '../../client/hooks'
import { Alert, Button, Empty, Skeleton, toast } from '../../components'
import { goTo, openJob } from '../address'
import { api } from '../session'
import { Trouble, useList } from '../shared/list'
import { settings } from '../settings'
import { NewTask } from './new-task'

/** Everything that will not go on by itself. */
export function NeedsPerson() {
  const tasks = useList<Task>('/api/admin/tasks', { state: 'open', limit: '25' })
  const trouble = useLoad(countTrouble)
  const { webhooks = 0, messages = 0, overdue = 0 } = trouble.data ?? {}
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>Needs a person</h2>
        <NewTask onAdded={tasks.reload} />
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
      {tasks.data !== null && tasks.items.length === 0 && (
        <Empty title="Nothing is waiting">What the service cannot decide by itself appears here.</Empty>
      )}
      {tasks.items.length > 0 && (
        <ul class="todo">
          {tasks.items.map((task) => (
            <TaskLine key={task.id} task={task} onDone={tasks.reload} />
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

const atMost = 50

async function countTrouble(signal: AbortSignal) {
  const count = async (path: string, query: Query) =>
    (await api.get<Page<unknown>>(path, { ...query, limit: atMost }, signal)).items.length
  const [webhooks, messages, overdue] = await Promise.all([
    count('/api/admin/webhooks', { state: 'dead' }),
    count('/api/admin/outbox', { state: 'dead' }),
    count('/api/admin/invoices', { overdue: true }),
  ])
  return { webhooks, messages, overdue }
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

function TaskLine({ task, onDone }: { task: Task; onDone: () => void }) {
  const finishing = useAction(async () => {
    await api.post(`/api/admin/tasks/${task.id}/done`)
    toast('Done')
    onDone()
  })
  const open = placeOf(task)
  return (
    <li>
      <span class="todo-text">
        {open ? (
          <button type="button" class="link-button" onClick={open}>
            {task.title}
          </button>
        ) : (
          <span class="strong">{task.title}</span>
        )}
        {task.detail && <span class="pre-line">{task.detail}</span>}
        <small>{formatMoment(task.createdAt, settings.timeZone)}</small>
        {finishing.problem !== null && <small class="field-error">{finishing.problem}</small>}
      </span>
      <Button
        size="small"
        busy={finishing.busy}
        aria-label={`Done: ${task.title}`}
        onClick={() => void finishing.run()}
      >
        Done
      </Button>
    </li>
  )
}

/** Where the thing is that a task is about, if it has a place in the console. */
function placeOf({ kind, subject }: Task): (() => void) | null {
  if (kind.startsWith('job.') || kind.startsWith('cancel.')) return () => openJob(subject)
  if (kind.startsWith('plan.')) return () => goTo('recurring', { part: 'plans', id: subject })
  if (kind.startsWith('template.')) return () => goTo('recurring', { part: 'templates', id: subject })
  if (kind.startsWith('invoice.') || kind === 'billing.charge-failed')
    return () => goTo('invoices', { id: subject })
  if (kind === 'billing.no-card' || kind === 'billing.failed')
    return () => goTo('recurring', { part: 'schedules', id: subject })
  if (kind === 'worker.absent') return () => goTo('workers', { id: subject })
  return null
}
