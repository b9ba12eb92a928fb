import { useState } from 'preact/hooks'
import { Button, Confirm } from '../../components'
import { session } from '../session'
import { roleName } from '../shared/roles'
import { useMe } from './me'

/** The signed-in person, and more ways out than the button below. */
export function AccountMenu() {
  const { as, name, email, role } = useMe()
  const [isAsking, setAsking] = useState(false)
  const who = (
    <span class="account-who">
      <strong>{name}</strong>
      <span class="soft small">{roleName(role)}</span>
    </span>
  )
  if (as !== 'staff') return <div class="account">{who}</div>
  return (
    <details class="account">
      <summary>{who}</summary>
      <p class="soft small">{email}</p>
      <Button size="small" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Confirm
        title="Sign out everywhere?"
        open={isAsking}
        action="Sign out everywhere"
        onClose={() => setAsking(false)}
        onConfirm={async () => session.signOut(true)}
      >
        <p>Every browser and phone you’re signed in with is signed out right away, including this one.</p>
      </Confirm>
    </details>
  )
}
