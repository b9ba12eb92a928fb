import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, toast } from '../../components'
import { api, settings } from '../session'
import { List, useList } from '../shared/list'

/** Lists the HQ tokens created on this server, so a lost one can be revoked. */
export function HqTokens() {
  const { tokens } = api.admin
  const list = useList(tokens, { limit: '20' })
  const revoking = useAction(async (id: string) => {
    await tokens(id).delete()
    toast('Token revoked')
    list.reload()
  })
  return (
    <div class="stack">
      <p class="soft small">
        HQ tokens sign people and tools in to this console and the API. To create one, run{' '}
        <code>./truckroll token</code> on the server. A revoked token stops working right away.
      </p>
      {revoking.problem !== null && <Alert tone="bad">{revoking.problem}</Alert>}
      <List
        list={list}
        caption="HQ tokens"
        keyOf={({ id }) => id}
        empty="No tokens have been created on this server yet."
        columns={[
          { head: 'Name', cell: ({ subject }) => subject },
          { head: 'Created', cell: ({ issuedAt }) => formatPast(issuedAt, settings.timeZone) },
          { head: 'Expires', cell: ({ expiresAt }) => formatPast(expiresAt, settings.timeZone) },
          {
            head: 'Status',
            cell: ({ usable, revokedAt }) => (
              <Badge tone={usable ? 'good' : undefined}>
                {usable ? 'Active' : revokedAt === null ? 'Expired' : 'Revoked'}
              </Badge>
            ),
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
    </div>
  )
}
