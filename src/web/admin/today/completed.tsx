import { Button, Empty, Skeleton } from '../../components'
import { api } from '../session'
import { Trouble, useList } from '../shared/list'
import { TodoLine } from './todo'

/** Finished to-dos. The last one finished is first. */
export function Completed({ onChange }: { onChange: () => void }) {
  const tasks = useList(api.admin.tasks, { state: 'done' as const, limit: '25' })
  const changed = () => {
    tasks.reload()
    onChange()
  }
  if (tasks.problem !== null) return <Trouble text={tasks.problem} onRetry={tasks.reload} />
  if (tasks.data === null) return <Skeleton shape="rows" lines={5} />
  if (tasks.items.length === 0) return <Empty title="No completed to-dos yet" />
  return (
    <>
      <ul class="todo">
        {tasks.items.map((task) => (
          <TodoLine key={task.id} task={task} onChange={changed} />
        ))}
      </ul>
      {tasks.more && (
        <div>
          <Button size="small" busy={tasks.busy} onClick={() => void tasks.showMore()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
