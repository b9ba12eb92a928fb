import { useState } from 'preact/hooks'
import type { InvitedStaff, StaffMember } from '../../../modules/staff'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, Confirm, Drawer, toast } from '../../components'
import { api } from '../session'
import { Facts, MailLink, Section, TwoLines } from '../shared/facts'
import { List, Loaded, useItem, useList } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { ChangeForm } from './forms'
import { Invitation, momentOr, sendsEmail } from './parts'

/** One person: what they may do, where they are signed in, and how to keep them out. */
export function StaffDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.staff, id)
  const changed = () => {
    load.reload()
    onChange()
  }
  return (
    <Drawer title={load.data?.name ?? 'Staff'} open={id !== ''} onClose={close}>
      <Loaded load={load}>{(found) => <Details person={found} onChange={changed} />}</Loaded>
    </Drawer>
  )
}

function Details({ person, onChange }: { person: StaffMember; onChange: () => void }) {
  const [invited, setInvited] = useState<InvitedStaff | null>(null)
  const one = api.admin.staff(person.id)
  const inviting = useAction(async () => setInvited(await one.invite.post({}, { key: null })))
  const reactivating = useAction(async () => {
    await one.reactivate.post({}, { key: null })
    toast(`${person.name} can sign in again`)
    onChange()
  })
  const problem = inviting.problem ?? reactivating.problem
  return (
    <div>
      <Section title="Details">
        <Facts
          facts={[
            ['Email', <MailLink email={person.email} />],
            ['Invited by', person.invitedBy],
          ]}
        />
        <ChangeForm key={`${person.role} ${person.franchiseId}`} person={person} onDone={onChange} />
      </Section>
      <Section title="Access">
        {problem !== null && <Alert tone="bad">{problem}</Alert>}
        {invited && <Invitation person={invited} />}
        <div class="actions">
          {person.active ? (
            <>
              <Button busy={inviting.busy} onClick={() => void inviting.run()}>
                {sendsEmail() ? 'Send new invitation' : 'Create new invitation'}
              </Button>
              <Deactivate person={person} onChange={onChange} />
            </>
          ) : (
            <Button busy={reactivating.busy} onClick={() => void reactivating.run()}>
              Reactivate
            </Button>
          )}
        </div>
      </Section>
      <Sessions person={person} />
    </div>
  )
}

function Deactivate({ person, onChange }: { person: StaffMember; onChange: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const deactivate = async () => {
    await api.admin.staff(person.id).deactivate.post({}, { key: null })
    toast(`${person.name} is deactivated`)
    setAsking(false)
    onChange()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Deactivate</Button>
      <Confirm
        title={`Deactivate ${person.name}?`}
        open={isAsking}
        action="Deactivate"
        danger
        onClose={() => setAsking(false)}
        onConfirm={deactivate}
      >
        <p>They're signed out everywhere right away and can't sign in until you reactivate them.</p>
      </Confirm>
    </>
  )
}

/** A phone that was lost can be signed out here. */
function Sessions({ person }: { person: StaffMember }) {
  const { sessions } = api.admin.staff(person.id)
  const list = useList(sessions, { limit: '10' })
  const ending = useAction(async () => {
    await sessions.delete()
    toast(`${person.name} is signed out everywhere`)
    list.reload()
  })
  return (
    <Section title="Devices">
      {ending.problem !== null && <Alert tone="bad">{ending.problem}</Alert>}
      <List
        list={list}
        caption="Devices"
        keyOf={({ id }) => id}
        empty="Hasn't signed in yet."
        columns={[
          {
            head: 'Browser',
            cell: ({ device, network }) => <TwoLines first={device} second={network} />,
          },
          { head: 'Last seen', cell: ({ lastSeenAt }) => momentOr(lastSeenAt, '') },
          {
            head: 'Status',
            cell: ({ active }) => (
              <Badge tone={active ? 'good' : undefined}>{active ? 'Signed in' : 'Ended'}</Badge>
            ),
          },
        ]}
      />
      {list.items.some(({ active }) => active) && (
        <div class="actions">
          <Button busy={ending.busy} onClick={() => void ending.run()}>
            Sign out everywhere
          </Button>
        </div>
      )}
    </Section>
  )
}
