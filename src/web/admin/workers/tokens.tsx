import { useState } from 'preact/hooks'
import type { Worker, GivenToken } from '../../../modules/workforce'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useDirectory } from '../shell/directory'

/** The interface takes up to a week. */
const lengths = [
  { value: '24', label: 'A day' },
  { value: '72', label: '3 days' },
  { value: '168', label: 'A week' },
]

/** Links that open the worker's own page on a phone. Each is sent or shown once, and works once. */
export function Tokens({ worker }: { worker: Worker }) {
  const tokens = api.admin.workers(worker.id).tokens
  const timeZone = useDirectory().zoneOf(worker.franchiseId)
  const [hours, setHours] = useState('24')
  const list = useList(tokens, { limit: '5' })
  const [given, setGiven] = useState<GivenToken | null>(null)
  const giving = useAction(async (sendBy?: 'sms' | 'email') => {
    const fresh = await tokens.post({ hours: Number(hours), sendBy })
    if (fresh.sentTo) toast(`The link goes to ${fresh.sentTo}`)
    setGiven(fresh.sentTo ? null : fresh)
    list.reload()
  })
  const revoking = useAction(async (id: string | null) => {
    await (id === null ? tokens : tokens(id)).delete()
    setGiven(null)
    list.reload()
  })
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link)
    toast('Copied')
  }
  return (
    <Section
      title="Links for the phone"
      actions={
        <span class="row">
          {list.items.some(({ usable }) => usable) && (
            <Button size="small" busy={revoking.busy} onClick={() => void revoking.run(null)}>
              Revoke all
            </Button>
          )}
        </span>
      }
    >
      <div class="row">
        <SelectField label="Signed in for" value={hours} onChoice={setHours} options={lengths} />
      </div>
      <p class="soft small">A link works once and has to be opened within an hour.</p>
      <div class="row">
        {worker.phone !== null && (
          <Button size="small" busy={giving.busy} onClick={() => void giving.run('sms')}>
            Send by text
          </Button>
        )}
        {worker.email !== null && (
          <Button size="small" busy={giving.busy} onClick={() => void giving.run('email')}>
            Send by e-mail
          </Button>
        )}
        <Button size="small" busy={giving.busy} onClick={() => void giving.run()}>
          Show a link
        </Button>
      </div>
      {worker.phone === null && worker.email === null && (
        <p class="soft small">With a phone number or an e-mail address, links can be sent from here.</p>
      )}
      {(giving.problem ?? revoking.problem) !== null && (
        <Alert tone="bad">{giving.problem ?? revoking.problem}</Alert>
      )}
      {given && (
        <Alert tone="good">
          <TextField
            label="The link, shown this once"
            readOnly
            value={given.link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div>
            <Button
              size="small"
              onClick={() => void copy(given.link).catch(() => toast('Copy it by hand', 'bad'))}
            >
              Copy
            </Button>
          </div>
        </Alert>
      )}
      <List
        list={list}
        caption="Links"
        keyOf={({ id }) => id}
        empty="No links yet"
        columns={[
          { head: 'Given', cell: ({ issuedAt }) => formatMoment(issuedAt, timeZone) },
          { head: 'Signed in until', cell: ({ expiresAt }) => formatMoment(expiresAt, timeZone) },
          {
            head: 'State',
            cell: ({ usable, revokedAt }) => <LinkState usable={usable} revoked={revokedAt !== null} />,
          },
          {
            head: '',
            cell: ({ id, usable }) =>
              usable && (
                <Button size="small" busy={revoking.busy} onClick={() => void revoking.run(id)}>
                  Revoke
                </Button>
              ),
          },
        ]}
      />
    </Section>
  )
}

function LinkState({ usable, revoked }: { usable: boolean; revoked: boolean }) {
  if (usable) return <Badge tone="good">Works</Badge>
  return <Badge>{revoked ? 'Revoked' : 'Expired'}</Badge>
}
