import type { ComponentChildren } from 'preact'
import type { Config } from '../../config'
import type { Deps } from '../../deps'
import { demoProviders, everythingIsDemo, missingProviders } from '../../providers/demo'
import { formatsFor } from '../../words/formats'
import { languageNames, otherLanguage, type Language } from '../../words/language'
import { publicWords } from '../../words/public'
import { fixedAssets } from '../assets/fixed'
import { lookOf, type Look } from '../assets/look'
import { SchemeSwitch } from '../components/button'
import type { Visitor } from '../visitor'

/** A form on the page that the switch between languages sends along. */
export interface SwitchForm {
  id: string
  action: string
  /** The value of `go` that leads back to where the visitor is. */
  here: string
  /** The value of `go` that the Enter key sends. */
  next: string
}

/** Every page shows the business as the office set it up, and says what is simulated. */
export type PageDeps = Pick<Deps, 'config' | 'settings'>

interface FrameParts {
  deps: PageDeps
  visitor: Visitor
  /** The franchise that the page is about; otherwise the company. */
  business?: string
  /** The link to mark as the current page. */
  current?: 'book' | 'my'
  /** Without the customer's links: for pages of workers, processors and mail programs. */
  bare?: boolean
  /** The terms and the privacy policy at the foot of a bare page that customers see. */
  legal?: boolean
  width?: 'narrow' | 'medium' | 'wide'
  /** The form that the switch between languages sends; without it the switch is a link. */
  switchForm?: SwitchForm | undefined
  children?: ComponentChildren
}

/** A company of this name, as in the demo, doesn't say it twice. */
const product = 'Truckroll'

/** Banner, head and foot of every page that people outside the office see. */
export function Frame(props: FrameParts) {
  const { deps, visitor, current, bare = false, width = 'medium', switchForm, children } = props
  const { legal = !bare } = props
  const { language } = visitor
  const business = props.business ?? deps.settings.business.name
  const words = publicWords(language)
  // The name and the links need more room than the text of a narrow page.
  const rowWidth = width === 'narrow' && !bare ? 'medium' : width
  return (
    <>
      <a class="skip" href="#main">
        {words.skip}
      </a>
      {switchForm && <EnterKey form={switchForm} />}
      <header class="head">
        <Banners deps={deps} language={language} />
        <div class={`head-row width-${rowWidth}`}>
          <Brand business={business} logo={lookOf(deps).logo} link={!bare} />
          {!bare && <CustomerLinks current={current} language={language} />}
          <LanguageSwitch visitor={visitor} form={switchForm} />
          <SchemeSwitch label={words.scheme} />
        </div>
      </header>
      <main id="main" class={`main width-${width}`}>
        {children}
      </main>
      <footer class="foot">
        <div class={`foot-row width-${rowWidth}`}>
          <span>{business}</span>
          {legal && (
            <nav class="foot-links" aria-label={words.legal}>
              <a href="/terms">{words.terms}</a>
              <a href="/privacy">{words.privacy}</a>
            </nav>
          )}
          {business !== product && <span>{words.poweredBy}</span>}
        </div>
      </footer>
    </>
  )
}

function Brand({ business, logo, link }: { business: string; logo: Look['logo']; link: boolean }) {
  const inner = (
    <>
      {logo ? (
        <img class="brand-logo" src={logo.path} alt="" width={logo.width} height={logo.height} />
      ) : (
        <img src={fixedAssets.mark()} alt="" width={32} height={32} />
      )}
      <span>{business}</span>
    </>
  )
  if (!link) return <span class="brand">{inner}</span>
  return (
    <a class="brand" href="/">
      {inner}
    </a>
  )
}

function CustomerLinks({ current, language }: Pick<FrameParts, 'current'> & { language: Language }) {
  const words = publicWords(language)
  return (
    <nav class="head-links" aria-label={words.pages}>
      <a href="/book" aria-current={current === 'book' ? 'page' : undefined}>
        {words.book}
      </a>
      <a href="/my" aria-current={current === 'my' ? 'page' : undefined}>
        {words.myBookings}
      </a>
    </nav>
  )
}

