import type { Deps } from '../../deps'
import { toE164 } from '../../lib/contact'
import { timeOfDay } from '../../lib/hours'
import type { OpeningHours } from '../../lib/opening-hours'
import type { OfferedService } from '../../modules/scheduling'
import { lookOf } from '../assets/look'
import type { Site } from './site'

/** The business in the words of schema.org, for search engines. It has only what the page shows. */
export function aboutBusiness(deps: Pick<Deps, 'config' | 'settings'>, site: Site): object {
  const { publicUrl } = deps.config
  const { logo } = lookOf(deps)
  const { name, path, phone, email, postalAddress, company, opening, services } = site
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${publicUrl}${path}#business`,
    name,
    url: `${publicUrl}${path}`,
    ...(phone === null ? {} : { telephone: toE164(phone) ?? phone }),
    ...(email === null ? {} : { email }),
    ...(postalAddress === null ? {} : { address: postalAddress }),
    ...(logo ? { image: `${publicUrl}${logo.path}`, logo: `${publicUrl}${logo.path}` } : {}),
    ...(company === null ? {} : { parentOrganization: { '@type': 'Organization', name: company } }),
    ...areaServed(site),
    ...(opening ? { openingHoursSpecification: hoursOf(opening) } : {}),
    ...(services.length === 0 ? {} : { makesOffer: services.map(offerOf) }),
  }
}

const mostZips = 100

function areaServed({ towns, zips, locations }: Site): object {
  const names = [...new Set([...towns, ...locations.flatMap((location) => location.towns)])]
  const cities = names.map((name) => ({ '@type': 'City', name }))
  const codes = zips.slice(0, mostZips).map((postalCode) => ({
    '@type': 'DefinedRegion',
    addressCountry: 'US',
    postalCode,
  }))
  return cities.length + codes.length === 0 ? {} : { areaServed: [...cities, ...codes] }
}

const offerOf = ({ label, price }: OfferedService): object => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Service', name: label },
  ...(price === null ? {} : { price: price.toFixed(2), priceCurrency: 'USD' }),
})

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The coming days, with their dates, because a holiday among them isn't a usual weekday. */
const hoursOf = ({ days }: OpeningHours): object[] =>
  days.flatMap(({ date, spans }) =>
    spans.map(({ startMinute, endMinute }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()],
      opens: timeOfDay(startMinute),
      closes: timeOfDay(Math.min(endMinute, 1439)),
      validFrom: date,
      validThrough: date,
    })),
  )
