import type { ComponentChildren } from 'preact'
import type { Config } from '../../config'
import { demoProviders, missingProviders } from '../../providers/demo'
import { fixedAssets } from '../assets/fixed'
import { SchemeSwitch } from '../components/button'

interface FrameParts {
  config: Config
  /** Which of the customer's two pages this is, if it is one. */
  current?: 'book' | 'my'
  /** Without the customer's links: for pages of workers, processors and mail programs. */
  bare?: boolean
  width?: 'narrow' | 'medium' | 'wide'
  children?: ComponentChildren
}

/** Banner, head and foot of every page that people outside the office see. */
export function Frame({ config, current, bare = false, width = 'medium', children }: FrameParts) {
  const business = config.business.name
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Banners config={config} />
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

const names: Record<string, string> = {
  payments: 'payments',
  email: 'email',
  sms: 'text messages',
  geocoder: 'addresses',
  routing: 'drive times',
  codehost: 'code host',
  hosting: 'hosting',
}

const oneThing = new Set(['email', 'codehost', 'hosting'])

/** The office sees the whole list; customers see what they would notice. */
export function Banners({ config, office = false }: { config: Config; office?: boolean }) {
  const missing = missingProviders(config)
  return (
    <>
      <DemoBanner demo={office ? demoProviders(config) : noticedDemo(config)} />
      {office && missing.length > 0 && (
        <p class="demo-banner" role="note">
          <strong>Not set up:</strong> {listed(missing.map((name) => names[name] ?? name))}. See Health for
          what to do.
        </p>
      )}
      {!office && missing.includes('email') && (
        <p class="demo-banner" role="note">
          We can’t send email right now. Please call us instead of waiting for one.
        </p>
      )}
    </>
  )
}

/** Says openly what is not real. Nothing when everything is. */
export function DemoBanner({ demo }: { demo: string[] }) {
  if (demo.length === 0) return null
  return (
    <p class="demo-banner" role="note">
      <strong>Demo mode:</strong> {listed(demo.map((name) => names[name] ?? name))}{' '}
      {demo.length === 1 && demo.every((name) => oneThing.has(name)) ? 'is' : 'are'} simulated.
      {demo.includes('payments') && ' No card is charged.'}
    </p>
  )
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** What customers notice when it is not real; which code host the office uses is not their business. */
const noticed = new Set(['payments', 'email', 'sms'])

export const noticedDemo = (config: Config): string[] =>
  demoProviders(config).filter((name) => noticed.has(name))
