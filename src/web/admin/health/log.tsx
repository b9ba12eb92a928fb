import { formatPast } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Empty, Table } from '../../components'
import { WithJobs } from '../activity/with-jobs'
import { api, settings } from '../session'
import { Loaded } from '../shared/list'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'

export function Errors() {
  const load = useLoad((signal) => api.dev.errors.get({ signal }))
  return (
    <Loaded load={load} lines={6}>
      {({ errors, grouped, total }) =>
        total === 0 ? (
          <Empty title="No errors">Errors in your pages and tools show up here.</Empty>
        ) : (
          <div class="stack">
            <Table
              caption={`${total} ${total === 1 ? 'error' : 'errors'}`}
              captionShown
              rows={grouped}
              keyOf={({ message }) => message}
              columns={[
                { head: 'Message', cell: ({ message }) => <span class="wrap-anywhere">{message}</span> },
                { head: 'Count', end: true, cell: ({ count }) => count },
                { head: 'First seen', cell: ({ firstSeen }) => formatPast(firstSeen, settings.timeZone) },
                { head: 'Last seen', cell: ({ lastSeen }) => formatPast(lastSeen, settings.timeZone) },
              ]}
            />
            <h2>Latest errors</h2>
            {errors.slice(0, 20).map((error) => (
              <details class="card" key={error.id}>
                <summary>
                  {error.message}{' '}
                  <span class="summary-note">· {formatPast(error.at, settings.timeZone)}</span>
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

/** Everything that happened lately. The Activity page has all changes by the office, and nothing else. */
export function EventLog() {
  const directory = useDirectory()
  const load = useLoad((signal) => api.dev.activity.get({ signal }))
  return (
    <Loaded load={load} lines={8}>
      {({ events }) =>
        events.length === 0 ? (
          <Empty title="No events yet">Bookings, payments and changes show up here.</Empty>
        ) : (
          <ul class="todo card">
            {events.map((event) => (
              <li key={event.id}>
                <span class="todo-text">
                  <span>
                    <WithJobs text={event.summary} />
                  </span>
                  <small>
                    {formatPast(event.at, settings.timeZone)} · {actorName(event.actor, directory)}
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
