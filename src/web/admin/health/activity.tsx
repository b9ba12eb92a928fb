import type { ActivityEvent } from '../../../modules/activity/model'
import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Empty } from '../../components'
import { api } from '../session'
import { settings } from '../settings'
import { Loaded } from '../shared/loaded'

export function Activity() {
  const load = useLoad<{ events: ActivityEvent[] }>((signal) =>
    api.get('/api/dev/activity', undefined, signal),
  )
  return (
    <Loaded load={load} lines={8}>
      {({ events }) =>
        events.length === 0 ? (
          <Empty title="Nothing has happened yet" />
        ) : (
          <ul class="todo card">
            {events.map((event) => (
              <li key={event.id}>
                <span class="todo-text">
                  <span>{event.summary}</span>
                  <small>
                    {formatMoment(event.at, settings.timeZone)} · {event.actor} · {event.type}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
