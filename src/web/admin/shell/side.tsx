import { lookAgain } from '../../client/follow'
import { Button, SchemeSwitch } from '../../components'
import { goTo, linkTo } from '../address'
import { session } from '../session'
import { settings } from '../settings'
import { groups, type Tab } from '../tabs'

interface SideProps {
  current: string
  /** On a phone the tabs are shown on request alone. */
  open: boolean
  onMenu: (open: boolean) => void
}

export function Side({ current, open, onMenu }: SideProps) {
  return (
    <div class="side" data-open={open ? 'true' : 'false'}>
      <div class="side-head">
        <span>{settings.business}</span>
        <button
          type="button"
          class="button button-quiet menu-button"
          aria-expanded={open ? 'true' : 'false'}
          aria-controls="tabs"
          onClick={() => onMenu(!open)}
        >
          {open ? 'Close' : 'Menu'}
        </button>
      </div>
      <nav id="tabs" aria-label="Console">
        {groups.map((group) => (
          <section key={group.label}>
            <h2>{group.label}</h2>
            <ul>
              {group.tabs.map((tab) => (
                <li key={tab.name}>
                  <TabLink tab={tab} current={tab.name === current} onFollow={() => onMenu(false)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div class="side-foot">
        <Button kind="quiet" size="small" onClick={session.signOut}>
          Sign out
        </Button>
        <SchemeSwitch />
      </div>
    </div>
  )
}

function TabLink({ tab, current, onFollow }: { tab: Tab; current: boolean; onFollow: () => void }) {
  return (
    <a
      href={linkTo(tab.name)}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={() => void tab.load().catch(() => null)}
      onClick={(event) => {
        // A new window stays the browser's business.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(tab.name)
        if (current) lookAgain()
        onFollow()
      }}
    >
      {tab.label}
    </a>
  )
}
