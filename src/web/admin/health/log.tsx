import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Empty, Table } from '../../components'
import { api, settings } from '../session'
import { Loaded } from '../shared/list'

export function Errors() {
  const load = useLoad((signal) => api.dev.errors.get({ signal }))
  return (
    <Loaded load={load} lines={6}>
      {({ errors, grouped, total }) =>
        total === 0 ? (
          <Empty title="No errors">What goes wrong in pages and in the service is counted here.</Empty>
        ) : (
          <div class="stack">
            <Table
              caption={`Errors, ${total} in all`}
              captionShown
              rows={grouped}
              keyOf={({ message }) => message}
              columns={[
                { head: 'Message', cell: ({ message }) => <span class="wrap-anywhere">{message}</span> },
                { head: 'Times', end: true, cell: ({ count }) => count },
                { head: 'First', cell: ({ firstSeen }) => formatMoment(firstSeen, settings.timeZone) },
                { head: 'Last', cell: ({ lastSeen }) => formatMoment(lastSeen, settings.timeZone) },
              ]}
            />
            <h2>The latest</h2>
            {errors.slice(0, 20).map((error) => (
              <details class="card" key={error.id}>
                <summary>
                  {error.message} <span class="soft small">{formatMoment(error.at, settings.timeZone)}</span>
                </summary>
                <pre class="code-block" tabIndex={0}>
                  {[error.page, error.userAgent, error.stack].filter(Boolean).join('\n')}
                </pre>
              </details>
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

export function Activity() {
  const load = useLoad((signal) => api.dev.activity.get({ signal }))
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
