import { shownPhone, toE164 } from '../../lib/contact'
import { timeOfDay } from '../../lib/hours'
import type { OpeningHours } from '../../lib/opening-hours'
import { bookWords } from '../../words/book'
import { capitalized, formatsFor } from '../../words/formats'
import { homeWords } from '../../words/home'
import type { Language } from '../../words/language'
import { ButtonLink } from '../components/button'
import { Icon } from '../components/icon'
import { IconSprite } from '../icons/sprite'
import { AreaCheck } from './area-check'
import type { Site } from './site'
import { Area, Contact, Hours, Locations, Reviews, Services } from './sections'

interface HomeProps {
  language: Language
  site: Site
  /** Whether customers can pay by card when they book. */
  paysOnline: boolean
}

/** The first page that customers see, of the company or of a franchise. It needs no script. */
export function HomePage({ language, site, paysOnline }: HomeProps) {
  return (
    <div class="home">
      <IconSprite only={['phone', 'mail', 'map-pin', 'check', 'alarm-clock']} />
      <Hero language={language} site={site} />
      <Promises language={language} site={site} paysOnline={paysOnline} />
      <Services language={language} services={site.services} />
      <How language={language} />
      <Reviews language={language} site={site} />
      <Locations language={language} locations={site.locations} />
      <div class="home-pair">
        <Hours language={language} opening={site.opening} timeZone={site.timeZone} />
        <Area language={language} site={site} />
        <Contact language={language} site={site} />
      </div>
    </div>
  )
}

function Hero({ language, site }: { language: Language; site: Site }) {
  const words = homeWords(language)
  const { name, company, phone, opening, texts, answer, path } = site
  return (
    <section class="home-hero" aria-labelledby="home-title">
      <div class="home-hero-text">
        {company !== null && <p class="home-over">{words.locations.partOf(company)}</p>}
        <h1 id="home-title">{(company === null && texts.headline) || words.headline(name)}</h1>
        <p class="home-lead">{(company === null && texts.about) || words.lead}</p>
        <div class="home-actions">
          {/* An answer that we come there has a button of its own, which is then the main one. */}
          <ButtonLink
            kind={answer === null || answer.kind === 'invalid' ? 'primary' : 'secondary'}
            size="large"
            href="/book"
          >
            {words.book}
          </ButtonLink>
          {phone !== null && (
            <ButtonLink size="large" href={`tel:${toE164(phone) ?? phone}`}>
              <Icon name="phone" /> {words.call(shownPhone(phone))}
            </ButtonLink>
          )}
        </div>
        {opening && <OpenNow language={language} opening={opening} />}
      </div>
      <AreaCheck language={language} answer={answer} path={path} />
    </section>
  )
}

function OpenNow({ language, opening }: { language: Language; opening: OpeningHours }) {
  return (
    <p class={opening.isOpen ? 'home-open' : 'home-closed'}>
      <span class="home-dot" aria-hidden="true" /> {openText(language, opening)}
    </p>
  )
}

const clock = (language: Language, minute: number): string =>
  formatsFor(language).time(Date.parse(`2026-01-05T${timeOfDay(minute % 1440)}:00Z`), 'UTC')

function openText(language: Language, { closesAt, opensAt, days }: OpeningHours): string {
  const words = homeWords(language)
  if (closesAt !== null) return words.openNow(clock(language, closesAt))
  if (!opensAt) return words.closedNow
  const time = clock(language, opensAt.minute)
  return opensAt.date === days[0]?.date
    ? words.opensToday(time)
    : words.opensOn(formatsFor(language).weekdayNameOf(opensAt.date), time)
}

/** The same promises as on the booking page, with the license and the insurance. */
function Promises({ language, site: { texts }, paysOnline }: HomeProps) {
  const words = homeWords(language).trust
  const { promises } = bookWords(language)
  const lines = [
    promises.price,
    paysOnline ? promises.payNowOrLater : promises.payLater,
    texts.license && `${words.license}: ${texts.license}`,
    texts.insurance && `${words.insurance}: ${texts.insurance}`,
  ].filter(Boolean)
  return (
    <ul class="home-promises">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" /> <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}

function How({ language }: { language: Language }) {
  const words = homeWords(language).how
  return (
    <section class="home-section" aria-labelledby="home-how">
      <h2 id="home-how">{words.title}</h2>
      <ol class="home-steps">
        {words.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{capitalized(title)}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
