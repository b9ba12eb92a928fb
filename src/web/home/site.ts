import type { Deps } from '../../deps'
import { hoursOf } from '../../http/fields'
import { openingHours, type OpeningHours } from '../../lib/opening-hours'
import { missing } from '../../lib/errors'
import { areaZipsOf, franchisePages, type FranchisePage } from '../../modules/franchises'
import { townsOf } from '../../modules/geo'
import { checkArea, offeredServices, type OfferedService } from '../../modules/scheduling'
import { usualHours } from '../../modules/workforce'

/** Somewhere customers can book, with its own ways to reach it. */
export interface Location {
  name: string
  /** The address of its page. */
  path: string
  phone: string | null
  towns: string[]
}

/** Somebody outside the area can leave their email address. */
export interface AreaRequestState {
  isNoted: boolean
  /** An email address that isn't one, as typed. */
  wrong: string | null
}

/** The answer to a ZIP code that a visitor asked about. */
export type ZipAnswer = { zip: string } & (
  | { kind: 'served'; business: string }
  | { kind: 'invalid' }
  | { kind: 'outside'; request: AreaRequestState }
)

/** Everything that the home page or the page of a franchise shows. */
export interface Site extends Location {
  /** The company, on the page of one of its franchises. */
  company: string | null
  /** The color of a franchise. */
  color: string | undefined
  email: string | null
  postalAddress: string | null
  timeZone: string
  /** Empty where an outline on the map adds places that no list names. */
  zips: string[]
  opening: OpeningHours | null
  locations: Location[]
  services: OfferedService[]
  answer: ZipAnswer | null
  texts: Deps['settings']['publicSite']
}

const mostTowns = 8
/** With more locations than this, each one shows its name and number only. */
const mostDescribed = 12

/** The company's own page. Its only franchise, if it has just one, says where and when it works. */
export async function homeSite(deps: Deps, zip: string | null, request = notAsked): Promise<Site> {
  const { business } = deps.settings
  const pages = await franchisePages(deps.store)
  const only = pages.length === 1 ? pages[0] : undefined
  const { name, email, postalAddress } = business
  const about = only ? await areaOf(deps, only) : { zips: [], towns: [] }
  const timeZone = only?.timeZone ?? business.timeZone
  return {
    ...about,
    name,
    path: '/',
    company: null,
    color: undefined,
    phone: business.phone ?? only?.phone ?? null,
    email: email ?? only?.email ?? null,
    postalAddress: postalAddress ?? only?.postalAddress ?? null,
    timeZone,
    opening: await openingOf(deps, only ?? { id: null, timeZone, blackoutDates: [] }),
    locations: only ? [] : await locationsOf(deps, pages),
    ...(await offerOf(deps, zip, request)),
  }
}

/** The page of one franchise; null if the company has no other, because its home page says the same. */
export async function franchiseSite(deps: Deps, slug: string, zip: string | null): Promise<Site | null> {
  const pages = await franchisePages(deps.store)
  const found = pages.find((page) => page.slug === slug)
  if (!found) throw missing('This page')
  if (pages.length === 1) return null
  const { name, phone, email, postalAddress, timeZone, color } = found
  return {
    ...(await areaOf(deps, found)),
    name,
    path: pathOf(found),
    company: deps.settings.business.name,
    color,
    phone: phone ?? deps.settings.business.phone,
    email: email ?? deps.settings.business.email,
    postalAddress,
    timeZone,
    opening: await openingOf(deps, found),
    locations: [],
    ...(await offerOf(deps, zip, notAsked)),
  }
}

/** The addresses of the franchises' own pages. */
export async function franchisePaths({ store }: Deps): Promise<string[]> {
  const pages = await franchisePages(store)
  return pages.length > 1 ? pages.map(pathOf) : []
}

const pathOf = ({ slug }: FranchisePage): string => `/f/${slug}`

const notAsked: AreaRequestState = { isNoted: false, wrong: null }

async function offerOf(deps: Deps, zip: string | null, request: AreaRequestState) {
  return {
    services: await offeredServices(deps),
    answer: zip === null ? null : await answerTo(deps, zip, request),
    texts: deps.settings.publicSite,
  }
}

async function answerTo(deps: Deps, asked: string, request: AreaRequestState): Promise<ZipAnswer> {
  const zip = /^(\d{5})(?:-\d{4})?$/.exec(asked)?.[1]
  if (zip === undefined) return { kind: 'invalid', zip: asked.slice(0, 20) }
  const { area, franchise } = await checkArea(deps, zip)
  if (area !== 'served') return { kind: 'outside', zip, request }
  return { kind: 'served', zip, business: franchise?.name ?? deps.settings.business.name }
}

async function areaOf(deps: Deps, { id, areaPolygon }: FranchisePage) {
  const zips = await areaZipsOf(deps.store.read, id)
  const towns = await townsOf(deps, { polygon: areaPolygon, zips }, mostTowns)
  return { zips: areaPolygon === null ? zips : [], towns }
}

async function locationsOf(deps: Deps, pages: FranchisePage[]): Promise<Location[]> {
  const locations: Location[] = []
  for (const page of pages) {
    const towns = pages.length > mostDescribed ? [] : (await areaOf(deps, page)).towns.slice(0, 4)
    locations.push({ name: page.name, path: pathOf(page), phone: page.phone, towns })
  }
  return locations
}

type Opened = Pick<FranchisePage, 'timeZone' | 'blackoutDates'> & { id: string | null }

/** The company's hours, or else those of a franchise's technicians; null if nobody's are known. */
async function openingOf(deps: Deps, { id, timeZone, blackoutDates }: Opened): Promise<OpeningHours | null> {
  const { week, holidays } = deps.settings.hours
  const hours = week.length > 0 || id === null ? week.map(hoursOf) : await usualHours(deps, id)
  if (hours.length === 0) return null
  return openingHours(hours, new Set([...holidays, ...blackoutDates]), { now: deps.clock.now(), timeZone })
}
