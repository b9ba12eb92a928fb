import type { Task } from '../../../modules/hq-tasks/model'
import type { JobDetail } from '../../../modules/jobs/admin-model'
import { formatMoment } from '../../client/format'
import { messageOf } from '../../client/api'
import { useAction, useLoad } from '../../client/hooks'
import { Button, toast } from '../../components'
import { goTo, openJob } from '../address'
import { api } from '../session'
import { settings } from '../settings'
import { useDirectory } from '../shell/directory'
import { placeOf, type TaskPlace } from './task-place'
import { withoutIds, wordsOfJob } from './task-words'

/** One of those that are open can be said to be done; one that is done can be opened again. */
export function TaskLine({ task, onChange }: { task: Task; onChange: () => void }) {
  const isOpen = task.state === 'open'
  const reopen = async () => {
    await api.post(`/api/admin/tasks/${task.id}/reopen`)
    onChange()
  }
  const changing = useAction(async () => {
    if (!isOpen) return reopen()
    await api.post(`/api/admin/tasks/${task.id}/done`)
    const undo = () => void reopen().catch((error: unknown) => toast(messageOf(error), 'bad'))
    toast('Done', 'plain', { label: 'Undo', run: undo })
    onChange()
  })
  const place = placeOf(task)
  const detail = task.detail === null ? '' : withoutIds(task.detail)
  const deed = isOpen ? 'Done' : 'Open again'
  return (
    <li>
      <span class="todo-text">
        {place ? (
          <button type="button" class="link-button" onClick={() => follow(place)}>
            {task.title}
          </button>
        ) : (
          <span class="strong">{task.title}</span>
        )}
        {place && 'job' in place && <AboutJob id={place.job} />}
        {detail && <span class="pre-line">{detail}</span>}
        <small>{formatMoment(task.createdAt, settings.timeZone)}</small>
        {changing.problem !== null && <small class="field-error">{changing.problem}</small>}
      </span>
      <Button
        size="small"
        busy={changing.busy}
        aria-label={`${deed}: ${task.title}`}
        onClick={() => void changing.run()}
      >
        {deed}
      </Button>
    </li>
  )
}

const follow = (place: TaskPlace): void =>
  'job' in place ? openJob(place.job) : goTo(place.tab, place.about)

/** Tasks of one kind read alike: whose job it is tells them apart. */
function AboutJob({ id }: { id: string }) {
  const { data } = useLoad<JobDetail>((signal) => api.get(`/api/admin/jobs/${id}`, undefined, signal), [id])
  const { zoneOf } = useDirectory()
  if (data === null) return null
  return <span>{wordsOfJob(data.job, zoneOf(data.job.franchiseId))}</span>
}
