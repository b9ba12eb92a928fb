import type { Task } from '../../../modules/hq-tasks/model'
import type { JobDetail } from '../../../modules/jobs/admin-model'
import { formatDate, formatMoment } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Button, toast } from '../../components'
import { goTo, openJob } from '../address'
import { api } from '../session'
import { settings } from '../settings'
import { placeOf, type TaskPlace } from './task-place'

export function TaskLine({ task, onDone }: { task: Task; onDone: () => void }) {
  const finishing = useAction(async () => {
    await api.post(`/api/admin/tasks/${task.id}/done`)
    toast('Done')
    onDone()
  })
  const place = placeOf(task)
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

const follow = (place: TaskPlace): void =>
  'job' in place ? openJob(place.job) : goTo(place.tab, place.about)

/** Tasks of one kind read alike: whose job it is tells them apart. */
function AboutJob({ id }: { id: string }) {
  const { data } = useLoad<JobDetail>((signal) => api.get(`/api/admin/jobs/${id}`, undefined, signal), [id])
  if (data === null) return null
  const { customerName, type, preferredDate } = data.job
  const wish = preferredDate === null ? '' : `wants ${formatDate(preferredDate)}`
  return <span>{[customerName, type, wish].filter(Boolean).join(' · ')}</span>
}
