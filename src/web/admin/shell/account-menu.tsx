import { useState } from 'preact/hooks'
import { Avatar } from '../../components/avatar'
import { Button, SchemeSwitch } from '../../components/button'
import { Icon } from '../../components/icon'
import { Menu } from '../../components/popover'
import { session } from '../session'
import { Lazy } from '../shared/lazy'
import { roleName } from '../shared/roles'
import { useDirectory } from './directory'
import { useMe } from './me'

/** Rarely needed, so the console doesn't wait for it. */
const loadConfirm = () => import('../shared/kit')

/** The signed-in person, the color scheme and the ways out. */
export function AccountMenu() {
  const { as, name, email, role, franchiseId } = useMe()
  const { franchises } = useDirectory()
  // HQ's people belong to all of them.
  const franchise = franchises.find(({ id }) => id === franchiseId)?.name
  const [isAsking, setAsking] = useState(false)
  const place = [roleName(role), franchise].filter(Boolean).join(', ')
  const who = (
    <>
      <Avatar name={name} />
      <span class="account-who">
        {/* Someone without a name has an address, which would be cut off here. */}
        <strong title={name}>{name.split('@')[0] || name}</strong>
        <span title={place}>{franchise ?? place}</span>
      </span>
    </>
  )
  return (
    <div class="account">
      {as === 'staff' ? (
        <Menu
          label={`Account of ${name}`}
          look="account-button"
          align="start"
          button={who}
          head={
            <>
              <div>{email}</div>
              <div>{place}</div>
            </>
          }
          items={[{ label: 'Sign out everywhere', icon: 'lock', run: () => setAsking(true) }]}
        />
      ) : (
        <span class="account-button">{who}</span>
      )}
      <SchemeSwitch />
      <Button
        kind="quiet"
        size="icon"
        aria-label="Sign out"
        data-tip="Sign out"
        onClick={() => session.signOut()}
      >
        <Icon name="log-out" />
      </Button>
      {isAsking && (
        <Lazy load={loadConfirm}>
          {({ Confirm }) => (
            <Confirm
              title="Sign out everywhere?"
              open
              action="Sign out everywhere"
              danger
              onClose={() => setAsking(false)}
              onConfirm={async () => session.signOut(true)}
            >
              <p>
                Every browser and phone you're signed in with is signed out right away, including this one.
              </p>
            </Confirm>
          )}
        </Lazy>
      )}
    </div>
  )
}