/** The Enter key presses a form's first button in the page, which would be the switch between languages. */
function EnterKey({ form: { id, next } }: { form: SwitchForm }) {
  return (
    <button
      class="hidden-visually"
      type="submit"
      form={id}
      name="go"
      value={next}
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

/** Named in the language it leads to, for people who can't read this one. */
function LanguageSwitch({ visitor, form }: { visitor: Visitor; form: SwitchForm | undefined }) {
  const { language, switchPath, isOnly } = visitor
  if (isOnly) return null
  const other = otherLanguage(language)
  if (form)
    return (
      <button
        class="language-switch"
        type="submit"
        form={form.id}
        formaction={`${form.action}?lang=${other}`}
        formnovalidate
        name="go"
        value={form.here}
        lang={other}
      >
        {languageNames[other]}
      </button>
    )
  return (
    <a class="language-switch" href={switchPath} hreflang={other} lang={other} rel="nofollow">
      {languageNames[other]}
    </a>
  )
}

/** The office's names for providers. */
const officeNames: Record<string, string> = {
  payments: 'payments',
  email: 'email',
  sms: 'text messages',
  geocoder: 'addresses',
  routing: 'drive times',
  codehost: 'code host',
  hosting: 'hosting',
}

const oneThing = new Set(['email', 'codehost', 'hosting'])

interface BannersProps {
  deps: PageDeps
  language: Language
  office?: boolean
}

/** One line of what people would notice; the office finds the rest in its checklist. */
export function Banners({ deps: { config, settings }, language, office = false }: BannersProps) {
  const missing = missingProviders(config)
  const isStarted = settings.startedAt !== null
  return (
    <>
      <DemoBanner demo={noticedDemo(config)} language={language} isStarted={isStarted}>
        {office && !isStarted && everythingIsDemo(config) && <StartLink />}
      </DemoBanner>
      {office && missing.length > 0 && (
        <p class="demo-banner" role="note">
          <strong>Not set up:</strong>{' '}
          {formatsFor('en').list(missing.map((name) => officeNames[name] ?? name))}. See Health for what to
          do.
        </p>
      )}
      {!office && missing.includes('email') && (
        <p class="demo-banner" role="note">
          {publicWords(language).cannotEmail}
        </p>
      )}
    </>
  )
}

/** The console shows it to owners, who alone can use it. */
const StartLink = () => (
  <>
    {' '}
    <a id="start-link" href="/admin?tab=start" hidden>
      Start for real
    </a>
  </>
)

interface DemoBannerProps {
  demo: string[]
  language?: Language
  /** The company is real, though these aren't yet. */
  isStarted?: boolean
  children?: ComponentChildren
}

/** Says openly what is simulated. Nothing is shown when everything is real. */
export function DemoBanner({ demo, language = 'en', isStarted = false, children }: DemoBannerProps) {
  if (demo.length === 0) return null
  const words = publicWords(language).demo
  const named: Record<string, string> = {
    ...officeNames,
    payments: words.payments,
    email: words.email,
    sms: words.sms,
  }
  const isOne = demo.length === 1 && demo.every((name) => oneThing.has(name))
  return (
    <p class="demo-banner" role="note">
      <strong>{isStarted ? words.notLive : words.title}</strong>{' '}
      {words.simulated(formatsFor(language).list(demo.map((name) => named[name] ?? name)), isOne)}
      {demo.includes('payments') && ` ${words.noCharge}`}
      {children}
    </p>
  )
}

/** Customers notice when these aren't real; which code host the office uses isn't their business. */
const noticed = new Set(['payments', 'email', 'sms'])

export const noticedDemo = (config: Config): string[] =>
  demoProviders(config).filter((name) => noticed.has(name))
