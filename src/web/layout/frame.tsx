import type { ComponentChildren } from 'preact'
import { DemoBanner } from './demo-banner'
import { fixedAssets } from '../assets/fixed'
import { SchemeSwitch } from '../components/scheme-switch'

interface FrameParts {
  business: string
  /** The parts of the outside world that are played by the service itself. */
  demo: string[]
  /** Which of the customer's two pages this is, if it is one. */
  current?: 'book' | 'my'
  /** Without the customer's links: for pages of workers, processors and mail programs. */
  bare?: boolean
  width?: 'narrow' | 'medium' | 'wide'
  children?: ComponentChildren
}

/** Banner, head and foot of every page that people outside the office see. */
export function Frame({ business, demo, current, bare = false, width = 'medium', children }: FrameParts) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <DemoBanner demo={demo} />
      <header class="head">
        <div class={`head-row width-${width}`}>
          <Brand business={business} link={!bare} />
          {!bare && <CustomerLinks current={current} />}
          <SchemeSwitch />
        </div>
      </header>
      <main id="main" class={`main width-${width}`}>
        {children}
      </main>
      <footer class="foot">
        <div class={`foot-row width-${width}`}>
          <span>{business}</span>
          <span>Runs on Truckroll</span>
        </div>
      </footer>
    </>
  )
}

function Brand({ business, link }: { business: string; link: boolean }) {
  const inner = (
    <>
      <img src={fixedAssets.mark()} alt="" width={32} height={32} />
      <span>{business}</span>
    </>
  )
  if (!link) return <span class="brand">{inner}</span>
  return (
    <a class="brand" href="/book">
      {inner}
    </a>
  )
}

function CustomerLinks({ current }: Pick<FrameParts, 'current'>) {
  return (
    <nav class="head-links" aria-label="Pages">
      <a href="/book" aria-current={current === 'book' ? 'page' : undefined}>
        Book
      </a>
      <a href="/my" aria-current={current === 'my' ? 'page' : undefined}>
        My bookings
      </a>
    </nav>
  )
}
