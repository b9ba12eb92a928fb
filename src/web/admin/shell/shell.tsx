import { useEffect, useRef, useState } from 'preact/hooks'
import { useAddress } from '../address'
import { tabNamed } from '../tabs'
import { DirectoryProvider } from './directory'
import { LazyPart } from './lazy-part'
import { Side } from './side'

const loadJobDrawer = () => import('../jobs/drawer')

/** The frame of the office: the tabs at the side, the open one beside them, a job above it all. */
export function Shell() {
  const address = useAddress()
  const tab = tabNamed(address.get('tab'))
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(tab.name)
  useEffect(() => {
    document.title = `${tab.label} · Truckroll`
    // A new tab is a new page: whoever does not see it has to be taken there.
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
          Skip to the content
        </a>
        <Side current={tab.name} open={menuOpen} onMenu={setMenuOpen} />
        <main id="content" class="content" tabIndex={-1} ref={main}>
          <LazyPart key={tab.name} load={tab.load} />
        </main>
        {address.get('job') !== '' && <LazyPart load={loadJobDrawer} quiet />}
      </div>
    </DirectoryProvider>
  )
}
