import { useState } from 'preact/hooks'
import type { Worker, GivenToken, WorkerToken } from '../../../modules/workforce'
import { formatPast, formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, SelectField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Lazy } from '../shared/lazy'
import { List, useList } from '../shared/list'
import { ShownOnce } from '../shared/secret'
import { useDirectory } from '../shell/directory'

/** The API allows up to a week, or no end. */
const lengths = [
  { value: '', label: 'Until revoked' },
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

/** The phones a worker is signed in on, and the links that sign them in. Each link is sent or shown once, and works once. */
export function Tokens({ worker, list }: TokensProps) {
  const tokens = tokensOf(worker.id)
  const timeZone = useDirectory().zoneOf(worker.franchiseId)
  const [hours, setHours] = useState('')
  const [shown, setShown] = useState<GivenToken | null>(null)
  const creating = useAction(async (sendBy?: 'sms' | 'email') => {
    const fresh = await tokens.post({ hours: hours === '' ? undefined : Number(hours), sendBy })
    if (fresh.sentTo) toast(`Link sent to ${sendBy === 'sms' ? formatPhone(fresh.sentTo) : fresh.sentTo}`)
    setShown(fresh.sentTo ? null : fresh)
    list.reload()
  })
  const revoking = useAction(async (id: string | null) => {
    await (id === null ? tokens : tokens(id)).delete()
    setShown(null)
    list.reload()
  })
  const problem = creating.problem ?? revoking.problem
  return (
    <Section
      title="Phones"
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
        <SelectField label="Stay signed in" value={hours} onChoice={setHours} options={lengths} />
      </div>
      <p class="soft small">
        Each link works once and must be opened within an hour. When you revoke a phone, the visits saved on
        it are erased the next time it's online.
      </p>
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
          Show link and QR code
        </Button>
      </div>
      {worker.phone === null && worker.email === null && (
        <p class="soft small">Add a phone number or email address to send links from here.</p>
      )}
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      {shown && <ShownLink link={shown.link} />}
      <List
        list={list}
        caption="Phones"
        keyOf={({ id }) => id}
        empty="No phones yet"
        columns={[
          { head: 'Phone', cell: ({ device }) => device ?? 'No phone yet' },
          {
            head: 'Last seen',
            cell: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : formatPast(lastSeenAt, timeZone)),
          },
          { head: 'Link created', cell: ({ issuedAt }) => formatPast(issuedAt, timeZone) },
          { head: 'Status', cell: (token) => <TokenState token={token} timeZone={timeZone} /> },
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

const loadQrCode = () => import('../../components/qr-code')

const ShownLink = ({ link }: { link: string }) => (
  <ShownOnce
    label="Link"
    value={link}
    picture={
      <Lazy load={loadQrCode} trouble="We couldn't draw the QR code.">
        {({ QrCode }) => <QrCode text={link} label="QR code of the link" />}
      </Lazy>
    }
  >
    Or scan this code with the technician's phone:
  </ShownOnce>
)

function TokenState({ token, timeZone }: { token: WorkerToken; timeZone: string }) {
  const { usable, revokedAt, lastSeenAt, expiresAt } = token
  if (!usable) return <Badge>{revokedAt === null ? 'Expired' : 'Revoked'}</Badge>
  if (lastSeenAt === null) return <Badge tone="warn">Link not opened</Badge>
  return (
    <>
      <Badge tone="good">Signed in</Badge>
      {expiresAt !== null && <span class="soft small"> until {formatPast(expiresAt, timeZone)}</span>}
    </>
  )
}
