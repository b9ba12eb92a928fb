import { useState } from 'preact/hooks'
import type { ApiKey, CreatedKey } from '../../../modules/staff'
import { now } from '../../client/clock'
import { formatDated, formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Badge, Button, Confirm, Dialog, Empty, Icon, SelectField, TextField, toast } from '../../components'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { Form, useForm, type FormEnds } from '../shared/form'
import { List, useList } from '../shared/list'
import { roleField, roleName } from '../shared/roles'
import { ShownOnce } from '../shared/secret'
import { franchiseOptions, useDirectory } from '../shell/directory'

const keys = api.admin['api-keys']

/** Keys for other programs and AI assistants. Each is shown once, when it is created. */
export function ApiKeys() {
  const list = useList(keys, { limit: '20' })
  const { franchiseName } = useDirectory()
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const add = (key: CreatedKey) => {
    setCreated(key)
    list.reload()
  }
  const revoke = async (id: string) => {
    await keys(id).delete()
    toast('Key revoked')
    setRevoking(null)
    if (created?.id === id) setCreated(null)
    list.reload()
  }
  return (
    <div class="stack">
      <div class="row-apart">
        <p class="soft small">
          With a key, other programs can use the API, and AI assistants can connect to{' '}
          <code>{location.origin}/mcp</code>. Each key has the permissions of its role.
        </p>
        <Button kind="primary" onClick={() => setAdding(true)}>
          Create key
        </Button>
      </div>
      {created && (
        <ShownOnce label={`Key for ${created.name}`} value={created.key}>
          Send it as <code>Authorization: Bearer …</code> with every request.
        </ShownOnce>
      )}
      <List
        list={list}
        caption="API keys"
        keyOf={({ id }) => id}
        empty={
          <Empty title="No API keys yet" icon={<Icon name="plug" />}>
            Create one for each program, so you can revoke it without stopping the others.
          </Empty>
        }
        columns={[
          {
            head: 'Name',
            cell: ({ name, handle }) => <TwoLines first={name} second={<code>{handle}…</code>} />,
          },
          {
            head: 'Role',
            cell: ({ role, franchiseId }) =>
              franchiseId === null ? (
                roleName(role)
              ) : (
                <TwoLines first={roleName(role)} second={franchiseName(franchiseId)} />
              ),
          },
          {
            head: 'Created',
            cell: ({ createdAt, createdBy }) => (
              <TwoLines first={formatPast(createdAt, settings.timeZone)} second={createdBy} />
            ),
          },
          { head: 'Last used', cell: ({ lastUsedAt }) => momentOr(lastUsedAt, 'Never') },
          {
            head: 'Expires',
            cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : formatDated(expiresAt)),
          },
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
            end: true,
            cell: (key) =>
              key.usable && (
                <Button size="small" onClick={() => setRevoking(key)}>
                  Revoke
                </Button>
              ),
          },
        ]}
      />
      <Dialog title="Create API key" open={isAdding} onClose={() => setAdding(false)}>
        <KeyForm onCreated={add} onDone={() => setAdding(false)} onCancel={() => setAdding(false)} />
      </Dialog>
      <Confirm
        title="Revoke this key?"
        open={revoking !== null}
        action="Revoke key"
        danger
        onClose={() => setRevoking(null)}
        onConfirm={() => revoke(revoking?.id ?? '')}
      >
        <p>{revoking?.name} will stop working right away. You can't undo this.</p>
      </Confirm>
    </div>
  )
}

const momentOr = (at: string | null, otherwise: string): string =>
  at === null ? otherwise : formatPast(at, settings.timeZone)

const lifetimes = [
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
  { value: '', label: 'Never' },
]
const dayMs = 86_400_000

function KeyForm({ onCreated, ...ends }: FormEnds & { onCreated: (key: CreatedKey) => void }) {
  const directory = useDirectory()
  const creating = useAction(async () => {
    const { name, role, days } = form.values
    const franchiseId = role !== 'owner' && form.values.franchiseId !== '' ? form.values.franchiseId : null
    const expiresAt = days === '' ? null : new Date(now() + Number(days) * dayMs).toISOString()
    onCreated(await keys.post({ name, role: role as ApiKey['role'], franchiseId, expiresAt }, { key: null }))
  })
  const form = useForm({ name: '', role: 'dispatcher', franchiseId: '', days: '365' }, creating.fields)
  return (
    <Form
      action={creating}
      submit="Create key"
      fields={['name', 'role', 'franchiseId', 'expiresAt']}
      {...ends}
    >
      <TextField label="Name" hint="The program that will use it, such as Zapier" {...form.text('name')} />
      <SelectField {...roleField(form.values.role)} {...form.choice('role')} />
      {form.values.role !== 'owner' && (
        <SelectField
          label="Franchise"
          hint="Choose one and the key can't see the others"
          options={franchiseOptions(
            directory,
            form.values.role === 'franchisee' ? 'Choose a franchise' : 'All franchises',
          )}
          {...form.choice('franchiseId')}
        />
      )}
      <SelectField label="Expires" options={lifetimes} {...form.choice('days')} />
    </Form>
  )
}
