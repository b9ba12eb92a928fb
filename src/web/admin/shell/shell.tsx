import { useEffect, useRef, useState } from 'preact/hooks'
import { lookAgain } from '../../client/clock'
import { Button, SchemeSwitch, Skeleton } from '../../components'
import { useAddress, goTo, linkTo } from '../address'
import { session, settings } from '../session'
import { Lazy } from '../shared/list'
import { openSearch, SearchKeys } from '../search/keys'
import { tabNamed, groups, type Tab } from '../tabs'
import { AccountMenu } from './account-menu'
import { DirectoryProvider } from './directory'
import { MeProvider, useMe } from './me'

const loadJobDrawer = () => import('../jobs/drawer')
const loadBooking = () => import('../booking/drawer')

/** The frame of the console: tabs on the side, the open tab next to them, and the open job above. */
export const Shell = () => (
  <MeProvider>
    <Frame />
  </MeProvider>
)

function Frame() {
  const address = useAddress()
  const tab = tabNamed(address.get('tab'), useMe().may)
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(tab.name)
  useEffect(() => {
    document.title = `${tab.label} · Truckroll`
    // Screen readers treat a new tab like a new page once the focus moves there.
    if (shown.current !== tab.name) main.current?.focus()
    shown.current = tab.name
    window.scrollTo(0, 0)
    main.current?.scrollTo(0, 0)
    setMenuOpen(false)
  }, [tab.name])
  return (
    <DirectoryProvider>
      <div class="console">
        <a class="skip" href="#content">
          Skip to main content
        </a>
        <Side current={tab.name} open={menuOpen} onMenu={setMenuOpen} />
        <main id="content" class="content" tabIndex={-1} ref={main}>
          <Lazy key={tab.name} load={tab.load} waiting={<Skeleton lines={6} />}>
            {({ default: OpenTab }) => <OpenTab />}
          </Lazy>
        </main>
        {address.get('job') !== '' && (
          <Lazy load={loadJobDrawer}>{({ default: JobDrawer }) => <JobDrawer />}</Lazy>
        )}
        {address.get('book') !== '' && (
          <Lazy load={loadBooking}>{({ default: Booking }) => <Booking />}</Lazy>
        )}
        <SearchKeys />
      </div>
    </DirectoryProvider>
  )
}

interface SideProps {
  current: string
  /** On a phone, the tabs are hidden until the menu is opened. */
  open: boolean
  onMenu: (open: boolean) => void
}

function Side({ current, open, onMenu }: SideProps) {
  const { may } = useMe()
  const allowed = groups
    .map(({ label, tabs }) => ({ label, tabs: tabs.filter(({ needs }) => may(needs)) }))
    .filter(({ tabs }) => tabs.length > 0)
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
      <button type="button" class="button search-button" onClick={openSearch}>
        Search <kbd>/</kbd>
      </button>
      <nav id="tabs" aria-label="Console">
        {allowed.map((group) => (
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
      <AccountMenu />
      <div class="side-foot">
        <Button kind="quiet" size="small" onClick={() => session.signOut()}>
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
        // Let the browser open new windows and tabs.
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
