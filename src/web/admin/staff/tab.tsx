import '../shared/kit'
import { useState } from 'preact/hooks'
import type { InvitedStaff, StaffMember } from '../../../modules/staff'
import { Badge, Button, Dialog, Empty, Icon, RowLink } from '../../components'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { roleName } from '../shared/roles'
import { TabPage, useOpened } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { StaffDrawer } from './drawer'
import { InviteForm } from './forms'
import { Invitation, momentOr } from './parts'

/** The people who can sign in to this console. */
export default function StaffTab() {
  const list = useList(api.admin.staff, { limit: '50' })
  const { franchiseName } = useDirectory()
  const { open } = useOpened()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<InvitedStaff | null>(null)
  const keep = (person: InvitedStaff) => {
    setInvited(person)
    list.reload()
  }
  return (
    <TabPage
      title="Staff"
      actions={
        <Button kind="primary" onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      {invited && <Invitation person={invited} />}
      <List
        list={list}
        caption="Staff"
        keyOf={(person) => person.id}
        onOpen={(person) => open(person.id)}
        empty={
          <Empty title="You haven't invited anyone yet" icon={<Icon name="id-card" />}>
            Invite the people you work with. Each gets a role that decides what they can see and change.
          </Empty>
        }
        columns={[
          {
            head: 'Name',
            cell: (person) => <TwoLines first={<RowLink>{person.name}</RowLink>} second={person.email} />,
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
          { head: 'Last sign-in', cell: ({ lastSignInAt }) => momentOr(lastSignInAt, 'Never') },
          { head: 'Status', cell: (person) => <Status person={person} /> },
        ]}
      />
      <Dialog title="Invite someone" open={isInviting} onClose={() => setInviting(false)}>
        <InviteForm onInvited={keep} onDone={() => setInviting(false)} onCancel={() => setInviting(false)} />
      </Dialog>
      <StaffDrawer onChange={list.reload} />
    </TabPage>
  )
}

function Status({ person: { active, lastSignInAt } }: { person: StaffMember }) {
  if (!active) return <Badge>Deactivated</Badge>
  return lastSignInAt === null ? <Badge tone="warn">Invited</Badge> : <Badge tone="good">Active</Badge>
}
