import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, toast } from '../../components'
import { api, settings } from '../session'
import { List, useList } from '../shared/list'

/** The holder of an HQ token that was made here. */
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
        Tokens are made by <code>bun src/cli.ts token</code>. A revoked token stops working at once.
      </p>
      {revoking.problem !== null && <Alert tone="bad">{revoking.problem}</Alert>}
      <List
        list={list}
        caption="HQ tokens"
        keyOf={({ id }) => id}
        empty="No tokens were made here"
        columns={[
          { head: 'For', cell: ({ subject }) => subject },
          { head: 'Made', cell: ({ issuedAt }) => formatMoment(issuedAt, settings.timeZone) },
          { head: 'Valid until', cell: ({ expiresAt }) => formatMoment(expiresAt, settings.timeZone) },
          {
            head: 'State',
            cell: ({ usable, revokedAt }) => (
              <Badge tone={usable ? 'good' : undefined}>
                {usable ? 'Works' : revokedAt === null ? 'Expired' : 'Revoked'}
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
