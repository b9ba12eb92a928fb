import { useState } from 'preact/hooks'
import type { CalendarFeed, CreatedFeed } from '../../../modules/workforce'
import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, Confirm, Empty, Icon, SelectField, toast } from '../../components'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { ShownOnce } from '../shared/secret'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'

const feeds = api.admin['calendar-feeds']

/** Whether this technician or franchise has a link that a new one would replace. */
async function hasLink(of: { workerId: string } | { franchiseId: string }): Promise<boolean> {
  const { items } = await feeds.get({ query: { ...of, limit: '100' } })
  // The links of a franchise come with those of its technicians.
  return 'workerId' in of ? items.length > 0 : items.some(({ workerId }) => workerId === null)
}

/** Secret links that show visits in Google Calendar, Outlook or Apple Calendar. */
export function Calendars() {
  const directory = useDirectory()
  const list = useList(feeds, { limit: '20' })
  const [chosen, setChosen] = useState('')
  const [created, setCreated] = useState<(CreatedFeed & { isReplacing: boolean }) | null>(null)
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null)
  const creating = useAction(async () => {
    const [kind, id = ''] = chosen.split(':')
    const owner = kind === 'worker' ? api.admin.workers(id) : api.admin.franchises(id)
    const isReplacing = await hasLink(kind === 'worker' ? { workerId: id } : { franchiseId: id })
    setCreated({ ...(await owner.calendar.post(undefined, { key: null })), isReplacing })
    list.reload()
  })
  const revoke = async (id: string) => {
    await feeds(id).delete()
    toast('Link revoked')
    setRevoking(null)
    if (created?.id === id) setCreated(null)
    list.reload()
  }
  const options = [
    { value: '', label: 'Choose…' },
    ...directory.franchises.map(({ id, name }) => ({
      value: `franchise:${id}`,
      label: `${name} (all visits)`,
    })),
    ...directory.workers
      .filter(({ active }) => active)
      .map(({ id, name }) => ({ value: `worker:${id}`, label: name })),
  ]
  return (
    <div class="stack">
      <p class="soft small">
        Subscribe to a link in any calendar app, and it stays up to date. It shows the service, the customer's
        first name and the address. Anyone with the link can read it.
      </p>
      <div class="filters">
        <div class="filter-search">
          <SelectField label="Calendar for" value={chosen} onChoice={setChosen} options={options} />
        </div>
        <Button busy={creating.busy} disabled={chosen === ''} onClick={() => void creating.run()}>
          Create link
        </Button>
      </div>
      {creating.problem !== null && <Alert tone="bad">{creating.problem}</Alert>}
      {created && (
        <ShownOnce label={`Calendar link for ${created.name}`} value={created.url}>
          {created.isReplacing && 'The link you had before no longer works.'}
        </ShownOnce>
      )}
      <List
        list={list}
        caption="Calendar links"
        keyOf={({ id }) => id}
        empty={
          <Empty title="No calendar links yet" icon={<Icon name="calendar-days" />}>
            Technicians can also create their own on their phone, below their visits.
          </Empty>
        }
        columns={[
          {
            head: 'Calendar for',
            cell: ({ name, workerId }) => (
              <TwoLines first={name} second={workerId === null ? 'Franchise' : 'Technician'} />
            ),
          },
          {
            head: 'Created',
            cell: ({ createdAt, createdBy }) => (
              <TwoLines
                first={formatPast(createdAt, settings.timeZone)}
                second={actorName(createdBy, directory)}
              />
            ),
          },
          {
            head: '',
            end: true,
            cell: (feed) => (
              <Button size="small" onClick={() => setRevoking(feed)}>
                Revoke
              </Button>
            ),
          },
        ]}
      />
      <Confirm
        title="Revoke this calendar link?"
        open={revoking !== null}
        action="Revoke link"
        danger
        onClose={() => setRevoking(null)}
        onConfirm={() => revoke(revoking?.id ?? '')}
      >
        <p>Calendars that use this link for {revoking?.name} will stop updating. You can't undo this.</p>
      </Confirm>
    </div>
  )
}
