import { useState } from 'preact/hooks'
import type { GivenToken, WorkerToken } from '../../../modules/workers/token-model'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, TextField, toast } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { List, useList } from '../shared/list'

/** Links that open the worker's own page on a phone. Each is shown once. */
export function Tokens({ workerId }: { workerId: string }) {
  const path = `/api/admin/workers/${workerId}/tokens`
  const list = useList<WorkerToken>(path, { limit: '5' })
  const [given, setGiven] = useState<GivenToken | null>(null)
  const giving = useAction(async () => {
    setGiven(await api.post<GivenToken>(path, {}))
    list.reload()
  })
  const revoking = useAction(async (id: string | null) => {
    await api.delete(id === null ? path : `${path}/${id}`)
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
          <Button size="small" busy={giving.busy} onClick={() => void giving.run()}>
            Give a link
          </Button>
          {list.items.some(({ usable }) => usable) && (
            <Button size="small" busy={revoking.busy} onClick={() => void revoking.run(null)}>
              Revoke all
            </Button>
          )}
        </span>
      }
    >
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
          { head: 'Given', cell: ({ issuedAt }) => formatMoment(issuedAt) },
          { head: 'Good until', cell: ({ expiresAt }) => formatMoment(expiresAt) },
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
  return <Badge>{revoked ? 'Revoked' : 'Run out'}</Badge>
}
