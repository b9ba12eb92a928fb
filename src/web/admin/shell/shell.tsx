import { useEffect, useRef, useState } from 'preact/hooks'
import { lookAgain } from '../../client/clock'
import { Button } from '../../components/button'
import { Skeleton } from '../../components/feedback'
import { Icon } from '../../components/icon'
import { useAddress, goTo, linkTo, openBooking } from '../address'
import { SearchKeys } from '../search/keys'
import { settings } from '../session'
import { Lazy, loadAhead } from '../shared/lazy'
import { tabNamed, groups, mayOpen, type Tab } from '../tabs'
import { AccountMenu } from './account-menu'
import { DirectoryProvider } from './directory'
import { MeProvider, useMe } from './me'
import { loadBooking, loadJobDrawer } from './opening'
import { SearchSlot } from './search-slot'
import { useStartLink } from './start-link'

/** The frame of the console: tabs on the side, the open tab next to them, and the open job above. */
export const Shell = ({ isNew }: ShellProps) => (
  <MeProvider>
    <Frame isNew={isNew} />
  </MeProvider>
)

interface ShellProps {
  /** Somebody has just signed in, so the focus moves on from the form that is gone. */
  isNew: boolean
}

function Frame({ isNew }: ShellProps) {
  const address = useAddress()
  const tab = tabNamed(address.get('tab'), useMe())
  useStartLink()
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(isNew ? '' : tab.name)
  const job = address.get('job')
  // Nobody can use the tab behind a job that a link opened, so the job is drawn first.
  const [first, setFirst] = useState(job || null)
  const waiting = <Skeleton lines={6} />
  useEffect(() => {
    document.title = `${tab.label} · Truckroll`
    // A page that has just opened is at its top, and to scroll there would lay it out once more.
    if (shown.current === tab.name) return
    shown.current = tab.name
    // Screen readers treat a new tab like a new page once the focus moves there.
    main.current?.focus()
    window.scrollTo(0, 0)
    main.current?.scrollTo(0, 0)
    setMenuOpen(false)
  }, [tab.name])
  return (
    <DirectoryProvider>
      <div class="console" data-menu={menuOpen ? 'open' : 'closed'}>
        <a class="skip" href="#content">
          Skip to main content
        </a>
        <Side current={tab.name} open={menuOpen} onMenu={setMenuOpen} />
        <div class="console-main" inert={menuOpen}>
          <TopBar current={tab.name} onMenu={() => setMenuOpen(true)} />
          <main id="content" class="content" tabIndex={-1} ref={main}>
            {job === first ? (
              waiting
            ) : (
              <Lazy key={tab.name} load={tab.load} waiting={waiting}>
                {({ default: OpenTab }) => <OpenTab />}
              </Lazy>
            )}
          </main>
        </div>
        {job !== '' && (
          <Lazy load={loadJobDrawer}>
            {({ default: JobDrawer }) => <JobDrawer onShown={() => setFirst(null)} />}
          </Lazy>
        )}
        {address.get('book') !== '' && (
          <Lazy load={loadBooking}>{({ default: Booking }) => <Booking />}</Lazy>
        )}
        <SearchKeys />
      </div>
    </DirectoryProvider>
  )
}

/** Booking is the main action of the jobs, so the button is on their page only once. */
function TopBar({ current, onMenu }: { current: string; onMenu: () => void }) {
  return (
    <div class="top-bar">
      <button
        type="button"
        class="button button-quiet button-icon menu-button"
        aria-label="Menu"
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      <SearchSlot />
      {useMe().may('jobs.write') && (
        <Button kind={current === 'jobs' ? 'primary' : 'secondary'} onClick={() => openBooking()}>
          <Icon name="plus" />
          Book a job
        </Button>
      )}
    </div>
  )
}

interface SideProps {
  current: string
  /** On a phone, the side is away until the menu is opened. */
  open: boolean
  onMenu: (open: boolean) => void
}

function Side({ current, open, onMenu }: SideProps) {
  const me = useMe()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) close.current?.focus()
  }, [open])
  const allowed = groups
    .map(({ label, tabs }) => ({ label, tabs: tabs.filter((tab) => mayOpen(tab, me)) }))
    .filter(({ tabs }) => tabs.length > 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape bubbles up from its links
    <div
      class="side"
      data-open={open ? 'true' : 'false'}
      onKeyDown={(event) => event.key === 'Escape' && onMenu(false)}
    >
      <div class="side-head">
        {settings.logo ? <img src={settings.logo} alt="" /> : <Icon name="truck" />}
        <span title={settings.business}>{settings.business}</span>
        <button
          type="button"
          ref={close}
          class="button button-quiet button-icon menu-button"
          aria-label="Close menu"
          onClick={() => onMenu(false)}
        >
          <Icon name="x" />
        </button>
      </div>
      <nav aria-label="Console">
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
      {open && (
        <button
          type="button"
          class="side-away"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => onMenu(false)}
        />
      )}
    </div>
  )
}

function TabLink({ tab, current, onFollow }: { tab: Tab; current: boolean; onFollow: () => void }) {
  return (
    <a
      href={linkTo(tab.name)}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={() => void loadAhead(tab.load).catch(() => null)}
      onClick={(event) => {
        // Let the browser open new windows and tabs.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(tab.name)
        if (current) lookAgain()
        onFollow()
      }}
    >
      <Icon name={tab.icon} />
      {tab.label}
    </a>
  )
}
