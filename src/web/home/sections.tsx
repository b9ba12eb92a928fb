import { shownPhone, toE164 } from '../../lib/contact'
import { timeOfDay } from '../../lib/hours'
import type { OpenDay, OpeningHours } from '../../lib/opening-hours'
import type { OfferedService } from '../../modules/scheduling'
import { capitalized, formatsFor } from '../../words/formats'
import { homeWords } from '../../words/home'
import type { Language } from '../../words/language'
import { ButtonLink } from '../components/button'
import { Icon } from '../components/icon'
import { durationOf, priceText } from '../book/offer-text'
import type { Location, Site } from './site'

interface InLanguage {
  language: Language
}

export function Services({ language, services }: InLanguage & { services: OfferedService[] }) {
  const words = homeWords(language).services
  if (services.length === 0) return null
  return (
    <section class="home-section" aria-labelledby="home-services">
      <h2 id="home-services">{words.title}</h2>
      <ul class="home-services">
        {services.map((service) => (
          <li key={service.id} class={service.byQuote ? 'card home-service home-quote' : 'card home-service'}>
            <h3>{service.label}</h3>
            <p class="home-price">{priceText(language, service)}</p>
            <p class="soft small">{durationOf(language, service)}</p>
            <a
              class="button button-secondary"
              href={`/book?service=${encodeURIComponent(service.id)}`}
              aria-label={service.byQuote ? words.quoteOne(service.label) : words.bookOne(service.label)}
            >
              {service.byQuote ? words.quote : words.book}
            </a>
          </li>
        ))}
      </ul>
      <p class="soft small">{words.plusTax}</p>
    </section>
  )
}

/** Nothing until the office says where its public reviews are. */
export function Reviews({ language, site: { name, texts } }: InLanguage & { site: Site }) {
  const words = homeWords(language).reviews
  if (texts.reviewUrl === null) return null
  return (
    <section class="home-section" aria-labelledby="home-reviews">
      <h2 id="home-reviews">{words.title}</h2>
      <p>{words.text(name)}</p>
      <div>
        <ButtonLink href={texts.reviewUrl} external>
          {words.link}
        </ButtonLink>
      </div>
    </section>
  )
}

export function Locations({ language, locations }: InLanguage & { locations: Location[] }) {
  const words = homeWords(language).locations
  if (locations.length === 0) return null
  return (
    <section class="home-section" aria-labelledby="home-locations">
      <h2 id="home-locations">{words.title}</h2>
      <ul class="home-locations">
        {locations.map((location) => (
          <li key={location.path} class="card home-location">
            <h3>
              <a href={location.path}>{location.name}</a>
            </h3>
            {location.towns.length > 0 && <p class="soft">{words.townsAndMore(location.towns.join(', '))}</p>}
            {location.phone !== null && <Phone phone={location.phone} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Phone = ({ phone }: { phone: string }) => (
  <a class="home-way" href={`tel:${toE164(phone) ?? phone}`}>
    <Icon name="phone" /> {shownPhone(phone)}
  </a>
)

interface HoursProps extends InLanguage {
  opening: OpeningHours | null
  timeZone: string
}

export function Hours({ language, opening, timeZone }: HoursProps) {
  const words = homeWords(language).hours
  const formats = formatsFor(language)
  if (!opening) return null
  return (
    <section class="home-section" aria-labelledby="home-hours">
      <h2 id="home-hours">{words.title}</h2>
      <dl class="home-hours">
        {opening.days.map((day, place) => (
          <div key={day.date} class={place === 0 ? 'strong' : undefined}>
            <dt>{place === 0 ? words.today : capitalized(formats.weekdayNameOf(day.date))}</dt>
            <dd>{hoursText(language, day)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">{words.zone(formats.timeZone(timeZone))}</p>
    </section>
  )
}

function hoursText(language: Language, { spans }: OpenDay): string {
  const { window } = formatsFor(language)
  // The last minute of a day, because midnight belongs to the next one.
  const texts = spans.map(({ startMinute, endMinute }) =>
    window(`${timeOfDay(startMinute)}-${timeOfDay(Math.min(endMinute, 1439))}`),
  )
  return texts.length === 0 ? homeWords(language).hours.closed : texts.join(', ')
}

/** A handful is shown at once, the rest on demand. */
const zipsAtOnce = 24

export function Area({ language, site: { towns, zips } }: InLanguage & { site: Site }) {
  const words = homeWords(language).locations
  if (towns.length + zips.length === 0) return null
  const list = <p class="home-zips">{zips.join(' ')}</p>
  return (
    <section class="home-section" aria-labelledby="home-where">
      <h2 id="home-where">{words.title}</h2>
      {towns.length > 0 && <p>{words.towns(formatsFor(language).list(towns))}</p>}
      {zips.length > zipsAtOnce ? (
        <details class="home-more">
          <summary>{words.moreZips(zips.length)}</summary>
          {list}
        </details>
      ) : (
        zips.length > 0 && (
          <>
            <h3>{words.zips}</h3>
            {list}
          </>
        )
      )}
    </section>
  )
}

export function Contact({ language, site: { phone, email, postalAddress } }: InLanguage & { site: Site }) {
  const words = homeWords(language).contact
  if (phone === null && email === null && postalAddress === null) return null
  return (
    <section class="home-section" aria-labelledby="home-contact">
      <h2 id="home-contact">{words.title}</h2>
      <ul class="home-ways">
        {phone !== null && (
          <li>
            <Phone phone={phone} />
          </li>
        )}
        {email !== null && (
          <li>
            <a class="home-way" href={`mailto:${email}`}>
              <Icon name="mail" /> {email}
            </a>
          </li>
        )}
        {postalAddress !== null && (
          <li class="home-way">
            <Icon name="map-pin" /> <span class="home-address">{postalAddress}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
