import { formatPast } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Badge, Empty, Table } from '../../components'
import { api, settings } from '../session'
import { Facts } from '../shared/facts'
import { Loaded } from '../shared/list'
import { plain } from '../shared/words'

/** Shows who hears about problems, and the problems of the service itself. */
export function Alerts() {
  const load = useLoad((signal) => api.admin.alerts.get({ signal }))
  return (
    <Loaded load={load}>
      {({ to, incidents }) => (
        <div class="stack">
          {to.email === null && to.phone === null && to.webhook === null ? (
            <Empty title="Nobody gets alerts yet">
              We can alert someone when a problem lasts 5 minutes, and again when it's over. The person who
              runs your server sets <code>ALERT_EMAIL</code>, <code>ALERT_PHONE</code> or{' '}
              <code>ALERT_WEBHOOK_URL</code>.
            </Empty>
          ) : (
            <>
              <Facts
                facts={[
                  ['Alerts by email', to.email ?? ''],
                  ['Alerts by text', to.phone ?? ''],
                  ['Alerts by webhook', to.webhook ?? ''],
                ]}
              />
              <p class="soft small">
                To send a test alert, run <code>./truckroll alert test</code> on the server.
              </p>
            </>
          )}
          {incidents.length === 0 ? (
            <Empty title="No incidents">
              Problems with the service show up here, such as a full disk or a provider that doesn't answer.
            </Empty>
          ) : (
            <Table
              caption="Incidents"
              rows={incidents}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Check', cell: ({ check }) => plain(check) },
                { head: 'Problem', cell: ({ title }) => title },
                { head: 'Since', cell: ({ since }) => formatPast(since, settings.timeZone) },
                {
                  head: 'Alert',
                  cell: ({ alertedAt }) =>
                    alertedAt === null ? 'Not sent' : formatPast(alertedAt, settings.timeZone),
                },
                {
                  head: 'Status',
                  cell: ({ endedAt }) => (
                    <Badge tone={endedAt === null ? 'bad' : 'good'}>
                      {endedAt === null ? 'Open' : `Over since ${formatPast(endedAt, settings.timeZone)}`}
                    </Badge>
                  ),
                },
              ]}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}
