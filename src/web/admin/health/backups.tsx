import type { BackupList } from '../../../modules/backups/model'
import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Empty, Table } from '../../components'
import { api } from '../session'
import { settings } from '../settings'
import { Loaded } from '../shared/loaded'

export function Backups() {
  const load = useLoad<BackupList>((signal) => api.get('/api/admin/backups', undefined, signal))
  return (
    <Loaded load={load}>
      {({ supported, backups }) =>
        supported ? (
          <div class="stack">
            <p class="soft small">
              Backups are made by <code>bun src/cli.ts backup</code>, best every night from cron or a timer.
            </p>
            {backups.length === 0 ? (
              <Empty title="There is no backup">If the disk goes, everything goes.</Empty>
            ) : (
              <Table
                caption="Backups"
                rows={backups}
                keyOf={({ name }) => name}
                columns={[
                  { head: 'Made', cell: ({ at }) => formatMoment(at, settings.timeZone) },
                  { head: 'File', cell: ({ name }) => <code>{name}</code> },
                  { head: 'Size', end: true, cell: ({ bytes }) => `${(bytes / 1_000_000).toFixed(1)} MB` },
                ]}
              />
            )}
          </div>
        ) : (
          <Empty title="Backed up elsewhere">
            The data is on a database server: its own tools make the backups.
          </Empty>
        )
      }
    </Loaded>
  )
}
