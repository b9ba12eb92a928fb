import { useState } from 'preact/hooks'
import type { Worker, GivenToken } from '../../../modules/workforce'
import { formatMoment, formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useDirectory } from '../shell/directory'

/** The API allows up to a week. */
const lengths = [
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
]

const tokensOf = (workerId: string) => api.admin.workers(workerId).tokens

export const useTokens = (workerId: string) => useList(tokensOf(workerId), { limit: '5' })

interface TokensProps {
  worker: Worker
  list: ReturnType<typeof useTokens>
}

/** Links that sign a worker in on their phone. Each is sent or shown once, and works once. */
export function Tokens({ worker, list }: TokensProps) {
  const tokens = tokensOf(worker.id)
  const timeZone = useDirectory().zoneOf(worker.franchiseId)
  const [hours, setHours] = useState('24')
  const [shown, setShown] = useState<GivenToken | null>(null)
  const creating = useAction(async (sendBy?: 'sms' | 'email') => {
    const fresh = await tokens.post({ hours: Number(hours), sendBy })
    if (fresh.sentTo) toast(`Link sent to ${sendBy === 'sms' ? formatPhone(fresh.sentTo) : fresh.sentTo}`)
    setShown(fresh.sentTo ? null : fresh)
    list.reload()
  })
  const revoking = useAction(async (id: string | null) => {
    await (id === null ? tokens : tokens(id)).delete()
    setShown(null)
    list.reload()
  })
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link)
    toast('Link copied')
  }
  return (
    <Section
      title="Sign-in links"
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
        <SelectField label="Stay signed in for" value={hours} onChoice={setHours} options={lengths} />
      </div>
      <p class="soft small">Each link works once and must be opened within an hour.</p>
      <div class="row">
        {worker.phone !== null && (
          <Button size="small" busy={creating.busy} onClick={() => void creating.run('sms')}>
            Send by text
          </Button>
        )}
        {worker.email !== null && (
          <Button size="small" busy={creating.busy} onClick={() => void creating.run('email')}>
            Send by email
          </Button>
        )}
        <Button size="small" busy={creating.busy} onClick={() => void creating.run()}>
          Show link
        </Button>
      </div>
      {worker.phone === null && worker.email === null && (
        <p class="soft small">Add a phone number or email address to send links from here.</p>
      )}
      {(creating.problem ?? revoking.problem) !== null && (
        <Alert tone="bad">{creating.problem ?? revoking.problem}</Alert>
      )}
      {shown && (
        <Alert tone="good">
          <TextField
            label="Link (shown only once)"
            readOnly
            value={shown.link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div>
            <Button
              size="small"
              onClick={() =>
                void copy(shown.link).catch(() =>
                  toast("We couldn't copy the link. Select it and copy it yourself.", 'bad'),
                )
              }
            >
              Copy
            </Button>
          </div>
        </Alert>
      )}
      <List
        list={list}
        caption="Sign-in links"
        keyOf={({ id }) => id}
        empty="No links yet"
        columns={[
          { head: 'Created', cell: ({ issuedAt }) => formatMoment(issuedAt, timeZone) },
          { head: 'Signed in until', cell: ({ expiresAt }) => formatMoment(expiresAt, timeZone) },
          {
            head: 'Status',
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
  if (usable) return <Badge tone="good">Active</Badge>
  return <Badge>{revoked ? 'Revoked' : 'Expired'}</Badge>
}
